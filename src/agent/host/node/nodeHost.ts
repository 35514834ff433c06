import os from 'node:os';
import { setTimeout as timersSleep } from 'node:timers/promises';
import { CancelledError } from '../../../base/errors.ts';
import { toDisposable } from '../../../base/lifecycle.ts';
import { OwnedChild } from '../../../node/child.ts';
import { findProgram } from '../../../node/findProgram.ts';
import { childEnvironment, loginShellEnvironment, ownEnvironment } from '../../../node/shellEnvironment.ts';
import type { Clock, Environment, Host, Processes } from '../host.ts';
import { nodeFiles } from './nodeFiles.ts';
import { placesOf } from './places.ts';

export interface NodeHostOptions {
  /** Our own variables; default: the process's. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Names of variables that hold our secrets; asked each time a child's environment is made. */
  readonly secretNames?: () => Iterable<string>;
  /** Ask the login shell for its environment: when an editor started us, not a terminal. */
  readonly askLoginShell?: boolean;
}

/** This machine, as the executor `local`. */
export function createNodeHost(options: NodeHostOptions = {}): Host {
  return {
    id: 'local',
    files: nodeFiles,
    processes: nodeProcesses,
    clock: nodeClock,
    environment: nodeEnvironment(options),
  };
}

const nodeProcesses: Processes = {
  spawn: (spec) => new OwnedChild(spec),
  which: findProgram,
};

const nodeClock: Clock = {
  now: () => Date.now(),
  ticks() {
    // The first use of `performance` loads Node's hooks for it, which the first conversation would wait for.
    const [seconds, nanoseconds] = process.hrtime();
    return seconds * 1e3 + nanoseconds / 1e6;
  },
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return toDisposable(() => clearTimeout(timer));
  },
  async sleep(ms, signal) {
    try {
      await timersSleep(ms, undefined, signal ? { signal } : {});
    } catch {
      throw new CancelledError();
    }
  },
};

function nodeEnvironment(options: NodeHostOptions): Environment {
  const own = options.variables ?? ownEnvironment();
  let shell: Promise<Record<string, string>> | undefined;
  const home = own['HOME'] ?? own['USERPROFILE'] ?? os.homedir();
  const platform = process.platform === 'win32' || process.platform === 'darwin' ? process.platform : 'linux';
  return {
    platform,
    home,
    tempDir: os.tmpdir(),
    ...placesOf(platform, home, own),
    get: (name) => own[name],
    async forChild(extra) {
      shell ??= options.askLoginShell ? loginShellEnvironment(own) : Promise.resolve({ ...own });
      return childEnvironment(await shell, options.secretNames?.() ?? [], extra);
    },
  };
}
