/**
 * A failure that can happen to a person who did nothing wrong in our code: bad configuration, a
 * denied call, a process that is gone. The message is a sentence they can act on; `code` is for
 * programs. Everything else that is thrown is a bug or a cancellation.
 */
export class ExpectedError<Code extends string = string> extends Error {
  readonly code: Code;
  /** More for a person: what to do about it, or the place where it went wrong. */
  readonly detail: string | undefined;

  constructor(code: Code, message: string, options: { cause?: unknown; detail?: string } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'ExpectedError';
    this.code = code;
    this.detail = options.detail;
  }
}

/** The work was called off. Never logged, never shown. */
export class CancelledError extends Error {
  constructor(message = 'cancelled') {
    super(message);
    this.name = 'AbortError';
  }
}

/** True for our own cancellation and for what an aborted platform call throws. */
export function isCancelled(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'CancelledError');
}

/** Fails loudly when our own assumption does not hold: a bug, never a user's mistake. */
export function invariant(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Bug: ${message}`);
}

/** Closes a switch over a tagged union: a new variant without a case does not compile. */
export function unreachable(value: never): never {
  throw new Error(`Bug: unexpected ${JSON.stringify(value)}`);
}

/** What to say of anything that was thrown. */
export function errorMessage(error: unknown): string {
  if (error instanceof Error) return error.message || error.name;
  return typeof error === 'string' ? error : String(error);
}

/** The code of a failed system call (`ENOENT`), or undefined. */
export function systemCode(error: unknown): string | undefined {
  const code = (error as { code?: unknown } | null | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
