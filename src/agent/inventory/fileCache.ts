import type { FileStat } from '../host/host.ts';

interface Kept<T> {
  readonly stat: FileStat;
  readonly value: T;
}

/**
 * Remembers what was made of files and folders, as long as their size, time and identity stay the same:
 * after a change that file alone is read again. What a build did not ask for is forgotten at its end.
 */
export class FileCache {
  readonly #shelves = new Map<string, CacheShelf<unknown>>();

  /** What is remembered under one name. Everybody who uses the name keeps the same type there. */
  shelf<T>(name: string): CacheShelf<T> {
    let shelf = this.#shelves.get(name);
    if (!shelf) {
      shelf = new CacheShelf();
      this.#shelves.set(name, shelf);
    }
    return shelf as CacheShelf<T>;
  }

  /** Call before a build. */
  beginBuild(): void {
    for (const shelf of this.#shelves.values()) shelf.beginBuild();
  }

  /** Call after a build that looked at everything: what it did not ask for is gone. */
  endBuild(): void {
    for (const shelf of this.#shelves.values()) shelf.endBuild();
  }
}

/** One kind of thing that is remembered, by path: looked up thousands of times in one build. */
export class CacheShelf<T> {
  #current = new Map<string, Kept<T>>();
  #before = new Map<string, Kept<T>>();

  beginBuild(): void {
    // A build that broke off leaves some in both.
    this.#before = this.#before.size === 0 ? this.#current : new Map([...this.#before, ...this.#current]);
    this.#current = new Map();
  }

  endBuild(): void {
    this.#before = new Map();
  }

  /** The value kept for the path when the stat is the one it was made with. */
  get(path: string, stat: FileStat): T | undefined {
    const kept = this.#current.get(path) ?? this.#before.get(path);
    if (!kept || !isSame(kept.stat, stat)) return undefined;
    this.#current.set(path, kept);
    return kept.value;
  }

  /** Whether anything is kept for the path, of whatever time. */
  has(path: string): boolean {
    return this.#current.has(path) || this.#before.has(path);
  }

  set(path: string, stat: FileStat, value: T): T {
    this.#current.set(path, { stat, value });
    return value;
  }

  async remember(path: string, stat: FileStat, make: () => Promise<T>): Promise<T> {
    return this.get(path, stat) ?? this.set(path, stat, await make());
  }
}

function isSame(a: FileStat, b: FileStat): boolean {
  return a.mtimeMs === b.mtimeMs && a.size === b.size && a.identity === b.identity;
}
