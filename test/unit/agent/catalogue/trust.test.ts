import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { revokeFolder, trustFolder } from '../../../../src/agent/catalogue/trustFolder.ts';
import { catalogueWorld, skillText, type World } from '../../../support/catalogueWorld.ts';

const PROJECT = {
  'project/AGENTS.md': 'Be kind.',
  'project/.vak/skills/a/SKILL.md': skillText('a'),
  'project/.claude/skills/b/SKILL.md': skillText('b'),
  'project/.vak/commands/c.md': 'C.',
  'project/.vak/agents/d.yaml': 'description: d\n',
  'project/.vak/mcp_servers/e.yaml': 'id: e\ncommand: ./serve.sh\n',
  'project/serve.sh': '#!/bin/sh\n',
  'project/.vak/hooks/f.yaml': 'hooks:\n  Stop:\n    - hooks:\n        - { type: command, script: f.sh }\n',
  'project/.vak/hooks/f.sh': '#!/bin/sh\nexit 0\n',
  'project/.vak/plugins/g/.vak-plugin/plugin.yaml': 'name: g\nmcp_servers:\n  - { id: h, command: x }\n',
  'project/.vak/config.toml': 'max_turns = 3\n',
  'home/.claude/skills/mine/SKILL.md': skillText('mine'),
};

async function world(trusted: boolean): Promise<World> {
  const made = await catalogueWorld(PROJECT, { trusted });
  chmodSync(path.join(made.project, '.vak/hooks/f.sh'), 0o755);
  return made;
}

async function states(made: World) {
  const { items } = await made.build();
  return Object.fromEntries(items.map((i) => [`${i.kind} ${i.name}`, i.state]));
}

