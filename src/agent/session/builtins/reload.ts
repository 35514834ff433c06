import type { Diagnostic } from '../../../protocol/inventory.ts';
import type { Builtin } from './builtin.ts';

export const reloadBuiltin: Builtin = {
  name: 'reload',
  description: 'Read skills, commands, hooks, servers, plugins and agents again',
  async run({ reload }) {
    const { ok, diagnostics } = await reload();
    const lines = diagnostics.map(diagnosticLine).join('\n');
    if (ok) return ['Reloaded.', lines].filter(Boolean).join('\n\n');
    return `Nothing was changed: the configuration has errors.\n\n${lines}`;
  },
};

/** One diagnostic as a line of a Markdown list. */
export function diagnosticLine({ severity, path, line, message, fix }: Diagnostic): string {
  const place = line === undefined ? path : `${path}:${line}`;
  return `- ${severity}: ${message} (\`${place}\`)${fix === undefined ? '' : ` ${fix}`}`;
}
