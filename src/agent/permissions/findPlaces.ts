import { ownNames } from './pathspecPlaces.ts';
import { isWriting } from './shell/findRuns.ts';
import { readsOnly } from './shell/readOnly.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { UNKNOWN, type Word } from './shell/word.ts';
import type { Found } from './wordPieces.ts';

/** Tests of find that compare names with a pattern. */
const NAMES = /^-i?(?:name|path|wholename|regex)$/;
const NOT = /^(?:!|-not)$/;

/** What a find that changes something may meet by the patterns in it, which it works out itself. */
export function findPlaces(command: ShellCommand): Found[] {
  const args = command.words.slice(1);
  if (!args.some(isWriting) && command.inner.every((inner) => onlyReads(inner, args))) return [];
  return args.flatMap((word, i) => {
    if (!NAMES.test(args[i - 1]?.text ?? '') || passesOver(args, i)) return [];
    const text = word.text.replace(/[*?[]/g, UNKNOWN);
    return text.includes(UNKNOWN) ? ownNames(word, text) : [];
  });
}

/** Whether find passes over what a word names: `! -path x`, `-path x -prune -o`. */
export function passesOver(args: readonly Word[], i: number): boolean {
  const at = (index: number) => args[index]?.text ?? '';
  if (!NAMES.test(at(i - 1)) || args.some(({ text }) => text === '(' || text === ',')) return false;
  return (
    (NOT.test(at(i - 2)) && !NOT.test(at(i - 3))) || (at(i + 1) === '-prune' && /^-o(?:r)?$/.test(at(i + 2)))
  );
}

/** Whether a command that find runs only reads what find found, which begins as a place does. */
function onlyReads(inner: ShellCommand, args: readonly Word[]): boolean {
  const isKnown = args.every(({ known }) => known === 'yes');
  const words = inner.words.map(
    (word): Word => (isKnown && word.text === UNKNOWN ? { ...word, text: './x', known: 'yes' } : word),
  );
  return readsOnly({ ...inner, words }).yes;
}
