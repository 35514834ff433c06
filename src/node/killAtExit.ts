import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import process from 'node:process';
import { systemCode } from '../base/errors.ts';

/** Each child, and what was seen below it when its end began. */
const running = new Map<number, readonly number[]>();
let armed = false;

/**
 * Remembers a child whose process group must not outlive this process, however it ends short of
 * SIGKILL: what still runs then is killed at once. Call the answer when the child is gone.
 */
export function killAtExit(pid: number): () => void {
  running.set(pid, []);
  if (!armed) process.once('exit', killRunning);
  armed = true;
  return () => running.delete(pid);
}

/** Remembers also what is below the child: without its parent it could not be found any more. */
export function killAtExitToo(pid: number, below: readonly number[]): void {
  if (running.has(pid)) running.set(pid, below);
}

/** True while anything of the group runs. Its number is not given to another group as long. */
export function groupRuns(pid: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

function killRunning(): void {
  for (const [pid, seen] of running) {
    if (process.platform === 'win32') {
      spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true, timeout: 2_000 });
      continue;
    }
    // A stopped group starts nothing more: what it started until now, in whatever group, can be listed.
    signal(-pid, 'SIGSTOP');
    const below = descendantsNow(pid);
    signal(-pid, 'SIGKILL');
    for (const child of [...below, ...seen]) signal(child, 'SIGKILL');
  }
}

/** The processes below one, listed without waiting; empty on systems without `/proc`. */
function descendantsNow(pid: number): readonly number[] {
  if (process.platform !== 'linux') return [];
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(name)] as const);
  const found = [pid];
  for (const each of found) for (const [child, parent] of parents) if (parent === each) found.push(child);
  return found.slice(1);
}

function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    // It ended while we looked.
    return undefined;
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It is gone already.
  }
}
