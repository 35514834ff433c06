import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

/** A running process. `started` tells two processes apart that had one id after another. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly started: string;
}

/** All processes that can be seen now. Empty on Windows, where trees end with `taskkill /T`. */
export async function listProcesses(): Promise<ProcessInfo[]> {
  if (process.platform === 'win32') return [];
  if (process.platform !== 'linux') return listByPs();
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(names.map((name) => readStat(Number(name))));
  return found.filter((info) => info !== undefined);
}

/** The processes below `pid`, and all of its group, itself left out. */
export async function descendantsOf(pid: number): Promise<ProcessInfo[]> {
  return descendantsIn(await listProcesses(), pid);
}

/** The same among processes that were listed. */
export function descendantsIn(all: readonly ProcessInfo[], pid: number): ProcessInfo[] {
  const wanted = new Set([pid]);
  // Parents have lower ids than children most of the time, but ids wrap: go on until nothing is added.
  for (let size = 0; size !== wanted.size; ) {
    size = wanted.size;
    for (const info of all) if (wanted.has(info.parent) || info.group === pid) wanted.add(info.pid);
  }
  return all.filter((info) => info.pid !== pid && wanted.has(info.pid));
}

/** The processes whose environment holds `NAME=value`: children of a dead parent are found by it. */
export async function processesMarked(name: string, value: string): Promise<ProcessInfo[]> {
  return markedAmong(await listProcesses(), name, value);
}

/** The same among processes that were listed. */
export async function markedAmong(
  all: readonly ProcessInfo[],
  name: string,
  value: string,
): Promise<ProcessInfo[]> {
  const mark = `${name}=${value}`;
  if (process.platform === 'linux') {
    const marked = await Promise.all(
      all.map(async (info) => {
        const environment = await readFile(`/proc/${info.pid}/environ`, 'utf8').catch(() => '');
        return environment.split('\0').includes(mark);
      }),
    );
    return all.filter((_, i) => marked[i]);
  }
  if (process.platform === 'win32') return [];
  const { stdout } = await promisify(execFile)('ps', ['-Aww', '-E', '-o', 'pid=,command='], {
    maxBuffer: 64 * 1024 * 1024,
  });
  const pids = new Set(
    stdout.split('\n').flatMap((line) => (line.includes(mark) ? [Number.parseInt(line, 10)] : [])),
  );
  return all.filter((info) => pids.has(info.pid));
}

/** When a process started, to compare others with; undefined where that is not quickly known. */
export function startOf(pid: number | undefined): string | undefined {
  if (process.platform !== 'linux' || pid === undefined) return undefined;
  try {
    return parseStat(pid, readFileSync(`/proc/${pid}/stat`, 'utf8')).started;
  } catch {
    // It could not be started, or somebody else has reaped it.
    return undefined;
  }
}

/** Whether a process started before another did; false where that is not known. */
export function isOlder(info: ProcessInfo, started: string | undefined): boolean {
  return started !== undefined && Number(info.started) < Number(started);
}

/** Sends a signal to each process that is still the one that was listed; gone ones are passed over. */
export async function signalProcesses(list: readonly ProcessInfo[], signal: NodeJS.Signals): Promise<void> {
  for (const info of list) {
    const now = process.platform === 'linux' ? await readStat(info.pid) : info;
    if (now?.started !== info.started || info.pid === process.pid) continue;
    try {
      process.kill(info.pid, signal);
    } catch {
      // It ended between the look and the signal: that is what was wanted.
    }
  }
}

async function readStat(pid: number): Promise<ProcessInfo | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const { state, ...info } = parseStat(pid, text);
  return state === 'Z' ? undefined : info;
}

function parseStat(pid: number, text: string): ProcessInfo & { readonly state: string } {
  // proc(5): the name in parentheses may hold blanks and parentheses, so fields are counted behind the last one.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = '', parent, group] = fields;
  return { pid, parent: Number(parent), group: Number(group), started: fields[19] ?? '', state };
}

async function listByPs(): Promise<ProcessInfo[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pid=,ppid=,pgid=,lstart='], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, group, started] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*\S)\s*$/.exec(line) ?? [];
    return pid === undefined || started === undefined
      ? []
      : [{ pid: Number(pid), parent: Number(parent), group: Number(group), started }];
  });
}
