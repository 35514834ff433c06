import { createHash } from 'node:crypto';
import type { ToolState } from '../tool.ts';

/**
 * What the model last saw of each file, so that a change made by somebody else in between is noticed
 * (B2). Kept by real path and by the text's hash: the editor's copy and the disk's compare alike.
 */
export class SeenFiles {
  readonly #hashes = new Map<string, string>();

  static of(state: ToolState): SeenFiles {
    return state.get('seen-files', () => new SeenFiles());
  }

  /** The model saw, or itself wrote, this text. */
  saw(path: string, text: string): void {
    this.#hashes.set(path, hashOf(text));
  }

  forget(path: string): void {
    this.#hashes.delete(path);
  }

  /** True when the model saw another text. A file it never saw has not changed for it. */
  hasChanged(path: string, text: string): boolean {
    const seen = this.#hashes.get(path);
    return seen !== undefined && seen !== hashOf(text);
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('base64');
}
