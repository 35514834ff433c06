import { ExpectedError } from '../../base/errors.ts';
import { randomId } from '../../base/ids.ts';
import { encodeLine } from '../../base/jsonl.ts';
import type { AppendFile } from '../host/host.ts';
import type { Entry, NewEntry } from './entry.ts';

export type StoreErrorCode =
  | 'session-unknown'
  | 'session-open-elsewhere'
  | 'session-unreadable'
  | 'store-write';

export interface SessionLogOptions {
  readonly file: AppendFile;
  /** Epoch milliseconds. */
  readonly now: () => number;
  /** Takes known secrets out of a line before it is written (R6). */
  readonly redact: (line: string) => string;
  /** True when the file ends in the middle of a line: the first line written then begins a fresh one. */
  readonly torn: boolean;
}

/**
 * The writing end of one session file. Lines go to the system in the order of the calls; those that
 * wait for an earlier write go together in one.
 */
export class SessionLog {
  readonly #options: SessionLogOptions;
  #torn: boolean;
  #waiting: string[] = [];
  /** The write that will take what waits now. */
  #next: Promise<void> | undefined;
  #tail: Promise<void> = Promise.resolve();
  #closed: Promise<void> | undefined;

  constructor(options: SessionLogOptions) {
    this.#options = options;
    this.#torn = options.torn;
  }

  /**
   * Resolves with the whole entry when the system has its line, which then outlives this process.
   * Rejects with `ExpectedError<'store-write'>` when it can't be written, or after `close`.
   */
  async append(entry: NewEntry): Promise<Entry> {
    if (this.#closed) throw new ExpectedError('store-write', 'The conversation is closed.');
    const { type, id = randomId(), ...rest } = entry;
    const whole = { type, id, at: this.#options.now(), ...rest } as Entry;
    this.#waiting.push(this.#options.redact(encodeLine(whole)));
    this.#next ??= this.#writeAfter(this.#tail);
    await this.#next;
    return whole;
  }

  /** Resolves when the disk has everything appended so far. */
  async sync(): Promise<void> {
    await this.#tail;
    if (!this.#closed) await this.#options.file.sync();
  }

  /** Writes what waits, then closes the file; called again it waits for the same end. */
  close(): Promise<void> {
    this.#closed ??= this.#tail.then(() => this.#options.file.close());
    return this.#closed;
  }

  #writeAfter(before: Promise<void>): Promise<void> {
    const write = before.then(async () => {
      const lines = this.#waiting.join('');
      this.#waiting = [];
      this.#next = undefined;
      const start = this.#torn ? '\n' : '';
      this.#torn = true;
      try {
        await this.#options.file.append(start + lines);
      } catch (cause) {
        throw new ExpectedError('store-write', 'The conversation could not be written to the disk.', {
          cause,
          detail: 'Check that the disk has room and that the data folder can be written.',
        });
      }
      this.#torn = false;
    });
    this.#tail = write.catch(() => undefined);
    return write;
  }
}
