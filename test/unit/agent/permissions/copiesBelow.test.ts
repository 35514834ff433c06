import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lineOutcomes } from './decideInput.ts';

/** Programs that hand on the files below a folder: to the screen, into an archive or another folder. */
const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-copies-')));
const cwd = path.join(home, 'project');
for (const folder of ['.git', 'd1', 'd2', 'empty']) mkdirSync(path.join(cwd, folder), { recursive: true });
for (const file of ['a', 'b', 'd1/.env', 'd2/.env']) writeFileSync(path.join(cwd, file), file);
afterAll(() => rmSync(home, { recursive: true, force: true }));

const outcome = lineOutcomes(home, cwd);
const deny = ['Read(*.env)'];

describe('while a deny rule on reading exists, what hands on the files below a folder is a question', () => {
  test.each([
    'diff -ruN empty .',
    'diff -r d1 d2',
    'diff -N d1 d2',
    'diff --recursive d1 d2',
    'tar cO .',
    'tar c d1',
    'tar -cvf - d1',
    'tar -zcf x.tgz d1',
    'tar --create d1',
    'tar -uf x.tar d1',
    'bsdtar -c d1',
    'tar cf - . | tar xf - -C empty',
    'zip -qr x.zip .',
    'gzip -rc d1 | zcat',
    'find . | cpio -o',
    'find . | cpio -pd empty',
    'rsync -a d1/ empty',
    'rsync --recursive d1/ empty',
    'git clone -q . y',
    'git clone -b main --depth 1 . y',
    'git clone ./d1 y',
    'git -C d1 clone . y',
    'git worktree add -q y',
  ])('%s', async (line) => {
    expect(await outcome(line, { mode: 'auto', deny })).toBe('ask');
    expect(await outcome(line, { mode: 'auto' })).toBe('allow');
  });

  test.each([
    'diff -u a b',
    'diff -ruN a b',
    'tar xf x.tgz',
    'tar -xzvf src.tar.gz -C d1',
    'tar tvf x.tar',
    'unzip -q x.zip -d d1',
    'rsync a b',
    'git clone https://example.org/a/b.git',
    'git clone --depth 1 -b main git@example.org:a/b y',
    'git worktree list',
    'git worktree remove y',
  ])('but not %s', async (line) => expect(await outcome(line, { mode: 'auto', deny })).toBe('allow'));
});
