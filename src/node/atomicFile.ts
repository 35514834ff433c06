import { randomBytes } from 'node:crypto';
import { lstat, open, realpath, rename, rm } from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes a file whole or not at all: into a temporary file beside it, synced, then one rename. An
 * existing file's permission bits are kept, and a link is written through to its target. Fails with
 * the system's error; then nothing has changed.
 */
export async function writeFileAtomic(
  file: string,
  content: string | Uint8Array,
  options: { mode?: number } = {},
): Promise<void> {
  await replaceFile(await realpath(file).catch(() => file), content, options);
}

/** As `writeFileAtomic`, for a path that is no link. `beforeRename` has the last word: when it rejects, nothing has changed. */
export async function replaceFile(
  target: string,
  content: string | Uint8Array,
  options: { mode?: number; beforeRename?: () => Promise<void> } = {},
): Promise<void> {
  const existing = await lstat(target).catch(() => undefined);
  const mode = options.mode ?? (existing ? existing.mode & 0o7777 : undefined);
  const temporary = path.join(
    path.dirname(target),
    `.${path.basename(target).slice(0, 100)}.${randomBytes(6).toString('hex')}.tmp`,
  );
  try {
    const file = await open(temporary, 'wx', mode ?? 0o666);
    try {
      await file.writeFile(content);
      // The umask takes bits away at creation; an existing file had them all.
      if (mode !== undefined) await file.chmod(mode);
      await file.sync();
    } finally {
      await file.close();
    }
    await options.beforeRename?.();
    await rename(temporary, target);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
