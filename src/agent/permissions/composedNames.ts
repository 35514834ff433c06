import { OWN_NAMES } from './ownNames.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { type Found, placesIn } from './wordPieces.ts';

/**
 * The own names that a program may put together of its words, as those do that keep a copy or pack a file: one word
 * with an ending that another gives put on or taken off (`sed -i.md … AGENTS`), or put where that has a star.
 */
export function composedNames({ words, values }: Pick<ShellCommand, 'words' | 'values'>): Found[] {
  const found = [...words.slice(1), ...values].flatMap(placesIn).map(({ word }) => word);
  const pieces = new Set(found.map(({ text }) => text.toLowerCase()));
  return found.flatMap((word) => {
    const last = word.text.replace(/\/+$/, '').replace(/^.*\//s, '').toLowerCase();
    if (last.length > MAX_LETTERS || /^\.{0,2}$/.test(last)) return [];
    const ends = Array.from({ length: last.length - 1 }, (_, i) => i + 1);
    const stems = [last, ...ends.filter((i) => pieces.has(last.slice(i))).map((i) => last.slice(0, i))];
    const isComposed = (name: string) =>
      name !== last && stems.some((stem) => isPutTogether(name, stem, pieces));
    return OWN_NAMES.filter((name) => isComposed(name.toLowerCase())).map(
      (text): Found => ({ word: { ...word, text, known: 'yes' }, as: 'name' }),
    );
  });
}

/** More letters than the longest own name has are in none, even with an ending behind them. */
const MAX_LETTERS = 100;

function isPutTogether(name: string, stem: string, pieces: ReadonlySet<string>): boolean {
  const at = name.indexOf(stem);
  if (at < 0) return false;
  const [before, behind] = [name.slice(0, at), name.slice(at + stem.length)];
  if (before === '' && (behind === '' || pieces.has(behind))) return true;
  return pieces.has(`${before}*${behind}`);
}
