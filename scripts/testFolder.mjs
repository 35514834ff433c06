import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';

const memory = '/dev/shm';
const enoughBytes = 1024 ** 3;

/**
 * Where the quick tests keep their files: thousands of small ones that no disk needs to see, so in memory
 * where the system has room for them there. `env` makes a program use it; elsewhere it is empty.
 */
export function testFolder() {
  if (!hasRoom()) return { env: {}, dispose: () => undefined };
  const folder = mkdtempSync(path.join(memory, 'vakil-check-'));
  return { env: { TMPDIR: folder }, dispose: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Tests run scripts that they wrote, which some systems (containers) do not allow there. */
function hasRoom() {
  if (process.platform !== 'linux') return false;
  try {
    const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n');
    const [, , type, options = ''] =
      mounts.findLast((line) => line.split(' ')[1] === memory)?.split(' ') ?? [];
    const { bavail, bsize } = statfsSync(memory);
    return type === 'tmpfs' && !/\b(ro|noexec)\b/.test(options) && bavail * bsize >= enoughBytes;
  } catch {
    // There is no such place.
    return false;
  }
}
