import type { ChildProcess } from 'node:child_process';
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import crossSpawn from 'cross-spawn';
import { deferred } from '../base/abort.ts';
import { Emitter, type Event } from '../base/event.ts';
import { groupRuns, killAtExit, killAtExitToo } from './killAtExit.ts';
import {
  descendantsIn,
  isOlder,
  listProcesses,
  markedAmong,
  type ProcessInfo,
  signalProcesses,
  startOf,
} from './processTree.ts';

/** What to start. `env` is the whole environment of the child. */
export interface ChildSpec {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** `none`: the child reads end of file at once. Default `none`. */
  readonly stdin?: 'none' | 'pipe';
  /**
   * Put into the environment: what inherits it ends with the child, also what left its group and lost its parent.
   * Not on Windows.
   */
  readonly mark?: string;
}

/** The variable that carries a child's mark. */
const CHILD_MARK = 'VAK_COMMAND_MARK';

/** How a child ended. `error` when it never started (`ENOENT`). */
export interface ChildExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly error?: Error;
}

/**
 * A child in a process group of its own. Whoever starts it owns it: `kill` ends the whole group and
 * what the child's descendants started in groups of their own; with a mark, also what lost its parent.
 */
export class OwnedChild {
  /** Undefined when the system refused to start it at all (a zero byte in an argument, a list too long). */
  readonly #process: ChildProcess | undefined;
  readonly #mark: string | undefined;
  readonly #started: string | undefined;
  readonly #stdout = new Emitter<Uint8Array>();
  readonly onStdout: Event<Uint8Array> = this.#stdout.event;
  readonly #stderr = new Emitter<Uint8Array>();
  readonly onStderr: Event<Uint8Array> = this.#stderr.event;
  /** Settles when the child itself is gone, whoever still holds its pipes. Never rejects. */
  readonly exited: Promise<ChildExit>;
  readonly #closed = deferred<void>();
  #ended = false;
  #ending = false;
  #forget: (() => void) | undefined;

