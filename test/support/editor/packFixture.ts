import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { projectRoot } from '../projectRoot.ts';

/** Packs an extension of `test/fixtures` into a folder; gives the package. */
export function packFixture(name: string, folder: string): string {
  const file = path.join(folder, `${name}.vsix`);
  const flags = ['--no-dependencies', '--allow-missing-repository', '--skip-license', '--out', file];
  const { status, stderr } = spawnSync(
    path.join(projectRoot, 'node_modules/.bin/vsce'),
    ['package', ...flags],
    { cwd: path.join(projectRoot, 'test/fixtures', name), encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`${name} can't be packed: ${stderr}`);
  return file;
}
