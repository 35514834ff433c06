import type { Word } from './word.ts';
import { UNKNOWN } from './word.ts';

/**
 * What the value of an option is: a `text`, a `path`, the `pattern` that otherwise is the first operand, a file
 * of `patterns`, a `format`, a `pair` of texts, a text that makes git `list` instead of changing something, or the
 * word `never`, for nothing else is harmless.
 */
type Kind = 'text' | 'pair' | 'path' | 'pattern' | 'patterns' | 'format' | 'list' | 'never';

interface Option {
  /** `next`: joined or the next word; `joined`: joined or none; `last`: the next word, unless there is none. */
  readonly value: 'none' | 'next' | 'joined' | 'last';
  readonly kind: Kind;
}

/** The arguments that a program may be given and still only reads. */
export interface Allowed {
  readonly letters: ReadonlyMap<string, Option>;
  readonly names: ReadonlyMap<string, Option>;
  /** `-12` is a number. */
  readonly number: boolean;
  /** The first operand is a pattern or a script and no path. */
  readonly pattern: boolean;
  /** It prints or counts its words and opens no file that they name; no option changes that. */
  readonly text: boolean;
  /** An option with a value stands alone in its word. */
  readonly single: boolean;
  /** Operands only where an option makes it list. */
  readonly lists: boolean;
  readonly most: number;
}

const SIGNS: Readonly<Record<string, Option['value']>> = {
  '=': 'next',
  '~': 'joined',
  '?': 'last',
  ':': 'none',
};

/**
 * Reads a list such as `PATTERN <=2 -abc -f=path --color~text`: letters without a value, and options whose
 * value may be joined or the next word (`=`), only joined (`~`), or the next word if there is one (`?`).
 * `:` gives a kind to an option without a value. `-#` stands for a number; words in capitals name the fields of
 * `Allowed`.
 */
export function allowed(list: string): Allowed {
  const words = list.trim().split(/\s+/);
  const letters = new Map<string, Option>();
  const names = new Map<string, Option>();
  for (const word of words) {
    const [, dashes, text = '', sign, kind = 'text'] = /^(--?)([^=~?:]+)(?:([=~?:])(\w+))?$/.exec(word) ?? [];
    const option: Option = { value: SIGNS[sign ?? ':'] ?? 'none', kind: kind as Kind };
    if (dashes === '--') names.set(text, option);
    else if (dashes === '-' && text !== '#') for (const letter of text) letters.set(letter, option);
  }
  const has = (word: string) => words.includes(word);
  const most = words.find((word) => word.startsWith('<='));
  return {
    letters,
    names,
    number: has('-#'),
    pattern: has('PATTERN'),
    text: has('TEXT'),
    single: has('SINGLE'),
    lists: has('LISTS'),
    most: most ? Number(most.slice(2)) : Number.POSITIVE_INFINITY,
  };
}

/** Arguments taken apart: what may name a file, and the operands, which are among them unless one is a pattern. */
export interface Given {
  readonly paths: readonly Word[];
  readonly operands: readonly Word[];
  /** Patterns and scripts, as options or as the first operand. */
  readonly patterns: readonly Word[];
  /** Every letter and name of an option. */
  readonly options: ReadonlySet<string>;
}

/** Undefined when an argument is not in the list, or may turn into one that is not. */
export function takeApart(list: Allowed, args: readonly Word[]): Given | undefined {
  const taker = new Taker(list, args);
  return taker.take() ? taker.given() : undefined;
}

/** A word with an expansion as one that is no option, where what can't be told from what is written may pass. */
export function asOne(word: Word): Word {
  return { ...word, open: false, known: word.known === 'no' ? 'yes' : word.known };
}

/** Several words may come of it: an expansion outside quotes, or what `xargs` adds behind the word before it. */
export function isSeveral(word: Word, before: Word | undefined): boolean {
  return word.open === true || (word.known === 'no' && word.span[0] === before?.span[0]);
}

/**
 * Whether a word is the value of the option before it whatever comes of it: all of one expansion may be no word
 * at all, and the next one would take its place.
 */
export function isValue(word: Word, before: Word | undefined): boolean {
  return !isSeveral(word, before) && (word.known !== 'no' || /[^\u0001]/.test(word.text));
}

class Taker {
  readonly #list: Allowed;
  readonly #args: readonly Word[];
  readonly #paths: Word[] = [];
  readonly #operands: Word[] = [];
  readonly #patterns: Word[] = [];
  readonly #options = new Set<string>();
  #at = 0;
  #hasPattern = false;
  #listing = false;