describe('trust', () => {
  test('is what the project’s layer needs to count at all; the user’s needs none', async () => {
    const made = await world(false);
    expect(await states(made)).toEqual({
      'skill a': 'untrusted',
      'skill b': 'untrusted',
      'skill mine': 'active',
      'command c': 'untrusted',
      'hook f.yaml#Stop[0]': 'untrusted',
      'mcp e': 'untrusted',
      'plugin g': 'untrusted',
      'agent d': 'untrusted',
      'instructions AGENTS.md': 'untrusted',
    });
    const catalogue = await made.build();
    expect(catalogue).toMatchObject({ trusted: false, commands: [], hooks: [], servers: [], plugins: [] });
    expect(catalogue.fatal).toBeUndefined();
    expect([catalogue.config.maxTurns, catalogue.agents.map((a) => a.name)]).toEqual([200, ['general']]);
  });

  test('lets everything count but what can run code, which is approved by its content', async () => {
    const made = await world(true);
    expect(await states(made)).toMatchObject({
      'skill a': 'active',
      'command c': 'active',
      'agent d': 'active',
      'instructions AGENTS.md': 'active',
      'plugin g': 'active',
      'hook f.yaml#Stop[0]': 'untrusted',
      'mcp e': 'untrusted',
      'mcp h': 'untrusted',
    });
    const given = await trustFolder(made.host, made.project);
    expect(given.items.map((i) => `${i.kind} ${i.name} ${i.already}`)).toEqual([
      'hook f.yaml#Stop[0] false',
      'mcp e false',
      'mcp h false',
    ]);
    expect(given.items[1]?.content).toMatch(
      /^type: stdio\ncommand: \.\/serve\.sh\nfile serve\.sh: [0-9a-f]{16}$/,
    );
    expect(Object.values(await states(made))).toEqual(Array(10).fill('active'));
  });

  test.each([
    ['a byte of a script', { 'project/.vak/hooks/f.sh': '#!/bin/sh\nexit 2\n' }, 'hook f.yaml#Stop[0]'],
    ['a byte of a program that a server runs', { 'project/serve.sh': '#!/bin/sh\nrm\n' }, 'mcp e'],
    [
      'an argument',
      { 'project/.vak/mcp_servers/e.yaml': 'id: e\ncommand: ./serve.sh\nargs: [-x]\n' },
      'mcp e',
    ],
    ['an address', { 'project/.vak/mcp_servers/e.yaml': 'id: e\nurl: https://example.com\n' }, 'mcp e'],
    [
      'a variable',
      { 'project/.vak/mcp_servers/e.yaml': 'id: e\ncommand: ./serve.sh\nenv: { A: b }\n' },
      'mcp e',
    ],
    [
      'what a plugin brings',
      {
        'project/.vak/plugins/g/.vak-plugin/plugin.yaml':
          'name: g\nmcp_servers:\n  - { id: h, command: y }\n',
      },
      'mcp h',
    ],
  ])('is asked for again when %s changes, and says what changed', async (_, files, item) => {
    const made = await world(true);
    await trustFolder(made.host, made.project);
    made.write(files);
    chmodSync(path.join(made.project, '.vak/hooks/f.sh'), 0o755);
    const { items } = await made.build();
    const changed = items.filter((i) => i.state !== 'active');
    expect(changed.map((i) => `${i.kind} ${i.name} ${i.state}`)).toEqual([`${item} untrusted`]);
    expect(changed[0]?.reason).toMatch(/^It changed since it was approved: .*[-+] /);
  });

  describe('of a guard, a hook that fails closed', () => {
    const guard = (keys: string) => `[[hooks]]\nevent = "pre-tool-use"\ncommand = "./guard.sh"\n${keys}`;
    const guarded = async (keys: string) => {
      const made = await catalogueWorld({
        'project/.vak/config.toml': guard(keys),
        'project/guard.sh': '#!/bin/sh\nexit 2\n',
      });
      const look = async () => {
        const { hooks, items } = await made.build();
        const [item] = items.filter((i) => i.kind === 'hook');
        return { state: item?.state, approved: hooks.map((h) => h.approvedContent) };
      };
      return { made, look };
    };

    test('stays in place, held to what was approved, when it changes', async () => {
      const { made, look } = await guarded('failure_mode = "closed"\n');
      expect(await look()).toEqual({ state: 'untrusted', approved: [] });
      await trustFolder(made.host, made.project);
      const before = await look();
      expect(before.state).toBe('active');
      made.write({ 'project/guard.sh': '#!/bin/sh\n' });
      expect(await look()).toEqual({ state: 'untrusted', approved: before.approved });
    });

    test('stays in place when nobody can tell what it would run', async () => {
      const { made, look } = await guarded('failure_mode = "closed"\n');
      await trustFolder(made.host, made.project);
      const before = await look();
      const words = Array.from({ length: 4001 }, (_, i) => `w${i}`).join(' ');
      made.write({
        'project/.vak/config.toml': guard(`failure_mode = "closed"\n`).replace('guard.sh', words),
      });
      expect(await look()).toEqual({ state: 'untrusted', approved: before.approved });
    });

    test.each<[string, (script: string) => void]>([
      ['is gone', (script) => rmSync(script)],
      ['can not be executed', (script) => chmodSync(script, 0o644)],
    ])('stays in place when its script %s', async (_, spoil) => {
      const hooks = (more: string) =>
        `hooks:\n  PreToolUse:\n    - hooks: [{ type: command, script: ../../guard.sh${more} }]\n`;
      const made = await catalogueWorld({
        'project/.vak/hooks/a.yaml': hooks(', on_failure: block'),
        'project/.vak/hooks/b.yaml': hooks(''),
        'project/guard.sh': '#!/bin/sh\nexit 2\n',
      });
      const script = path.join(made.project, 'guard.sh');
      chmodSync(script, 0o755);
      const look = async () => {
        const { hooks: counting, items } = await made.build();
        const states = items.filter((i) => i.kind === 'hook').map((i) => i.state);
        return { states, approved: counting.map((h) => h.approvedContent) };
      };
      await trustFolder(made.host, made.project);
      const before = await look();
      expect(before.states).toEqual(['active', 'active']);
      spoil(script);
      const after = { states: ['error', 'error'], approved: before.approved.slice(0, 1) };
      expect(await look()).toEqual(after);
      await trustFolder(made.host, made.project);
      expect(await look()).toEqual(after);
    });

    test.each([
      ['another hook', ''],
      ['one that is switched off', 'failure_mode = "closed"\nenabled = false\n'],
    ])('takes no other with it: %s', async (_, keys) => {
      const { made, look } = await guarded(keys);
      await trustFolder(made.host, made.project);
      made.write({ 'project/guard.sh': '#!/bin/sh\n' });
      expect((await look()).approved).toEqual([]);
    });

    test('ends with the trust in its folder', async () => {
      const { made, look } = await guarded('failure_mode = "closed"\n');
      await trustFolder(made.host, made.project);
      await revokeFolder(made.host, made.project);
      expect(await look()).toEqual({ state: 'untrusted', approved: [] });
    });
  });

  test('asks with exactly what would run, and counts only for that', async () => {
    const made = await world(true);
    const store = made.store();
    const item = { kind: 'mcp', name: 'e' } as const;
    const find = async () => (await store.inventory(made.project)).items.find((i) => i.name === 'e');
    const shown = (await find())?.approval;
    expect(shown).toEqual({
      content: expect.stringMatching(/^type: stdio\ncommand: \.\/serve\.sh\nfile serve\.sh: [0-9a-f]{16}$/),
      changes: [],
    });
    made.write({ 'project/serve.sh': '#!/bin/sh\nrm\n' });
    await store.reload();
    await expect(store.approve(made.project, item, true, shown?.content)).rejects.toThrow('Look at it again');
    await store.approve(made.project, item, true, (await find())?.approval?.content);
    expect(await find()).not.toHaveProperty('approval');
    made.write({ 'project/serve.sh': '#!/bin/sh\nls\n' });
    await store.reload();
    expect((await find())?.approval?.changes).toEqual([
      expect.stringMatching(/^- file /),
      expect.stringMatching(/^\+ file /),
    ]);
  });

  test('holds for folders below, and only by whole names', async () => {
    const made = await catalogueWorld(
      { 'project/sub/.vak/commands/a.md': 'A.', 'project-b/.vak/commands/b.md': 'B.' },
      { trusted: true },
    );
    const store = made.store();
    expect((await store.get(path.join(made.project, 'sub'))).trusted).toBe(true);
    expect((await store.get(`${made.project}-b`)).trusted).toBe(false);
  });

  test('can be taken back, approvals too', async () => {
    const made = await world(true);
    await trustFolder(made.host, made.project);
    expect(await revokeFolder(made.host, made.project)).toEqual({ folder: made.project, wasTrusted: true });
    await made.trust();
    expect(await states(made)).toMatchObject({ 'mcp e': 'untrusted', 'skill a': 'active' });
  });

  test('is the editor’s word where an editor speaks, whatever was recorded', async () => {
    const made = await world(true);
    const store = made.store();
    const trusted = async () => (await store.get(made.project)).trusted;
    expect(await trusted()).toBe(true);
    await store.setEditorTrust([]);
    expect(await trusted()).toBe(false);
    await store.setEditorTrust([{ path: made.folder, trusted: true }]);
    expect(await trusted()).toBe(true);
    await store.setEditorTrust([
      { path: made.folder, trusted: true },
      { path: made.project, trusted: false },
    ]);
    expect(await trusted()).toBe(false);
  });

  test('is nobody’s when its file is broken', async () => {
    const made = await world(true);
    made.write({ 'data/trust.json': '{ "version": 1, "folders": "all" }' });
    expect((await made.build()).trusted).toBe(false);
  });

  test('is approved one by one in a view', async () => {
    const made = await world(true);
    const store = made.store();
    await store.approve(made.project, { kind: 'mcp', name: 'e' }, true);
    const state = async () =>
      (await store.inventory(made.project)).items
        .filter((i) => i.kind === 'mcp')
        .map((i) => `${i.name} ${i.state}`);
    expect(await state()).toEqual(['e active', 'h untrusted']);
    await store.approve(made.project, { kind: 'plugin', name: 'g' }, true);
    expect(await state()).toEqual(['e active', 'h active']);
    await store.approve(made.project, { kind: 'mcp', name: 'e' }, false);
    expect(await state()).toEqual(['e untrusted', 'h active']);
    await expect(store.approve(made.project, { kind: 'mcp', name: 'nope' }, true)).rejects.toThrow(
      'needs an approval',
    );
  });
});

