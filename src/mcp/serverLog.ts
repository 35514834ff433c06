import { LineDecoder } from '../base/jsonl.ts';

const MAX_LINES = 200;
const MAX_LINE_LENGTH = 2000;
/** A server that prints without end of line must not fill the memory: longer pieces become lines of their own. */
const MAX_PENDING = 64 * 1024;
/** Lines on stdout that were no messages are quoted up to this many times, and counted from then on. */
const QUOTED_NOISE = 3;
/** Lines of stderr that say why a process ended. */
const LAST_WORDS = 20;

/**
 * The last lines that a server said beside its messages: stderr, log notifications, and lines on
 * stdout that were no JSON-RPC (M15). Kept in memory, shown when the server fails.
 */
export class ServerLog {
  readonly #lines: string[] = [];
  readonly #redact: (text: string) => string;
  #stderr = new LineDecoder(MAX_PENDING);
  #noise = 0;
  #lastWords: string[] = [];

  /** `redact` takes out values that must not be shown (M17). */
  constructor(redact: (text: string) => string = (text) => text) {
    this.#redact = redact;
  }

  /** Lines on stdout that were no messages, so far. */
  get noise(): number {
    return this.#noise;
  }

  /** Takes bytes of stderr, cut anywhere. */
  stderr(bytes: Uint8Array): void {
    try {
      for (const line of this.#stderr.push(bytes)) this.#said(line);
    } catch {
      // One endless line: show its beginning and go on with what comes.
      this.#said(this.#stderr.rest());
      this.#stderr = new LineDecoder(MAX_PENDING);
    }
  }

  /** What stands behind stderr's last line end; called when the process is gone. */
  flush(): void {
    this.#said(this.#stderr.rest());
    this.#stderr = new LineDecoder(MAX_PENDING);
  }

  /** A process starts: its last words are its own. */
  processStarted(): void {
    this.#lastWords = [];
  }

  /** The last lines of stderr of the process that was started last, oldest first. */
  lastWords(count: number): string[] {
    return count === 0 ? [] : this.#lastWords.slice(-count);
  }

  /** Counts a line of stdout that was no message, and quotes the first ones. */
  stdoutNoise(line: string): void {
    this.#noise += 1;
    if (this.#noise <= QUOTED_NOISE) this.add(`not a message on stdout: ${line}`);
  }

  #said(line: string): void {
    const shown = this.add(line);
    if (shown === '') return;
    this.#lastWords.push(shown);
    if (this.#lastWords.length > LAST_WORDS) this.#lastWords.shift();
  }

  /** Gives the line as it is shown; empty when there is nothing to show. */
  add(line: string): string {
    const shown = this.#redact(printable(line)).slice(0, MAX_LINE_LENGTH).trimEnd();
    if (shown === '') return shown;
    this.#lines.push(shown);
    if (this.#lines.length > MAX_LINES) this.#lines.shift();
    return shown;
  }

  /** The last `count` lines, oldest first; with a line that counts the noise when there was any. */
  last(count = MAX_LINES): string[] {
    const lines = this.#lines.slice(-count);
    if (this.#noise > QUOTED_NOISE) lines.push(`${this.#noise} lines on stdout were no messages`);
    return lines;
  }
}

/** Without escape sequences and control characters: a log line must not move the cursor or hide text. */
export function printable(text: string): string {
  return text
    .replace(/\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?/g, '')
    .replace(/[\u001b\u009b]\[?[0-?]*[ -/]*[@-~]?/g, '')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '');
}
