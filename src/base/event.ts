import { type Disposable, toDisposable } from './lifecycle.ts';

/** Subscribes a listener; disposing the result unsubscribes it. */
export type Event<T> = (listener: (value: T) => void) => Disposable;

/**
 * The private side of an event. Listeners are copied before firing, so that one may unsubscribe
 * while it runs; an error in one listener does not keep the others from hearing, and is handed to
 * `onError` (default: thrown later, as an uncaught error, because it is a bug).
 */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => void>();
  readonly #onError: (error: unknown) => void;
  #disposed = false;

  constructor(onError: (error: unknown) => void = throwLater) {
    this.#onError = onError;
  }

  readonly event: Event<T> = (listener) => {
    if (this.#disposed) return toDisposable(() => undefined);
    const own = (value: T) => listener(value);
    this.#listeners.add(own);
    return toDisposable(() => this.#listeners.delete(own));
  };

  get hasListeners(): boolean {
    return this.#listeners.size > 0;
  }

  fire(value: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(value);
      } catch (error) {
        this.#onError(error);
      }
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#listeners.clear();
  }
}

function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