describe('a trusted project’s links', () => {
  const linked = async (links: Record<string, string>, config = '') => {
    const made = await catalogueWorld({
      'out/k.md': '---\ndescription: Key.\n---\nkey',
      'out/skill/SKILL.md': skillText('skill'),
      'project/.git/HEAD': '',
      'project/docs/k.md': '---\ndescription: Docs.\n---\ndocs',
      'project/.vak/commands/own.md': 'Own.',
      'project/.vak/agents/': '',
      'project/.vak/skills/': '',
      'config/config.toml': config,
    });
    for (const [at, to] of Object.entries(links))
      symlinkSync(path.join(made.folder, to), path.join(made.project, at));
    return made;
  };

  test('to texts outside it are no commands and no agents; those within it are', async () => {
    const made = await linked({
      '.vak/commands/far.md': 'out/k.md',
      '.vak/commands/near.md': 'project/docs/k.md',
      '.vak/agents/far.md': 'out/k.md',
      '.vak/agents/near.md': 'project/docs/k.md',
      '.vak/skills/skill': 'out/skill',
    });
    const { commands, agents, skills, diagnostics } = await made.build();
    expect({
      commands: commands.map(({ name }) => name).sort(),
      agents: agents.map(({ name }) => name).sort(),
      skills: skills.map(({ name }) => name),
      reported: diagnostics.map(
        ({ code, path: file }) => `${code} ${path.relative(made.project, file ?? '')}`,
      ),
    }).toEqual({
      commands: ['near', 'own'],
      agents: ['general', 'near'],
      skills: ['skill'],
      reported: ['leaves-project .vak/commands/far.md', 'leaves-project .vak/agents/far.md'],
    });
  });

  test('that are a SKILL.md itself may lead elsewhere in it, and no further, also where one came to be later', async () => {
    const made = await linked({});
    const put = (name: string, to: string) => {
      mkdirSync(path.join(made.project, '.vak/skills', name), { recursive: true });
      const file = path.join(made.project, '.vak/skills', name, 'SKILL.md');
      rmSync(file, { force: true });
      symlinkSync(path.join(made.folder, to), file);
    };
    put('far', 'out/skill/SKILL.md');
    put('near', 'project/docs/k.md');
    writeFileSync(path.join(made.project, '.vak/skills/near/other.md'), '');
    const store = made.store();
    const names = async () => {
      await store.reload();
      return (await store.get(made.project)).skills.map((skill) => skill.name);
    };
    expect(await names()).toEqual(['near']);
    rmSync(path.join(made.project, '.vak/skills/near/SKILL.md'));
    writeFileSync(path.join(made.project, '.vak/skills/near/SKILL.md'), skillText('near'));
    expect(await names()).toEqual(['near']);
    put('near', 'out/skill/SKILL.md');
    expect(await names()).toEqual([]);
  });

  test('that are its folder of commands make none of what lies outside', async () => {
    const made = await linked({ '.vak/commands2': 'out' });
    renameSync(path.join(made.project, '.vak/commands'), path.join(made.folder, 'away'));
    renameSync(path.join(made.project, '.vak/commands2'), path.join(made.project, '.vak/commands'));
    expect((await made.build()).commands).toEqual([]);
  });

  test.each([
    [
      'AGENTS.md leads out of it',
      'out/k.md',
      '',
      'skipped',
      /^It is not read: .*out\/k\.md is outside the workspace\.$/,
    ],
    [
      'a rule denies to read it',
      'project/docs/k.md',
      '[permissions]\ndeny = ["Read(docs/**)"]\n',
      'skipped',
      /^It is not read: the deny rule Read\(docs\/\*\*\) holds for .*AGENTS\.md\.$/,
    ],
    ['it stays within', 'project/docs/k.md', '', 'active', undefined],
  ])('the inventory says why where %s', async (_what, to, config, state, reason) => {
    const made = await linked({ 'AGENTS.md': to }, config);
    const { items, looked } = await made.build();
    const item = items.find(({ kind }) => kind === 'instructions');
    expect(item?.state).toBe(state);
    if (reason) expect(item?.reason).toMatch(reason);
    expect(looked.find(({ kind }) => kind === 'instructions')?.outcome).toBe(
      state === 'active' ? 'won' : state,
    );
  });
});

test.each([
  ['a folder of a repository', 'project/.git/HEAD', 'project/sub', 'project'],
  ['the root of one', 'project/.git/HEAD', 'project', undefined],
  ['a folder in no repository', 'project/sub/a', 'project/sub', undefined],
])('trust in %s says which AGENTS.md files above it come along', async (_name, file, folder, above) => {
  const world = await catalogueWorld({ [file]: '', 'project/sub/a': '', 'project/AGENTS.md': 'Be brief.' });
  const base = path.dirname(world.project);
  const { repository } = await trustFolder(world.host, path.join(base, folder));
  expect(repository).toBe(above && path.join(base, above));
});
