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
  const flags = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  run('vsce', ['package', ...flags, '--out', packed], { stdio: ['ignore', 'ignore', 'inherit'] });
  copyFileSync(packed, vsixFile);
  rmSync(folder, { recursive: true, force: true });
}
