import path from 'node:path';
import type { Files } from '../host/host.ts';

const NAME = 'AGENTS.md';

/**
 * The folders whose AGENTS.md count at the start of a turn (I1), outermost first: from the git root
 * (where `.git` is a folder or a file, by real path) down to the working folder; outside a repository
 * only the working folder.
 */
export async function instructionFolders(files: Files, cwd: string): Promise<string[]> {
  const real = await files.realPath(cwd).catch(() => cwd);
  const chain: string[] = [];
  for (let folder = real; ; folder = path.dirname(folder)) {
    chain.unshift(folder);
    if (await exists(files, path.join(folder, '.git'))) return chain;
    if (folder === path.dirname(folder)) return [real];
  }
}

/** The AGENTS.md files that stand in these folders. A file is named by the folder it was looked up in. */
export async function instructionFilesIn(files: Files, folders: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders) {
    const file = path.join(folder, NAME);
    const stat = await files.stat(file).catch(() => undefined);
    if (stat?.kind === 'file') found.push(file);
  }
  return found;
}

/** The folders below `cwd` on the way to a file, outermost first; empty when the file is not below it. */
export function foldersBetween(cwd: string, file: string): string[] {
  const relative = path.relative(cwd, path.dirname(file));
  if (relative === '' || relative.startsWith('..') || path.isAbsolute(relative)) return [];
  const folders: string[] = [];
  let at = cwd;
  for (const step of relative.split(path.sep)) folders.push((at = path.join(at, step)));
  return folders;
}

async function exists(files: Files, file: string): Promise<boolean> {
  return (await files.lstat(file).catch(() => undefined)) !== undefined;
}
