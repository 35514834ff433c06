import { z } from 'zod';
import { SerialQueue } from '../../base/abort.ts';
import { parseJson } from '../../base/json.ts';
import { encodeLine } from '../../base/jsonl.ts';
import type { Log } from '../../base/log.ts';
import { type HookRun, HookRunSchema } from '../../protocol/vak.ts';
import type { AppendFile, Clock, Files } from '../host/host.ts';
import type { Hooks } from './hooks.ts';

const TracedRunSchema = z.object({ at: z.number(), run: HookRunSchema });

/** A run, and when it ended: epoch milliseconds. */
export type TracedRun = z.infer<typeof TracedRunSchema>;

/** From this size on the trace begins anew; the part before is kept once. */
const MAX_BYTES = 2 * 1024 * 1024;

/**
 * The runs of a session's hooks in a file beside it, so that they are shown again after a reload (H10).
 * It is for people only: what it holds never reaches a model, and losing it loses nothing else.
 */
export class HookTrace {
  readonly #files: Files;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #redact: (line: string) => string;
  readonly #path: string;
  readonly #queue = new SerialQueue();
  #file: AppendFile | undefined;
  #size = 0;

  constructor(options: {
    files: Files;
    clock: Clock;
    log: Log;
    redact: (line: string) => string;
    path: string;
  }) {
    this.#files = options.files;
    this.#clock = options.clock;
    this.#log = options.log;
    this.#redact = options.redact;
    this.#path = options.path;
  }

  /** Writes a run behind those before it; nobody waits for it, and a failure is only logged. */
  add(run: HookRun): void {
    const line = this.#redact(encodeLine({ at: this.#clock.now(), run }));
    void this.#queue
      .run(() => this.#append(line))
      .catch((error: unknown) => this.#log.warn('the trace of hooks could not be written', error));
  }

  /** Every run that is kept, oldest first; lines that can't be read are passed over. */
  async read(): Promise<readonly TracedRun[]> {
    await this.#queue.idle();
    const texts = await Promise.all([this.#older, this.#path].map((path) => this.#text(path)));
    return texts
      .join('')
      .split('\n')
      .flatMap((line) => {
        const parsed = parseJson(line);
        const run = parsed.ok ? TracedRunSchema.safeParse(parsed.value) : undefined;
        return run?.success ? [run.data] : [];
      });
  }

  /** Resolves when everything is written and the file is closed; a later `add` opens it again. */
  async close(): Promise<void> {
    await this.#queue.run(async () => {
      await this.#file?.close();
      this.#file = undefined;
    });
  }

  get #older(): string {
    return `${this.#path}.older`;
  }

  async #append(line: string): Promise<void> {
    if (this.#file && this.#size > MAX_BYTES) {
      await this.#file.close();
      this.#file = undefined;
      await this.#files.rename(this.#path, this.#older);
    }
    if (!this.#file) {
      this.#size = (await this.#files.stat(this.#path))?.size ?? 0;
      this.#file = await this.#files.openAppend(this.#path);
    }
    this.#size += line.length;
    await this.#file.append(line);
  }

  async #text(path: string): Promise<string> {
    return (await this.#files.stat(path)) ? this.#files.readText(path) : '';
  }
}

/**
 * The same hooks with every run in the trace. All are shown live, but each untrusted one only once.
 */
export function traced(hooks: Hooks, trace: Pick<HookTrace, 'add'>): Hooks {
  const told = new Set<string>();
  return {
    run: (event, signal, onRun) =>
      hooks.run(event, signal, (run) => {
        trace.add(run);
        if (run.verdict === 'untrusted') {
          if (told.has(run.hook)) return;
          told.add(run.hook);
        }
        onRun?.(run);
      }),
  };
}
