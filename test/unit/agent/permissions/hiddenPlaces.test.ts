import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lineOutcomes } from './decideInput.ts';

/** Places whose spelling leads elsewhere for the command than for who decides; each line did read or write there. */
const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-hidden-')));
const cwd = path.join(home, 'project');
const outside = path.join(home, 'outside');
for (const folder of [
  'src',
  'secrets',
  '.vak',
  '~',
  'linked/.git/info',
  'plain/.git/info',
  'told',
  'sub',
  'odd',
])
  mkdirSync(path.join(cwd, folder), { recursive: true });
mkdirSync(path.join(outside, 'wt/info'), { recursive: true });
mkdirSync(path.join(home, 'repo/.git/info'), { recursive: true });
mkdirSync(path.join(home, 'repo/.git/worktrees/w'), { recursive: true });
const write = (file: string, text = 'x') => writeFileSync(path.join(home, file), text);
for (const file of ['outside/x', 'project/src/a', 'project/secrets/a', 'project/.vak/config.toml'])
  write(file);
write('project/plain/.git/info/exclude');
write('outside/wt/info/exclude');
write('outside/wt/commondir', '.\n');
write('project/told/.git', `gitdir: ${outside}/wt\n`);
write('project/odd/.git', 'gitdir: src\n');
write('project/sub/.git', 'gitdir: ../.git/modules/sub\n');
write('repo/.git/info/exclude');
write('repo/.git/worktrees/w/commondir', '../..\n');
const link = (to: string, name: string) => symlinkSync(to, path.join(cwd, name));
link(path.join(outside, 'x'), 'src/inner');
link(path.join(outside, 'x'), '~/lnk');
link(path.join(outside, 'x'), 'linked/.git/info/exclude');
link('/proc/self', 'me');
link('me/cwd', 'here');
afterAll(() => rmSync(home, { recursive: true, force: true }));

const outcome = lineOutcomes(home, cwd);

describe('a place that each process finds elsewhere is a question', () => {
  test.each([
    'cd src && cat /proc/self/cwd/inner',
    'cat /proc/thread-self/cwd/a',
    'cat /proc/1/cwd/a',
    'head /dev/fd/../cwd/i*',
    'cat here/a',
    'cat me/cwd/a',
    'cat //proc/./self/cwd/a',
    'ls /proc/self/fd/',
  ])('in ask: %s', async (line) => expect(await outcome(line)).toBe('ask'));

  // Seen from here, it would be a file of the workspace.
  test.each(['cd src && cat /proc/self/cwd/package.json', 'head -n1 /dev/fd/../cwd/package.json'])(
    'in ask, where the agent stands in the workspace: %s',
    async (line) => expect(await lineOutcomes(home, process.cwd())(line)).toBe('ask'),
  );

  test.each([
    'cd .vak && echo x > /proc/self/cwd/config.toml',
    'cd /proc/self/cwd && echo x > a',
    'tee here/a',
  ])('in auto: %s', async (line) => expect(await outcome(line, { mode: 'auto' })).toBe('ask'));

  test('while a deny rule on reading names it otherwise', async () => {
    const deny = ['Read(secrets/**)'];
    expect(await outcome('cd secrets && cat /proc/self/cwd/a', { deny })).not.toBe('allow');
    expect(await outcome('cat here/secrets/a', { deny, mode: 'auto' })).toBe('ask');
  });

  test.each(['cat < /dev/stdin', 'cat /dev/stdin', 'echo x > /dev/null'])('but %s is none', async (line) =>
    expect(await outcome(line)).toBe('allow'),
  );
});

describe('with the workspace as home, a quoted ~ is a name', () => {
  const change = { cwd, roots: [cwd] };
  const atHome = lineOutcomes(cwd, cwd);

  test.each([
    "cat '~/lnk'",
    "cat ~''/lnk",
    'cat \\~/lnk',
    'cat "~"/l*',
    "cd '~' && cat lnk",
    'head -n1 "~/lnk"',
  ])('in %s', async (line) => expect(await atHome(line, change)).toBe('ask'));

  test.each(['cat ~/src/a', 'ls ~', 'cd ~/src && cat a'])('and %s is home', async (line) =>
    expect(await atHome(line, change)).toBe('allow'),
  );

  test('and no place where a rule lets write', async () => {
    const allow = ['Edit(~/src/**)'];
    expect(await atHome("echo x > '~/src/a'", { ...change, allow })).toBe('ask');
  });
});

describe('what a repository passes over is read by rg', () => {
  test.each(['rg x', 'rg x linked', 'rg x told', 'cd told && rg x', 'rg x odd', 'rg x linked/.git/..'])(
    'so %s is a question',
    async (line) => expect(await outcome(line)).toBe('ask'),
  );

  test.each(['plain', 'sub'])('and in %s it is none', async (folder) => {
    const inner = path.join(cwd, folder);
    expect(await outcome('rg x', { cwd: inner, roots: [cwd] })).toBe('allow');
    expect(await outcome('rg --no-ignore x')).toBe('allow');
  });

  test('where a worktree belongs to a repository, it is none', async () => {
    const tree = path.join(home, 'tree');
    mkdirSync(tree);
    writeFileSync(path.join(tree, '.git'), `gitdir: ${home}/repo/.git/worktrees/w\n`);
    expect(await outcome('rg x', { cwd: tree, roots: [tree] })).toBe('allow');
  });
});

describe('an allow rule lets a place outside be read only by a word that it spells whole', () => {
  test.each([
    ['grep * /etc/hosts *', 'grep -r root:x:0 /etc/hosts /etc'],
    ['ls /usr/share/doc *', 'ls /usr/share/doc / /usr'],
    ['cat /etc/host*', 'cat /etc/host /etc'],
    ['cat /etc/hosts *', 'cat /etc/hosts > /etc/hosts'],
    ['cat /etc/hosts *', "bash -c 'cat /etc/hosts /etc'"],
    ['cat /etc/hosts *', "bash -c 'cat /etc/hosts > /etc/hosts'"],
    ['cd *', 'cd'],
  ])('%s and %s', async (pattern, line) => {
    const allow = [`Bash(${pattern})`];
    expect(await outcome(line, { allow })).toBe('ask');
    expect(await outcome(line, { allow, mode: 'accept-edits' })).toBe('ask');
  });

  test.each([
    ['grep * /etc/hosts *', 'grep -r root /etc/hosts'],
    ['ls "/usr/share/doc" *', 'ls /usr/share/doc -l'],
    ['tool --file=/etc/hosts *', 'tool --file=/etc/hosts'],
  ])('%s lets %s', async (pattern, line) =>
    expect(await outcome(line, { allow: [`Bash(${pattern})`] })).toBe('allow'),
  );
});
