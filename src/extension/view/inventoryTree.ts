import type { Diagnostic, Inventory, InventoryItem, ItemKind } from '../../protocol/inventory.ts';

/** A row of the tree *Extensions*: a kind, an item with its shadowed ones below, or a problem with a place. */
export type InventoryNode =
  | {
      readonly kind: 'group';
      readonly itemKind: ItemKind;
      readonly label: string;
      readonly children: readonly InventoryNode[];
    }
  | { readonly kind: 'item'; readonly item: InventoryItem; readonly children: readonly InventoryNode[] }
  | { readonly kind: 'problems'; readonly children: readonly InventoryNode[] }
  | { readonly kind: 'problem'; readonly diagnostic: Diagnostic; readonly children: readonly [] }
  /** The inventory could not be had; a click restarts the agent. */
  | { readonly kind: 'failure'; readonly message: string; readonly children: readonly [] };

export const KIND_LABELS: Readonly<Record<ItemKind, string>> = {
  skill: 'Skills',
  command: 'Commands',
  agent: 'Agents',
  hook: 'Hooks',
  mcp: 'MCP servers',
  plugin: 'Plugins',
  instructions: 'Instructions',
};

/** What there is, by kind; what lost stands below what it lost to. Kinds without an item are left out. */
export function inventoryTree({ items, diagnostics }: Inventory): InventoryNode[] {
  const kinds = Object.keys(KIND_LABELS) as ItemKind[];
  const groups = kinds.flatMap((itemKind): InventoryNode[] => {
    const children = groupItems(items.filter((item) => item.kind === itemKind));
    return children.length === 0 ? [] : [{ kind: 'group', itemKind, label: KIND_LABELS[itemKind], children }];
  });
  const problems = diagnostics
    .filter((diagnostic) => diagnostic.severity !== 'info')
    .map((diagnostic): InventoryNode => ({ kind: 'problem', diagnostic, children: [] }));
  return problems.length === 0 ? groups : [{ kind: 'problems', children: problems }, ...groups];
}

function groupItems(items: readonly InventoryItem[]): InventoryNode[] {
  const winners = items.filter((item) => item.state !== 'shadowed');
  const lostTo = (item: InventoryItem) =>
    item.state === 'shadowed'
      ? winners.find((winner) => winner.name === item.name && winner.origin.path === item.shadowedBy)
      : undefined;
  return items
    .filter((item) => lostTo(item) === undefined)
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
    .map((item) => ({
      kind: 'item',
      item,
      children: items
        .filter((other) => lostTo(other) === item)
        .map((other) => ({ kind: 'item', item: other, children: [] })),
    }));
}

/** What waits for the person's approval, as a person calls it: a server by its id, hooks by their file. */
export function waitingNames(items: readonly InventoryItem[]): string[] {
  const waiting = items.filter((item) => item.approval !== undefined);
  return [...new Set(waiting.map(({ name }) => name.replace(/#.*/, '')))];
}

/** `1 waits for approval`; undefined when nothing does. */
export function waitingWords(count: number): string | undefined {
  if (count === 0) return undefined;
  return `${count} ${count === 1 ? 'waits' : 'wait'} for approval`;
}

/** What can be done with an item: the context value that the menus of the manifest look at. */
export function itemContext(item: InventoryItem): string {
  const words = ['item', item.kind, item.state];
  if (item.approval !== undefined) words.push('can-approve');
  const runs = item.kind === 'command' || item.kind === 'skill';
  if (runs && item.state === 'active') words.push('runnable');
  const switches = item.kind !== 'instructions' && item.origin.scope !== 'builtin';
  if (switches && item.state === 'active') words.push('can-disable');
  if (switches && item.state === 'disabled') words.push('can-enable');
  return words.join(' ');
}
