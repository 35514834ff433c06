import { UNKNOWN, type Word } from './shell/word.ts';
import { patternIn, textPieces } from './textPieces.ts';

/**
 * What a word, or a piece of one, names: a file at its place, or only what something may be called. A `told` place
 * stands in a text, where what begins with a slash may also be a pattern or an address.
 */
export interface Found {
  readonly word: Word;
  readonly as: 'place' | 'told' | 'name';
}

/** A place that nobody can find out. The shell has one of this name too, which only it knows. */
export const NOBODY_KNOWS = '~-';

/** What may join a value to what stands before it: `-Dx=y`, `-Wl,x`, `a:b`, `f=@x`, `{x,y}`. */
const JOINT = /[=,:@<;"'{}]/;

/**
 * The whole word, what an option in it is given (`--out=x`, `-I/usr`, `-qO.vak/x`, `-d @file`), and names in it. A
 * word with a line end is a name too, but its parts are a text's.
 */
export function placesIn(word: Word): Found[] {
  const { text } = word;
  if (/^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|u?random)$/.test(text)) return [];
  if (text.includes('\n')) return [{ word, as: 'place' }];
  const given = /^(?:--?[\w-]+=|[A-Za-z_]\w*=)([\s\S]*)$/.exec(text)?.[1] ?? '';
  const pieces = new Set([
    text,
    given,
    ...joinedIn(text),
    addressedFile(given || text),
    ...behindJoints(text),
  ]);
  for (const piece of [...pieces]) if (piece.startsWith('@')) pieces.add(piece.slice(1));
  const download = downloadedAs(text);
  const found = [...pieces, download].filter(Boolean);
  return [
    ...found.map((piece): Found => ({ word: { ...word, text: piece }, as: 'place' })),
    ...namesIn(word),
    ...namesIn({ ...word, text: download }),
  ];
}

/** What a word that is a text for some program names: each of its pieces and lines, as far as they are names. */
export function placesTold(word: Word): Found[] {
  const lines = word.text.includes('\n') ? word.text.split('\n') : [];
  const pieces = [...new Set([...lines, ...textPieces(word.text)])];
  return toldIn(
    word,
    pieces.flatMap((text) => [text, patternIn(text)]),
  );
}

/** What a word in quotes meets as a pattern of names, where a shell has it once more without them. */
export function patternTold(word: Word): Found[] {
  return toldIn(word, [patternIn(word.text)]);
}

function toldIn(word: Word, texts: readonly string[]): Found[] {
  return texts
    .filter(Boolean)
    .flatMap((text) => placesIn({ ...word, text, known: text.includes(UNKNOWN) ? 'glob' : word.known }))
    .map(told);
}

/** The same place as one that stands in a text. */
export function told<T extends { readonly as: string }>(found: T): T | (T & { readonly as: 'told' }) {
  return found.as === 'place' ? { ...found, as: 'told' as const } : found;
}

/** Without what is named again. */
export function distinct(found: readonly Found[]): Found[] {
  const first = new Map(
    found.map((each) => [`${each.as} ${each.word.known} ${each.word.text}`, each] as const).reverse(),
  );
  return [...first.values()].reverse();
}

/** A text as both, for what may be written there. */
export function both(word: Word, text: string): Found[] {
  const piece = { ...word, text };
  return [
    { word: piece, as: 'place' },
    { word: piece, as: 'name' },
  ];
}

/** What parts names from one another beside joints: `--transform=s|a|b|`. */
const NAME_GAP = /[=,:@<;"'{}|!#]/;

function namesIn(word: Word): Found[] {
  const names = word.text.split(NAME_GAP).filter(Boolean);
  return names.map((text) => ({ word: { ...word, text }, as: 'name' }));
}

/** More letters than this in front of a value are not tried one by one. */
const MAX_LETTERS = 100;

/** Of `-qOx`: `Ox` and `x`, for any letter may be the one with a value. */
function joinedIn(text: string): string[] {
  const letters = /^-(?!-)[\w.,:@%+#?]*/.exec(text)?.[0].length ?? 0;
  if (letters > MAX_LETTERS) return [NOBODY_KNOWS];
  return Array.from({ length: Math.max(letters - 1, 0) }, (_, i) => text.slice(i + 2));
}

/** Behind more joints than this, only the pieces up to the next one are looked at. */
const MAX_JOINTS = 64;

/** What stands behind each joint, up to the next one and to the end. */
function behindJoints(text: string): string[] {
  const addresses = [...text.matchAll(/[A-Za-z][\w+.-]*:\/\/[^\s,;"'{}<>]*/g)];
  const isAddressed = (at: number) =>
    addresses.some(({ index, 0: address }) => index < at && at < index + address.length);
  const joints = [...text.matchAll(/[=,:@<;"'{}]/g)];
  return joints.flatMap(({ index }, i) => {
    const rest = text.slice(index + 1);
    if (rest.startsWith('/') || /^~(?:\/|$)/.test(rest)) {
      const run = /[=,:@<;"'{}]+$/.exec(text.slice(0, index + 1))?.[0] ?? '';
      if (isAddressed(index + 1) || !joinsFile(run)) return [];
    }
    if (/^~[^/]/.test(rest)) return [];
    const piece = rest.split(JOINT, 1)[0] ?? '';
    return i < MAX_JOINTS ? [piece, rest, ...joinedIn(piece)] : [piece];
  });
}

/** Behind a colon alone, or in quotes, a path from the root is more often one of another machine or an address. */
function joinsFile(run: string): boolean {
  return /[=@<]/.test(run) || (/[,{;]/.test(run) && !/["']/.test(run));
}

/** The file behind `file:/x` and `file://host/x`, also where a scheme is put together (`{file}`, `fil[e]`). */
function addressedFile(text: string): string {
  const [, scheme = '', file = ''] = /^([^/:]*):(?:\/\/[^/]*)?(\/[\s\S]*)$/.exec(text) ?? [];
  return /file|[[{]/i.test(scheme) || scheme.includes(UNKNOWN) ? file : '';
}

/** What a download is called: the last part of its address, for `git clone` without `.git`. */
function downloadedAs(text: string): string {
  const [, file = ''] = /^[^/]*:\/\/[^?#\u0001]*?([^/?#\u0001]+)\/*(?:[?#\u0001].*)?$/.exec(text) ?? [];
  const plain = file.replace(/[{}]/g, '').replace(/(?!^)\.git$/, '');
  return plain.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
