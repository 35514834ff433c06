import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';

/**
 * The ports of one machine (an *executor*): files, processes, clock, environment. Everything above
 * `host/` reaches the machine through these and never through Node, so that a remote machine is only
 * another implementation. Failures are thrown with the system's `code` (`ENOENT`), unless said.
 */
export interface Host {
  /** `local`, or the id of a configured executor. */
  readonly id: string;
  readonly files: Files;
  readonly processes: Processes;
  readonly clock: Clock;
  readonly environment: Environment;
}

export interface FileStat {
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  readonly mtimeMs: number;
  /** Permission bits. */
  readonly mode: number;
  /** Device and inode: equal for two names of one file. */
  readonly identity: string;
}

export interface DirEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
}

export interface Files {
  /** Bytes of a file, or of the range [start, end). */
  read(path: string, range?: { start: number; end: number }): Promise<Uint8Array>;
  /** UTF-8 text of a file, a byte-order mark included. */
  readText(path: string): Promise<string>;
  /** Writes a file whole or not at all (a temporary file beside it, then a rename); keeps mode bits of an existing one. */
  write(path: string, content: string | Uint8Array, options?: { mode?: number }): Promise<void>;
  /** Follows links; undefined when nothing is there. */
  stat(path: string): Promise<FileStat | undefined>;
  /** Does not follow a link; undefined when nothing is there. */
  lstat(path: string): Promise<FileStat | undefined>;
  readDir(path: string): Promise<DirEntry[]>;
  realPath(path: string): Promise<string>;
  readLink(path: string): Promise<string>;
  /** Makes a folder and those above it. */
  makeDir(path: string): Promise<void>;
  /** Removes a file, a link or a whole folder; nothing there is no error. */
  remove(path: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  symlink(target: string, path: string): Promise<void>;
  chmod(path: string, mode: number): Promise<void>;
  /** A fresh folder for temporary files. */
  makeTempDir(prefix: string): Promise<string>;
  /** Opens for appending; makes the file when missing, for its owner alone. */
  openAppend(path: string): Promise<AppendFile>;
  /** Makes a file only if none is there (`EEXIST` otherwise): for locks. */
  createExclusive(path: string, content: string): Promise<void>;
  /** Calls `changed` with paths (or the folder itself) after something changed below; missing folders are allowed and never fire. */
  watch(path: string, changed: (path: string) => void, options?: { recursive?: boolean }): Disposable;
  /** The same for real paths. */
  readonly real: RealFiles;
}

/**
 * Files by their real paths: each function fails with a `PlaceMovedError` when a part of the path is a
 * link at the moment of use, so that what was decided about a place is done at that place or not at all.
 */
export type RealFiles = Pick<Files, 'read' | 'write' | 'stat' | 'readDir' | 'makeDir' | 'remove'>;

/** A path leads elsewhere than when it was decided about. */
export class PlaceMovedError extends Error {
  readonly code = 'EMOVED';

  constructor(file: string) {
    super(`${file} leads elsewhere by now: a part of the path is a link.`);
    this.name = 'PlaceMovedError';
  }
}

export interface AppendFile {
  /** Resolves when the system has the bytes: they then outlive this process. */
  append(text: string): Promise<void>;
  /** Resolves when the disk has them. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

export interface SpawnSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment of the child; see `Environment.forChild`. */
  readonly env: Readonly<Record<string, string>>;
  /** `none`: the child reads end of file at once. Default `none`. */
  readonly stdin?: 'none' | 'pipe';
  /** Inherited in the environment: all that has it ends with the child, also what left its group and lost its parent. */
  readonly mark?: string;
}

/** How a child ended. `error` when it never started (`ENOENT`). */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error?: Error;
}

/** A child in a process group of its own, owned by who spawned it. */
export interface Child {
  readonly pid: number | undefined;
  readonly onStdout: Event<Uint8Array>;
  readonly onStderr: Event<Uint8Array>;
  /** Settles when the child itself is gone, whoever still holds its pipes. Never rejects. */
  readonly exited: Promise<Exit>;
  /** Settles when the pipes have ended, or `graceMs` (default 100) after the exit. Never rejects. */
  drained(graceMs?: number): Promise<void>;
  /** Writes to stdin; resolves when taken, also when the child never reads (EPIPE is no error). */
  write(bytes: Uint8Array | string): Promise<void>;
  endInput(): void;
  /** Pause and resume reading, for back-pressure. */
  pause(): void;
  resume(): void;
  /** Ends the whole group: TERM, then KILL after `graceMs` (default 2000). Resolves when it is gone. */
  kill(graceMs?: number): Promise<void>;
}

export interface Processes {
  /** Never throws: a failed start is an `Exit` with `error`. */
  spawn(spec: SpawnSpec): Child;
  /** Absolute path of a program on the given PATH, or undefined. */
  which(program: string, env: Readonly<Record<string, string>>): Promise<string | undefined>;
}

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
  /** Monotonic milliseconds. */
  ticks(): number;
  after(ms: number, act: () => void): Disposable;
  /** Rejects with `CancelledError` when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export interface Environment {
  readonly platform: 'linux' | 'darwin' | 'win32';
  readonly home: string;
  readonly tempDir: string;
  /** Config home, data home and cache (requirement N2). */
  readonly configHome: string;
  readonly dataHome: string;
  readonly cacheHome: string;
  /** A variable of our own process. */
  get(name: string): string | undefined;
  /**
   * What a child gets: the login shell's environment, without our own secrets (provider keys, tokens
   * of the connection) and without `ELECTRON_RUN_AS_NODE` (M17), with `extra` laid over it.
   */
  forChild(extra?: Readonly<Record<string, string>>): Promise<Record<string, string>>;
}
