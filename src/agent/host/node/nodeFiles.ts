import * as fs from 'node:fs';
import { type BigIntStats, existsSync, lstat, stat, watch as watchFolder } from 'node:fs';
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  open,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { DisposableStore, MutableDisposable, toDisposable } from '../../../base/lifecycle.ts';
import { writeFileAtomic } from '../../../node/atomicFile.ts';
import type { AppendFile, DirEntry, FileStat, Files } from '../host.ts';
import { kindOf, statOf } from './fileKind.ts';
import { createRealFiles } from './realFiles.ts';

// By callback: Node's own promises cost twice as much, and discovery looks at thousands of files.
const readFile = promisify(fs.readFile);
const readDir = promisify(fs.readdir);
const realPath = promisify(fs.realpath.native);
const openFile = promisify(fs.open);
const readPart = promisify(fs.read);
const closeFile = promisify(fs.close);

/** Files of this machine. */
export const nodeFiles: Files = {
  async read(file, range) {
    if (!range) return readFile(file);
    const descriptor = await openFile(file, 'r');
    try {
      const bytes = Buffer.alloc(Math.max(0, range.end - range.start));
      const { bytesRead } = await readPart(descriptor, bytes, 0, bytes.length, range.start);
      return bytes.subarray(0, bytesRead);
    } finally {
      await closeFile(descriptor);
    }
  },
  readText: (file) => readFile(file, 'utf8'),
  write: writeFileAtomic,
  stat: (file) => statOrUndefined(stat, file),
  lstat: (file) => statOrUndefined(lstat, file),
  async readDir(folder) {
    const entries = await readDir(folder, { withFileTypes: true });
    return entries.map((entry): DirEntry => ({ name: entry.name, kind: kindOf(entry) }));
  },
  realPath: (file) => realPath(file),
  readLink: (file) => readlink(file),
  makeDir: async (folder) => void (await mkdir(folder, { recursive: true })),
  remove: (file) => rm(file, { recursive: true, force: true }),
  rename: (from, to) => rename(from, to),
  copy: (from, to) => copyFile(from, to),
  symlink: (target, file) => symlink(target, file),
  chmod: (file, mode) => chmod(file, mode),
  makeTempDir: (prefix) => mkdtemp(path.join(os.tmpdir(), prefix)),
  openAppend,
  createExclusive: (file, content) => writeFile(file, content, { flag: 'wx' }),
  watch,
  real: createRealFiles(),
};

/** What grows line by line is what was said, and what commands printed: nobody else's to read. */
const PRIVATE = 0o600;

async function openAppend(file: string): Promise<AppendFile> {
  const handle = await open(file, 'a', PRIVATE);
  return {
    append: async (text) => void (await handle.appendFile(text)),
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

/**
 * Watches a folder; when it is not there, the nearest one above it, until it is. `fs.watch` tells of
 * a change at least once; which path it names is only a hint.
 */
function watch(folder: string, changed: (path: string) => void, options: { recursive?: boolean } = {}) {
  const store = new DisposableStore();
  const current = store.add(new MutableDisposable());
  const recursive = options.recursive ?? false;
  const start = () => {
    if (store.isDisposed) return;
    const opened = tryWatch(
      folder,
      recursive,
      (name) => changed(name ? path.join(folder, name) : folder),
      restart,
    );
    if (opened) current.value = opened;
    else waitFor();
  };
  const waitFor = () => {
    for (let above = path.dirname(folder); ; above = path.dirname(above)) {
      const opened = tryWatch(
        above,
        false,
        () => retry(),
        () => retry(),
      );
      if (opened) {
        current.value = opened;
        // It may have come between the look and the watch.
        void nodeFiles.stat(folder).then((found) => found && retry());
        return;
      }
      if (above === path.dirname(above)) return;
    }
  };
  const retry = () => {
    void nodeFiles.stat(folder).then((found) => {
      if (store.isDisposed) return;
      if (found) changed(folder);
      start();
    });
  };
  const restart = () => {
    changed(folder);
    start();
  };
  start();
  return store;
}

function tryWatch(
  folder: string,
  recursive: boolean,
  changed: (name: string | null) => void,
  gone: () => void,
) {
  // A recursive watch of what is not there fails without a word on some systems.
  if (!existsSync(folder)) return undefined;
  try {
    const watcher = watchFolder(folder, { recursive, persistent: false }, (_event, name) => changed(name));
    let over = false;
    watcher.on('error', () => {
      if (over) return;
      over = true;
      watcher.close();
      gone();
    });
    return toDisposable(() => {
      over = true;
      watcher.close();
    });
  } catch {
    // Nothing there to watch, or no more watches to be had: the caller looks further up.
    return undefined;
  }
}

type Look = (
  file: string,
  options: { bigint: true },
  done: (error: NodeJS.ErrnoException | null, found: BigIntStats) => void,
) => void;

/** Made by hand rather than by `promisify`: the stat becomes ours on the way. */
function statOrUndefined(look: Look, file: string): Promise<FileStat | undefined> {
  return new Promise((resolve, reject) => {
    look(file, { bigint: true }, (error, found) => {
      if (error === null) resolve(statOf(found));
      else if (error.code === 'ENOENT' || error.code === 'ENOTDIR') resolve(undefined);
      else reject(error);
    });
  });
}
