import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { root, run } from './ensure.mjs';

/** The packaged extension. */
export const vsixFile = path.join(root, 'dist/vakil.vsix');

/** Builds every bundle and packs them; the bundles hold what they need, so no package goes in. */
export function packVsix() {
  run('node', ['esbuild.mjs']);
  // Written elsewhere first: everything in `dist` goes in, and a package in a package helps nobody.
  const folder = mkdtempSync(path.join(tmpdir(), 'vakil-vsix-'));
  const packed = path.join(folder, 'vakil.vsix');
  packFolder(root, packed);
  copyFileSync(packed, vsixFile);
  rmSync(folder, { recursive: true, force: true });
}

/** Packs the extension in a folder as it stands. */
export function packFolder(cwd, out) {
  const flags = [
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    '--skip-license',
  ];
  run('vsce', ['package', ...flags, '--out', out], { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
}
