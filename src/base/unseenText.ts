/** Control and format characters, line and paragraph separators, halves of a pair. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Whether a text holds what a person can't see in a line of it: such a name can pass for another. */
export function holdsUnseen(text: string): boolean {
  return text.search(UNSEEN) >= 0;
}

/** The same text in one line, each such character by its number: `‹U+000A›`. */
export function showUnseen(text: string): string {
  return text.replace(UNSEEN, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return `‹U+${hex.padStart(4, '0')}›`;
  });
}

/**
 * The same text on its lines, with its tabs; lines after the first are indented, so that none can pass for
 * the next of a list. Two different texts never give the same.
 */
export function showUnseenLines(text: string): string {
  const shown = (part: string) => showUnseen(part.replaceAll('‹', '‹U+2039›'));
  const line = (each: string) => each.split('\t').map(shown).join('\t');
  return text.split('\n').map(line).join('\n  ');
}
