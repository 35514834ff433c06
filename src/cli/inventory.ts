import { ItemKindSchema } from '../protocol/inventory.ts';
import { withCatalogues } from './openCatalogues.ts';
import { diagnosticLine, printItems, printJson } from './printInventory.ts';
import { readArgs } from './readArgs.ts';
import type { Verb } from './verb.ts';

/** Everything that extends the agent here, whatever its state; exit 0 even with errors in it. */
export const inventory: Verb = async (args, terminal) => {
  const { values } = readArgs(args, { json: { type: 'boolean', default: false } });
  const found = await withCatalogues((catalogues) => catalogues.inventory(terminal.cwd));
  if (values.json) {
    printJson(found, terminal);
    return 0;
  }
  for (const kind of ItemKindSchema.options) {
    const items = found.items.filter((i) => i.kind === kind);
    if (items.length === 0) continue;
    terminal.out(`${kind} (${items.length})\n`);
    printItems(items, terminal);
    terminal.out('\n');
  }
  for (const diagnostic of found.diagnostics) terminal.out(diagnosticLine(diagnostic));
  return 0;
};
