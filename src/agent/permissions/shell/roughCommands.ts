import type { Bare } from './opened.ts';
import { decodeAnsiC, doubleQuoted, UNKNOWN, type Word } from './word.ts';

type Span = readonly [number, number];

/** Beginnings of substitutions that are read, at most. */
const MAX_STARTS = 64;

/**
 * The commands that a text makes where nobody can surely read it: its words by quotes, escapes and blanks, cut at
 * the operators of the shell, whatever the grammar says. Also those in `$(…)`, backquotes and documents. Undefined
 * where there are too many.
 */
export function roughCommands(text: string, span: Span): readonly Bare[] | undefined {
  const starts = new Set([0]);
  const begun = new Set<number>();
  const found: Bare[] = [];
  const repeats = /\b(?:for|while|until|function)\b|\(\s*\)/.test(text);
  for (const start of starts) {
    if (starts.size > MAX_STARTS) return undefined;
    if (begun.has(start)) continue;
    begun.add(start);
    found.push(...new RoughReader(text, start, starts, begun).read().map((c) => bareOf(c, span, repeats)));
  }
  return found;
}

/** A command as far as it is read. */
interface Begun {
  readonly words: RoughWord[];
  readonly redirects: { readonly writes: boolean; readonly target: RoughWord }[];
  input: 'none' | 'pipe' | RoughWord;
}

type RoughWord = Pick<Word, 'text' | 'known' | 'open'>;

/** Words of the shell's own, behind which a command begins. */
const BEGINS = /^(?:[!{}]|coproc|do|done|elif|else|esac|fi|if|then|time|until|while)$/;

function bareOf({ words, redirects, input }: Begun, span: Span, repeats: boolean): Bare {
  const from = words.findIndex(({ text }) => !BEGINS.test(text));
  const rest = from < 0 ? [] : words.slice(from).map((word): Word => ({ ...word, span }));
  const name = rest.findIndex(({ text }) => !/^[A-Za-z_]\w*\+?=/.test(text));
  const assigned = name < 0 ? rest : rest.slice(0, name);
  return {
    words: name < 0 ? [] : rest.slice(name),
    assignments: assigned.map(({ text }) => text),
    values: assigned.map((word) => ({ ...word, text: word.text.replace(/^[^=]*=/, '') })),
    redirects: redirects.map(({ writes, target }) => ({ writes, target: { ...target, span } })),
    input: typeof input === 'object' ? { ...input, span } : input,
    repeats,
    span,
  };
}

/** What a text goes on with: an escape, quotes, a substitution, the beginning of a document, a redirect, or one sign. */
const TOKEN = new RegExp(
  [
    String.raw`\\(?<escaped>[\s\S]?)`,
    String.raw`(?<ansi>\$'(?:\\[\s\S]|[^'\\])*')`,
    "(?<single>'[^']*')",
    String.raw`\$?(?<double>"(?:\\[\s\S]|[^"\\])*")`,
    String.raw`(?<opens>\$\(|\x60)`,
    String.raw`(?<expands>\$(?:\{[^}]*\}|\w+|[@*#?$!-]))`,
    String.raw`<<-?[ \t]*(?<end>'[^'\n]+'|"[^"\n]+"|\\?[\w.-]+)`,
    '(?<redirect>&>>?|[<>]+[&|]?)',
    String.raw`(?<braces>\{[^\s{}]*(?:,|\.\.)[^\s{}]*\})`,
    '(?<pattern>[*?[])',
    String.raw`(?<operator>[;&|()\n])`,
    String.raw`(?<blank>[^\S\n]+)`,
    String.raw`(?<comment>#[^\n]*)`,
    String.raw`(?<plain>[\s\S])`,
  ].join('|'),
  'y',
);

class RoughReader {
  readonly #text: string;
  readonly #starts: Set<number>;
  readonly #begun: Set<number>;
  readonly #found: Begun[] = [];
  /** Documents that begin on the next line, each with the command that reads it. */
  #documents: { readonly end: string; readonly command: Begun }[] = [];
  /** Brackets that are open: those of a substitution, in which all is a word of the command around it, and others. */
  readonly #open: ('substitution' | 'group')[] = [];
  #at: number;
  #command: Begun = { words: [], redirects: [], input: 'none' };
  #word: RoughWord | undefined;
  #redirect: string | undefined;

  constructor(text: string, at: number, starts: Set<number>, begun: Set<number>) {
    this.#text = text;
    this.#at = at;
    this.#starts = starts;
    this.#begun = begun;
  }

