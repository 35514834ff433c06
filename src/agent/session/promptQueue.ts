import { type Deferred, deferred, onAbort } from '../../base/abort.ts';

/** Runs one prompt; ends early when the signal aborts. */
type Run<T> = (signal: AbortSignal) => Promise<T>;

interface Waiting {
  start(): void;
  cancel(): void;
}

/**
 * The prompts of one conversation, one at a time, in the order they came (T6). What is called off
 * while it waits ends with `cancelled` and never starts.
 */
export class PromptQueue<T> {
  readonly #cancelled: T;
  #waiting: Waiting[] = [];
  #running: AbortController | undefined;
  #idle: Deferred<void> | undefined;

  /** `cancelled` is the answer of a prompt that never started. */
  constructor(cancelled: T) {
    this.#cancelled = cancelled;
  }

  get isBusy(): boolean {
    return this.#running !== undefined;
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** Settles as `run` does, once it had its turn. `signal` calls off this prompt alone. */
  add(run: Run<T>, signal?: AbortSignal): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const abort = new AbortController();
      const waiting: Waiting = {
        start: () => {
          this.#running = abort;
          run(abort.signal)
            .then(resolve, reject)
            .finally(() => {
              stop.dispose();
              this.#running = undefined;
              this.#waiting.shift()?.start();
              if (this.#running === undefined) this.#idle?.resolve();
            });
        },
        cancel: () => {
          stop.dispose();
          resolve(this.#cancelled);
        },
      };
      const stop = onAbort(signal, () => {
        if (this.#running === abort) {
          abort.abort();
          return;
        }
        this.#waiting = this.#waiting.filter((each) => each !== waiting);
        resolve(this.#cancelled);
      });
      if (signal?.aborted) return;
      if (this.#running === undefined) waiting.start();
      else this.#waiting.push(waiting);
    });
  }

  /** Resolves when nothing runs and nothing waits. */
  idle(): Promise<void> {
    if (this.#running === undefined) return Promise.resolve();
    this.#idle ??= deferred();
    return this.#idle.promise;
  }

  /** Calls off the running prompt and everything that waits. */
  cancelAll(): void {
    for (const waiting of this.#waiting.splice(0)) waiting.cancel();
    this.#running?.abort();
  }
}
