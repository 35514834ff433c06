import { Emitter } from '../../base/event.ts';
import type { ChatState } from '../../protocol/chat.ts';
import type { TranscriptItem } from '../../protocol/transcript.ts';
import { countChangedLines } from './lineDiff.ts';

interface Diff {
  readonly path: string;
  readonly oldText: string | null;
  readonly newText: string;
}

/** A file as it was before the agent changed it. `before` null: it was not there. */
export interface ChangedFile {
  readonly path: string;
  readonly before: string | null;
  /** The text after the agent's last change. */
  readonly after: string;
}

interface Files {
  /** Undefined when there is no such file. */
  read(path: string): Promise<string | undefined>;
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/**
 * What the whole file was before a diff was applied, from the file as it is now. A diff may show the
 * whole file or only the part that changed. Undefined when the two don't fit together: then the file
 * can be shown but not be brought back.
 */
export function textBefore(now: string, { oldText, newText }: Diff): string | null | undefined {
  if (now === newText) return oldText;
  if (oldText === null || newText === '') return undefined;
  const at = now.indexOf(newText);
  if (at < 0 || now.indexOf(newText, at + 1) >= 0) return undefined;
  return now.slice(0, at) + oldText + now.slice(at + newText.length);
}

/** The files that the agent changed and that nobody has kept or undone yet. */
export class Changes {
  readonly #files: Files;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly #byPath = new Map<string, ChangedFile>();
  readonly #seen = new Set<string>();

  constructor(files: Files) {
    this.#files = files;
  }

  get list(): readonly ChangedFile[] {
    return [...this.#byPath.values()];
  }

  get(path: string): ChangedFile | undefined {
    return this.#byPath.get(path);
  }

  get views(): ChatState['changes'] {
    return this.list.map(({ path, before, after }) => ({ path, ...countChangedLines(before ?? '', after) }));
  }

  /** Brings back what was there before a reload; what came since stands over it. */
  restore(files: readonly ChangedFile[]): void {
    const added = files.filter((file) => !this.#byPath.has(file.path));
    for (const file of added) this.#byPath.set(file.path, file);
    if (added.length > 0) this.#changed.fire();
  }

  /** Takes in the diffs of a call that ended well, each call once. */
  async hear(item: TranscriptItem): Promise<void> {
    if (item.kind !== 'tool' || item.status !== 'completed' || this.#seen.has(item.id)) return;
    const diffs = item.content.filter((content) => content.type === 'diff');
    if (diffs.length === 0) return;
    this.#seen.add(item.id);
    for (const diff of diffs) await this.#take(diff);
    this.#changed.fire();
  }

  keep(path?: string): void {
    if (path === undefined) this.#byPath.clear();
    else this.#byPath.delete(path);
    this.#changed.fire();
  }

  /** Brings files back. One that was changed since, or can't be brought back, stays and is named. */
  async undo(path: string | undefined, force: boolean): Promise<string[]> {
    const left: string[] = [];
    for (const file of path === undefined ? this.list : this.list.filter((f) => f.path === path)) {
      const now = await this.#files.read(file.path);
      if (now !== file.after && !force) {
        left.push(file.path);
        continue;
      }
      if (file.before === null) await this.#files.remove(file.path);
      else await this.#files.write(file.path, file.before);
      this.#byPath.delete(file.path);
    }
    this.#changed.fire();
    return left;
  }

  /** Files were brought back from outside: what is as it was before the changes has none any more. */
  async lookAgain(): Promise<void> {
    for (const { path, before } of this.list) {
      const now = await this.#files.read(path);
      if (now === undefined || now === before) this.#byPath.delete(path);
      else this.#byPath.set(path, { path, before, after: now });
    }
    this.#changed.fire();
  }

  /** Another conversation is shown: its changes are not these. */
  clear(): void {
    this.#byPath.clear();
    this.#seen.clear();
    this.#changed.fire();
  }

  async #take(diff: Diff): Promise<void> {
    const now = await this.#files.read(diff.path);
    if (now === undefined) return;
    const known = this.#byPath.get(diff.path);
    const before = known ? known.before : textBefore(now, diff);
    if (before === undefined) return;
    if (before === now) this.#byPath.delete(diff.path);
    else this.#byPath.set(diff.path, { path: diff.path, before, after: now });
  }
}
