import { createHash } from 'node:crypto';
import path from 'node:path';
import { parseJson } from '../../base/json.ts';
import { showUnseenLines } from '../../base/unseenText.ts';
import type { DirEntry, Files } from '../host/host.ts';
import { isInside } from './listFiles.ts';
import { filesBehind, INDEX_FILES, readsNames } from './programFiles.ts';

/** The machine and folders in which words are looked up. */
export interface NamedFilesPlace {
  readonly files: Files;
  readonly home: string;
  /** What is told of a file is its path below this folder. */
  readonly folder: string;
  /** Where relative words may start. */
  readonly bases: readonly string[];
}

export interface NamedFiles {
  /** A line for each file, with the hash of its bytes. */
  readonly lines: readonly string[];
  /** Why some of them can't be told. */
  readonly problem?: string;
}

const MAX_WORDS = 4000;
const MAX_FOLDERS = 64;
const MAX_LOOKS = 2000;
const MAX_FILES = 256;
/** In bytes: a larger file is not compared, and what names it can't be approved. */
const MAX_BYTES = 512 * 1_048_576;
const CHUNK_BYTES = 4 * 1_048_576;
/** What an interpreter adds to a name. */
const ENDINGS = [
  '.js',
  '.mjs',
  '.cjs',
  '.ts',
  '.mts',
  '.cts',
  '.jsx',
  '.tsx',
  '.json',
  '.node',
  '.py',
  '.pyc',
  '.sh',
  '.rb',
  '.pl',
  '.pm',
  '.php',
  '.lua',
  '.cmd',
  '.bat',
  '.exe',
  '.ps1',
];

/**
 * Finds the files that a command's words name, and gives their hashes (R5): as they are written, as
 * interpreters complete them, and from each folder that the command names too (`cd tools && ./x.sh`).
 * Never throws.
 */
export async function namedFiles(words: ReadonlySet<string>, place: NamedFilesPlace): Promise<NamedFiles> {
  if (words.size > MAX_WORDS)
    return { lines: [], problem: `it has ${words.size} words; files are looked for in at most ${MAX_WORDS}` };
  const search = new FileSearch(words, place);
  await search.run();
  return search.result();
}

/** The line for a file with this content, as `namedFiles` gives it where `folder` is what paths are told from. */
export function fileLine(file: string, content: Uint8Array, folder: string): string {
  return lineOf(labelOf(file, folder), createHash('sha256').update(content).digest('hex'));
}

class FileSearch {
  readonly #words: ReadonlySet<string>;
  readonly #place: NamedFilesPlace;
  readonly #completes: boolean;
  readonly #bases: string[] = [];
  readonly #known = new Set<string>();
  readonly #listings = new Map<string, Promise<ReadonlyMap<string, readonly DirEntry[]>>>();
  /** By the places that led there: two spellings of one name may be two files, `x.sh` and `link/../x.sh`. */
  readonly #lines = new Map<string, string>();
  #problem: string | undefined;

  constructor(words: ReadonlySet<string>, place: NamedFilesPlace) {
    this.#words = words;
    this.#place = place;
    this.#completes = readsNames(words);
  }

