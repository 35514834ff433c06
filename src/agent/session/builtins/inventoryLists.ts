import type { InventoryItem, ItemKind } from '../../../protocol/inventory.ts';
import type { Builtin } from './builtin.ts';
import { diagnosticLine } from './reload.ts';

/** `/skills` and the like: what is there of one kind, where from, and why it counts or not. */
export const inventoryBuiltins: readonly Builtin[] = [
  listBuiltin('skills', 'skill', 'Show all skills, also those that do not count, and why'),
  listBuiltin('agents', 'agent', 'Show the agents that can answer'),
  listBuiltin('hooks', 'hook', 'Show the hooks and where they come from'),
  listBuiltin('plugins', 'plugin', 'Show the plugins and whether they are on'),
];

function listBuiltin(name: string, kind: ItemKind, description: string): Builtin {
  return {
    name,
    description,
    async run({ catalogue }) {
      const items = catalogue.items.filter((item) => item.kind === kind);
      const paths = new Set(items.map((item) => item.origin.path));
      const problems = catalogue.diagnostics.filter((diagnostic) => paths.has(diagnostic.path));
      if (items.length === 0) return `There are no ${name}.`;
      return [items.map(itemLine).join('\n'), problems.map(diagnosticLine).join('\n')]
        .filter(Boolean)
        .join('\n\n');
    },
  };
}

function itemLine({ name, label, description, state, reason, origin }: InventoryItem): string {
  const shownState = state === 'active' ? '' : ` — **${state}**${reason === undefined ? '' : `: ${reason}`}`;
  return `- **${name}** (${label})${shownState}${description === '' ? '' : ` — ${description}`} \`${origin.path}\``;
}
