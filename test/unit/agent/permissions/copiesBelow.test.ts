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
    'diff --from-file=d1 d2',
    'diff --to-f d1 d2',
    'sdiff d1 d2',
    'wdiff d1 d2',
    'icdiff -r d1 d2',
    'gzip --re d1',
    'zcat -fr d1',
    'gunzip -cfr d1',
    'zstd -T0r d1',
    'lz4 -mr d1',
    'tar -xf - -c d1',
    'tar --cr d1',
    'tar -fc d1 -c',
    'TAR_OPTIONS=-c tar -f - d1',
    'export GREP_OPTIONS=-r; grep x d1',
    'grep -er x --recur d1',
    'zgrep -ir x d1',
    'zip -q@r x.zip d1',
    'zip --recurse-p x.zip d1',
    '7z -bd a x.7z d1',
    '7za a x.7z d1',
    'rsync --arch d1/ empty',
    'fd -x cat',
    'fd -HX cat',
    'hg diff',
    'hg st --config alias.st=diff',
    'svn diff',
    'git clone -q . y',
    'git clone -b main --depth 1 . y',
    'git clone ./d1 y',
    'git -C d1 clone . y',
    'git worktree add -q y',
    'git -c protocol.file.allow=always submodule add -b main . y',
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
    'tar -xf x.tar.gz --strip-components=1; tar --extract --file x.tar; tar xJf "$file"; tar -zxfx.tgz',
    'unzip -q x.zip -d d1; zip x.zip a b; zip -qj9 x.zip a',
    'cat a | grep -iE "x|y" | grep -vF -e -x | wc -l',
    'grep -nA3 recursive a; grep --color=never -ebar a; egrep -o -m1 x "$file"; pgrep -fr node',
    'diff -y --width=80 a b; diff -q "$x" "$y"',
    'colordiff -ru a b',
    'sdiff -s a b',
    'gzip -9k a; zcat -f a.gz; gunzip -c a.gz; zstd -19 -T0 -q a -o a.zst; lz4 -d a.lz4 b; xz -dk a.xz',
    '7z x x.7z -od1; fd -e ts -H x d1; hg st; svn up; jj commit -m x',
    'rsync a b',
    'git clone https://example.org/a/b.git',
    'git clone --depth 1 -b main git@example.org:a/b y',
    'git worktree list; git submodule add https://h.example/a y; git submodule update --init',
    'git worktree remove y',
  ])('but not %s', async (line) => expect(await outcome(line, { mode: 'auto', deny })).toBe('allow'));
});
