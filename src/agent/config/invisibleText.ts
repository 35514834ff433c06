import type { FormProblem } from './frontmatter.ts';
import { positionAt } from './sourceText.ts';

/**
 * Characters that a person does not see and a model reads: tags, direction overrides, blanks without
 * width. Joiners (U+200C, U+200D) are left out: scripts and emoji need them.
 */
const INVISIBLE = /[\u200b\u2060-\u2064\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
const TAGS = /[\u{e0000}-\u{e007f}]/u;

/** True when the text hides a message in tag characters: such a name or description is refused. */
export function hidesTags(text: string): boolean {
  return TAGS.test(text);
}

/** One warning for a text that hides characters, at the first of them. */
export function findInvisible(text: string, firstLine: number): FormProblem | undefined {
  const found = [...text.matchAll(INVISIBLE)];
  const first = found[0];
  if (!first) return undefined;
  const at = positionAt(text, first.index);
  const kinds = [...new Set(found.map((m) => codePoint(m[0])))];
  return {
    severity: 'warning',
    code: 'invisible-characters',
    message: `The text has ${found.length === 1 ? 'a character' : `${found.length} characters`} that can't be seen but that a model reads: ${kinds.slice(0, 5).join(', ')}${kinds.length > 5 ? ', …' : ''}.`,
    line: firstLine + at.line - 1,
    column: at.column,
    fix: 'Remove them, or read the file with an editor that shows them before you trust it.',
  };
}

/** Makes what can't be seen visible, for lists and for the person's screen. */
export function revealInvisible(text: string): string {
  return text.replace(INVISIBLE, (c) => `‹${codePoint(c)}›`);
}

function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
