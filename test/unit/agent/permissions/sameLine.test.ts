import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lineOutcomes } from './decideInput.ts';

/** What a line makes before it looks: each of these did run or show what it must not. */
const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-line-')));
const cwd = path.join(home, 'project');
const bare = path.join(home, 'bare');
for (const folder of [path.join(cwd, '.git/objects'), path.join(cwd, 'src'), bare])
  mkdirSync(folder, { recursive: true });
for (const file of ['.git/HEAD', 'a', 'b.ts', 'src/a']) writeFileSync(path.join(cwd, file), 'x');
afterAll(() => rmSync(home, { recursive: true, force: true }));

const outcome = lineOutcomes(home, cwd);
const atBare = lineOutcomes(home, bare);

describe('a name that the line makes itself may be an option or a link, so a question is', () => {
  const lines = [
    "echo 'touch x' > evil; : > ./--pre=sh; rg x *",
    ': > ./-R; grep x *',
    "printf '../secret\\0' > list; : > ./--files0-from=list; sort [-]*",
    'echo x > ./-oPWN; sort *',
    'echo x > ./--output=PWN; git diff *',
    'for i in 1 2; do sort * > ./-oPWN; done',
    'rg x * | cat > ./--pre=sh',
  ];
  test.each(lines)('%s', async (line) => {
    expect(await outcome(line, { mode: 'accept-edits' })).toBe('ask');
    expect(await outcome(line, { allow: ['Edit(**)'] })).toBe('ask');
  });

  test.each(['tool x; cat s*/*', 'tool x; cat < s*/a', 'cat src/* & tool x'])(
    'where a rule lets the program make it: %s',
    async (line) => expect(await outcome(line, { allow: ['Bash(tool *)'] })).toBe('ask'),
  );

  test.each([': > ./-R; grep x *', 'tool x; git diff --stat *'])(
    'in auto while a deny rule on reading exists: %s',
    async (line) => expect(await outcome(line, { mode: 'auto', deny: ['Read(*.env)'] })).toBe('ask'),
  );

  test.each(['sort * > out', 'ls *.ts 2> /dev/null; cat src/*', 'time ls *; cat src/*'])(
    'none: %s',
    async (line) => expect(await outcome(line, { mode: 'accept-edits' })).toBe('allow'),
  );

  test('none in auto', async () => expect(await outcome('tool x; rm *', { mode: 'auto' })).toBe('allow'));
});

describe('a repository that comes to be within the line', () => {
  test.each(["echo 'ref: refs/heads/x' > HEAD; git status", 'tool x && git log', 'git log | cat > HEAD'])(
    'is not the workspace’s: %s',
    async (line) => {
      const change = { mode: 'accept-edits', allow: ['Bash(tool *)'] } as const;
      expect(await atBare(line, { ...change, allow: [...change.allow] })).toBe('ask');
      const inner = path.join(cwd, 'src');
      expect(await outcome(line, { ...change, allow: [...change.allow], cwd: inner, roots: [cwd] })).toBe(
        'ask',
      );
      expect(await outcome(line, { ...change, allow: [...change.allow] })).toBe('allow');
    },
  );

  test('is none where the line only reads', async () => {
    expect(await atBare('git status; ls 2> /dev/null')).toBe('allow');
  });
});