  result(): NamedFiles {
    const lines = [...new Set(this.#lines.values())].sort();
    return { lines, ...(this.#problem !== undefined && { problem: this.#problem }) };
  }

  async run(): Promise<void> {
    for (const base of this.#place.bases) await this.#addBase(base);
    const behind = filesBehind(this.#words);
    for (const word of this.#words) {
      if (path.isAbsolute(word)) await this.#look(word, this.#completes);
      // `/x` may have been `$HOME/x`.
      const below = word.startsWith('~/') ? word.slice(1) : word;
      if (below.startsWith('/')) await this.#look(this.#place.home + below, this.#completes);
    }
    for (let i = 0; i < this.#bases.length && this.#problem === undefined; i++) {
      const base = this.#bases[i] ?? '';
      for (const word of this.#words) {
        await this.#look(`${base}/${word}`, this.#completes || word.includes('/'));
        // A module by its name: `python -m tools.check`.
        if (this.#completes && /^\w+(?:\.\w+)+$/.test(word))
          await this.#look(`${base}/${word.replaceAll('.', '/')}`, true);
      }
      for (const name of behind.files) await this.#look(`${base}/${name}`, false);
      for (const name of behind.folders) await this.#addBase(`${base}/${name}`);
    }
  }

  /** What stands at a place whose `..` are the system's to follow, as when a program is given it. */
  async #look(place: string, completes: boolean): Promise<void> {
    if (this.#problem !== undefined || this.#isSystems(place)) return;
    const { dir, base: name } = path.parse(place);
    if (name === '' || name === '.' || name === '..') {
      await this.#lookInto(place, completes);
      return;
    }
    const listing = await this.#list(dir);
    const entries = listing.get(folded(name)) ?? [];
    for (const entry of entries) await this.#found(`${dir}/${entry.name}`, completes);
    // A folder that can't be listed may still lead on.
    if (listing.size === 0) await this.#found(place, completes);
    if (!completes || entries.some((e) => e.kind === 'file')) return;
    for (const ending of ENDINGS)
      for (const entry of listing.get(folded(name + ending)) ?? [])
        await this.#found(`${dir}/${entry.name}`, false);
  }

  async #found(file: string, completes: boolean): Promise<void> {
    const stat = await this.#place.files.stat(file).catch(() => undefined);
    if (stat?.kind === 'folder') await this.#lookInto(file, completes);
    else if (stat?.kind === 'file') await this.#addFile(file, stat.size);
  }

  /** A folder may be where the command goes, and holds what an interpreter begins with. */
  async #lookInto(folder: string, completes: boolean): Promise<void> {
    if (!(await this.#addBase(folder)) || !completes || !this.#completes) return;
    for (const name of INDEX_FILES) await this.#look(`${folder}/${name}`, false);
    const text = await this.#place.files.readText(`${folder}/package.json`).catch(() => '{}');
    const json = parseJson(text);
    const main = json.ok ? (json.value as { main?: unknown } | null)?.main : undefined;
    if (typeof main === 'string') await this.#look(`${folder}/${main}`, true);
  }

  /** False when there is no such folder, or it is known already. */
  async #addBase(folder: string): Promise<boolean> {
    const stat = await this.#place.files.stat(folder).catch(() => undefined);
    if (stat?.kind !== 'folder' || this.#known.has(stat.identity)) return false;
    this.#known.add(stat.identity);
    if (this.#bases.length >= MAX_FOLDERS) this.#problem ??= `it names more than ${MAX_FOLDERS} folders`;
    else this.#bases.push(folder);
    return true;
  }

  async #addFile(file: string, size: number): Promise<void> {
    const key = file.replace(/\/(?:\.?\/)+/g, '/');
    if (this.#lines.has(key)) return;
    const label = labelOf(file, this.#place.folder);
    if (this.#lines.size >= MAX_FILES) this.#problem ??= `it names more than ${MAX_FILES} files`;
    else if (size > MAX_BYTES)
      this.#problem ??= `${label} has ${size} bytes; files above ${MAX_BYTES} are not compared`;
    else {
      const hash = await hashOf(file, size, this.#place.files).catch(() => undefined);
      if (hash === undefined) this.#problem ??= `${label} can't be read`;
      else this.#lines.set(key, lineOf(label, hash));
    }
  }

  #list(folder: string): Promise<ReadonlyMap<string, readonly DirEntry[]>> {
    const known = this.#listings.get(folder);
    if (known) return known;
    if (this.#listings.size >= MAX_LOOKS)
      this.#problem ??= `its words lead to more than ${MAX_LOOKS} folders`;
    const made = this.#place.files.readDir(folder).then(
      (entries) => Map.groupBy(entries, (e) => folded(e.name)),
      // Mostly it is no folder at all.
      () => new Map<string, readonly DirEntry[]>(),
    );
    this.#listings.set(folder, made);
    return made;
  }

  /** Programs of the system change with its updates; their names stand in the command already. */
  #isSystems(place: string): boolean {
    const real = path.normalize(place);
    return (
      /^\/(?:usr|bin|sbin|lib|opt|nix|proc|sys|dev(?!\/shm\/))\//.test(real) &&
      !this.#place.bases.some((base) => isInside(real, base))
    );
  }
}

function labelOf(file: string, folder: string): string {
  const plain = path.normalize(file);
  return showUnseenLines(isInside(plain, folder) ? path.relative(folder, plain) : plain);
}

function lineOf(label: string, hash: string): string {
  return `file ${label}: ${hash.slice(0, 16)}`;
}

/** Names are compared as the least strict disk would. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** A piece at a time: the file may be large. */
async function hashOf(file: string, size: number, files: Files): Promise<string> {
  const hash = createHash('sha256');
  for (let start = 0; start < size; start += CHUNK_BYTES)
    hash.update(await files.read(file, { start, end: Math.min(size, start + CHUNK_BYTES) }));
  return hash.digest('hex');
}
