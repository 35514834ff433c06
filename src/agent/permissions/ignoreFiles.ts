import path from 'node:path';
import type { Files } from '../host/host.ts';

const IGNORE_FILES: readonly string[] = ['.ignore', '.rgignore', '.gitignore'];

/** The files that ripgrep reads for a folder, to pass over what they say: around it, and links below it. */
export async function ignoreFiles(files: Files, folder: string): Promise<readonly string[]> {
  return [...(await ignoreFilesAround(files, folder)), ...(await linkedIgnoreFiles(files, folder))];
}

async function ignoreFilesAround(files: Files, folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (let at = folder; ; at = path.dirname(at)) {
    for (const name of IGNORE_FILES) {
      const file = path.join(at, name);
      if ((await files.lstat(file).catch(() => undefined)) !== undefined) found.push(file);
    }
    found.push(...(await excludeFile(files, at)));
    if (at === path.dirname(at)) return found;
  }
}

/**
 * The file in which a repository keeps patterns of its own, as ripgrep finds it; none where that lies in some `.git`,
 * where nothing else has this name.
 */
async function excludeFile(files: Files, folder: string): Promise<readonly string[]> {
  const dotGit = path.join(folder, '.git');
  const found = await files.stat(dotGit).catch(() => undefined);
  if (!found) return [];
  const repository = found.kind === 'file' ? await sharedRepository(files, dotGit) : dotGit;
  if (repository === undefined) return [];
  const file = path.join(repository, 'info/exclude');
  const real = await files.realPath(file).catch(() => file);
  return /\/\.git\/info\/exclude$/.test(real) ? [] : [file];
}

/** A `.git` that is a file says where the repository is, and that where its shared part is. */
async function sharedRepository(files: Files, dotGit: string): Promise<string | undefined> {
  const lineOf = async (file: string) => /^.*/.exec(await files.readText(file).catch(() => ''))?.[0] ?? '';
  const told = /^gitdir: (.+)/.exec(await lineOf(dotGit))?.[1];
  // So does a submodule say it, whose repository shares nothing.
  if (told === undefined || /^(?:\.\.\/)+\.git\/modules\/[^.]*$/.test(told)) return undefined;
  if (!path.isAbsolute(told)) return path.join(OWN_FOLDER, told);
  const shared = await lineOf(path.join(told, 'commondir'));
  if (shared === '') return undefined;
  return /^[./]/.test(shared) ? path.resolve(told, shared) : path.join(OWN_FOLDER, shared);
}

/** Where the process that looks stands, and nobody knows where that is. */
const OWN_FOLDER = '/proc/self/cwd';

/** Below a folder ripgrep follows no link but that of an ignore file. */
async function linkedIgnoreFiles(files: Files, folder: string): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = [folder];
  let left = MAX_ENTRIES_BELOW;
  for (const at of folders) {
    const entries = await files.readDir(at).catch(() => []);
    left -= entries.length + 1;
    if (left < 0) break;
    for (const { name, kind } of entries) {
      if (kind === 'link' && IGNORE_FILES.includes(name)) found.push(path.join(at, name));
      if (name === '.git' && at !== folder) found.push(...(await excludeFile(files, at)));
      if (kind === 'folder' && name !== '.git' && name !== 'node_modules') folders.push(path.join(at, name));
    }
  }
  return found;
}

/** Below a folder of more entries than this, nobody looks on. */
const MAX_ENTRIES_BELOW = 5000;
