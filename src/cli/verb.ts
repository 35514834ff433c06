/** Where a verb writes, and where it was called. */
export interface Terminal {
  /** Results, for people and pipes. Text is written as it is. */
  out(text: string): void;
  /** Progress and failures. */
  error(text: string): void;
  readonly cwd: string;
  /** Aborts when the person wants to stop (Ctrl+C). */
  readonly signal: AbortSignal;
}

/**
 * One command of the command line: takes what stands behind its name and gives the exit code. What it
 * throws as `ExpectedError` is printed as one line; the exit code is then 1, or 2 for a wrong call.
 */
export type Verb = (args: readonly string[], terminal: Terminal) => Promise<number>;
