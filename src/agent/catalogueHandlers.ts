import type { VakHandlers } from './acp/vakMethods.ts';
import { expandPrompt } from './commands/expand.ts';
import type { Host } from './host/host.ts';
import type { CatalogueStore } from './inventory/catalogueStore.ts';

type CatalogueHandlers = Pick<
  VakHandlers,
  'inventory' | 'explain' | 'expand' | 'reload' | 'trust' | 'settings' | 'approve' | 'setEnabled'
>;

/** Answers what a client asks of the catalogue: the tree view, the palette, a foreign agent's prompts. */
export function catalogueHandlers(catalogues: CatalogueStore, host: Pick<Host, 'files'>): CatalogueHandlers {
  return {
    inventory: ({ cwd }) => catalogues.inventory(cwd),
    explain: async ({ cwd, kind, name }) => {
      const { steps, text } = await catalogues.explain(cwd, kind, name);
      return { steps: [...steps], text };
    },
    expand: async ({ cwd, text }) => {
      const expansion = expandPrompt(text, await catalogues.get(cwd), undefined, false);
      if (expansion.kind === 'builtin') return { kind: 'plain', text };
      if (expansion.kind !== 'expanded') return expansion;
      const skills = await Promise.all(
        expansion.skills.map(async ({ name, path }) => ({
          name,
          path,
          text: await host.files.readText(path),
        })),
      );
      return { kind: 'expanded', text: expansion.text, skills };
    },
    reload: async () => {
      const { ok, diagnostics } = await catalogues.reload();
      return { ok, diagnostics: [...diagnostics] };
    },
    trust: async ({ folders }) => {
      await catalogues.setEditorTrust(folders);
      return {};
    },
    settings: async ({ settings }) => {
      await catalogues.setSettings(settings);
      return {};
    },
    approve: async ({ cwd, kind, name, approved, content }) => {
      await catalogues.approve(cwd, { kind, name }, approved, content);
      return {};
    },
    setEnabled: async ({ cwd, kind, name, path, enabled }) => {
      await catalogues.setEnabled(cwd, { kind, name, path }, enabled);
      return {};
    },
  };
}
