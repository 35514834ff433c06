import { ExpectedError } from '../base/errors.ts';
import type { InventoryItem } from '../protocol/inventory.ts';
import { withCatalogues } from './openCatalogues.ts';
import { showItems } from './printInventory.ts';
import { readArgs } from './readArgs.ts';
import type { Verb } from './verb.ts';

/** The agents that can answer here, and those that can't, with the reason. */
export const agents: Verb = async (args, terminal) => {
  const { values, positionals } = readArgs(args, { json: { type: 'boolean', default: false } });
  const [action = 'list'] = positionals;
  if (action !== 'list') throw new ExpectedError('usage', `"agents ${action}" is not known; there is list.`);
  const { found, catalogue } = await withCatalogues(async (catalogues) => ({
    found: await catalogues.inventory(terminal.cwd),
    catalogue: await catalogues.get(terminal.cwd),
  }));
  const builtin = catalogue.agents
    .filter((a) => a.origin.scope === 'builtin')
    .map(
      ({ name, description, origin }): InventoryItem => ({
        kind: 'agent',
        name,
        label: 'built-in',
        description,
        origin,
        state: 'active',
      }),
    );
  const items = [...builtin, ...found.items.filter((i) => i.kind === 'agent')];
  showItems(items, values.json, terminal);
  return 0;
};
