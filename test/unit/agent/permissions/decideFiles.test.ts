import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createPermissions } from '../../../../src/agent/permissions/decide.ts';
import { pathMatches } from '../../../../src/agent/permissions/pathRule.ts';
import { createApplyPatch } from '../../../../src/agent/tools/files/applyPatch.ts';
import { createEditFile } from '../../../../src/agent/tools/files/editFile.ts';
import { decideInput, testHost } from './decideInput.ts';

const home = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-files-')));
const cwd = path.join(home, 'project');
mkdirSync(path.join(cwd, 'src'), { recursive: true });
mkdirSync(path.join(home, 'project-two'), { recursive: true });
mkdirSync(path.join(home, 'skills'), { recursive: true });
writeFileSync(path.join(home, 'secret'), 'x');
symlinkSync(path.join(home, 'secret'), path.join(cwd, 'link'));
symlinkSync(path.join(home, 'not-there'), path.join(cwd, 'dangling'));
symlinkSync(home, path.join(cwd, 'up'));
symlinkSync('loop', path.join(cwd, 'loop'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const decide = createPermissions(testHost(home));
type Change = Parameters<typeof decideInput>[0];
const about = (kind: 'read' | 'write', paths: string[], change: Change = {}) => {
  const tool =
    kind === 'read'
      ? { tool: 'read_file', aliases: ['Read', 'read'] }
      : { tool: 'write_file', aliases: ['Write'] };
  return decide(decideInput({ cwd, roots: [cwd], ...tool, ...change, subject: { kind, paths } }));
};
const outcome = async (...args: Parameters<typeof about>) => (await about(...args)).outcome;

describe('a place', () => {
  test.each([
    ['in the workspace', 'read', 'src/a.ts', 'allow'],
    ['in the workspace, to write', 'write', 'src/a.ts', 'ask'],
    ['a folder that begins with the workspace’s name', 'read', '../project-two/a', 'ask'],
    ['outside by dots', 'read', 'src/../../secret', 'ask'],
    ['outside by its name', 'read', '/etc/passwd', 'ask'],
    ['outside through the home', 'read', '~/secret', 'ask'],
    ['outside through a link', 'read', 'link', 'ask'],
    ['outside through a link to nowhere', 'write', 'dangling', 'ask'],
    ['outside below a linked folder', 'write', 'up/new/file', 'ask'],
    ['a link that never ends', 'read', 'loop', 'deny'],
    ['its own configuration', 'write', '.vak/config.toml', 'ask'],
    ['a deeper one', 'write', 'packages/x/.git/config', 'ask'],
    ['instructions', 'write', 'src/AGENTS.md', 'ask'],
  ] as const)('%s: %s %s is %s', async (_name, kind, file, expected) =>
    expect(await outcome(kind, [file])).toBe(expected),
  );

  test('outside asks in auto too', async () => {
    expect(await outcome('write', ['/etc/x'], { mode: 'auto' })).toBe('ask');
  });

  test('of a loaded skill is read without a question, and written with one', async () => {
    const readable = [path.join(home, 'skills')];
    expect([
      await outcome('read', ['~/skills/a/SKILL.md'], { readable }),
      await outcome('write', ['~/skills/a/SKILL.md'], { readable, mode: 'auto' }),
    ]).toEqual(['allow', 'ask']);
  });

  test.each(['.config/vak/x', '.config/openvaala/x', '.local/share/vak/trust.json', '.cache/vak/hooks/x'])(
    'that the agent keeps outside of projects asks in auto: %s',
    async (file) => {
      const within = { cwd: home, roots: [home], mode: 'auto' } as const;
      expect([await outcome('write', [file], within), await outcome('read', [file], within)]).toEqual([
        'ask',
        'allow',
      ]);
    },
  );

  test.each(['ask', 'accept-edits', 'auto'] as const)(
    'that configures the agent asks in %s, with no way to allow it for good',
    async (mode) => {
      const decision = await about('write', ['.vscode/mcp.json'], { mode, allow: ['Write', 'Edit(**)'] });
      expect([decision.outcome, 'always' in decision]).toEqual(['ask', false]);
    },
  );
});

test.each([
  ['read-only', 'deny'],
  ['ask', 'ask'],
  ['accept-edits', 'allow'],
  ['auto', 'allow'],
] as const)('writing in mode %s is %s', async (mode, expected) =>
  expect(await outcome('write', ['src/a'], { mode })).toBe(expected),
);

describe('rules', () => {
  test.each([
    ['Write', 'allow'],
    ['Edit', 'allow'],
    ['apply_patch', 'allow'],
    ['Write(src/**)', 'allow'],
    ['Edit(*.ts)', 'allow'],
    ['Edit(./src/a.ts)', 'allow'],
    ['Edit(lib/**)', 'ask'],
    ['Edit(a.ts)', 'allow'],
    ['Edit(src/b*)', 'ask'],
    ['Read(src/**)', 'ask'],
  ])('allow %s makes writing src/a.ts %s', async (rule, expected) =>
    expect(await outcome('write', ['src/a.ts'], { allow: [rule] })).toBe(expected),
  );

  test('an allow rule of the workspace says nothing about places outside', async () => {
    const asked = await Promise.all(
      [['Edit'], ['Edit(*)'], [`Edit(${home}/**)`]].map((allow) => outcome('write', ['../new'], { allow })),
    );
    expect(asked).toEqual(['ask', 'ask', 'allow']);
  });

  test('an allow rule must hold for where a link leads too', async () => {
    expect(await outcome('read', ['link'], { allow: ['Read(link)'] })).toBe('ask');
  });

  test('a deny rule holds for where a link leads', async () => {
    expect(await outcome('read', ['link'], { deny: [`Read(${home}/secret)`] })).toBe('deny');
  });

  test('deny goes over ask, ask over allow', async () => {
    expect([
      await outcome('read', ['src/a'], { deny: ['Read(src/*)'], ask: ['Read'], allow: ['Read'] }),
      await outcome('read', ['src/a'], { ask: ['Read(src/*)'], allow: ['Read'] }),
    ]).toEqual(['deny', 'ask']);
  });

  test('the strictest answer of several files counts', async () => {
    expect([
      await outcome('write', ['src/a', '.git/x'], { mode: 'auto' }),
      await outcome('write', ['src/a', 'src/b.env'], { deny: ['Edit(*.env)'] }),
    ]).toEqual(['ask', 'deny']);
  });

  test('what is offered for good allows exactly that file', async () => {
    const decision = await about('write', ['src/[a].ts']);
    const rules = decision.outcome === 'ask' ? [...(decision.always?.rules ?? [])] : [];
    expect([
      rules,
      await outcome('write', ['src/[a].ts'], { allow: rules }),
      await outcome('write', ['src/a.ts'], { allow: rules }),
    ]).toEqual([[`Edit(${cwd}/src/[[]a[]].ts)`], 'allow', 'ask']);
  });

  test('what is offered for good is about this workspace alone, and its label says so', async () => {
    const decision = await about('write', ['package.json']);
    const always = decision.outcome === 'ask' ? decision.always : undefined;
    const allow = [...(always?.rules ?? [])];
    const other = path.join(home, 'project-two');
    expect(always).toEqual({
      rules: [`Edit(${cwd}/package.json)`],
      label: `Always allow changing “${cwd}/package.json” for me`,
    });
    expect([
      await outcome('write', ['package.json'], { allow }),
      await outcome('write', ['up/project/package.json'], { allow }),
      await outcome('write', ['package.json'], { allow, cwd: other, roots: [other] }),
    ]).toEqual(['allow', 'allow', 'ask']);
  });

  test('what is offered for good about a place behind a link holds for it', async () => {
    const decision = await about('read', ['link']);
    const allow = decision.outcome === 'ask' ? [...(decision.always?.rules ?? [])] : [];
    expect([allow, await outcome('read', ['link'], { allow })]).toEqual([[`Read(${home}/secret)`], 'allow']);
  });
});

test.each(['a!b', '!a', '{a,b}', '@(x)', '+(a)', '[a]', 'a]b', '*?'])(
  'what is offered for good allows the file %j and no other',
  async (name) => {
    const decision = await about('write', [name]);
    const allow = decision.outcome === 'ask' ? [...(decision.always?.rules ?? [])] : [];
    const others = ['a', 'b', 'x', 'ab', 'axb', 'aa'].map((other) => outcome('write', [other], { allow }));
    expect([await outcome('write', [name], { allow }), new Set(await Promise.all(others))]).toEqual([
      'allow',
      new Set(['ask']),
    ]);
  },
);

test.each([
  ['src/a.ts', 'allow'],
  ['src/deep/b.ts', 'allow'],
  ['lib/a.ts', 'deny'],
  ['srcs/a.ts', 'deny'],
  ['src/../lib/a.ts', 'deny'],
  ['up/project/lib', 'deny'],
])('a worker with the scope src/** writing %s is %s', async (file, expected) => {
  expect(await outcome('write', [file], { mode: 'auto', writeScope: ['src/**'] })).toBe(expected);
});

test.each([
  ['src/*.ts', 'src/a.ts', 'allow'],
  ['src/*.ts', 'src/deep/b.ts', 'deny'],
  ['src/*.ts', 'src/evil.sh', 'deny'],
  ['src/*.ts', 'src/deep/evil.sh', 'deny'],
  ['*.md', 'notes.md', 'allow'],
  ['*.md', 'src/deep/notes.md', 'allow'],
  ['*.md', 'src/a.ts', 'deny'],
  ['*.md', '../outside.md', 'deny'],
  ['src/{a,b}.ts', 'src/b.ts', 'allow'],
  ['src/{a,b}.ts', 'src/c.ts', 'deny'],
  ['src/**/test/*.ts', 'src/x/test/a.ts', 'allow'],
  ['src/**/test/*.ts', 'src/x/a.ts', 'deny'],
  ['src/../src/*.ts', 'src/a.ts', 'allow'],
  ['./src/*.ts', 'src/a.ts', 'allow'],
  ['src', 'src/deep/a.ts', 'allow'],
  ['src/', 'src/deep/a.ts', 'allow'],
  ['src/a.ts', 'src/a.ts', 'allow'],
  ['src/a.ts', 'src/b.ts', 'deny'],
  ['up/project/src/*.ts', 'src/a.ts', 'allow'],
  ['up/*', 'up/secret', 'ask'],
  ['**', 'src/deep/a.ts', 'allow'],
])('a worker with the scope %s writing %s is %s', async (scope, file, expected) => {
  expect(await outcome('write', [file], { mode: 'auto', writeScope: [scope] })).toBe(expected);
});

describe('a rule on reading', () => {
  test.each([
    ['grep', ['Grep'], '.env', 'deny'],
    ['grep', ['Grep'], 'src/deep/prod.env', 'deny'],
    ['glob', ['Glob'], '.env', 'deny'],
    ['grep', ['Grep'], 'src', 'allow'],
  ])('binds %s', async (tool, aliases, file, expected) => {
    expect(await outcome('read', [file], { mode: 'auto', tool, aliases, deny: ['Read(*.env)'] })).toBe(
      expected,
    );
  });

  test('of grep alone does not bind read_file', async () => {
    expect(await outcome('read', ['.env'], { deny: ['Grep(*.env)'] })).toBe('allow');
  });

  test.each<[string, Record<string, string>, Change, string]>([
    ['an update', { Update: '.env' }, { deny: ['Read(*.env)'] }, 'deny'],
    ['a move', { Update: '.env', Move: 'moved' }, { deny: ['Read(*.env)'] }, 'deny'],
    ['a move', { Update: '.env', Move: 'moved' }, { deny: ['read_file'] }, 'deny'],
    ['a move', { Update: '.env', Move: 'moved' }, { ask: ['Read(*.env)'] }, 'ask'],
    ['a move of a link', { Update: 'link', Move: 'moved' }, { deny: [`Read(${home}/secret)`] }, 'deny'],
    ['a deletion', { Delete: '.env' }, { deny: ['Read(*.env)'] }, 'allow'],
    ['another file', { Update: 'src/a.ts' }, { deny: ['Read(*.env)'] }, 'allow'],
  ])('makes %s %j with %j %s', async (_title, { Update, Move, Delete }, rules, expected) => {
    const patch = [
      '*** Begin Patch',
      ...(Delete ? [`*** Delete File: ${Delete}`] : []),
      ...(Update ? [`*** Update File: ${Update}`] : []),
      ...(Move ? [`*** Move to: ${Move}`] : Update ? ['@@', '-a', '+b'] : []),
      '*** End Patch',
    ].join('\n');
    const tool = createApplyPatch();
    const decision = await decide(
      decideInput({
        cwd,
        roots: [cwd],
        tool: tool.name,
        aliases: tool.aliases,
        mode: 'accept-edits',
        ...rules,
        subject: tool.subject({ patch }, cwd),
      }),
    );
    expect(decision.outcome).toBe(expected);
  });

  test('binds edit_file, whose failures show lines, and not write_file', async () => {
    const edit = createEditFile();
    const subject = edit.subject({ path: '.env', old_string: 'a', new_string: 'b' }, cwd);
    const change = { cwd, roots: [cwd], mode: 'auto', deny: ['Read(*.env)'] } as const;
    const decision = await decide(
      decideInput({ ...change, deny: [...change.deny], tool: edit.name, aliases: edit.aliases, subject }),
    );
    expect([
      decision.outcome,
      await outcome('write', ['.env'], { mode: 'auto', deny: ['Read(*.env)'] }),
    ]).toEqual(['deny', 'allow']);
  });
});

test.each([
  ['Read(src/**)', 'src/a', true],
  ['Read(./src/*)', 'src/a', true],
  ['Read(../b/*)', '../b/a', true],
  ['Read(./**)', '../b/a', false],
])('the rule %s is no other below a root whose own name is like a glob: %s %s', (rule, file, expected) => {
  for (const root of ['/home/me/[x]', '/home/me/{a,b}', '/home/me/a(b)*'])
    expect(pathMatches(rule.slice(5, -1), [path.join(root, file)], [root], '/home/me')).toBe(expected);
});

describe('while rules that forbid can not be read', () => {
  const unread = [{ path: '/home/me/.config/vak/config.toml', line: 2 }];
  test.each([
    ['a read', { kind: 'read', paths: ['src/a'] }, 'ask'],
    ['a change', { kind: 'write', paths: ['src/a'] }, 'ask'],
    ['a command', { kind: 'command', line: 'ls' }, 'ask'],
    ['an MCP tool', { kind: 'other', text: '' }, 'ask'],
    ['the plan', { kind: 'none' }, 'allow'],
    ['what another rule denies', { kind: 'write', paths: ['a.env'] }, 'deny'],
  ] as const)(
    '%s in auto is a question, unless it is denied or changes nothing',
    async (_what, subject, expected) => {
      const tool = subject.kind === 'command' ? {} : { tool: 'edit_file', aliases: [] };
      const input = decideInput({ cwd, roots: [cwd], mode: 'auto', deny: ['Edit(*.env)'], ...tool, subject });
      const decision = await decide({ ...input, rules: { ...input.rules, unread } });
      expect(decision.outcome).toBe(expected);
      if (expected === 'ask')
        expect(decision.because).toContain("/home/me/.config/vak/config.toml:2 can't be read");
    },
  );
});

describe('other subjects', () => {
  const other = {
    tool: 'mcp__github__create_issue',
    aliases: [],
    subject: { kind: 'other', text: '', readOnly: true },
  } as const;
  test.each([
    [{}, 'ask'],
    [{ allow: ['mcp__github__create_issue'] }, 'allow'],
    [{ allow: ['mcp__github__*'] }, 'allow'],
    [{ deny: ['mcp__github__*'], allow: ['mcp__github__create_issue'] }, 'deny'],
    [{ mode: 'auto' }, 'allow'],
    [{ mode: 'auto', ask: ['mcp__*'] }, 'allow'],
    [{ allow: ['mcp__gitlab__*'] }, 'ask'],
  ] as const)('an MCP tool with %j is %s, whatever it says of itself', async (change, expected) => {
    expect((await decide(decideInput({ ...other, ...(change as Change) }))).outcome).toBe(expected);
  });

  test.each([
    ['an MCP tool that a rule allows', { readOnly: false }, ['mcp__github__*'], 'deny'],
    ['one that says it only reads', { readOnly: true }, ['mcp__github__*'], 'ask'],
  ])('in read-only, %s is no more than without the rule', async (_what, says, allow, expected) => {
    const subject = { ...other.subject, ...says };
    const decided = (rules: string[]) =>
      decide(decideInput({ ...other, subject, mode: 'read-only', allow: rules }));
    expect([(await decided(allow)).outcome, (await decided([])).outcome]).toEqual([expected, expected]);
  });

  test('in read-only, an allowed address is read', async () => {
    const subject = { kind: 'url', url: 'https://example.com/a' } as const;
    const change = { tool: 'web_fetch', aliases: ['WebFetch'], mode: 'read-only', subject } as const;
    const decision = await decide(decideInput({ ...change, allow: ['WebFetch(https://example.com/*)'] }));
    expect(decision.outcome).toBe('allow');
  });

  test('a tool whose name a rule would read otherwise is not offered for good', async () => {
    const decision = await decide(decideInput({ ...other, tool: 'mcp__github__*' }));
    expect([decision.outcome, 'always' in decision]).toEqual(['ask', false]);
  });

  test('an address offers its origin', async () => {
    const decision = await decide(
      decideInput({
        tool: 'web_fetch',
        aliases: ['WebFetch'],
        subject: { kind: 'url', url: 'https://example.com/a?b' },
      }),
    );
    expect(decision).toMatchObject({
      outcome: 'ask',
      always: { rules: ['WebFetch(https://example.com/*)'] },
    });
  });

  test('the plan needs no question', async () => {
    expect(
      (
        await decide(
          decideInput({ tool: 'update_plan', aliases: [], mode: 'read-only', subject: { kind: 'none' } }),
        )
      ).outcome,
    ).toBe('allow');
  });
});
