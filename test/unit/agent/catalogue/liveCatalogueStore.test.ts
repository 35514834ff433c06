import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CatalogueChange } from '../../../../src/agent/inventory/catalogueStore.ts';
import { catalogueWorld, skillText } from '../../../support/catalogueWorld.ts';

const GOOD = '[[hooks]]\nevent = "stop"\ncommand = "x"\n';
const BROKEN = '[[hooks]]\nevent = "stopp"\ncommand = "x"\n';

describe('the store of catalogues', () => {
  test('builds once for all who ask, and gives the same until something changes', async () => {
    const world = await catalogueWorld({ 'home/.claude/skills/a/SKILL.md': skillText('a') });
    const store = world.store();
    const [one, two] = await Promise.all([store.get(world.project), store.get(world.project)]);
    expect(one).toBe(two);
    await store.reload();
    expect(await store.get(world.project)).toBe(one);
    world.write({ 'home/.claude/skills/b/SKILL.md': skillText('b') });
    await store.reload();
    const three = await store.get(world.project);
    expect(three.skills.map((s) => s.name)).toEqual(['a', 'b']);
    expect(three.generation).toBeGreaterThan(one.generation);
    expect(one.skills.map((s) => s.name)).toEqual(['a']);
  });

  test('notices the body of a skill, though its entry looks the same', async () => {
    const world = await catalogueWorld({ 'home/.claude/skills/a/SKILL.md': skillText('a') });
    const store = world.store();
    const before = await store.get(world.project);
    world.write({ 'home/.claude/skills/a/SKILL.md': `${skillText('a')}More.` });
    await store.reload();
    expect((await store.get(world.project)).skills[0]?.hash).not.toBe(before.skills[0]?.hash);
  });

  test('keeps what it had where the fresh one fails as a whole, and says why', async () => {
    const world = await catalogueWorld({ 'config/config.toml': GOOD });
    const store = world.store();
    const changes: CatalogueChange[] = [];
    store.onDidChange((change) => changes.push(change));
    const good = await store.get(world.project);
    world.write({ 'config/config.toml': BROKEN });
    const refused = await store.reload();
    expect(refused).toMatchObject({ ok: false, diagnostics: [{ severity: 'error', line: 2 }] });
    expect(await store.get(world.project)).toBe(good);
    expect((await store.inventory(world.project)).diagnostics[0]).toMatchObject({
      severity: 'error',
      line: 2,
    });
    expect(changes).toMatchObject([{ catalogue: good, refused: { line: 2 } }]);
    world.write({ 'config/config.toml': GOOD });
    expect(await store.reload()).toEqual({ ok: true, diagnostics: [] });
    expect((await store.inventory(world.project)).diagnostics).toEqual([]);
    expect(changes).toHaveLength(2);
  });

  test('gives a first catalogue that fails as a whole, so that repair commands work', async () => {
    const world = await catalogueWorld({ 'config/config.toml': BROKEN });
    const store = world.store();
    expect((await store.get(world.project)).fatal).toMatchObject({ line: 2 });
    expect((await store.reload()).ok).toBe(false);
    world.write({ 'config/config.toml': GOOD });
    expect((await store.reload()).ok).toBe(true);
    expect((await store.get(world.project)).fatal).toBeUndefined();
  });

  test.each<
    [
      string,
      Record<string, string>,
      (w: { project: string; home: string; configHome: string }) => void,
      string,
    ]
  >([
    ['a skill in a folder that was not there', {}, () => undefined, 'skill b'],
    [
      'a skill that goes',
      { 'home/.claude/skills/b/SKILL.md': skillText('b') },
      (w) => rmSync(path.join(w.home, '.claude/skills/b'), { recursive: true }),
      '',
    ],
  ])('follows %s', async (_, files, act, expected) => {
    const world = await catalogueWorld(files);
    const store = world.store({ watch: true });
    await store.get(world.project);
    const changed = new Promise<CatalogueChange>((resolve) => store.onDidChange(resolve));
    if (expected !== '') world.write({ 'home/.claude/skills/b/SKILL.md': skillText('b') });
    act(world);
    const { catalogue } = await changed;
    expect(catalogue.items.map((i) => `${i.kind} ${i.name}`).join()).toBe(expected);
  });

  test.each([
    ['a command', 'project/.vak/commands/x.md', 'X.', 'command x'],
    ['a hook in the configuration', 'config/config.toml', GOOD, 'hook config.toml#Stop[0]'],
    ['a server’s file', 'config/mcp_servers/s.yaml', 'id: s\ncommand: x\n', 'mcp s'],
    ['a plugin that was copied in', 'config/plugins/p/.vak-plugin/plugin.yaml', 'name: p\n', 'plugin p'],
    ['an agent', 'config/agents/a.yaml', 'description: a\n', 'agent a'],
    ['AGENTS.md', 'project/AGENTS.md', 'Hello.', 'instructions AGENTS.md'],
  ])('follows %s that appears', async (_, file, text, expected) => {
    const world = await catalogueWorld();
    const store = world.store({ watch: true });
    await store.get(world.project);
    const found = new Promise<string>((resolve) =>
      store.onDidChange(({ catalogue }) => {
        const names = catalogue.items.map((i) => `${i.kind} ${i.name}`).join();
        if (names !== '') resolve(names);
      }),
    );
    world.write({ [file]: text });
    expect(await found).toBe(expected);
  });

  test('follows a server’s file that is written anew', async () => {
    const world = await catalogueWorld({ 'config/mcp_servers/s.yaml': 'id: s\ncommand: x\n' });
    const store = world.store({ watch: true });
    await store.get(world.project);
    const changed = new Promise<CatalogueChange>((resolve) => store.onDidChange(resolve));
    world.write({ 'config/mcp_servers/s.yaml': 'id: s\ncommand: y\n' });
    expect((await changed).catalogue.servers.map((server) => server.command)).toEqual(['y']);
  });

  test('follows trust that is given elsewhere', async () => {
    const world = await catalogueWorld({ 'project/.vak/commands/x.md': 'X.' }, { trusted: false });
    const store = world.store({ watch: true });
    await store.get(world.project);
    const changed = new Promise<CatalogueChange>((resolve) => store.onDidChange(resolve));
    await world.trust();
    expect((await changed).catalogue.trusted).toBe(true);
  });

  test('lays the editor’s settings over the user’s and under the project’s', async () => {
    const world = await catalogueWorld({
      'config/config.toml': 'model = "a/user"\nmax_turns = 5\ncompact_at = 0.5\n',
      'project/.vak/config.toml': 'max_turns = 4\n',
    });
    const store = world.store();
    await store.setSettings({
      model: 'b/editor',
      maxTurns: 6,
      'mcp.exposure': 'meta',
      fontSize: 3,
      sandbox: { mode: 'off' },
    });
    const { config } = await store.get(world.project);
    expect(config).toMatchObject({
      model: 'b/editor',
      maxTurns: 4,
      compactAt: 0.5,
      mcpExposure: 'meta',
      sandbox: { mode: 'off' },
    });
  });

  test('gives a working folder that is not there an empty catalogue', async () => {
    const world = await catalogueWorld();
    const catalogue = await world.store().get(path.join(world.folder, 'nowhere'));
    expect(catalogue).toMatchObject({ items: [], diagnostics: [], trusted: false });
  });
});

