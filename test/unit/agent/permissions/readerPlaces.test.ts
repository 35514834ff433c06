import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createPermissions } from '../../../../src/agent/permissions/decide.ts';
import { decideInput, testHost } from './decideInput.ts';

/** Places that a program finds where nobody looks for one: each line did read or write there. */
const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-places-')));
const cwd = path.join(home, 'project');
for (const folder of ['src/deep', 'igd', '-n5', '.vak', 'ours'])
  mkdirSync(path.join(cwd, folder), { recursive: true });
for (const file of ['secret', 'badglob']) writeFileSync(path.join(home, file), 'x');
for (const file of ['a', 'b', '.env', 'AGENTS.md', 'src/deep/f', '.vak/config.toml', 'ours/.gitignore'])
  writeFileSync(path.join(cwd, file), 'x');
for (const link of ['-h', '=', '!', '(', '-n', 'm'])
  symlinkSync(path.join(home, 'secret'), path.join(cwd, link));
symlinkSync(home, path.join(cwd, 'up'));
symlinkSync(path.join(home, 'badglob'), path.join(cwd, 'igd/.ignore'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const decide = createPermissions(testHost(home));
type Change = Parameters<typeof decideInput>[0];
const outcome = async (line: string, change: Change = {}) =>
  (await decide(decideInput({ cwd, roots: [cwd], ...change, subject: { kind: 'command', line } }))).outcome;

describe('in ask, without a rule, a question when', () => {
  test.each([
    ['an option behind an operand is a file', 'xxd a -p'],
    ['an option behind an operand is a file', 'xxd -e a -C'],
    ['ignore files are read from anywhere', 'git ls-files -o -i --exclude-per-directory=../secret'],
    ['ignore files are read from anywhere', 'git ls-files -o -i --exclude-per-directory ../secret'],
    ['a path outside stands behind a revision', 'git show HEAD:/etc/passwd'],
    ['a path outside stands behind a revision', 'git log HEAD:/etc/passwd'],
    ['a path outside stands behind a revision', 'git rev-parse HEAD:/etc/passwd'],
    ['a path outside stands behind a revision', 'git show :0:/etc/passwd'],
    ['a path outside stands behind a revision', 'git cat-file -e :0:/etc/passwd'],
    ['a path outside stands behind a revision', 'git show :0:up/x'],
    ['a path outside stands behind a revision', "git show 'HEAD^{/x:}:/etc/passwd'"],
    ['a link is named like an operator', 'test -f -h'],
    ['a link is named like an operator', 'test -s -h'],
    ['a link is named like an operator', 'test -f ='],
    ['a link is named like an operator', "test -f '!'"],
    ['a link is named like an operator', "test -f '('"],
    ['a link is named like an operator', "test '(' -f -n ')'"],
    ['it looks where a link leads', 'ls -lF m'],
    ['it looks where a link leads', 'ls -oF m'],
    ['it looks where a link leads', 'ls -l --file-type m'],
    ['it looks where a link leads', 'ls -l --group-directories-first'],
    ['it looks where a link leads', 'ls --hyperlink=always'],
    ['it looks where a link leads', 'ls -l --classify m'],
    ['it looks where a link leads', 'ls -l --indicator-style=classify m'],
    ['it looks where a link leads', 'ls -l --color m'],
    ['it looks where a link leads', 'ls -l --color=always m'],
    ['it looks where a link leads', 'tree'],
    ['a link is an ignore file', 'rg x igd'],
    ['a link is an ignore file', 'rg x'],
    ['a link is an ignore file', 'cd igd && rg x'],
    ['a pattern of names is joined to an option', 'head -n5/../../* a'],
    ['a pattern of names is joined to an option', 'tail -n5/../../* a'],
    ['git runs a program to sort', 'git branch --list --sort=signature'],
    ['git runs a program to sort', 'git tag -l --sort=signature'],
  ])('%s: %s', async (_why, line) => expect(await outcome(line)).toBe('ask'));

  test('an ignore file lies around the workspace', async () => {
    const outer = path.join(home, 'outer');
    const inner = path.join(outer, 'project');
    mkdirSync(path.join(inner, 'src'), { recursive: true });
    expect(await outcome('rg x src', { cwd: inner, roots: [inner] })).toBe('allow');
    writeFileSync(path.join(outer, '.ignore'), 'x');
    expect(await outcome('rg x src', { cwd: inner, roots: [inner] })).toBe('ask');
    expect(await outcome('rg --no-ignore x src', { cwd: inner, roots: [inner] })).toBe('allow');
  });
});

describe('no question', () => {
  test.each([
    'xxd -p a',
    'git show HEAD:src/deep/f :0:a',
    "git log ':/fix' -- ':!src'",
    'git branch --list --sort=-committerdate',
    'ls -la --color=never src',
    'head -n5 a; head -c 5 src/*',
    'rg --no-ignore x igd',
  ])('about %s', async (line) => expect(await outcome(line)).toBe('allow'));

  test.each(['test -f a && test -n x', 'test a = b'])(
    'about operators that no link is named like: %s',
    async (line) => expect(await outcome(line, { cwd: path.join(cwd, 'src') })).toBe('allow'),
  );

  test('about a search where the ignore files are plain', async () => {
    const inner = path.join(cwd, 'ours');
    expect(await outcome('rg x', { cwd: inner, roots: [cwd] })).toBe('allow');
  });
});
