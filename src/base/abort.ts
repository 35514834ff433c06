import { CancelledError } from './errors.ts';
import { type Disposable, toDisposable } from './lifecycle.ts';

/** Throws when the work was called off. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError();
}

/** Runs `act` once when the signal aborts, at once when it already has. */
export function onAbort(signal: AbortSignal | undefined, act: () => void): Disposable {
  if (!signal) return toDisposable(() => undefined);
  if (signal.aborted) {
    act();
    return toDisposable(() => undefined);
  }
  signal.addEventListener('abort', act, { once: true });
  return toDisposable(() => signal.removeEventListener('abort', act));
}

/**
 * Settles as `work` does, or rejects with `CancelledError` as soon as the signal aborts. The work
 * itself goes on: give it the signal too when it can stop.
 */
export function raceAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work;
  return new Promise<T>((resolve, reject) => {
    const stop = onAbort(signal, () => reject(new CancelledError()));
    work.then(resolve, reject).finally(() => stop.dispose());
  });
}

/** A controller that also aborts when `parent` does. Dispose it when the work is over. */
export function childController(parent?: AbortSignal): AbortController & Disposable {
  const controller = new AbortController();
  const link = onAbort(parent, () => controller.abort());
  return Object.assign(controller, { dispose: () => link.dispose() });
}

/** A promise with its settling functions. */
export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  return { promise, resolve, reject };
}

/** Runs the given acts one after another, in the order they were queued, whatever each one does. */
export class SerialQueue {
  #tail: Promise<unknown> = Promise.resolve();

  /** Resolves or rejects as `act` does; a failure does not stop the queue. */
  run<T>(act: () => Promise<T> | T): Promise<T> {
    const next = this.#tail.then(act);
    this.#tail = next.then(
      () => undefined,
      () => undefined,
    );
    return next;
  }

  /** Resolves when everything queued so far has settled. */
  idle(): Promise<void> {
    return this.#tail.then(() => undefined);
  }
}