describe('explaining', () => {
  test('names every place in order and why each won or lost', async () => {
    const world = await catalogueWorld({
      'project/.agents/skills/a/SKILL.md': skillText('a'),
      'home/.claude/skills/a/SKILL.md': skillText('a'),
      'config/skills/b/SKILL.md': skillText('b'),
    });
    const { steps, text } = await world.store().explain(world.project, 'skill', 'a');
    expect(steps.map((s) => `${s.label} ${s.outcome}: ${s.reason.replaceAll(world.folder, '')}`)).toEqual([
      'project absent: There is no such folder.',
      '.agents won: The first of its name.',
      '.claude absent: There is no such folder.',
      'user absent: 1 skill here, none named "a".',
      'openvaala absent: There is no such folder.',
      'user data absent: There is no such folder.',
      '~/.agents absent: There is no such folder.',
      '~/.claude lost: /project/.agents/skills/a/SKILL.md has the same name and comes first.',
    ]);
    expect(text).toContain('skill "a" is active');
  });

  test('says of a name that is nowhere where it was looked for', async () => {
    const world = await catalogueWorld();
    const { steps, text } = await world.store().explain(world.project, 'command', 'zz');
    expect(steps.map((s) => s.outcome)).toEqual(['absent', 'absent', 'absent', 'absent']);
    expect(text).toContain('command "zz" is not active.');
  });
});
