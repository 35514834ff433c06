import { readSedScript } from './sedScript.ts';
import { allowed, asOne, takeApart } from './shell/allowed.ts';
import { UNKNOWN, type Word } from './shell/word.ts';
import { both, type Found, NOBODY_KNOWS, placesIn } from './wordPieces.ts';

/** Programs whose first operand is a script, which is no place but may name some. */
const awk = allowed(
  'PATTERN -F=text -v=path -f=patterns --field-separator=text --assign=path --file=patterns',
);
const sed =
  allowed(`PATTERN -bnErsuz -l=text -i~path -e=pattern -f=patterns --in-place~path --quiet --silent --binary
  --regexp-extended --expression=pattern --file=patterns --line-length=text --separate --unbuffered --null-data
  --follow-symlinks --sandbox --debug`);
const SCRIPTED: Readonly<Record<string, (args: readonly Word[]) => Found[]>> = {
  ...Object.fromEntries(['awk', 'gawk', 'mawk', 'nawk'].map((name) => [name, awkPlaces])),
  ...Object.fromEntries(['sed', 'gsed'].map((name) => [name, sedPlaces])),
};

/** The places that a program of scripts is given, or that its script names; undefined for another program. */
export function scriptPlaces(name: string, args: readonly Word[]): Found[] | undefined {
  const found = Object.hasOwn(SCRIPTED, name) ? SCRIPTED[name]?.(args) : undefined;
  // A lone slash is what fields are joined by.
  return found?.filter(({ word }) => word.text !== '/');
}

function awkPlaces(args: readonly Word[]): Found[] {
  const { paths, patterns } = takeApart(awk, args) ?? { paths: args, patterns: args };
  return [...paths.flatMap(placesIn), ...awkNames(patterns)];
}

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

function sedPlaces(args: readonly Word[]): Found[] {
  const given = takeApart(sed, args.map(asOne));
  const nobody = args.slice(0, 1).flatMap((word) => both(word, NOBODY_KNOWS));
  // A script may come from its input too.
  if (!given || (given.options.has('f') && given.paths.some(({ text }) => /^-$|^\/dev\//.test(text))))
    return [...args.flatMap(placesIn), ...nobody];
  const paths = given.paths.map(asKnown);
  const [script] = given.patterns;
  // Elsewhere the ending of copies (`-i ''`) is a word of its own, and the script stands behind it.
  const scripts = script?.text === '' ? [...given.patterns, ...paths.slice(0, 1)] : given.patterns;
  return [...paths.flatMap(placesIn), ...(sedNames(scripts.map(asKnown)) ?? nobody)];
}

function asKnown(word: Word): Word {
  return word.known === 'yes' && word.text.includes(UNKNOWN) ? { ...word, known: 'no' } : word;
}

/** Undefined where nobody knows: it runs a text, or is no script that could be read. */
function sedNames(scripts: readonly Word[]): Found[] | undefined {
  // Pieces of a script are one text: what is open in one goes on in the next.
  const read = readSedScript(scripts.map(({ text }) => text).join('\n'));
  if (!read || read.runs) return undefined;
  const [word] = scripts;
  return read.files.flatMap((text) => (word ? both(asKnown({ ...word, text, known: 'yes' }), text) : []));
}
