import { pathspecPlaces } from './pathspecPlaces.ts';
import { scriptPlaces } from './scriptPlaces.ts';
import { systemProgram } from './shell/readOnly.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import type { Word } from './shell/word.ts';
import { isMessage } from './textPieces.ts';
import { type Found, placesIn, placesTold } from './wordPieces.ts';

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
  // What it runs of its words has places of its own, but for what it puts into variables.
  const isTold = (word: Word, i: number) =>
    (command.inner.length === 0 || /^[A-Za-z_]\w*=/.test(word.text)) && !isMessage(name, args, i);
  const found = args.flatMap((word, i) => {
    if (isExcluded(word, i)) return [];
    return isTold(word, i) ? [...placesIn(word), ...placesTold(word)] : placesIn(word);
  });
  return name === 'git' ? [...found, ...pathspecPlaces(args)] : found;
}
