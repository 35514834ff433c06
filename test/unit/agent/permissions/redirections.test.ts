import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { lineOutcomes, outcomesOfPush } from './decideInput.ts';

const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-redirections-')));
const cwd = path.join(home, 'project');
mkdirSync(path.join(cwd, 'src'), { recursive: true });
mkdirSync(path.join(cwd, 's/s'), { recursive: true });
writeFileSync(path.join(home, 'secret'), 'x');
symlinkSync('../../../secret', path.join(cwd, 's/s/lnk'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const outcome = lineOutcomes(home, cwd);

/** `g$@it` is git for bash alone: no text of the line spells the command. */
describe('a denied command never runs', () => {
  test.each([
    'git 2>&- push',
    'git >&- push',
    'git -C . 2>&- push',
    'timeout 5 git 2>&- push',
    "eval 2>&- 'git push'",
    'ls | x=1 <a git push',
    '! x=1 <a git push',
    'ls | x=1 2>&1 git push',
    'x=1 <<E git push\nE\n',
    'x=1 <<E >o git push\nE\n',
    'if :; then ! x=1 <a git push; fi',
    "ls >&'$(git push)'",
    "ls 1>&'$(git push)'",
    'ls >&\\`git\\ push\\`',
    "[[ a ]] >&'$(git push)'",
    'x=\'$(git push)\'; ls >& "$x"',
    "_=x bash -c 'g$@it push'",
    "x=1 _=2 bash -c 'g$@it push'",
    "time A=1 bash -c 'g$@it push'",
    "time PS4='$(g$@it push)'; set -x; :",
    "bash <<'E'{x}\ng$@it push\nE\n",
    "echo 'g$@it push' | { bash 3<<'E'\ntrue\nE\n}",
    "[[ a&&-v 'b[$(git push)]' ]]",
    "[[ (-v 'b[$(git push)]') ]]",
    "a0='b[$(g$@it push)]'; [[ a$? -eq 1 ]]",
    "a0='b[$(g$@it push)]'; c[a$?]=1",
    "a1='b[$(g$@it push)]'; echo ${c[a${x}1]}",
    "\\read x <<< 'b[$(g$@it push)]'; echo $((x))",
    "command read x <<< 'b[$(g$@it push)]'; echo $((x))",
    'y=\'b[$(g$@it push)]\'; \\export x="$y"; echo $((x))',
    'printf \'-v\' x %s "$y"; echo $((x))',
    '\\eval "x=\'b[\\$(g$@it push)]\'"; echo $((x))',
    "env x='b[$(g$@it push)]' bash -c 'echo $((x))'",
    "strace -E x='b[$(g$@it push)]' bash -c 'echo $((x))'",
    'x=$(echo Zz0= | base64 -d\necho | wc -l); echo $((x))',
    "'[' -v 'b[$(g$@it push)]' ]",
    'x=\'b[$(g$@it push)]\'; test -v "$x"',
    'y=-v; x=\'b[$(g$@it push)]\'; test "$y" "$x"',
    'b=(1); x=\'b[$(g$@it push)]\'; unset "$x"',
    'y=-v; printf "$y" PS4 \'$(g$@it push)\'; set -x; :',
    "env =x bash -c 'g$@it push'",
    "find . -maxdepth 0 ! -name -exec -exec bash -c 'g$@it push' \\;",
    `echo "-exec bash -c 'g\\$@it push' ;" | xargs find . -maxdepth 0`,
    "runuser root <<< 'g$@it push'",
    "runuser root --session-command 'g$@it push'",
    "su root -c : --session-command='g$@it push'",
    "flock b -c 'echo &>b g$@it push'",
    "strace -o '|g$@it push' true",
    "PATH=/dev:$PATH; source stdin <<< 'g$@it push'",
    "PATH=/dev:$PATH bash stdin <<< 'g$@it push'",
  ])('%j', async (line) => {
    const found = await outcomesOfPush(outcome, line);
    expect(found).not.toContain('allow');
  });
});

describe('in ask and accept-edits, without a rule', () => {
  test.each([
    'git log -1 --format=%+GK',
    "git log -1 --format='% GK'",
    'git log -1 --format=%-GK',
    'find . <&- -delete',
    'sort a <&- -opw',
    'uniq a <&- pw',
    'ls | x=1 <a touch pw',
    'x=(a) <<E touch pw\nE\n',
    "ls >&'b$(touch pw)'",
    "TERM=xterm timeout 2 watch -n1 -t 'echo a &>/dev/null touch pw'",
    `TERM=xterm timeout 2 watch -t -n1 "echo \\$'a\\\\'; cat ../secret #'"`,
    'echo "$PWD"/../*',
    'for f in "$PWD"/../*; do echo "$f"; done',
    'x=("$PWD"/../*); echo "${x[@]}"',
    'grep -hv -e "$PWD"/../*',
    'for f in h/*/*; do grep -v -e ./$f; done',
    'for f in k/*/*; do echo $f; done',
    "eval 'f''or i in 1 2; do cd s; done; cat lnk'",
    "eval 'f''or i in 1 2; do cd s; done; echo x > lnk'",
    "trap 'cd deep && cat dl' EXIT; cd src",
    "trap 'cd s' DEBUG; true; true; echo x > lnk",
  ])('asks about %j', async (line) => {
    expect([await outcome(line), await outcome(line, { mode: 'accept-edits' })]).toEqual(['ask', 'ask']);
  });
});

test('a rule on editing covers what a redirect really writes, in the folder where it does', async () => {
  symlinkSync('../s', path.join(cwd, 'src/away'));
  const lines = ['echo a > src/x', 'cd s && echo a > src/x', 'echo a > src/away/x'];
  const found = await Promise.all(lines.map((line) => outcome(line, { allow: ['Edit(src/**)'] })));
  expect(found).toEqual(['allow', 'ask', 'ask']);
});

test.each([
  'TMPDIR=../hidden mktemp',
  'TMPDIR=.git mktemp',
  'GIT_DIR=../made git init',
  "bash -b -c 'touch .git/made'",
  "bash -O extglob -c 'touch ../made'",
  "env -S 'touch ../made'",
  "bash -s <<< 'touch .git/made'",
])('in auto, a place that an assignment or a text for a shell names is a question: %j', async (line) => {
  expect(await outcome(line, { mode: 'auto' })).toBe('ask');
});

test.each([
  'npm test 2>&1 | tail -5',
  'npm test >&2',
  'node server.js 2>/dev/null >&- &',
  'NODE_ENV=test npm test < input.txt',
  'runuser -u bob -- npm test',
  'ls 2>&1 a',
])('a plain redirect is no question in auto: %j', async (line) => {
  expect(await outcome(line, { deny: ['Bash(git push *)'], mode: 'auto' })).toBe('allow');
});
