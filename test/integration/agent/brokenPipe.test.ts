import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '../../support/projectRoot.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test('a reader that has seen enough ends the command without a word or a lock left behind', () => {
  const home = tempFolder();
  const line = 'set -o pipefail; "$NODE" "$CLI" run "stream 20000 text" | head -c 10';
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    VAK_MODEL: 'rehearsal',
    NODE: process.execPath,
    CLI: `${projectRoot}/dist/cli.mjs`,
  };
  const ended = spawnSync('bash', ['-c', line], { env, cwd: home, encoding: 'utf8' });
  expect([ended.status, ended.stdout.length, ended.stderr]).toEqual([0, 10, '']);
  const files = readdirSync(path.join(home, '.local/share/vak/sessions'));
  expect(files.map((file) => path.extname(file))).toEqual(['.jsonl']);
});
