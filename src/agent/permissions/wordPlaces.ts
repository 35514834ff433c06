import { composedNames } from './composedNames.ts';
import { copiedPlaces } from './copiedPlaces.ts';
import { findPlaces, passesOver } from './findPlaces.ts';
import { inputPlaces } from './inputPlaces.ts';
import { onThisMachine } from './onThisMachine.ts';
import { isGitMessage, pathspecPlaces } from './pathspecPlaces.ts';
import { scriptPlaces } from './scriptPlaces.ts';
import { wordsLeft } from './shell/openShell.ts';
import { systemProgram } from './shell/readOnly.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import type { Word } from './shell/word.ts';
import { SHELLS, withoutVersion } from './shell/wrappers.ts';
import { isMessage } from './textPieces.ts';
import { both, type Found, patternTold, placesIn, placesTold } from './wordPieces.ts';

/** Programs that pass over what `--exclude` names, and options of them behind which it is no value. */
const EXCLUDES = /^(?:bsdtar|du|fd|grep|gtar|rsync|tar)$/;
const FLAGS = /^(?:[^-]|-[achilnprvxz]+$|--(?:archive|delete|progress|recursive|verbose)$|--[\w-]+=)/;

/** Whether a word only says what a program passes over: `--exclude=x`, `--exclude x`. */
function isExcluded(name: string, args: readonly Word[], i: number): boolean {
  const [before = '', option = '', word = ''] = [i - 2, i - 1, i].map((at) => args[at]?.text);
  // The first word of tar is letters of options, with a dash or without.
  const bundled = i === 2 && name.endsWith('tar') && !before.startsWith('-');
  if (args.slice(0, i).some(({ text }) => text === '--')) return false;
  if (/^--exclude(?:-dir)?=/.test(word)) return true;
  return /^--exclude(?:-dir)?$/.test(option) && (i < 2 || FLAGS.test(bundled ? `-${before}` : before));
}

/** Programs that write a file by the name of another without its ending. */
const UNPACKS =
  /^(?:brotli|bunzip2|bzip2|gunzip|gzip|lz4|lzma|pigz|uncompress|unlzma|unlz4|unpigz|unxz|unzstd|xz|zstd)$/;
const ENDING = /[-._][^-._/]*$/;

/** Programs beside shells whose words a script has as `$1`. */
const PARAMETERS = /^(?:set|source|\.)$/;

/**
 * What the arguments of a command that may do anything name. Rather too much: what is no path is a file of the
 * working folder that nobody has.
 */
export function wordPlaces(command: ShellCommand): Found[] {
  const name = systemProgram(command) ?? '';
  const args = onThisMachine(name, command.words.slice(1));
  const composed = composedNames(command);
  const scripted = scriptPlaces(name, args);
  if (scripted) return [...scripted, ...composed];
  const isPassedOver = (i: number) =>
    (name === 'git' && isGitMessage(args, i)) ||
    (name === 'find' && passesOver(args, i)) ||
    (EXCLUDES.test(name) && isExcluded(name, args, i));
  // What it runs of its words has places of its own, but for what it puts into variables.
  const left = new Set(wordsLeft(command));
  const isTold = (word: Word, i: number) =>
    (left.has(word) || /^[A-Za-z_]\w*=/.test(word.text)) && !isMessage(name, args, i);
  const again = PARAMETERS.test(name) || SHELLS.has(withoutVersion(name)) ? patternTold : () => [];
  const found = args.flatMap((word, i) => {
    if (isPassedOver(i)) return [];
    const path = /^PATH=([\s\S]*)$/.exec(word.text)?.[1];
    if (path !== undefined) return valuePlaces({ ...word, text: path });
    return isTold(word, i) ? [...placesIn(word), ...placesTold(word), ...again(word)] : placesIn(word);
  });
  if (name === 'git') found.push(...pathspecPlaces(args));
  found.push(
    ...composed,
    ...copiedPlaces(
      name,
      args.filter((_, i) => !isPassedOver(i)),
    ),
  );
  if (name === 'find') found.push(...findPlaces(command));
  if (UNPACKS.test(name)) found.push(...args.flatMap((word) => both(word, word.text.replace(ENDING, ''))));
  return found;
}

/** What texts name that a command is given beside its arguments: in variables of its own, and to read. */
export function givenPlaces(command: ShellCommand): Found[] {
  const { words, values, assignments } = command;
  const told = words.length > 0 ? values.flatMap(placesTold) : [];
  const isList = assignments.some((text) => /^\w+\+?=\(/.test(text));
  return [...told, ...(isList ? values.flatMap(patternTold) : []), ...inputPlaces(command)];
}

/** Folders of programs that the system owns, or that a person has in their home. */
const PROGRAMS =
  /^(?:\/(?:usr\/)?(?:local\/)?|(?:~|\/root|\/(?:home|Users)\/[^/]+)\/(?:[^.][^/]*\/|\.[^./][^/]*\/)*)s?bin\/?$/;

/** What a value names that a variable is given: options, and each place in a list (`x:../y`). */
export function valuePlaces(value: Word): Found[] {
  const listed = value.text.includes('://') ? [] : value.text.split(':');
  if (listed.length < 2) return placesIn(value);
  const pieces = listed.filter((text) => !PROGRAMS.test(text)).map((text) => ({ ...value, text }));
  const whole: Found[] = /^[~/]/.test(value.text) ? [] : [{ word: value, as: 'place' }];
  return [...whole, ...pieces.flatMap(placesIn)];
}
