import path from 'node:path';
import type { Files } from '../host/host.ts';
import { isFolderTrusted, type TrustState } from '../trust/trustStore.ts';

/** What the editor said of the folders of its workspace. */
export type EditorTrust = readonly { readonly path: string; readonly trusted: boolean }[];

/**
 * Whether a working folder's own layer counts (R5). An editor that has spoken decides: the deepest of
 * its folders that holds the working folder; elsewhere it is what `vak trust` recorded.
 */
export async function decideTrust(
  files: Files,
  cwd: string,
  editor: EditorTrust | undefined,
  recorded: TrustState,
): Promise<boolean> {
  const real = await realPathOf(files, cwd);
  if (!editor) return isFolderTrusted(recorded, real);
  let best: { length: number; trusted: boolean } | undefined;
  for (const folder of editor) {
    const root = await realPathOf(files, folder.path);
    const holds = real === root || real.startsWith(root.endsWith(path.sep) ? root : root + path.sep);
    if (holds && root.length > (best?.length ?? -1)) best = { length: root.length, trusted: folder.trusted };
  }
  return best?.trusted ?? false;
}

/** What can't be resolved is compared as it is written. */
export async function realPathOf(files: Files, folder: string): Promise<string> {
  return files.realPath(folder).catch(() => path.resolve(folder));
}
