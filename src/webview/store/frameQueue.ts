import type { Disposable } from '../../base/lifecycle.ts';

/** When to draw next. A hidden page gives no frames, so it is served by a timeout. */
export interface FrameClock {
  request(act: () => void): () => void;
}

export const windowFrames: FrameClock = {
  request(act) {
    if (document.hidden) {
      const timer = setTimeout(act, 50);
      return () => clearTimeout(timer);
    }
    const frame = requestAnimationFrame(act);
    return () => cancelAnimationFrame(frame);
  },
};

/** Collects values and hands them over together, once a frame; at rest nothing is scheduled. */
export class FrameQueue<T> implements Disposable {
  readonly #clock: FrameClock;
  readonly #take: (values: readonly T[]) => void;
  #waiting: T[] = [];
  #cancel: (() => void) | undefined;

  constructor(clock: FrameClock, take: (values: readonly T[]) => void) {
    this.#clock = clock;
    this.#take = take;
  }

  push(value: T): void {
    this.#waiting.push(value);
    this.#cancel ??= this.#clock.request(() => this.flush());
  }

  /** Hands over now what waits. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    const values = this.#waiting;
    this.#waiting = [];
    if (values.length > 0) this.#take(values);
  }

  dispose(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#waiting = [];
  }
}
