import { type Disposable, toDisposable } from '../base/lifecycle.ts';

/** The part of a clock that time limits need. */
export interface Timers {
  /** Monotonic milliseconds. */
  ticks(): number;
  after(ms: number, act: () => void): Disposable;
}

/** The timers of this process. */
export const systemTimers: Timers = {
  ticks: () => performance.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return toDisposable(() => clearTimeout(timer));
  },
};

/**
 * Time limits of the calls on one connection. They stand still while the server waits for a person:
 * a question left open over lunch is no slow server. Progress does not extend them.
 */
export class CallClock {
  readonly #timers: Timers;
  readonly #limits = new Set<Limit>();
  #asking = 0;

  constructor(timers: Timers) {
    this.#timers = timers;
  }

  /** Runs something that waits for a person. */
  async whileAsking<T>(act: () => Promise<T>): Promise<T> {
    this.#asking += 1;
    if (this.#asking === 1) for (const limit of this.#limits) limit.pause();
    try {
      return await act();
    } finally {
      this.#asking -= 1;
      if (this.#asking === 0) for (const limit of this.#limits) limit.resume();
    }
  }

  /** Calls `expired` after `ms` that nobody was asked in. Dispose it when the call is over. */
  limit(ms: number, expired: () => void): Disposable {
    const limit = new Limit(this.#timers, ms, expired);
    this.#limits.add(limit);
    if (this.#asking === 0) limit.resume();
    return toDisposable(() => {
      limit.pause();
      this.#limits.delete(limit);
    });
  }
}

class Limit {
  readonly #timers: Timers;
  readonly #expired: () => void;
  #left: number;
  #since = 0;
  #timer: Disposable | undefined;

  constructor(timers: Timers, ms: number, expired: () => void) {
    this.#timers = timers;
    this.#left = ms;
    this.#expired = expired;
  }

  resume(): void {
    if (this.#timer) return;
    this.#since = this.#timers.ticks();
    this.#timer = this.#timers.after(Math.max(0, this.#left), this.#expired);
  }

  pause(): void {
    if (!this.#timer) return;
    this.#left -= this.#timers.ticks() - this.#since;
    this.#timer.dispose();
    this.#timer = undefined;
  }
}
