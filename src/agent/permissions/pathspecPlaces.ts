import { OWN_NAMES } from './ownNames.ts';
import { gitCommandAt } from './shell/gitCommandAt.ts';
import { isOne, UNKNOWN, type Word } from './shell/word.ts';
import { both, type Found } from './wordPieces.ts';

/** Commands of git that change what their operands name in the working folder. */
const CHANGES_FILES = /^(?:checkout|clean|mv|restore|rm|stash)$/;
/** Commands of git whose operands may be texts for people, which name nothing. */
const TAKES_TEXT = /^(?:commit|merge|notes|tag)$/;

/** Of the commands that take messages, the letters of options that take no value. */
const FLAG_LETTERS: ReadonlyMap<string, string> = new Map([
  ['commit', 'aeinoqsvz'],
  ['merge', 'enqv'],
  ['stash', 'akpqu'],
  ['tag', 'adfs'],
]);
/** Options without a value by their names, and those whose value is joined. */
const LONG_FLAG =
  /^--(?:[\w-]+=[\s\S]*|no-[\w-]+|all|allow-empty(?:-message)?|amend|annotate|edit|ff(?:-only)?|force|gpg-sign|include-untracked|keep-index|only|patch|quiet|reset-author|sign|signoff|staged|verbose|verify)$/;

/**
 * Whether an argument of git is a message, which names no place; elsewhere `-m` takes no text. Behind an option
 * that may take a value, `-m` is that value.
 */
export function isGitMessage(args: readonly Word[], i: number): boolean {
  const at = gitCommandAt(args) ?? -1;
  const letters = FLAG_LETTERS.get(args[at]?.text ?? '');
  const given = args.slice(at + 1, i + 1);
  const words = given.map(({ text }) => text);
  if (letters === undefined || !given.every(isOne) || words.includes('--')) return false;
  const [before = '', option = '', word = ''] = ['', '', ...words].slice(-3);
  if (word.startsWith('--message=')) return !mayTakeValue(option, letters);
  const takesText = option === '--message' || new RegExp(`^-[${letters}]*m$`).test(option);
  return takesText && !mayTakeValue(before, letters);
}

function mayTakeValue(option: string, letters: string): boolean {
  return (
    /^-\S+$/.test(option) && !LONG_FLAG.test(option) && !new RegExp(`^-(?:[${letters}]+|S)$`).test(option)
  );
}

/**
 * What the pathspecs of a git command name beyond their words: the place behind `:(top)`, `:/` and the like, and
 * what a pattern meets, which git works out itself, also in quotes and for files that are not on the disk.
 */
export function pathspecPlaces(args: readonly Word[]): Found[] {
  const at = gitCommandAt(args) ?? -1;
  if (TAKES_TEXT.test(args[at]?.text ?? '')) return [];
  const changes = CHANGES_FILES.test(args[at]?.text ?? '');
  return args
    .slice(at + 1)
    .filter(({ text }) => !text.startsWith('-'))
    .flatMap((word) => pathspec(word, changes));
}

function pathspec(word: Word, changes: boolean): Found[] {
  const bare = word.text.replace(/^(?::\([^)]*\)|:[/!^]+)\/*/, '').replace(/\\([\s\S])/g, '$1') || '.';
  const text = bare.replace(/[*?[]/g, UNKNOWN);
  if (!text.includes(UNKNOWN)) return bare === word.text ? [] : both(word, bare);
  if (word.known === 'no') return [];
  // In quotes it is git's, whose star goes into every folder, those of the agent among them.
  const anywhere = changes && word.known === 'yes' && text.startsWith(UNKNOWN);
  const folder = /^(.*)\//s.exec(text.slice(0, text.indexOf(UNKNOWN)))?.[1] || '.';
  return [
    { word: { ...word, text, known: 'glob' }, as: 'place' },
    // A star goes through folders.
    { word: { ...word, text: folder, known: 'yes' }, as: 'place' },
    ...ownNames(word, text, anywhere),
  ];
}

/** The own names that a pattern may meet, as what it names. */
export function ownNames(word: Word, pattern: string, anywhere = false): Found[] {
  const segments = pattern.split('/');
  return OWN_NAMES.filter((name) => anywhere || segments.some((segment) => mayBe(segment, name))).map(
    (name) => ({ word: { ...word, text: name, known: 'yes' }, as: 'name' }),
  );
}

/** Whether a segment of a pattern fits a name, or begins as the name does and goes on below it. */
function mayBe(segment: string, name: string): boolean {
  const [start = '', ...rest] = segment.replace(/\u0001[^\u0001]*\]/g, UNKNOWN).split(UNKNOWN);
  if (start !== '' && rest.length > 0 && !/\s/.test(segment) && name.startsWith(start)) return true;
  const pieces = [start, ...rest].map((piece) => piece.replace(/[.+^${}()|\\\]]/g, '\\$&'));
  return /\w/.test(pieces.join('')) && new RegExp(`^${pieces.join('.*')}$`, 'is').test(name);
}
