import path from 'node:path';
import { z } from 'zod';
import { systemCode } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { LineDecoder } from '../../base/jsonl.ts';
import type { FileStat, Files } from '../host/host.ts';
import { EntrySchema } from './entry.ts';
import { titleOf } from './title.ts';

/** What a list of sessions shows of one. */
export interface SessionHead {
  readonly id: string;
  readonly cwd: string;
  readonly roots: readonly string[];
  /** Given by the person, else made of the first message; undefined before that. */
  readonly title: string | undefined;
  /** Epoch milliseconds of the last entry. */
  readonly updatedAt: number;
  /** The session that a worker belongs to. */
  readonly parent: string | undefined;
}

const CachedHeadSchema = z.object({
  /** Bytes of the file that are read already; files only grow. */
  read: z.number(),
  identity: z.string(),
  cwd: z.string(),
  roots: z.array(z.string()),
  title: z.string().optional(),
  /** The title was given, not made: the first message does not change it. */
  named: z.boolean(),
  parent: z.string().optional(),
});
type CachedHead = z.infer<typeof CachedHeadSchema>;
const CacheSchema = z.object({ version: z.literal(1), heads: z.record(z.string(), CachedHeadSchema) });

const EMPTY: Omit<CachedHead, 'identity'> = { read: 0, cwd: '', roots: [], named: false };
const CHUNK_BYTES = 1024 * 1024;
/** Only lines that begin so can change a head; the store writes `type` first. */
const RELEVANT = /^\{"type":"(?:contract|user|title)"/;
const READERS = 16;

/**
 * Heads of all sessions. Files only grow, so of each file only what came since the last look is read;
 * what was found is kept in memory and in a file of the cache, which may vanish at any time.
 */
export class SessionIndex {
  readonly #files: Files;
  readonly #folder: string;
  readonly #cachePath: string;
  #heads: Map<string, CachedHead> | undefined;

  constructor(files: Files, folder: string, cachePath: string) {
    this.#files = files;
    this.#folder = folder;
    this.#cachePath = cachePath;
  }

  /** The last changed first. A file that can't be read, or holds no contract, is left out. */
  async list(): Promise<readonly SessionHead[]> {
    const known = (this.#heads ??= await this.#readCache());
    const names = (await this.#fileNames()).filter((name) => name.endsWith('.jsonl'));
    const fresh = new Map<string, CachedHead>();
    const found: SessionHead[] = [];
    let changed = names.length !== known.size;
    await inParallel(READERS, names, async (name) => {
      const id = name.slice(0, -'.jsonl'.length);
      const stat = await this.#files.stat(path.join(this.#folder, name));
      if (stat === undefined) return;
      const before = known.get(id);
      const head = await this.#update(path.join(this.#folder, name), stat, before);
      changed ||= head !== before;
      fresh.set(id, head);
      if (head.cwd !== '') found.push(headOf(id, head, stat));
    });
    this.#heads = fresh;
    if (changed) await this.#writeCache(fresh);
    return found.sort((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? -1 : 1));
  }

  async #update(file: string, stat: FileStat, before: CachedHead | undefined): Promise<CachedHead> {
    const same = before?.identity === stat.identity && before.read <= stat.size;
    let head: CachedHead = same ? before : { ...EMPTY, identity: stat.identity };
    if (head.read === stat.size) return head;
    const decoder = new LineDecoder();
    for (let at = head.read; at < stat.size; at += CHUNK_BYTES) {
      const end = Math.min(at + CHUNK_BYTES, stat.size);
      const bytes = await this.#files.read(file, { start: at, end });
      for (const line of decoder.push(bytes)) if (RELEVANT.test(line)) head = withLine(head, line);
    }
    const unfinished = Buffer.byteLength(decoder.rest());
    return { ...head, read: stat.size - unfinished };
  }

  async #fileNames(): Promise<string[]> {
    try {
      return (await this.#files.readDir(this.#folder)).map((entry) => entry.name);
    } catch (error) {
      if (systemCode(error) === 'ENOENT') return [];
      throw error;
    }
  }

  async #readCache(): Promise<Map<string, CachedHead>> {
    try {
      const json = parseJson(await this.#files.readText(this.#cachePath));
      const cache = CacheSchema.safeParse(json.ok ? json.value : undefined);
      return new Map(cache.success ? Object.entries(cache.data.heads) : []);
    } catch {
      // A cache that is not there, or can't be read, is as good as empty.
      return new Map();
    }
  }

  async #writeCache(heads: ReadonlyMap<string, CachedHead>): Promise<void> {
    try {
      await this.#files.makeDir(path.dirname(this.#cachePath));
      await this.#files.write(
        this.#cachePath,
        JSON.stringify({ version: 1, heads: Object.fromEntries(heads) }),
      );
    } catch {
      // Without the cache the next start reads the files again, that is all.
    }
  }
}

function withLine(head: CachedHead, line: string): CachedHead {
  const json = parseJson(line);
  const entry = EntrySchema.safeParse(json.ok ? json.value : undefined);
  if (!entry.success) return head;
  switch (entry.data.type) {
    case 'contract':
      return {
        ...head,
        cwd: entry.data.cwd,
        roots: entry.data.roots,
        parent: entry.data.parent_session_id,
      };
    case 'title':
      return { ...head, title: entry.data.title, named: true };
    case 'user':
      return head.title === undefined && entry.data.role === 'prompt'
        ? { ...head, title: titleOf(entry.data.content) }
        : head;
    default:
      return head;
  }
}

function headOf(id: string, head: CachedHead, stat: FileStat): SessionHead {
  const { cwd, roots, title, parent } = head;
  return { id, cwd, roots, title, parent, updatedAt: stat.mtimeMs };
}

async function inParallel<T>(
  most: number,
  items: readonly T[],
  act: (item: T) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await act(item);
  };
  await Promise.all(Array.from({ length: most }, worker));
}
