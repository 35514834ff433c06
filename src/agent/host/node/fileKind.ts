import type { BigIntStats } from 'node:fs';
import type { DirEntry, FileStat } from '../host.ts';

interface TypeProbe {
  isFile(): boolean;
  isDirectory(): boolean;
  isSymbolicLink(): boolean;
}

export function kindOf(entry: TypeProbe): DirEntry['kind'] {
  if (entry.isFile()) return 'file';
  if (entry.isDirectory()) return 'folder';
  return entry.isSymbolicLink() ? 'link' : 'other';
}

export function statOf(found: BigIntStats): FileStat {
  return {
    kind: kindOf(found),
    size: Number(found.size),
    mtimeMs: Number(found.mtimeNs) / 1e6,
    mode: Number(found.mode) & 0o7777,
    identity: `${found.dev}:${found.ino}`,
  };
}
