import { pathspecPlaces } from './pathspecPlaces.ts';
import { scriptPlaces } from './scriptPlaces.ts';
import { systemProgram } from './shell/readOnly.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import type { Word } from './shell/word.ts';
import { type Found, placesIn } from './wordPieces.ts';

/** Programs that pass over what `--exclude` names. */
const EXCLUDES = /^(?:bsdtar|du|fd|grep|gtar|rg|rsync|tar|tree)$/;

/**
 * What the arguments of a command that may do anything name. Rather too much: what is no path is a file of the
 * working folder that nobody has.
 */
export function wordPlaces(command: ShellCommand): Found[] {
  const name = systemProgram(command) ?? '';
  const args = command.words.slice(1);
  const scripted = scriptPlaces(name, args);
  if (scripted) return scripted;
  const isExcluded = (word: Word, i: number) =>
    EXCLUDES.test(name) &&
    (/^--exclude(?:-dir)?=/.test(word.text) || /^--exclude(?:-dir)?$/.test(args[i - 1]?.text ?? ''));
  const found = args.flatMap((word, i) => (isExcluded(word, i) ? [] : placesIn(word)));
  return name === 'git' ? [...found, ...pathspecPlaces(args)] : found;
}
