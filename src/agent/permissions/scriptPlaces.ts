import { type Allowed, allowed, takeApart } from './shell/allowed.ts';
import type { Word } from './shell/word.ts';
import { both, type Found, placesIn } from './wordPieces.ts';

/** Programs whose first operand is a script, which is no place but may name some. */
const awk = allowed(
  'PATTERN -F=text -v=path -f=patterns --field-separator=text --assign=path --file=patterns',
);
const sed = allowed(`PATTERN -nErsuz -i~path -e=pattern -f=patterns --in-place~path --quiet --silent
  --regexp-extended --expression=pattern --file=patterns --separate --null-data --follow-symlinks`);
const SCRIPTED: Readonly<Record<string, Allowed>> = { awk, gawk: awk, mawk: awk, nawk: awk, sed, gsed: sed };

/** The places that a program of scripts is given, or that its script names; undefined for another program. */
export function scriptPlaces(name: string, args: readonly Word[]): Found[] | undefined {
  const list = Object.hasOwn(SCRIPTED, name) ? SCRIPTED[name] : undefined;
  if (!list) return undefined;
  const named = list === sed ? sedNames : awkNames;
  const given = takeApart(list, args);
  const found = given
    ? [...given.paths.flatMap(placesIn), ...named(given.patterns)]
    : [...args.flatMap(placesIn), ...named(args)];
  // A lone slash is what fields are joined by.
  return found.filter(({ word }) => word.text !== '/');
}

const GAPS = /[\s"'`;{}()<>|]+/;

/** The pieces of a text between gaps, and what stands right before each. */
function piecesOf(text: string): { readonly piece: string; readonly before: string }[] {
  const found = text.matchAll(/[^\s"'`;{}()<>|]+/g);
  return [...found].map(({ 0: piece, index }) => ({ piece, before: text[index - 1] ?? '' }));
}

/** Only with one of these a script of awk opens a file or runs something. */
const AWK_OPENS = /[<>|@]|getline|system|ARGV/;

function awkNames(scripts: readonly Word[]): Found[] {
  return scripts.flatMap((word) => {
    const text = withoutEscapes(word.text);
    if (!AWK_OPENS.test(text)) return [];
    // Outside quotes it is a pattern between slashes.
    const pieces = piecesOf(text).filter(({ piece, before }) => !piece.startsWith('/') || before === '"');
    const texts = [...text.matchAll(/"((?:\\.|[^"\\])*)"/g)].map((found) => found[1] ?? '');
    const spaced = texts.filter((each) => /\S\s/.test(each));
    return [...pieces.map(({ piece }) => piece), ...spaced].flatMap((piece) => both(word, piece));
  });
}

/** In a text of awk `\056`, `\x2e` and `\.` are a dot. */
function withoutEscapes(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-f]{1,2})|([0-7]{1,3})|([/.~]))/gi,
    (_, hex, octal, plain) =>
      plain ?? String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number.parseInt(octal, 8)),
  );
}

/** Behind more letters that may stand before a file's name, nobody looks for one. */
const MAX_LETTERS = 200;

function sedNames(scripts: readonly Word[]): Found[] {
  // Pieces of a script are one text: what is open in one goes on in the next.
  if (scripts.every(({ text, known }) => known === 'yes' && isCalmScript(text))) return [];
  const running = scripts.filter(({ text }) => RUNS.some((run) => run.test(text)));
  if (running.length > 0) return running.flatMap((word) => both(word, NOBODY_KNOWS));
  return scripts.flatMap((word) => {
    // A pattern between slashes stands where a command begins.
    const pieces = piecesOf(word.text).filter(
      ({ piece, before }) => !piece.startsWith('/') || /[\s"']/.test(before),
    );
    const behind = word.text
      .split(GAPS)
      .flatMap((piece) => [...piece.matchAll(/[wWrRe]/g)].map(({ index }) => piece.slice(index + 1)));
    // A file's name goes on to the end of the line.
    const lines = [...word.text.matchAll(/[wWrR][ \t]+/g)].map(
      ({ 0: found, index }) => word.text.slice(index + found.length).split('\n', 1)[0] ?? '',
    );
    const names = behind.length + lines.length > MAX_LETTERS ? [NOBODY_KNOWS] : [...behind, ...lines];
    return [...pieces.map(({ piece }) => piece), ...names]
      .filter(Boolean)
      .flatMap((text) => both(word, text));
  });
}

/** Where sed runs a text, which may be put together from what it reads: by a flag of `s`, and by a command. */
const RUNS = [
  /[^\w\s][gpiIMm\d]*e[gpiIMm\d]*\s*(?:[;}\n#]|$)/,
  /(?:^|[;\n{}])\s*(?:(?:\d+(?:~\d+)?|\$|\/[^\n]*\/[IM]*|\\([^\n])[^\n]*\1[IM]*)(?:\s*,[^;\n]*?)?\s*!?\s*)?e/,
];

/** A place that only the shell knows. */
const NOBODY_KNOWS = '~-';

/** One command of sed that neither reads nor writes a file nor runs anything, with what separates it from the next. */
const CALM = (() => {
  const pattern = (end: string) =>
    String.raw`(?:\\[^\n]|(?!${end})[^\\\n[]|\[(?:\^\]|\]|\^(?!\])|(?![\]^]))(?:(?!${end})[^\]\n])*\])*`;
  const address = String.raw`(?:\d+(?:~\d+)?|\$|/${pattern('/')}/[IM]*)`;
  const part = String.raw`(?:\\[\s\S]|(?!\1)[^\\\n])*`;
  const substitute = String.raw`[sy]([^\w\s\\^[\]])${pattern(String.raw`\1`)}\1${part}\1[gpiIMm0-9]*`;
  const other = String.raw`[aic][^\n]*|[:btT][ \t]*[\w.-]*|[qQl][ \t]*\d*|[pPdDgGhHnNxzF=}]`;
  return new RegExp(
    String.raw`[\s;]*(?:${address}(?:\s*,\s*[+~]?${address})?\s*!?\s*)?(?:\{|(?:${substitute}|${other})[ \t]*(?=[;\n}]|$))`,
    'y',
  );
})();

function isCalmScript(text: string): boolean {
  let at = 0;
  while (/[^\s;]/.test(text.slice(at))) {
    CALM.lastIndex = at;
    if (!CALM.test(text)) return false;
    at = CALM.lastIndex;
  }
  return true;
}
