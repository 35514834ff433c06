import type { Event } from '../base/event.ts';

/** A child process as a server's transport needs it; the children of an executor and of `src/node` fit. */
export interface ServerProcess {
  readonly pid: number | undefined;
  readonly onStdout: Event<Uint8Array>;
  readonly onStderr: Event<Uint8Array>;
  /** Settles when the child itself is gone. Never rejects. */
  readonly exited: Promise<ServerExit>;
  /** Settles when the pipes have ended, or a grace time after the exit. Never rejects. */
  drained(graceMs?: number): Promise<void>;
  write(bytes: Uint8Array | string): Promise<void>;
  endInput(): void;
  /** Ends the whole group: TERM, then KILL. Resolves when it is gone. */
  kill(graceMs?: number): Promise<void>;
}

/** How a process ended. `error` when it never started. */
export interface ServerExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error?: Error;
}

/** Starts a server's process. Never throws: a failed start is an exit with `error`. */
export type SpawnServer = (spec: {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: 'pipe';
}) => ServerProcess;
