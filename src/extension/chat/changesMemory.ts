import * as z from 'zod';
import { parseJson } from '../../base/json.ts';
import type { Log } from '../../base/log.ts';
import type { ChangedFile } from './changes.ts';

const FilesSchema = z.array(z.object({ path: z.string(), before: z.string().nullable(), after: z.string() }));
const MemorySchema = z.record(z.string(), FilesSchema);

/** In UTF-16 units of the file; the oldest conversations go first. */
const MAX_SIZE = 8 * 1024 * 1024;

interface Place {
  /** Undefined when nothing was written yet. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

/** What is neither kept nor undone, by conversation, over a reload of the window. */
export class ChangesMemory {
  readonly #place: Place;
  readonly #log: Log;
  readonly #loaded: Promise<Map<string, readonly ChangedFile[]>>;
  #writing: Promise<void> = Promise.resolve();

  constructor(place: Place, log: Log) {
    this.#place = place;
    this.#log = log;
    this.#loaded = this.#load();
  }

  async get(conversationId: string): Promise<readonly ChangedFile[]> {
    return (await this.#loaded).get(conversationId) ?? [];
  }

  async set(conversationId: string, files: readonly ChangedFile[]): Promise<void> {
    const all = await this.#loaded;
    if (files.length === 0 && !all.has(conversationId)) return;
    all.delete(conversationId);
    if (files.length > 0) all.set(conversationId, files);
    const text = this.#fitting(all);
    this.#writing = this.#writing
      .then(() => this.#place.write(text))
      .catch((error) => this.#log.warn('the list of changed files could not be written', error));
    await this.#writing;
  }

  #fitting(all: Map<string, readonly ChangedFile[]>): string {
    let text = JSON.stringify(Object.fromEntries(all));
    for (const id of [...all.keys()]) {
      if (text.length <= MAX_SIZE) break;
      all.delete(id);
      text = JSON.stringify(Object.fromEntries(all));
    }
    return text;
  }

  async #load(): Promise<Map<string, readonly ChangedFile[]>> {
    const text = await this.#place.read().catch((error) => {
      this.#log.warn('the list of changed files could not be read', error);
      return undefined;
    });
    const parsed = text === undefined ? undefined : parseJson(text);
    const read = MemorySchema.safeParse(parsed?.ok ? parsed.value : {});
    if (!read.success) this.#log.warn('the list of changed files is damaged and was left out');
    return new Map(Object.entries(read.success ? read.data : {}));
  }
}
