import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lineOutcomes } from './decideInput.ts';

/** Lines that change which names a pattern meets. */
const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-patterns-')));
const cwd = path.join(home, 'project');
for (const folder of ['.vak', 'src']) mkdirSync(path.join(cwd, folder), { recursive: true });
for (const file of ['a.ts', '.env', 'prod.env', '.vak/config.toml', 'AGENTS.md', 'src/a.ts'])
  writeFileSync(path.join(cwd, file), 'x');
afterAll(() => rmSync(home, { recursive: true, force: true }));

const outcome = lineOutcomes(home, cwd);

describe('in auto, a pattern of names in a line that changes what patterns meet is a question', () => {
  test.each([
    'shopt -s dotglob; tee *v[a]k/config.toml < a.ts',
    'shopt -s globstar; rm **/c*',
    '(shopt -s nullglob dotglob; rm *)',
    "bash -O dotglob -c 'rm -r *'",
    "bash -xO globstar -c 'cat **/c*'",
    "bash +O extglob -c 'rm *'",
    "env BASHOPTS=dotglob bash -c 'rm *v[a]k/c*'",
    'GLOBIGNORE=zz; rm -r *',
    ': ${GLOBIGNORE:=zz}; rm -r *',
    'export GLOBIGNORE=zz; echo x > *k/c*',
    'shopt -s extglob\nrm @(AGENTS).md',
    'shopt -s extglob\ntee AGENTS.m@(d) < a.ts',
    "(shopt -s extglob; eval 'rm @(AGENTS).md')",
    "bash -c $'shopt -s extglob\\nrm @(AGENTS).md'",
    "bash -O extglob <<'E'\nrm @(AGENTS).md\nE",
  ])('%s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('ask'));

  test.each([
    'shopt -s dotglob; cat *',
    'GLOBIGNORE=zz; cat ?env',
    'shopt -s nocaseglob; cat P*.ENV',
    'shopt -s globstar; cat **/p*.e*',
    'shopt -s extglob\ncat +(.)env',
    'shopt -s extglob\ncat .@(env)',
  ])('and never shows what a deny rule is about: %s', async (line) =>
    expect(await outcome(line, { mode: 'auto', deny: ['Read(*.env)'] })).not.toBe('allow'),
  );

  test.each([
    'shopt -s nullglob; for f in *.ts; do wc -l "$f"; done',
    'shopt -s dotglob; npm test',
    "bash -O dotglob -c 'npm test'",
    'shopt -u failglob; rm *.ts',
  ])('but not %s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('allow'));
});
