/** What a key means in a list with `count` entries of which `index` is marked. */
export type ListAct =
  | { readonly kind: 'move'; readonly to: number }
  | { readonly kind: 'pick' }
  | { readonly kind: 'close' }
  | { readonly kind: 'none' };

const PAGE = 8;

/** Arrows go round, pages stop at the ends; Home and End belong to the search field where there is one. */
export function listKey(
  event: Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing'>,
  index: number,
  count: number,
  searchable: boolean,
): ListAct {
  if (event.isComposing || event.keyCode === 229) return { kind: 'none' };
  const to = count > 0 ? target(event.key, index, count, searchable) : undefined;
  if (to !== undefined) return { kind: 'move', to };
  if (event.key === 'Enter') return { kind: 'pick' };
  return event.key === 'Escape' ? { kind: 'close' } : { kind: 'none' };
}

function target(key: string, index: number, count: number, searchable: boolean): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return (index + 1) % count;
    case 'ArrowUp':
      return (index - 1 + count) % count;
    case 'PageDown':
      return Math.min(count - 1, index + PAGE);
    case 'PageUp':
      return Math.max(0, index - PAGE);
    case 'Home':
      return searchable ? undefined : 0;
    case 'End':
      return searchable ? undefined : count - 1;
    default:
      return undefined;
  }
}