  /** Never throws: a failed start is an exit with `error`. */
  constructor(spec: ChildSpec) {
    const exit = deferred<ChildExit>();
    this.exited = exit.promise;
    this.#mark = spec.mark;
    try {
      this.#process = start(spec);
    } catch (error) {
      this.#closed.resolve();
      this.#finish(exit.resolve, {
        code: null,
        signal: null,
        error: error instanceof Error ? error : new Error(String(error)),
      });
      return;
    }
    if (this.#mark !== undefined) this.#started = startOf(this.#process.pid);
    if (this.#process.pid !== undefined) this.#forget = killAtExit(this.#process.pid);
    this.#process.once('error', (error) => this.#finish(exit.resolve, { code: null, signal: null, error }));
    this.#process.once('exit', (code, signal) => this.#finish(exit.resolve, { code, signal }));
    this.#process.once('close', () => this.#closed.resolve());
    this.#process.stdout?.on('data', (bytes: Uint8Array) => this.#stdout.fire(bytes));
    this.#process.stderr?.on('data', (bytes: Uint8Array) => this.#stderr.fire(bytes));
    // A reader that went away is told by the exit, not by a broken pipe.
    for (const stream of [this.#process.stdin, this.#process.stdout, this.#process.stderr])
      stream?.on('error', () => undefined);
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /** Settles when the pipes have ended, or `graceMs` after the exit: a grandchild may hold them for ever. */
  async drained(graceMs = 100): Promise<void> {
    await this.exited;
    const timer = new AbortController();
    await Promise.race([
      this.#closed.promise,
      sleep(graceMs, undefined, { signal: timer.signal }).catch(() => undefined),
    ]);
    timer.abort();
    this.#process?.stdout?.destroy();
    this.#process?.stderr?.destroy();
  }

  /** Writes to stdin; resolves when taken, also when the child never reads it. */
  write(bytes: Uint8Array | string): Promise<void> {
    const input = this.#process?.stdin;
    if (!input || input.destroyed || this.#ended) return Promise.resolve();
    return new Promise((resolve) => {
      input.write(bytes, () => resolve());
      void this.exited.then(() => resolve());
    });
  }

  endInput(): void {
    this.#process?.stdin?.end();
  }

  pause(): void {
    this.#process?.stdout?.pause();
    this.#process?.stderr?.pause();
  }

  resume(): void {
    this.#process?.stdout?.resume();
    this.#process?.stderr?.resume();
  }

  /**
   * Ends the whole group: TERM, then KILL after `graceMs`. Resolves when all of it is gone. Also ends
   * what outlived a child that exited by itself.
   */
  async kill(graceMs = 2000): Promise<void> {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    this.#process?.stdin?.destroy();
    if (process.platform === 'win32') {
      await new Promise<void>((resolve) =>
        execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => resolve()),
      );
      await this.exited;
      return;
    }
    this.#ending = true;
    const below = await this.#freeze(pid);
    killAtExitToo(
      pid,
      below.map((info) => info.pid),
    );
    this.#signalSelf('SIGTERM');
    await signalProcesses(below, 'SIGTERM');
    this.#signalSelf('SIGCONT');
    await signalProcesses(below, 'SIGCONT');
    const left = async () => (await this.#stillRunning(pid, below)).length > 0 || !this.#ended;
    for (const end = Date.now() + graceMs; Date.now() < end && (await left()); ) await sleep(10);
    while (await left()) {
      this.#signalSelf('SIGKILL');
      await signalProcesses(await this.#stillRunning(pid, below), 'SIGKILL');
      await sleep(5);
    }
    this.#forget?.();
    return this.drained(0);
  }

  /**
   * Stops the child and everything below it, and gives what is below. While all of it stands still
   * nothing is started that the list would miss, such as what a sandbox starts in a session of its own.
   */
  async #freeze(pid: number): Promise<readonly ProcessInfo[]> {
    this.#signalSelf('SIGSTOP');
    for (let known: readonly ProcessInfo[] = []; ; ) {
      const below = await this.#below(pid, await listProcesses());
      const more = below.filter((info) => !known.some((one) => one.pid === info.pid));
      if (more.length === 0) return below;
      await signalProcesses(more, 'SIGSTOP');
      known = below;
    }
  }

  /** Of all processes, what is in its group, below it, or marked as its own, wherever it is. */
  async #below(pid: number, all: readonly ProcessInfo[]): Promise<readonly ProcessInfo[]> {
    const below = descendantsIn(all, pid);
    if (this.#mark === undefined) return below;
    // What is older than the child can't have its mark: most processes are.
    const others = all.filter(
      (info) => info.pid !== pid && !below.includes(info) && !isOlder(info, this.#started),
    );
    return [...below, ...(await markedAmong(others, CHILD_MARK, this.#mark))];
  }

  /** Of the listed processes, and of what is its own now, those that run. */
  async #stillRunning(pid: number, listed: readonly ProcessInfo[]): Promise<readonly ProcessInfo[]> {
    const all = await listProcesses();
    const starts = new Map(all.map((info) => [info.pid, info.started]));
    const known = listed.filter((info) => starts.get(info.pid) === info.started);
    const now = await this.#below(pid, all);
    return [...known, ...now.filter((info) => !known.some((one) => one.pid === info.pid))];
  }

  #signalSelf(signal: NodeJS.Signals): void {
    if (!this.#ended) this.#process?.kill(signal);
  }

  #finish(resolve: (exit: ChildExit) => void, exit: ChildExit): void {
    this.#ended = true;
    // One that is being ended is remembered until all of it is gone.
    if (!this.#ending && !groupRuns(this.pid ?? 0)) this.#forget?.();
    resolve(exit);
  }
}

/** cross-spawn finds `.cmd` and shebang files on Windows; elsewhere it is plain spawn. */
function start(spec: ChildSpec): ChildProcess {
  return crossSpawn(spec.command, [...spec.args], {
    cwd: spec.cwd,
    env: { ...spec.env, ...(spec.mark !== undefined && { [CHILD_MARK]: spec.mark }) },
    stdio: [spec.stdin === 'pipe' ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
}
