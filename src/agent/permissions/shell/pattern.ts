import { UNKNOWN, type Word } from './word.ts';

/** Stands between two words where a pattern and a command are compared: no word can hold it. */
const GAP = '\u0002';
/** `*` of a pattern. */
const ANY = '\u0003';

/**
 * A rule's pattern for commands, read once: words with blanks between them, quotes around a word that
 * holds blanks, `*` for any text, also over several words. A `*` as last word stands for no words too,
 * so `git push *` means `git push` alone as well.
 */
export interface CommandPattern {
  readonly text: string;
  /** How many of its words from the first on have no `*` in them. */
  readonly literalWords: number;
}

export function commandPattern(pattern: string): CommandPattern {
  const words: string[] = [];
  for (const [piece] of pattern.matchAll(/(?:"(?:\\.|[^"\\])*"|'[^']*'|\\[\s\S]|[^\s"'\\]+|["'])+/g)) {
    words.push(
      piece.replace(
        /"((?:\\.|[^"\\])*)"|'([^']*)'|\\([\s\S])|(\*+)/g,
        (_, double?: string, single?: string, escaped?: string, star?: string) =>
          star ? ANY : (double?.replace(/\\(["\\$`])/g, '$1') ?? single ?? escaped ?? ''),
      ),
    );
  }
  const literalWords = words.findIndex((word) => word.includes(ANY));
  return { text: words.join(GAP), literalWords: literalWords < 0 ? words.length : literalWords };
}

/** Whether one of a pattern's words is this one, without a `*` in it. */
export function spellsWord(pattern: CommandPattern, text: string): boolean {
  return pattern.text.split(GAP).includes(text);
}

/** How sure it is that a command fits a pattern; `maybe` when that hangs on what only the running shell knows. */
export type Fit = 'yes' | 'no' | 'maybe';

export function fits(pattern: CommandPattern, words: readonly Fitted[]): Fit {
  if (!mayBegin(pattern, words[0])) return 'no';
  // A last `*` stands for no words too.
  const patterns = pattern.text.endsWith(GAP + ANY)
    ? [pattern.text, pattern.text.slice(0, -2)]
    : [pattern.text];
  const text = patternOf(words);
  if (patterns.some((p) => overlap(p, text, false))) return 'yes';
  const guess = guessed(words);
  return guess.includes(UNKNOWN) && patterns.some((p) => overlap(p, guess, true)) ? 'maybe' : 'no';
}

/** What is compared of a word; some may come to no word at all. */
type Fitted = Pick<Word, 'text' | 'missing' | 'added'> & Partial<Pick<Word, 'known'>>;

/** Most commands differ in their first word, and a line may hold thousands to compare. */
function mayBegin(pattern: CommandPattern, first: Fitted | undefined): boolean {
  if (!first || isOptional(first) || first.text.includes(UNKNOWN) || pattern.literalWords === 0) return true;
  return pattern.text.split(GAP, 1)[0] === first.text;
}

function isOptional(word: Fitted): boolean {
  return Boolean(word.missing || word.added);
}

/** Words in which `UNKNOWN` stands for all that may be there: no word as well as several, all of a bracket. */
function guessed(words: readonly Fitted[]): string {
  let text = '';
  let begun = false;
  for (const word of words) {
    if (isOptional(word)) {
      if (!text.endsWith(UNKNOWN)) text += UNKNOWN;
      continue;
    }
    const own = word.known === 'glob' ? word.text.replace(/\u0001[\s\S]*\]/, UNKNOWN) : word.text;
    text += begun ? GAP + own : own;
    begun = true;
  }
  return text;
}

/**
 * Whether pattern and text have a reading in common. `ANY` in the pattern is any text; with
 * `guess`, so is `UNKNOWN` in the text, otherwise only `ANY` matches it. Both are at most some thousand
 * characters, so the table of all pairs is small.
 */
function overlap(pattern: string, text: string, guess: boolean): boolean {
  let row = new Uint8Array(text.length + 1);
  row[text.length] = 1;
  for (let j = text.length - 1; j >= 0 && guess && text[j] === UNKNOWN; j--) row[j] = 1;
  for (let i = pattern.length - 1; i >= 0; i--) {
    const above = row;
    row = new Uint8Array(text.length + 1);
    const any = pattern[i] === ANY;
    for (let j = text.length; j >= 0; j--) {
      const free = guess && text[j] === UNKNOWN;
      const met =
        (any && (above[j] || (j < text.length && row[j + 1]))) ||
        (free && (row[j + 1] || above[j])) ||
        (j < text.length && pattern[i] === text[j] && text[j] !== UNKNOWN && above[j + 1]);
      row[j] = met ? 1 : 0;
    }
  }
  return row[0] === 1;
}

/** Words as they are compared: how a pattern without any `*` reads that fits them and nothing else. */
export function patternOf(words: readonly Pick<Word, 'text'>[]): string {
  return words.map((word) => word.text).join(GAP);
}

/** The pattern that fits exactly these words and nothing else. */
export function exactPattern(words: readonly Pick<Word, 'text'>[]): string {
  return words
    .map(({ text }) => (/^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.split("'").join(`'"'"'`)}'`))
    .join(' ');
}
