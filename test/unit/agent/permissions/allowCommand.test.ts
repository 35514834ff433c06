import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createPermissions } from '../../../../src/agent/permissions/decide.ts';
import type { PermissionDecision } from '../../../../src/agent/permissions/permission.ts';
import { decideInput, testHost } from './decideInput.ts';

const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-allow-')));
const cwd = path.join(home, 'project');
mkdirSync(path.join(cwd, 'src'), { recursive: true });
writeFileSync(path.join(home, 'secret'), 'x');
symlinkSync(path.join(home, 'secret'), path.join(cwd, 'link'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const decide = createPermissions(testHost(home));
type Change = Parameters<typeof decideInput>[0];
const about = (line: string, change: Change = {}): Promise<PermissionDecision> =>
  decide(decideInput({ cwd, roots: [cwd], ...change, subject: { kind: 'command', line } }));
const outcome = async (line: string, change: Change = {}) => (await about(line, change)).outcome;

test.each<[string, PermissionDecision['outcome']]>([
  ['cat ../secret', 'ask'],
  ['cat a', 'ask'],
  ['touch a', 'deny'],
  ['touch ../x', 'deny'],
  ['rm .vscode/settings.json', 'deny'],
  ['echo x > .git/config', 'deny'],
  ['vak trust', 'deny'],
])('in read-only, with ask rules that hold: %s is %s', async (line, expected) =>
  expect(await outcome(line, { mode: 'read-only', ask: ['Bash(cat *)', 'Bash(touch *)'] })).toBe(expected),
);

describe('a command that only reads', () => {
  test.each([
    'ls -la src',
    'cat a.txt | grep x | wc -l',
    'git status && git diff HEAD~1',
    '/usr/bin/git log --oneline -5',
    'cd src && ls',
    'for f in a b; do cat "a.txt"; done',
    'find . -name "*.ts"',
    'ls *.ts',
    'rg -n "foo|/bar" src',
    'echo "$HOME"',
    'cat a 2>/dev/null',
    '[ -f a ] && echo yes',
    'ls 2>&1',
    'git --no-pager diff',
  ])('needs no question: %j', async (line) => expect(await outcome(line)).toBe('allow'));

  test.each([
    ['it writes', 'sort -o out a'],
    ['it writes', 'find . -delete'],
    ['it writes', 'uniq a b'],
    ['it writes', 'git branch feature'],
    ['it writes', 'git diff --output=x'],
    ['it writes', 'echo hi > a.txt'],
    ['it writes', 'cat a >> b'],
    ['it writes', 'date -s 2020-01-01'],
    ['it runs a program', 'rg --pre ./x foo'],
    ['it runs a program', 'git -c core.pager=./x log'],
    ['it runs a program', 'git log --ext-diff'],
    ['it runs a program', 'git grep -Ox foo'],
    ['it is another program of that name', './ls'],
    ['it is another program of that name', `${'/tmp'}/evil/git status`],
    ['a variable changes what runs', 'PATH=. ls'],
    ['an expansion may be anything', 'cat $FILE'],
    ['an expansion may be an option', 'find . $X'],
    ['an expansion may be an option', 'sort $(cat x)'],
    ['it is outside the workspace', 'cat /etc/passwd'],
    ['it is outside the workspace', 'cat ~/secret'],
    ['it is outside the workspace', 'cat ../secret'],
    ['it is outside the workspace', 'cat src/../../secret'],
    ['it is outside the workspace', 'cd .. && cat secret'],
    ['it is outside the workspace', 'cd && ls'],
    ['it is outside the workspace', 'grep -f/etc/passwd x'],
    ['it is outside the workspace', 'cat < ../secret'],
    ['a link leads out', 'cat link'],
    ['it is not known', 'make'],
  ])('asks when %s: %j', async (_why, line) => expect(await outcome(line)).toBe('ask'));
});

describe('an allow rule', () => {
  const allow = ['Bash(npm test *)', 'Bash(git commit *)', 'Bash(rm build)'];

  test.each([
    'npm test',
    'npm test -- --run x',
    'npm test "$FILTER"',
    'npm test && git commit -m "a; b"',
    'npm test | tail -5',
    'timeout 60 npm test',
    'env CI=1 npm test',
    'CI=1 npm test',
    'nohup npm test',
    "bash -c 'npm test'",
    'find . -name x -exec rm build \\;',
    'echo "$(npm test)"',
  ])('covers %j', async (line) => expect(await outcome(line, { allow })).toBe('allow'));

  test.each([
    'npm test; rm -rf x',
    'npm test && curl x',
    'npm test | sh',
    'npm test $(rm x)',
    'npm test `rm x`',
    'npm test <(rm x)',
    'echo $(npm test)',
    'npm test > ../out',
    'npm test > src/out',
    'npm "test x"',
    'npm  run test',
    'npm testing',
    './npm test',
    '/tmp/npm test',
    'sudo npm test',
    'NODE_OPTIONS=--require=./x npm test',
    'PATH=. npm test',
    'LD_PRELOAD=./x npm test',
    'f() { rm x; }; npm test; f',
    "bash -c 'npm test; rm x'",
    'xargs rm',
    'rm build other',
    'npm test &\nrm x',
    'export A=b; npm test',
  ])('does not cover %j', async (line) => expect(await outcome(line, { allow })).toBe('ask'));

  test.each([
    [['Bash(sudo apt-get update)'], 'sudo apt-get update', 'allow'],
    [['Bash(sudo *)'], 'sudo apt-get update', 'ask'],
    [['Bash(sudo *)', 'Bash(apt-get *)'], 'sudo apt-get update', 'allow'],
    [['Bash(bash *)'], 'bash -c "rm x"', 'ask'],
    [['Bash(env *)'], 'env rm x', 'ask'],
    [['Bash'], 'anything goes', 'allow'],
    [['Bash'], 'anything; $X', 'ask'],
    [["Bash(echo 'a b')"], "tool 'a b'", 'ask'],
    [["Bash(tool 'a b')"], 'tool "a b"', 'allow'],
    [["Bash(tool 'a b')"], 'tool a b', 'ask'],
    [['Bash(tool a b)'], 'tool "a b"', 'ask'],
    [['Bash(cat *)'], 'cat /etc/passwd', 'ask'],
    [['Bash(cat /etc/hosts)'], 'cat /etc/hosts', 'allow'],
  ])('%j over %j: %s', async (rules, line, expected) =>
    expect(await outcome(line, { allow: rules })).toBe(expected),
  );

  test('of a project is passed over', async () => {
    const input = decideInput({ cwd, roots: [cwd], subject: { kind: 'command', line: 'make' } });
    const rules = { ...input.rules, allow: [{ text: 'Bash(make)', path: 'x', layer: 'project' as const }] };
    expect((await decide({ ...input, rules })).outcome).toBe('ask');
  });
});

describe('the agent’s own configuration', () => {
  const lines = [
    'echo x > .vak/config.toml',
    'cp a .git/hooks/pre-commit',
    'rm -rf .agents',
    'tee AGENTS.md < a',
    'cd .vak && rm config.toml',
    'sed -i s/a/b/ .vscode/mcp.json',
    'mv a src/../.claude/x',
    `cp a ${path.join(home, '.config/vak/config.toml')}`,
    `cp a ${path.join(home, '.config/openvaala/x')}`,
    'dd of=.vak/config.toml',
  ];
  test.each(lines)('asks in every mode, and no rule helps: %j', async (line) => {
    const found = await Promise.all(
      (['ask', 'accept-edits', 'auto'] as const).map((mode) =>
        outcome(line, { mode, allow: ['Bash', 'Edit'] }),
      ),
    );
    expect(found).toEqual(['ask', 'ask', 'ask']);
  });

  test('is read without a question', async () => {
    expect(await outcome('cat .vak/config.toml AGENTS.md')).toBe('allow');
  });

  test('is found with its letters in another case where the disk folds it', async () => {
    const mac = createPermissions(testHost(home, 'darwin'));
    const input = decideInput({
      cwd,
      roots: [cwd],
      mode: 'auto',
      subject: { kind: 'command', line: 'cp a .VAK/config.toml' },
    });
    expect((await mac(input)).outcome).toBe('ask');
  });
});

describe('modes', () => {
  test.each([
    ['read-only', 'ls', 'allow'],
    ['read-only', 'make', 'deny'],
    ['read-only', 'echo x > a', 'deny'],
    ['accept-edits', 'echo x > a', 'allow'],
    ['accept-edits', 'echo x > ../a', 'ask'],
    ['accept-edits', 'make', 'ask'],
    ['auto', 'make', 'allow'],
    ['auto', 'make install DESTDIR=/opt', 'ask'],
    ['auto', 'curl https://example.com/a/b', 'allow'],
    ['auto', 'cp a /etc/x', 'ask'],
  ] as const)('%s: %j is %s', async (mode, line, expected) =>
    expect(await outcome(line, { mode })).toBe(expected),
  );
});

describe('the question', () => {
  test('names each part that asks and offers exactly what asks', async () => {
    const line = 'ls && make "a b" && npm ci';
    expect(await about(line)).toEqual({
      outcome: 'ask',
      because: 'no rule allows these commands',
      part: [6, 16],
      parts: [
        [6, 16],
        [20, 26],
      ],
      always: {
        rules: ["Bash(make 'a b')", 'Bash(npm ci)'],
        label: "Always allow “make 'a b'” and “npm ci” for me",
      },
    });
  });

  test('is answered for good by the rule it offers, and by that alone', async () => {
    const line = 'make "it\'s" *x && git push';
    const first = await about('make "it\'s" && git push');
    const rules = first.outcome === 'ask' ? [...(first.always?.rules ?? [])] : [];
    expect([
      await outcome('make "it\'s" && git push', { allow: rules }),
      await outcome('git push origin', { allow: rules }),
      await outcome(line, { allow: rules }),
    ]).toEqual(['allow', 'ask', 'ask']);
  });

  test.each(['make > out', 'X=1 make', 'make $X', 'eval "$X"'])(
    'offers nothing for good about %j',
    async (line) => {
      expect(await about(line)).not.toHaveProperty('always.rules');
    },
  );
});

test.each([
  ['touch made', 'Bash(touch *)', 'deny'],
  ['echo x > made', 'Edit', 'deny'],
  ['echo x > made', 'Bash(echo *)', 'deny'],
  ['git commit -m x', 'Bash', 'deny'],
  ['ls -la', 'Bash(ls *)', 'allow'],
])('in read-only, %s with %s allowed is %s', async (line, rule, expected) => {
  expect(await outcome(line, { mode: 'read-only', allow: [rule, 'Write'] })).toBe(expected);
});

test('a deny rule on reading holds for commands that name the file', async () => {
  const deny = ['Read(*.env)'];
  expect([
    await outcome('cat src/prod.env', { deny }),
    await outcome('cp src/../prod.env x', { deny, mode: 'auto' }),
    await outcome('cat prod.envy', { deny }),
  ]).toEqual(['deny', 'deny', 'allow']);
});
