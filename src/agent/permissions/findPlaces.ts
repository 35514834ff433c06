import { OWN_NAMES } from './ownNames.ts';
import { ownNames } from './pathspecPlaces.ts';
import { isWriting } from './shell/findRuns.ts';
import { readsOnly } from './shell/readOnly.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { UNKNOWN, type Word } from './shell/word.ts';
import type { Found } from './wordPieces.ts';

/** Tests of find that compare names with a pattern. */
const NAMES = /^-i?(?:name|path|wholename|regex)$/;
const NOT = /^(?:!|-not)$/;
const OR = /^-or?$/;

/** What may stand before the first test, beside places and numbers. */
const LEADS = /^-(?:[HLP]|(?:max|min)depth|xdev|mount|regextype)$/;

/** What a find that changes something may meet by the patterns in it, which it works out itself. */
export function findPlaces(command: ShellCommand): Found[] {
  const args = command.words.slice(1);
  if (!args.some(isWriting) && command.inner.every((inner) => onlyReads(inner, args))) return [];
  return args.flatMap((word, i) => {
    const test = args[i - 1]?.text ?? '';
    if (!NAMES.test(test) || passesOver(args, i)) return [];
    // A backslash keeps what stands behind it.
    const glob = word.text.replace(/[*?[]/g, UNKNOWN).replace(/\\(.)/gs, '$1');
    if (test.endsWith('name') && !test.endsWith('wholename')) return ownNames(word, glob);
    const patterns = test.endsWith('regex') ? patternsOf(word.text) : [glob];
    return [...new Set(patterns.flatMap(betweenStars))].flatMap((pattern) => ownNames(word, pattern));
  });
}

/** Whether find passes over what a word names, and does nothing with it instead: `! -path x`, `-path x -prune -o`. */
export function passesOver(args: readonly Word[], i: number): boolean {
  const texts = args.map(({ text }) => text);
  const [before, behind] = [texts.slice(0, i - 1), texts.slice(i + 1)];
  if (!NAMES.test(texts[i - 1] ?? '') || texts.some((text) => /^[(,]$/.test(text))) return false;
  const last = before.at(-1) ?? '';
  if (NOT.test(last)) return !(NOT.test(before.at(-2) ?? '') || behind.some((text) => OR.test(text)));
  // Behind another test it is pruned only where that holds too.
  const isFirst = OR.test(last) || before.every((text) => !/^[-!]/.test(text) || LEADS.test(text));
  return isFirst && behind[0] === '-prune' && OR.test(behind[1] ?? '');
}

/** More pieces of a pattern than the longest own name has letters make none. */
const MAX_PIECES = 16;

/** A pattern for paths, whose stars go through folders: what stands between any two of them may be a name. */
function betweenStars(pattern: string): string[] {
  const pieces = pattern.split(UNKNOWN);
  return pieces.flatMap((_, from) =>
    pieces.slice(from, from + MAX_PIECES).map((_, length) => {
      const to = from + length + 1;
      const text = pieces.slice(from, to).join(UNKNOWN);
      return `${from > 0 ? UNKNOWN : ''}${text}${to < pieces.length ? UNKNOWN : ''}`;
    }),
  );
}

/** With more choices in it than this, a regular expression may mean any name. */
const MAX_CHOICES = 10;

/** A regular expression, of whatever kind, as the patterns of names that it stands for. */
function patternsOf(regex: string): string[] {
  const plain = regex.replace(/\\([(){|}+?/])/g, '$1').replaceAll('[.]', '\\.');
  const text = plain.replace(/\[\^?\]?[^\]]*\]/g, '.');
  return text.split(/[(|]/).length > MAX_CHOICES ? [...OWN_NAMES] : choicesOf(text).map(patternOf);
}

function choicesOf(regex: string): string[] {
  const [whole, inside = '', repeated] = /\(([^()]*)\)([*+?{]?)/.exec(regex) ?? [];
  if (whole === undefined) return regex.split('|');
  const once = inside.split('|');
  // Repeated it may stand between others, or be missing.
  const choices = repeated ? ['.*', ...once.map((choice) => `.*${choice}.*`)] : once;
  return choices.flatMap((choice) => choicesOf(regex.replace(whole, () => choice)));
}

/** Without groups: what is no letter, or may be there any number of times, is any text. */
function patternOf(regex: string): string {
  return regex.replace(/(?:\\.|[^/])(?:[*+?]|\{[^}]*\})+|\\.|[.*+?{}()^$]/gs, (sign) =>
    sign === '\\.' ? '.' : UNKNOWN,
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