  read(): readonly Begun[] {
    while (this.#at < this.#text.length && this.#step());
    this.#endCommand('none');
    return this.#found;
  }

  /** False where another reading has been in the same place. */
  #step(): boolean {
    const from = this.#at;
    TOKEN.lastIndex = from;
    const found = TOKEN.exec(this.#text);
    const all = found?.[0] ?? '';
    this.#at += Math.max(all.length, 1);
    const { escaped, ansi, single, double, opens, expands, end, redirect, operator, ...others } =
      found?.groups ?? {};
    if (operator !== undefined) return this.#operator(operator);
    if (escaped !== undefined) this.#put(escaped === '\n' ? '' : escaped);
    else if (ansi !== undefined) this.#put(decodeAnsiC(ansi.slice(2, -1)));
    else if (single !== undefined) this.#put(single.slice(1, -1));
    else if (double !== undefined) this.#double(double, from + all.length - double.length);
    else if (opens !== undefined) this.#opens(opens);
    else if (expands !== undefined) this.#put(UNKNOWN, 'no');
    else if (end !== undefined && !/\(\(|\$\[/.test(this.#text.slice(0, from))) {
      this.#endWord();
      this.#documents.push({ end, command: this.#command });
    } else if (redirect !== undefined || end !== undefined) {
      this.#endWord();
      this.#redirect = redirect ?? '<';
      if (redirect === undefined) this.#at = from + 1;
    } else this.#other(all, others);
    return true;
  }

  #other(
    all: string,
    { pattern, braces, blank, comment }: Readonly<Record<string, string | undefined>>,
  ): void {
    if (pattern !== undefined || braces !== undefined) this.#put(UNKNOWN, 'glob');
    else if (blank !== undefined) this.#endWord();
    else if (comment === undefined) this.#put(all);
    else if (this.#word) {
      // Inside a word the sign begins no comment.
      this.#put('#');
      this.#at -= all.length - 1;
    }
  }

  #put(text: string, known: Word['known'] = text.includes(UNKNOWN) ? 'no' : 'yes'): void {
    const before = this.#word ?? { text: '', known: 'yes' as const };
    const both = [before.known, known];
    const all = both.includes('no') ? 'no' : both.includes('glob') ? 'glob' : 'yes';
    this.#word = { text: before.text + text, known: all, open: all === 'no' };
  }

  #double(quoted: string, from: number): void {
    const inside = quoted.slice(1, -1);
    for (const { 0: sign, index } of inside.matchAll(/\$\(|`/g))
      this.#starts.add(from + 1 + index + sign.length);
    this.#put(
      doubleQuoted(inside.replace(/(?<!\\)(?:\$(?:\{[^}]*\}|\w+|\([^)]*\)?|[@*#?$!-])|`[^`]*`?)/g, UNKNOWN))
        .text,
    );
  }

  #opens(sign: string): void {
    this.#starts.add(this.#at);
    this.#put(UNKNOWN, 'no');
    if (sign === '$(') this.#open.push('substitution');
    else if (this.#open.at(-1) !== 'substitution') {
      const end = this.#text.indexOf('`', this.#at);
      if (end >= 0) this.#at = end + 1;
    }
  }

  #operator(sign: string): boolean {
    const inside = this.#open.includes('substitution');
    if (sign === '(') this.#open.push('group');
    if (sign === ')') this.#open.pop();
    if (inside) {
      if (sign !== ')') this.#endWord();
    } else this.#endCommand(sign === '|' ? 'pipe' : 'none');
    if (sign === '\n') for (const document of this.#documents.splice(0)) this.#document(document);
    if (inside) return true;
    const isOld = this.#begun.has(this.#at);
    this.#begun.add(this.#at);
    return !isOld;
  }

  /** A document goes to the line that ends it; where there is none, it is none. */
  #document({ end, command }: { readonly end: string; readonly command: Begun }): void {
    const isQuoted = /['"\\]/.test(end);
    const line = end.replace(/['"\\]/g, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const rest = this.#text.slice(this.#at);
    const found = new RegExp(String.raw`^\t*${line}(?:\n|$)`, 'm').exec(rest);
    if (!found) return;
    const body = rest.slice(0, found.index);
    command.input = { text: body, known: !isQuoted && /[$\x60\\]/.test(body) ? 'no' : 'yes' };
    for (const { 0: sign, index } of isQuoted ? [] : body.matchAll(/\$\(|`/g))
      this.#starts.add(this.#at + index + sign.length);
    this.#at += found.index + found[0].length;
  }

  #endWord(): void {
    if (!this.#word) return;
    if (this.#redirect === undefined) this.#command.words.push(this.#word);
    else this.#command.redirects.push({ writes: this.#redirect.includes('>'), target: this.#word });
    this.#word = undefined;
    this.#redirect = undefined;
  }

  #endCommand(input: 'none' | 'pipe'): void {
    this.#endWord();
    const command = this.#command;
    if (command.words.length + command.redirects.length > 0) this.#found.push(command);
    this.#command = { words: [], redirects: [], input };
    this.#redirect = undefined;
  }
}
