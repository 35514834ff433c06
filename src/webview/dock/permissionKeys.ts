import type { PermissionView } from '../../protocol/chat.ts';

type Option = PermissionView['options'][number];

const ORDER: readonly string[] = ['allow_once', 'allow_always', 'reject_once', 'reject_always'];

/** Options with the narrowest yes first and the noes last; those of one kind keep the agent's order. */
export function orderOptions(options: readonly Option[]): Option[] {
  const rank = (option: Option) => {
    const found = ORDER.indexOf(option.kind);
    return found < 0 ? ORDER.length : found;
  };
  return [...options].sort((a, b) => rank(a) - rank(b));
}

/** The answer that «no» stands for, or undefined when the agent offers none. */
export function rejection(options: readonly Option[]): Option | undefined {
  return (
    options.find((option) => option.kind === 'reject_once') ??
    options.find((option) => option.kind.startsWith('reject'))
  );
}

/** What a key means on the card of a permission whose options are in order. */
export type PermissionAct =
  | { readonly kind: 'answer'; readonly option: Option }
  | { readonly kind: 'move'; readonly by: 1 | -1 }
  | { readonly kind: 'write' }
  | { readonly kind: 'none' };

/**
 * `write`: a letter, so the person goes on typing their message. Enter is the focused button's own; on the
 * card itself (`onCard`) it gives the first answer.
 */
export function permissionKey(
  event: Pick<KeyboardEvent, 'key' | 'keyCode' | 'isComposing' | 'ctrlKey' | 'metaKey' | 'altKey'>,
  options: readonly Option[],
  onCard = false,
): PermissionAct {
  if (event.isComposing || event.keyCode === 229) return { kind: 'none' };
  if (event.ctrlKey || event.metaKey || event.altKey) return { kind: 'none' };
  const key = event.key === 'Enter' && onCard ? '1' : event.key;
  const numbered = /^[1-9]$/.test(key) ? options[Number(key) - 1] : undefined;
  if (numbered) return { kind: 'answer', option: numbered };
  if (event.key === 'ArrowDown') return { kind: 'move', by: 1 };
  if (event.key === 'ArrowUp') return { kind: 'move', by: -1 };
  if (event.key === 'Escape') {
    const no = rejection(options);
    return no ? { kind: 'answer', option: no } : { kind: 'none' };
  }
  return event.key.length === 1 && event.key !== ' ' && !/\d/.test(event.key)
    ? { kind: 'write' }
    : { kind: 'none' };
}
