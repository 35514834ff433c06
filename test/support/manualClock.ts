import type { Clock } from '../../src/agent/host/host.ts';
import { onAbort, throwIfCancelled } from '../../src/base/abort.ts';
import { CancelledError } from '../../src/base/errors.ts';
import { type Disposable, toDisposable } from '../../src/base/lifecycle.ts';

/** A clock that stands still until a test moves it. */
export class ManualClock implements Clock {
  #now: number;
  readonly #timers = new Map<object, { readonly at: number; readonly act: () => void }>();
  /** Told of each timer when it is set, with its milliseconds: a test may move the clock then. */
  onTimer: ((ms: number) => void) | undefined;

  constructor(now = Date.UTC(2026, 0, 1)) {
    this.#now = now;
  }

  get pending(): number {
    return this.#timers.size;
  }

  now(): number {
    return this.#now;
  }

  ticks(): number {
    return this.#now;
  }

  after(ms: number, act: () => void): Disposable {
    const key = {};
    this.#timers.set(key, { at: this.#now + ms, act });
    this.onTimer?.(ms);
    return toDisposable(() => this.#timers.delete(key));
  }

  async sleep(ms: number, signal?: AbortSignal): Promise<void> {
    throwIfCancelled(signal);
    await new Promise<void>((resolve, reject) => {
      const timer = this.after(ms, () => {
        abort.dispose();
        resolve();
      });
      const abort = onAbort(signal, () => {
        timer.dispose();
        reject(new CancelledError());
      });
    });
  }

  /** Moves the clock; timers that come due run in order. */
  advance(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const due = [...this.#timers].filter(([, t]) => t.at <= end).sort(([, a], [, b]) => a.at - b.at)[0];
      if (!due) break;
      this.#timers.delete(due[0]);
      this.#now = Math.max(this.#now, due[1].at);
      due[1].act();
    }
    this.#now = end;
  }
}
