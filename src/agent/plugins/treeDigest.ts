import { createHash } from 'node:crypto';
import path from 'node:path';
import type { Files } from '../host/host.ts';

/** One hash for all files below a folder: names, permission bits, bytes and links; the install record apart. */
export async function treeDigest(files: Files, folder: string): Promise<string> {
  const hash = createHash('sha256');
  await add(await files.realPath(folder), '');
  return hash.digest('hex');

  async function add(at: string, name: string): Promise<void> {
    const entries = (await files.readDir(at)).sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of entries) {
      if (entry.name === '.vak-install.yaml') continue;
      const one = path.join(at, entry.name);
      const inner = `${name}/${entry.name}`;
      if (entry.kind === 'folder') {
        hash.update(`folder ${inner}\n`);
        await add(one, inner);
      } else if (entry.kind === 'link') hash.update(`link ${inner} ${await files.readLink(one)}\n`);
      else {
        const mode = ((await files.lstat(one))?.mode ?? 0) & 0o111;
        hash.update(`file ${inner} ${mode}\n`);
        hash.update(await files.read(one));
      }
    }
  }
}
