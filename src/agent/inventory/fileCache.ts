import type { FileStat } from '../host/host.ts';

interface Kept<T> {
  readonly stamp: string;
  readonly value: T;
}

/**
 * Remembers what was made of a file or folder, as long as its size, time and identity stay the same:
 * after a change that file alone is read again. Entries that a build did not ask for are forgotten
 * when the next one begins.
 */
export class FileCache {
  #current = new Map<string, Kept<unknown>>();
  #before = new Map<string, Kept<unknown>>();

  /** Call before a build. */
  beginBuild(): void {
    this.#before = new Map([...this.#before, ...this.#current]);
    this.#current = new Map();
  }

  /** Call after a build that looked at everything: what it did not ask for is gone. */
  endBuild(): void {
    this.#before = new Map();
  }

  /** The value kept for the key when the stat is the one it was made with. */
  get<T>(key: string, stat: FileStat): T | undefined {
    const kept = this.#current.get(key) ?? this.#before.get(key);
    if (!kept || kept.stamp !== stampOf(stat)) return undefined;
    this.#current.set(key, kept);
    return kept.value as T;
  }

  /** Whether anything is kept for the key, of whatever time. */
  has(key: string): boolean {
    return this.#current.has(key) || this.#before.has(key);
  }

  set<T>(key: string, stat: FileStat, value: T): T {
    this.#current.set(key, { stamp: stampOf(stat), value });
    return value;
  }

  async remember<T>(key: string, stat: FileStat, make: () => Promise<T>): Promise<T> {
    return this.get<T>(key, stat) ?? this.set(key, stat, await make());
  }
}

function stampOf(stat: FileStat): string {
  return `${stat.identity}:${stat.size}:${stat.mtimeMs}`;
}
