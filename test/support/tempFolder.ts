import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** Files to begin with: path inside the folder to content. A path that ends in `/` is an empty folder. */
export type FileTree = Readonly<Record<string, string | Uint8Array>>;

/** A fresh folder (by its real path) with these files in it, removed after the running test. */
export function tempFolder(files: FileTree = {}): string {
  const folder = makeFolder(files);
  onTestFinished(() => removeFolder(folder));
  return folder;
}

/** As `tempFolder`, for a whole `describe` or file: call it while tests are collected, or in `beforeAll`. */
export function suiteFolder(files: FileTree = {}): string {
  const folder = makeFolder(files);
  afterAll(() => removeFolder(folder));
  return folder;
}

/** Writes the files below a folder, making folders as needed. */
export function writeTree(folder: string, files: FileTree): void {
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    mkdirSync(name.endsWith('/') ? file : path.dirname(file), { recursive: true });
    if (!name.endsWith('/')) writeFileSync(file, content);
  }
}

/** A fresh folder whose owner removes it with `removeFolder`. */
export function makeFolder(files: FileTree = {}): string {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'vakil-test-')));
  writeTree(folder, files);
  return folder;
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
