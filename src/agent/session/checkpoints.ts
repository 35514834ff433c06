import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Environment, Files } from '../host/host.ts';
import type { Entry, EntryOf, NewEntry } from '../store/entry.ts';
import type { FileVersions } from '../tools/tool.ts';

type CheckpointFile = EntryOf<'checkpoint'>['files'][number];

/** Where a conversation's copies of files are. Goes with the conversation. */
export function checkpointFolder(environment: Environment, sessionId: string): string {
  return path.join(environment.dataHome, 'checkpoints', sessionId);
}

/**
 * The copies of files that a conversation's turns changed (T4). Only what Vakil's tools change is
 * kept: a file that a shell command changes is not among them, and the person's git is never touched.
 */
export class Checkpoints {
  readonly #files: Files;
  readonly #folder: string;
  readonly #record: (entry: NewEntry) => Promise<Entry>;
  /** Files whose copy this turn has made, as `<message>\0<path>`. */
  readonly #saved = new Set<string>();

  constructor(files: Files, folder: string, record: (entry: NewEntry) => Promise<Entry>) {
    this.#files = files;
    this.#folder = folder;
    this.#record = record;
  }

  /** Keeps what a change is about to replace, and notes what it makes of it. Rejects when the copy can't be kept. */
  async save(changes: readonly FileVersions[], messageId: string): Promise<void> {
    const files = await Promise.all(changes.map((change) => this.#keep(change, messageId)));
    await this.#record({ type: 'checkpoint', messageId, files });
  }

  /** The kept copy with this hash; undefined when it is not there or was damaged. */
  async read(hash: string): Promise<Uint8Array | undefined> {
    const bytes = await this.#files.read(this.#copyPath(hash)).catch(() => undefined);
    return bytes && hashOf(bytes) === hash ? bytes : undefined;
  }

  /** Keeps a content that no change of this turn's made. */
  async keep(bytes: Uint8Array): Promise<string> {
    const hash = hashOf(bytes);
    const file = this.#copyPath(hash);
    if (!(await this.#files.stat(file))) {
      await this.#files.makeDir(this.#folder);
      await this.#files.write(file, bytes, { mode: 0o600 });
    }
    return hash;
  }

  async #keep({ path: file, before, after, mode }: FileVersions, messageId: string): Promise<CheckpointFile> {
    const key = `${messageId}\0${file}`;
    if (before !== null && !this.#saved.has(key)) await this.keep(before);
    this.#saved.add(key);
    return {
      path: file,
      before: before === null ? null : hashOf(before),
      after: after === null ? null : hashOf(after),
      ...(mode === undefined ? {} : { mode }),
    };
  }

  #copyPath(hash: string): string {
    return path.join(this.#folder, hash);
  }
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
