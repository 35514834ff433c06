import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/**
 * Looks at the system's process table, so that tests can count what a program left behind. Reads
 * `/proc`: on a system without it every list is empty, and `canSeeProcesses` says so.
 */
export const canSeeProcesses = process.platform === 'linux';

/** The ids of all processes. Cheap: with them, a later look can leave out what is older than a test. */
export function processIds(): ReadonlySet<number> {
  if (!canSeeProcesses) return new Set();
  return new Set(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number),
  );
}

/** The living children of a process, without their own children; not those in `before`. Zombies don't count. */
export function childrenOf(pid: number, before?: ReadonlySet<number>): readonly number[] {
  return allProcesses(before)
    .filter((entry) => entry.parent === pid && !entry.zombie)
    .map((entry) => entry.pid);
}

/** A process and everything below it, parents first; empty when it is gone. */
export function processTree(pid: number): readonly number[] {
  const all = allProcesses().filter((entry) => !entry.zombie);
  if (!all.some((entry) => entry.pid === pid)) return [];
  const tree = [pid];
  for (const parent of tree)
    tree.push(...all.filter((entry) => entry.parent === parent).map((entry) => entry.pid));
  return tree;
}

/**
 * Every living process that has the text in its command line, environment or working folder: with a
 * test's own temporary folder as home, this finds what the test started even when its parent is gone.
 */
export function processesNaming(text: string, before?: ReadonlySet<number>): readonly number[] {
  return allProcesses(before)
    .filter((entry) => entry.pid !== process.pid && !entry.zombie && names(entry.pid, text))
    .map((entry) => entry.pid);
}

/** The command line as one text, or an empty one when the process is gone. */
export function commandLine(pid: number): string {
  return readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').trim();
}

/** Proportional memory (PSS) of the processes together, in bytes; what is gone counts as nothing. */
export function memoryOf(pids: readonly number[]): number {
  const kilobytes = pids.map((pid) =>
    Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0),
  );
  return kilobytes.reduce((sum, each) => sum + each, 0) * 1024;
}

/**
 * Passes once no process names the text any more; fails with their command lines after the deadline.
 * Those in `before` are not looked at: they are older than the text.
 */
export async function expectNoProcesses(
  text: string,
  { deadlineMs = 5_000, before }: { deadlineMs?: number; before?: ReadonlySet<number> } = {},
): Promise<void> {
  if (await eventually(() => processesNaming(text, before).length === 0, deadlineMs)) return;
  const left = processesNaming(text, before).map((pid) => `${pid} ${commandLine(pid)}`);
  throw new Error(`${left.length} processes are still there after ${deadlineMs} ms:\n${left.join('\n')}`);
}

/** Ends exactly the processes that name the text, at once. For cleaning up after a failed test. */
export function endProcessesNaming(text: string): void {
  for (const pid of processesNaming(text)) endProcess(pid, 'SIGKILL');
}

/** Sends a signal; a process that is gone already is no error. */
export function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended by itself in the meantime: that is what was wanted.
  }
}

/** True as soon as the fact holds; false when it does not within the deadline. */
export async function eventually(
  fact: () => boolean | Promise<boolean>,
  deadlineMs: number,
): Promise<boolean> {
  const end = performance.now() + deadlineMs;
  while (!(await fact())) {
    if (performance.now() > end) return false;
    await delay(20);
  }
  return true;
}

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  readonly zombie: boolean;
}

function allProcesses(before: ReadonlySet<number> = new Set()): readonly ProcessEntry[] {
  return [...processIds()]
    .filter((pid) => !before.has(pid))
    .flatMap((pid) => {
      // The second field is the command's name in parentheses and may hold spaces: read behind it.
      const fields = readText(`/proc/${pid}/stat`)
        .replace(/^.*\) /s, '')
        .split(' ');
      if (fields.length < 2) return [];
      return [{ pid, parent: Number(fields[1]), zombie: fields[0] === 'Z' }];
    });
}

function names(pid: number, text: string): boolean {
  if (readText(`/proc/${pid}/cmdline`).includes(text) || readText(`/proc/${pid}/environ`).includes(text))
    return true;
  try {
    return readlinkSync(`/proc/${pid}/cwd`).includes(text);
  } catch {
    // Gone, or another user's: not ours.
    return false;
  }
}

/** Empty when the file can't be read: processes come and go while one looks. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
