import { SerialQueue } from '../../../base/abort.ts';
import type { AppendFile, Child } from '../../host/host.ts';
import { stripControlCharacters } from '../controlCharacters.ts';
import { countLines, keepHead, keepTail, RESULT_LIMIT } from '../truncate.ts';

/** Characters of live output that are shown while a command runs; the end shows what was kept. */
const MAX_LIVE = 256 * 1024;
/** Characters that may wait for the disk before the command is made to wait. */
const MAX_PENDING = 4 * 1024 * 1024;
const HALF = RESULT_LIMIT.maxCharacters / 2;

export interface CollectorOptions {
  /** Opens the file that takes the whole output once it is too long for a result; called at most once. */
  readonly openSpill: () => Promise<{ readonly path: string; readonly file: AppendFile }>;
  readonly live: (text: string) => void;
}

/**
 * Takes what a command prints, in the order it comes, with bounded memory: beginning and end are kept,
 * and once they are not all of it, the whole goes to a file of Vakil's own.
 */
export class OutputCollector {
  readonly #options: CollectorOptions;
  readonly #decoders = { out: new TextDecoder(), err: new TextDecoder() };
  readonly #disk = new SerialQueue();
  #head = '';
  #tail = '';
  #characters = 0;
  #lines = 0;
  #shown = 0;
  #pending = 0;
  #spill: Promise<{ path: string; file: AppendFile } | undefined> | undefined;

  constructor(options: CollectorOptions) {
    this.#options = options;
  }

  /** Follows a child; a child that prints faster than the disk takes is paused. */
  follow(child: Child): void {
    const take = (stream: 'out' | 'err') => (bytes: Uint8Array) => {
      this.#take(this.#decoders[stream].decode(bytes, { stream: true }));
      if (this.#pending <= MAX_PENDING) return;
      child.pause();
      void this.#disk.idle().then(() => child.resume());
    };
    child.onStdout(take('out'));
    child.onStderr(take('err'));
  }

  /** All that was printed so far, or beginning and end of it with a line between that says what is missing. */
  text(): string {
    const whole = this.#head + this.#tail;
    if (this.#characters === whole.length && countLines(whole) <= RESULT_LIMIT.maxLines) return clean(whole);
    const limit = { maxCharacters: HALF, maxLines: RESULT_LIMIT.maxLines / 2 };
    const head = keepHead(this.#head, limit).text;
    const tail = keepTail(this.#tail === '' ? this.#head.slice(head.length) : this.#tail, limit);
    const characters = this.#characters - head.length - tail.length;
    const lines = Math.max(1, this.#lines - countLines(head) - countLines(tail));
    return clean(
      `${head}\n[… ${lines} lines (${characters} characters) left out here${this.#whereWhole()} …]\n${tail}`,
    );
  }

  /** What came since the given number of characters, for a command that still runs. */
  since(mark: number): { readonly text: string; readonly mark: number } {
    const whole = this.#head + this.#tail;
    const lost = this.#characters - whole.length;
    const text =
      mark <= this.#head.length ? whole.slice(mark) : whole.slice(Math.max(this.#head.length, mark - lost));
    return { text: clean(text), mark: this.#characters };
  }

  /** Ends the file. The text can be had after it, too. */
  async close(): Promise<void> {
    this.#take(this.#decoders.out.decode() + this.#decoders.err.decode());
    await this.#disk.idle();
    const spill = await this.#spill;
    await spill?.file.close();
  }

  #path: string | undefined;

  #whereWhole(): string {
    return this.#path ? `; the whole output is in ${this.#path}` : '';
  }

  #take(text: string): void {
    if (text === '') return;
    this.#characters += text.length;
    for (const character of text) if (character === '\n') this.#lines++;
    this.#keep(text);
    this.#show(text);
    if (this.#spill) this.#append(text);
    else if (this.#characters > RESULT_LIMIT.maxCharacters || this.#lines > RESULT_LIMIT.maxLines)
      this.#startSpill();
  }

  #keep(text: string): void {
    const room = HALF - this.#head.length;
    this.#head += text.slice(0, Math.max(0, room));
    this.#tail += text.slice(Math.max(0, room));
    // Cut now and then only: a string is copied each time.
    if (!this.#keepsAll() && this.#tail.length > 4 * HALF) this.#tail = this.#tail.slice(-2 * HALF);
  }

  /** Until the file is begun, head and tail together are the whole output. */
  #keepsAll(): boolean {
    return this.#spill === undefined;
  }

  #show(text: string): void {
    if (this.#shown >= MAX_LIVE) return;
    this.#shown += text.length;
    this.#options.live(stripControlCharacters(text));
    if (this.#shown >= MAX_LIVE) this.#options.live('\n[… more output; the rest is shown at the end …]\n');
  }

  #startSpill(): void {
    const soFar = this.#head + this.#tail;
    this.#spill = this.#options.openSpill().then(
      (spill) => {
        this.#path = spill.path;
        return spill;
      },
      // A full disk must not fail the command: its output is then cut without a whole copy.
      () => undefined,
    );
    this.#append(soFar);
  }

  #append(text: string): void {
    this.#pending += text.length;
    void this.#disk.run(async () => {
      const spill = await this.#spill;
      await spill?.file.append(text).catch(() => undefined);
      this.#pending -= text.length;
    });
  }
}

function clean(text: string): string {
  return stripControlCharacters(text).replace(/\n+$/, '');
}
