import path from 'node:path';
import { throwIfCancelled } from '../../base/abort.ts';
import { ExpectedError } from '../../base/errors.ts';
import type { Files } from '../host/host.ts';
import { isInside } from '../inventory/listFiles.ts';

/** A plugin larger than this is refused: files, bytes. */
export const MOST_FILES = 20_000;
export const MOST_BYTES = 256 * 1_048_576;

/**
 * Copies a plugin's folder: files with their permission bits (but none that lend rights), links that
 * stay inside. Refuses a link out of the folder, and what is neither file, folder nor link. `.git` stays
 * behind.
 */
export async function copyTree(files: Files, from: string, to: string, signal: AbortSignal): Promise<void> {
  const real = await files.realPath(from);
  const count = { files: 0, bytes: 0 };
  await copyFolder(real, to);

  async function copyFolder(source: string, target: string): Promise<void> {
    await files.makeDir(target);
    for (const entry of await files.readDir(source)) {
      throwIfCancelled(signal);
      if (entry.name === '.git' || entry.name === '.vak-install.yaml') continue;
      const one = path.join(source, entry.name);
      const other = path.join(target, entry.name);
      switch (entry.kind) {
        case 'folder':
          await copyFolder(one, other);
          break;
        case 'file':
          await copyFile(one, other);
          break;
        case 'link':
          await copyLink(one, other);
          break;
        default:
          throw new ExpectedError('not-a-file', `${path.relative(real, one)} is no regular file.`);
      }
    }
  }

  async function copyFile(source: string, target: string): Promise<void> {
    const stat = await files.lstat(source);
    count.files++;
    count.bytes += stat?.size ?? 0;
    if (count.files > MOST_FILES || count.bytes > MOST_BYTES)
      throw new ExpectedError(
        'too-large',
        `The plugin is larger than ${MOST_FILES} files or ${MOST_BYTES / 1_048_576} MB.`,
      );
    await files.copy(source, target);
    await files.chmod(target, (stat?.mode ?? 0o644) & 0o777);
  }

  async function copyLink(source: string, target: string): Promise<void> {
    const name = path.relative(real, source);
    const goal = path.resolve(path.dirname(source), await files.readLink(source));
    const end = await files.realPath(source).catch(() => undefined);
    if (!isInside(goal, real) || end === undefined || !isInside(end, real))
      throw new ExpectedError('leaves-plugin', `The link ${name} leads out of the plugin, or to nothing.`);
    await files.symlink(path.relative(path.dirname(source), goal), target);
  }
}

/** Bytes below a folder, for a limit while something is written there; what vanishes meanwhile counts nothing. */
export async function bytesBelow(files: Files, folder: string): Promise<number> {
  let sum = 0;
  for (const entry of await files.readDir(folder).catch(() => [])) {
    const file = path.join(folder, entry.name);
    if (entry.kind === 'folder') sum += await bytesBelow(files, file);
    else sum += (await files.lstat(file).catch(() => undefined))?.size ?? 0;
  }
  return sum;
}
