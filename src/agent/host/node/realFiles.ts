import { constants, existsSync, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, readlink, realpath, rm } from 'node:fs/promises';
import path from 'node:path';
import { systemCode } from '../../../base/errors.ts';
import { replaceFile } from '../../../node/atomicFile.ts';
import { type FileStat, PlaceMovedError, type RealFiles } from '../host.ts';
import { kindOf, statOf } from './fileKind.ts';

/** The names of this process's open files: what is named below one is not looked up by its path. */
const OPEN_FILES = '/proc/self/fd';
/** Linux' O_PATH, which Node does not name: a folder can be opened that may not be listed. */
const O_PATH = 0o10000000;

/** Names an entry of the folder for a system call. */
type Entry = (name: string) => string;
/** Fails when the folder is at another place by now, and when the open file is not the one of the name. */
type Check = (name?: string, opened?: FileHandle) => Promise<void>;
/** Acts in a folder, given by its real path; fails when that leads elsewhere. */
type InFolder = <T>(folder: string, act: (entry: Entry, check: Check) => Promise<T>) => Promise<T>;

/** Whether folders can be held open, so that what is done in one needs no path to it. */
export const canHoldFolders = process.platform === 'linux' && existsSync(OPEN_FILES);

/**
 * Files of this machine by their real paths. `hold`: each function works on the opened folder, which
 * stays the same whatever becomes of its path. Without, the path is looked at right before and after.
 */
export function createRealFiles(hold = canHoldFolders): RealFiles {
  const inFolder: InFolder = hold ? inHeldFolder : inCheckedFolder;
  return {
    read: (file, range) =>
      inFolder(path.dirname(file), async (entry, check) => {
        const name = path.basename(file);
        const handle = await openEntry(entry(name), file);
        try {
          await check(name, handle);
          return range ? await readRange(handle, range) : await handle.readFile();
        } finally {
          await handle.close();
        }
      }),
    stat: (file) =>
      absentAsUndefined(inFolder(path.dirname(file), (entry) => statEntry(entry(path.basename(file)), file))),
    write: (file, content, options) =>
      inFolder(path.dirname(file), async (entry, check) => {
        const target = entry(path.basename(file));
        await absentAsUndefined(statEntry(target, file));
        await replaceFile(target, content, { ...options, beforeRename: () => check() });
      }),
    readDir: (folder) =>
      inFolder(folder, async (entry, check) => {
        const entries = await readdir(entry('.'), { withFileTypes: true });
        await check();
        return entries.map((each) => ({ name: each.name, kind: kindOf(each) }));
      }),
    makeDir: (folder) => makeFolders(folder, inFolder),
    async remove(file) {
      const removed = inFolder(path.dirname(file), (entry) =>
        rm(entry(path.basename(file)), { recursive: true, force: true }),
      );
      await absentAsUndefined(removed);
    },
  };
}

const inHeldFolder: InFolder = async (folder, act) => {
  const handle = await openFolder(folder);
  try {
    const held = `${OPEN_FILES}/${handle.fd}`;
    if ((await readlink(held)) !== folder) throw new PlaceMovedError(folder);
    return await act(
      (name) => `${held}/${name}`,
      async () => undefined,
    );
  } finally {
    await handle.close();
  }
};

const inCheckedFolder: InFolder = async (folder, act) => {
  await expectReal(folder);
  return act(
    (name) => path.join(folder, name),
    async (name, opened) => {
      await expectReal(folder);
      if (name !== undefined && opened) await expectSame(opened, path.join(folder, name));
    },
  );
};

/** Makes one folder after the other, each in the one above it. */
async function makeFolders(folder: string, inFolder: InFolder): Promise<void> {
  let at = folder;
  const missing: string[] = [];
  while (!(await absentAsUndefined(lstat(at))) && at !== path.dirname(at)) {
    missing.unshift(path.basename(at));
    at = path.dirname(at);
  }
  for (const name of missing) {
    await inFolder(at, async (entry) => {
      await mkdir(entry(name)).catch(unlessThere);
    });
    at = path.join(at, name);
  }
  await inFolder(at, async () => undefined);
}

async function readRange(handle: FileHandle, { start, end }: { start: number; end: number }) {
  const bytes = Buffer.alloc(Math.max(0, end - start));
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, start);
  return bytes.subarray(0, bytesRead);
}

async function openFolder(folder: string): Promise<FileHandle> {
  try {
    return await open(folder, O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  } catch (error) {
    await expectReal(folder);
    throw error;
  }
}

/** Not blocking: what is a pipe by now would never be opened. */
async function openEntry(entry: string, file: string): Promise<FileHandle> {
  // Windows has neither flag.
  const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  return open(entry, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    throw systemCode(error) === 'ELOOP' ? new PlaceMovedError(file) : error;
  });
}

async function statEntry(entry: string, file: string): Promise<FileStat> {
  const found = await lstat(entry, { bigint: true });
  if (found.isSymbolicLink()) throw new PlaceMovedError(file);
  return statOf(found);
}

async function expectReal(file: string): Promise<void> {
  for (let at = file; ; at = path.dirname(at)) {
    if (await absentAsUndefined(lstat(at))) {
      if ((await absentAsUndefined(realpath(at))) !== at) throw new PlaceMovedError(file);
      return;
    }
    if (at === path.dirname(at)) return;
  }
}

async function expectSame(handle: FileHandle, file: string): Promise<void> {
  const sameFile = (a: Stats, b: Stats | undefined) => a.dev === b?.dev && a.ino === b.ino;
  if (!sameFile(await handle.stat(), await absentAsUndefined(lstat(file)))) throw new PlaceMovedError(file);
}

async function absentAsUndefined<T>(looked: Promise<T>): Promise<T | undefined> {
  try {
    return await looked;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(systemCode(error) ?? '')) return undefined;
    throw error;
  }
}

function unlessThere(error: unknown): void {
  if (systemCode(error) !== 'EEXIST') throw error;
}
