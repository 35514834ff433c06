import path from 'node:path';
import { ExpectedError, systemCode } from '../../base/errors.ts';
import type { Host } from '../host/host.ts';
import type { Entry, EntryOf, NewEntry } from './entry.ts';
import { readEntries, type SkippedLine } from './readEntries.ts';
import { type SessionHead, SessionIndex } from './sessionIndex.ts';
import { SessionLock } from './sessionLock.ts';
import { SessionLog, type StoreErrorCode } from './sessionLog.ts';

/** A session that this process may write to. `log.close` gives it free again. */
export interface OpenSession {
  readonly id: string;
  readonly log: SessionLog;
  readonly entries: readonly Entry[];
  readonly skipped: readonly SkippedLine[];
}

/** What a new session's contract says besides what the store fills in. */
export type NewContract = Omit<EntryOf<'contract'>, 'id' | 'at' | 'type' | 'version' | 'sessionId'>;

export interface SessionStoreOptions {
  readonly host: Host;
  /** Takes known secrets out of a line before it is written (R6). */
  readonly redact?: (line: string) => string;
}

const SESSION_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,127}$/;

/**
 * All sessions of a person: one append-only file each in the data home. A session has one writer at a
 * time, over all processes. Failures are `ExpectedError<StoreErrorCode>`.
 */
export class SessionStore {
  readonly #host: Host;
  readonly #redact: (line: string) => string;
  readonly #folder: string;
  readonly #index: SessionIndex;
  #folderMade: Promise<void> | undefined;

  constructor(options: SessionStoreOptions) {
    this.#host = options.host;
    this.#redact = options.redact ?? ((line) => line);
    const { dataHome, cacheHome } = options.host.environment;
    this.#folder = path.join(dataHome, 'sessions');
    this.#index = new SessionIndex(options.host.files, this.#folder, path.join(cacheHome, 'sessions.json'));
  }

  /** Makes a session whose first entry is the contract; `rest` follows it (a fork's history). */
  async create(contract: NewContract, rest: readonly NewEntry[] = []): Promise<OpenSession> {
    const id = crypto.randomUUID();
    await (this.#folderMade ??= this.#makeFolder());
    const log = await this.#openLog(id, false);
    const first: NewEntry = { type: 'contract', version: 1, sessionId: id, ...contract };
    const entries = await Promise.all([first, ...rest].map((entry) => log.append(entry)));
    return { id, log, entries, skipped: [] };
  }

  /** Opens a stored session for writing. */
  async open(id: string): Promise<OpenSession> {
    await this.#mustExist(id);
    const lock = await SessionLock.take(this.#host, this.#lockPath(id));
    try {
      const { entries, skipped, torn } = readEntries(await this.#read(id));
      return { id, log: await this.#openLog(id, torn, lock), entries, skipped };
    } catch (error) {
      await lock.release();
      throw error;
    }
  }

  /** The entries of a stored session, without opening it. */
  async load(id: string): Promise<{ entries: readonly Entry[]; skipped: readonly SkippedLine[] }> {
    await this.#mustExist(id);
    return readEntries(await this.#read(id));
  }

  /** Copies a session under a fresh id, whole or up to and without the entry `before`. The copy is open. */
  async fork(id: string, contract: Partial<NewContract>, before?: string): Promise<OpenSession> {
    const { entries } = await this.load(id);
    const end = before === undefined ? -1 : entries.findIndex((entry) => entry.id === before);
    const kept = end < 0 ? entries : entries.slice(0, end);
    const old = kept.findLast((entry) => entry.type === 'contract');
    if (old === undefined) throw unreadable(id);
    const { id: _id, at: _at, type: _type, version: _version, sessionId: _sessionId, ...rest } = old;
    return this.create(
      { ...rest, ...contract, forked_from: [...(old.forked_from ?? []), id] },
      kept.filter((entry) => entry.type !== 'contract'),
    );
  }

  /** All sessions, the last changed first. */
  list(): Promise<readonly SessionHead[]> {
    return this.#index.list();
  }

  /** Adds one entry to a session that nobody has open. */
  async append(id: string, entry: NewEntry): Promise<void> {
    const { log } = await this.open(id);
    try {
      await log.append(entry);
    } finally {
      await log.close();
    }
  }

  /** Removes a session; one that is not there is removed already. Fails when another process has it open. */
  async delete(id: string): Promise<void> {
    if (!SESSION_ID.test(id)) return;
    if ((await this.#host.files.stat(this.#path(id))) === undefined) return;
    const lock = await SessionLock.take(this.#host, this.#lockPath(id));
    for (const file of [this.#path(id), this.tracePath(id), `${this.tracePath(id)}.older`])
      await this.#host.files.remove(file);
    await lock.release();
  }

  async exists(id: string): Promise<boolean> {
    return SESSION_ID.test(id) && (await this.#host.files.stat(this.#path(id))) !== undefined;
  }

  /** The file beside a session's in which the runs of its hooks are kept. */
  tracePath(id: string): string {
    return path.join(this.#folder, `${id}.hooks`);
  }

  /** What people said is theirs alone, also where an earlier version made the folder. */
  async #makeFolder(): Promise<void> {
    await this.#host.files.makeDir(this.#folder);
    await this.#host.files.chmod(this.#folder, 0o700);
  }

  async #openLog(id: string, torn: boolean, taken?: SessionLock): Promise<SessionLog> {
    const lock = taken ?? (await SessionLock.take(this.#host, this.#lockPath(id)));
    const file = await this.#host.files.openAppend(this.#path(id));
    return new SessionLog({
      file: {
        append: (text) => file.append(text),
        sync: () => file.sync(),
        close: async () => {
          await file.close();
          await lock.release();
        },
      },
      now: () => this.#host.clock.now(),
      redact: this.#redact,
      torn,
    });
  }

  async #mustExist(id: string): Promise<void> {
    if (!(await this.exists(id)))
      throw new ExpectedError<StoreErrorCode>('session-unknown', `There is no conversation ${id}.`);
  }

  async #read(id: string): Promise<string> {
    try {
      return await this.#host.files.readText(this.#path(id));
    } catch (cause) {
      if (systemCode(cause) === 'ENOENT')
        throw new ExpectedError<StoreErrorCode>('session-unknown', `There is no conversation ${id}.`);
      throw unreadable(id, cause);
    }
  }

  #path(id: string): string {
    return path.join(this.#folder, `${id}.jsonl`);
  }

  #lockPath(id: string): string {
    return path.join(this.#folder, `${id}.lock`);
  }
}

function unreadable(id: string, cause?: unknown): ExpectedError<StoreErrorCode> {
  return new ExpectedError('session-unreadable', `The conversation ${id} can't be read.`, { cause });
}
