import path from 'node:path';
import { changesFolder, folderOperands } from './foldersGiven.ts';
import { absolute, type Places } from './places.ts';
import { readsOnly, systemProgram } from './shell/readOnly.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { UNKNOWN, type Word } from './shell/word.ts';
import { distinct } from './wordPieces.ts';
import { givenPlaces, valuePlaces, wordPlaces } from './wordPlaces.ts';

/** A word, or part of one, that names a place. */
export interface PlaceNamed {
  readonly word: Word;
  /** Whether the command may change it. */
  readonly writes: boolean;
  /**
   * `inside`: the files in the folder; `ignoring`: ignore files in and around it; `name`: what something may be
   * called, wherever it lies; `told`: one that stands in a text.
   */
  readonly as: 'place' | 'inside' | 'ignoring' | 'told' | 'name';
  /** A name with a dash in front that the pattern meets is an option for the command. */
  readonly option?: boolean;
}

/** Words of a command that name a place, and whether the command may change it. */
export function placesNamed(command: ShellCommand): PlaceNamed[] {
  const reading = readsOnly(command);
  const args = command.words.slice(1);
  const end = args.findIndex((word) => word.text === '--');
  const front = new Set(args.slice(0, end < 0 ? undefined : end).map((word) => word.span[0]));
  const place = (word: Word, writes: boolean, as: PlaceNamed['as'] = 'place'): PlaceNamed => ({
    word,
    writes,
    as,
    option: word.known === 'glob' && word.text.startsWith(UNKNOWN) && front.has(word.span[0]),
  });
  const named = reading.yes
    ? [
        ...reading.paths.filter(isFile).map((word) => place(word, false)),
        ...reading.inside.map((word) => place(word, false, 'inside')),
        ...reading.ignoring.map((word) => place(word, false, 'ignoring')),
      ]
    : distinct([...wordPlaces(command), ...givenPlaces(command)]).map(({ word, as }) =>
        place(word, true, as),
      );
  const first = command.words[0];
  if (!reading.yes && first && !systemProgram(command)) named.push(place(first, false));
  // Whoever puts a place into a variable may write there; a text with blanks is none.
  const isText = command.assignments.some((text) => /^[^=]*=[^(]/.test(text));
  const isSet = command.assignments.length > 0;
  for (const value of command.values)
    if (!isSet) named.push(place(value, false));
    else if (!isText || !/\s/.test(value.text))
      named.push(...valuePlaces(value).map(({ word, as }) => place(word, true, as)));
  // Without a folder, or with `-`, it goes where only the shell knows: home stands for that.
  if (first && changesFolder(command) && folderOperands(command).length === 0)
    named.push(place({ ...first, text: '~' }, false));
  for (const { target, writes } of command.redirects) {
    // Written to, `/dev/stdin` and `/dev/fd/3` are whatever file is open there: nobody knows which.
    const harmless = writes
      ? /^\/dev\/(?:null|stdout|stderr|tty)$/
      : /^\/dev\/(?:null|stdin|tty|fd\/\d+|zero|u?random)$/;
    if (!harmless.test(target.text)) named.push(place(target, writes));
  }
  return named;
}

function isFile(word: Word): boolean {
  return !/^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|u?random)$/.test(word.text);
}

export interface NamedFile {
  readonly named: string;
  /** Undefined when it can't be found out. */
  readonly real: string | undefined;
  /** A pattern of names meets it, and its name begins with a dash. */
  readonly dashed?: boolean;
}

/** The files that a word may mean, as the shell finds them: links before `..`, and what a `*` meets. */
export async function filesNamed(place: PlaceNamed, base: string, places: Places): Promise<NamedFile[]> {
  if (place.as !== 'ignoring') return filesMeant(place, base, places);
  const from = await filesMeant(place, base, places);
  const files = await Promise.all(
    from.map(({ real, named }) => (real === undefined ? [named] : places.ignoreFiles(real))),
  );
  return Promise.all(files.flat().map((file) => followed(file, base, places)));
}

async function filesMeant(place: PlaceNamed, base: string, places: Places): Promise<NamedFile[]> {
  const { text } = place.word;
  // A pattern (`/x/g`) or an address (`/api/x`) begins in no folder that is there.
  const root = /^\/+[^/]+/.exec(text)?.[0];
  if (place.as === 'told' && root && (await places.kindOf(root, '/')) === undefined) return [];
  // In quotes, and inside a word, it is a name like any other.
  const literal = /^~(?:\/|$)/.test(text) ? await filesSpelled(place, `./${text}`, base, places) : [];
  return [...(await filesSpelled(place, text, base, places)), ...literal];
}

async function filesSpelled(
  place: PlaceNamed,
  text: string,
  base: string,
  places: Places,
): Promise<NamedFile[]> {
  const { known } = place.word;
  const lost = [{ named: absolute(text, base, places.home), real: undefined }];
  // `~name` and `~-` are homes and folders that only the shell knows.
  if (/^~[^/]/.test(text)) return lost;
  const segments = text.split('/');
  const first = known === 'glob' ? segments.findIndex((segment) => segment.includes(UNKNOWN)) : -1;
  const patterns = first < 0 ? [] : segments.slice(first).filter((s) => s !== '' && s !== '.');
  if (patterns.some((s) => s === '..' || (s.startsWith('.') && globOf(s).test('..')))) return lost;
  const folder = segments.slice(0, first).join('/') || (first > 0 ? '/' : '.');
  const start = await followed(first < 0 ? (text.split(UNKNOWN)[0] ?? '') : folder, base, places);
  const levels = [...patterns.map(globOf), ...(place.as === 'inside' ? [/^/] : [])];
  if (levels.length === 0) return [start];
  const { real } = start;
  const met = real === undefined ? undefined : await places.filesMet(real, levels);
  if (real === undefined || !met) return lost;
  const found = met.map(async ({ file, plain }): Promise<NamedFile> => {
    const dashed = first === 0 && path.relative(real, file).startsWith('-');
    return plain ? { named: file, real: file, dashed } : { ...(await followed(file, base, places)), dashed };
  });
  return [start, ...(await Promise.all(found))];
}

/** `up/../x` lies beside where the link `up` leads, not beside the link. */
export async function followed(file: string, base: string, places: Places): Promise<NamedFile> {
  const named = absolute(file, base, places.home);
  let at = path.isAbsolute(file) ? '/' : base;
  const segments = (file === '~' || file.startsWith('~/') ? named : file).split('/');
  if (file.startsWith('~')) at = '/';
  for (const segment of segments.includes('..') ? segments : []) {
    const real = segment === '..' ? await places.resolveElsewhere(at, base) : at;
    if (real === undefined) return { named, real };
    at = path.resolve(real, segment || '.');
  }
  return { named, real: await places.resolveElsewhere(segments.includes('..') ? at : named, base) };
}

/** A segment of a path as the names that it fits; what may stand in brackets counts as any text. */
function globOf(segment: string): RegExp {
  const pieces = segment
    .replace(new RegExp(`${UNKNOWN}.*\\]`, 's'), UNKNOWN)
    .split(UNKNOWN)
    .map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // A pattern meets a name with a dot in front only when it has the dot itself.
  const dot = segment.startsWith(UNKNOWN) ? '(?!\\.)' : '';
  return new RegExp(`^${dot}${pieces.join('.*')}$`, 's');
}
