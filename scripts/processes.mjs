import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process and everything below it, whatever groups they are in. */
export function processTree(pid) {
  const parents = process.platform === 'linux' ? parentsFromProc() : parentsFromPs();
  const tree = [pid];
  for (const each of tree)
    tree.push(...parents.filter(([, parent]) => parent === each).map(([child]) => child));
  return tree;
}

/** True for a process that still runs; one that only waits to be reaped does not. */
export function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return process.platform !== 'linux' || !/^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    // No such process.
    return false;
  }
}

function parentsFromProc() {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
          .replace(/^.*\) /s, '')
          .split(' ');
        return [[Number(name), Number(fields[1])]];
      } catch {
        // It ended while we looked.
        return [];
      }
    });
}

function parentsFromPs() {
  const { stdout } = spawnSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' });
  return (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
}
