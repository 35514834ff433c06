import type { ItemKind } from '../protocol/inventory.ts';
import { withCatalogues } from './openCatalogues.ts';
import { showItems } from './printInventory.ts';
import type { Terminal } from './verb.ts';

/** Shows everything of one kind, whatever its state: `vak skills list` and its like. Gives the exit code. */
export async function listKind(kind: ItemKind, json: boolean, terminal: Terminal): Promise<number> {
  const { items } = await withCatalogues((catalogues) => catalogues.inventory(terminal.cwd));
  showItems(
    items.filter((item) => item.kind === kind),
    json,
    terminal,
  );
  return 0;
}
