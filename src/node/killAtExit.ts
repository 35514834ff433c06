import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { systemCode } from '../base/errors.ts';

const running = new Set<number>();
let armed = false;

/**
 * Remembers a child whose process group must not outlive this process, however it ends short of
 * SIGKILL: what still runs then is killed at once. Call the answer when the child is gone.
 */
export function killAtExit(pid: number): () => void {
  running.add(pid);
  if (!armed) process.once('exit', killRunning);
  armed = true;
  return () => running.delete(pid);
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
  for (const pid of running) {
    if (process.platform === 'win32') {
      spawnSync('taskkill', ['/pid', String(pid), '/T', '/F'], { windowsHide: true, timeout: 2_000 });
      continue;
    }
    try {
      process.kill(-pid, 'SIGKILL');
    } catch {
      // The group is gone already.
    }
  }
}
