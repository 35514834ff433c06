import type { InventoryItem, ItemKind } from '../../protocol/inventory.ts';
import type { LookedAt } from './catalogue.ts';
import type { Found, Loaded } from './loaded.ts';

export interface Resolved<T> {
  readonly items: readonly InventoryItem[];
  /** The values that count, in the order of their roots. */
  readonly winners: readonly T[];
  readonly looked: readonly LookedAt[];
}

/**
 * Decides between things of one name (S2, C1, M1): the first one that can be used wins, later ones are
 * `shadowed` and say by which. What is broken, skipped or untrusted takes no name. `disabledTakesName`:
 * a server that its file turns off also turns off those behind it. `heldBackCounts`: what is untrusted or broken and has a
 * value all the same stands among the winners, and holds itself back.
 */
export function resolveClashes<T>(
  kind: ItemKind,
  roots: readonly Loaded<T>[],
  options: {
    readonly unique?: boolean;
    readonly disabledTakesName?: boolean;
    readonly heldBackCounts?: boolean;
  } = {},
): Resolved<T> {
  const unique = options.unique ?? true;
  const taken = new Map<string, Found<T>>();
  const items: InventoryItem[] = [];
  const winners: T[] = [];
  const looked: LookedAt[] = [];
  for (const root of roots) {
    looked.push(root.looked);
    for (const found of root.found) {
      const winner = unique ? taken.get(found.name) : undefined;
      const usable = found.state === 'active' && found.value !== undefined;
      if (winner && (usable || found.state === 'disabled')) {
        const reason = `${winner.origin.path} has the same name and comes first.`;
        items.push({ ...itemOf(found), state: 'shadowed', reason, shadowedBy: winner.origin.path });
        looked.push(record(kind, found, 'lost', reason));
        continue;
      }
      if (usable || (options.disabledTakesName && found.state === 'disabled')) taken.set(found.name, found);
      const counts =
        usable || (options.heldBackCounts && (found.state === 'untrusted' || found.state === 'error'));
      if (counts && found.value !== undefined) winners.push(found.value);
      items.push(itemOf(found));
      looked.push(record(kind, found, outcomeOf(found), found.reason ?? 'The first of its name.'));
    }
  }
  return { items, winners, looked };
}

function itemOf<T>(found: Found<T>): InventoryItem {
  const { value: _, ...item } = found;
  return item;
}

function outcomeOf<T>(found: Found<T>): LookedAt['outcome'] {
  return found.state === 'active' ? 'won' : found.state;
}

function record<T>(kind: ItemKind, found: Found<T>, outcome: LookedAt['outcome'], reason: string): LookedAt {
  const { line } = found.origin;
  return {
    kind,
    name: found.name,
    path: found.origin.path,
    label: found.label,
    outcome,
    reason,
    ...(line !== undefined && { line }),
  };
}