  constructor(list: Allowed, args: readonly Word[]) {
    this.#list = list;
    this.#args = args;
  }

  take(): boolean {
    let ended = false;
    for (; this.#at < this.#args.length; this.#at++) {
      const word = this.#args[this.#at];
      if (!word || isSeveral(word, this.#args[this.#at - 1])) return false;
      if (ended || !/^[-\u0001]/.test(word.text) || word.text === '-') this.#operands.push(word);
      else if (word.text === '--') ended = true;
      // Names that a pattern meets are looked at on the disk; an expansion may be any option.
      else if (word.text.startsWith(UNKNOWN)) {
        if (word.known === 'no') return false;
        this.#operands.push(word);
      } else if (!this.#option(word)) return false;
    }
    const { most, lists } = this.#list;
    if (lists && !this.#listing && this.#operands.length > 0) return false;
    if (most === Number.POSITIVE_INFINITY) return true;
    return this.#operands.length <= most && this.#operands.every((word) => word.known !== 'glob');
  }

  given(): Given {
    const [first] = this.#operands;
    const pattern = this.#list.pattern && !this.#hasPattern ? first : undefined;
    if (pattern) this.#patterns.push(pattern);
    const files = this.#operands.filter((word) => word !== pattern || word.known === 'glob');
    return {
      paths: [...this.#paths, ...files],
      operands: this.#operands,
      patterns: this.#patterns,
      options: this.#options,
    };
  }

  #option(word: Word): boolean {
    // Some systems take no option behind an operand: there it is a file, and maybe one that is written.
    if (this.#operands.length > 0) {
      if (this.#list.most !== Number.POSITIVE_INFINITY) return false;
      this.#paths.push(word);
    }
    // With its dash it may meet names too (`-n5/../../*`), and each of them is a word.
    if (word.known === 'glob') this.#paths.push(word);
    const [, name, given] = /^--([^=]*)(?:=([\s\S]*))?$/.exec(word.text) ?? [];
    if (name === undefined) return this.#cluster(word);
    const option = this.#list.names.get(name);
    if (!option) return false;
    this.#options.add(name);
    if (given === undefined) return this.#valued(option);
    return option.value !== 'none' && option.kind !== 'pair' && this.#value(option, { ...word, text: given });
  }

  #cluster(word: Word): boolean {
    const letters = word.text.slice(1);
    if (this.#list.number && /^\d+$/.test(letters)) return true;
    for (let i = 0; i < letters.length; i++) {
      const letter = letters[i] ?? '';
      const option = this.#list.letters.get(letter);
      if (!option) return false;
      this.#options.add(letter);
      if (option.value === 'none') {
        this.#valued(option);
        continue;
      }
      if (this.#list.single && i > 0) return false;
      const joined = letters.slice(i + 1);
      return joined ? this.#value(option, { ...word, text: joined }) : this.#valued(option);
    }
    return true;
  }

  /** Nothing is joined to the option. */
  #valued(option: Option): boolean {
    if (option.kind === 'pattern' && option.value === 'none') this.#hasPattern = true;
    if (option.kind === 'list') this.#listing = true;
    if (option.kind === 'never') return false;
    if (option.value === 'none' || option.value === 'joined') return true;
    const before = this.#args[this.#at];
    const word = this.#args[this.#at + 1];
    if (!word) return option.value === 'last';
    this.#at++;
    // A pattern of names may give more words than the option takes, and the next is what the program writes.
    if (word.known === 'glob') {
      if (this.#list.most !== Number.POSITIVE_INFINITY) return false;
      this.#paths.push(word);
    }
    // An option that takes no next word after all would leave this one an option of its own.
    if (!isValue(word, before) || /^-(?!\d|$)/.test(word.text)) return false;
    return option.kind === 'pair' ? this.#valued({ value: 'next', kind: 'text' }) : this.#value(option, word);
  }

  #value({ kind }: Option, word: Word): boolean {
    if (kind === 'list') this.#listing = true;
    if (kind === 'pattern' || kind === 'patterns') this.#hasPattern = true;
    if (kind === 'pattern') this.#patterns.push(word);
    if (kind === 'never') return word.known === 'yes' && word.text === 'never';
    if (kind === 'format') return word.known === 'yes' && !/%[^%a-z]*G|signature/i.test(word.text);
    if (kind !== 'path' && kind !== 'patterns') return true;
    this.#paths.push(word);
    return word.known !== 'glob' && !word.text.startsWith('=');
  }
}
