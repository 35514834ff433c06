import path from 'node:path';
import type { Files } from '../host/host.ts';
import type { Entry } from '../store/entry.ts';

/**
 * Removes what a killed agent left beside the files it was writing: a file is written into a temporary
 * one and moved, so only the temporary one can be half-written. Looks where the last turn's changes
 * were noted, and for names of that form only. Gives what it removed. Never throws.
 */
export async function removeLeftovers(entries: readonly Entry[], files: Files): Promise<readonly string[]> {
  const lastEnd = entries.findLastIndex((entry) => entry.type === 'turn-end');
  const changed = entries
    .slice(lastEnd + 1)
    .flatMap((entry) => (entry.type === 'checkpoint' ? entry.files.map((file) => file.path) : []));
  const removed: string[] = [];
  for (const file of new Set(changed)) {
    const folder = path.dirname(file);
    // A folder that is not there, or not ours to look at, holds nothing to remove.
    const names = (await files.readDir(folder).catch(() => [])).map((entry) => entry.name);
    for (const name of names.filter((each) => isTemporaryOf(each, path.basename(file)))) {
      const done = await files.remove(path.join(folder, name)).then(
        () => true,
        () => false,
      );
      if (done) removed.push(path.join(folder, name));
    }
  }
  return removed;
}

/** `.name.0123456789ab.tmp`, as `writeFileAtomic` names it. */
function isTemporaryOf(name: string, file: string): boolean {
  const prefix = `.${file.slice(0, 100)}.`;
  return name.startsWith(prefix) && /^[0-9a-f]{12}\.tmp$/.test(name.slice(prefix.length));
}
