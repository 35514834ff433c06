/** Something that holds a resource until `dispose` is called. `dispose` is idempotent. */
export interface Disposable {
  dispose(): void;
}

/** Makes a disposable of a function; the function runs once, however often `dispose` is called. */
export function toDisposable(act: () => void): Disposable {
  let done = false;
  return {
    dispose() {
      if (done) return;
      done = true;
      act();
    },
  };
}

/**
 * Owns disposables and ends them in reverse order. Ends all of them even when some throw, and then
 * throws one error that names them all. What is added after the end is disposed at once.
 */
export class DisposableStore implements Disposable {
  readonly #items = new Set<Disposable>();
  #disposed = false;

  get isDisposed(): boolean {
    return this.#disposed;
  }

  add<T extends Disposable>(item: T): T {
    if (this.#disposed) item.dispose();
    else this.#items.add(item);
    return item;
  }

  /** Disposes one member now and forgets it. */
  delete(item: Disposable): void {
    if (this.#items.delete(item)) item.dispose();
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    const items = [...this.#items].reverse();
    this.#items.clear();
    disposeAll(items);
  }
}

/** Disposes each, even if some throw; then throws what was thrown. */
export function disposeAll(items: Iterable<Disposable>): void {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      item.dispose();
    } catch (error) {
      errors.push(error);
    }
  }
  if (errors.length === 1) throw errors[0];
  if (errors.length > 1) throw new AggregateError(errors, 'several resources failed to dispose');
}

/** Holds at most one disposable: setting a new value disposes the old one. */
export class MutableDisposable<T extends Disposable> implements Disposable {
  #value: T | undefined;
  #disposed = false;

  get value(): T | undefined {
    return this.#value;
  }

  set value(next: T | undefined) {
    if (next === this.#value) return;
    const old = this.#value;
    this.#value = this.#disposed ? undefined : next;
    old?.dispose();
    if (this.#disposed) next?.dispose();
  }

  dispose(): void {
    this.#disposed = true;
    const old = this.#value;
    this.#value = undefined;
    old?.dispose();
  }
}
