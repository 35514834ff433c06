/** When a crashed agent may start again: at once the first time, then later and later, then not by itself. */
export interface Backoff {
  /** Milliseconds to wait now, or undefined when the person has to say so. */
  next(now: number): number | undefined;
  reset(): void;
}

const DELAYS_MS = [0, 1000, 4000, 15_000];
/** An agent that lived this long starts with a clean record. */
const FORGET_AFTER_MS = 5 * 60_000;

export function restartBackoff(): Backoff {
  let failures: number[] = [];
  return {
    next(now) {
      failures = failures.filter((at) => now - at < FORGET_AFTER_MS);
      const delay = DELAYS_MS[failures.length];
      failures.push(now);
      return delay;
    },
    reset() {
      failures = [];
    },
  };
}
