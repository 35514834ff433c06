import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { placesOf, type Root, type RootKind, rootsOf } from '../../../../src/agent/inventory/roots.ts';
import { catalogueWorld, skillText, type World } from '../../../support/catalogueWorld.ts';

type Kind = 'skill' | 'command' | 'agent' | 'mcp';

/** Puts something named `same` into a root, the way the root holds it; gives the file an item is listed with. */
function plant(kind: Kind, root: Root): string {
  const write = (file: string, text: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  switch (kind) {
    case 'skill':
      return write(path.join(root.path, 'same/SKILL.md'), skillText('same', root.label));
    case 'command':
      return write(path.join(root.path, 'same.md'), `From ${root.label}.`);
    case 'agent':
      return write(path.join(root.path, 'same.yaml'), `description: ${root.label}\n`);
    case 'mcp':
      return root.table === undefined
        ? write(path.join(root.path, 'same.yaml'), 'id: same\nurl: https://example.com\n')
        : write(
            path.join(root.path, 'config.yaml'),
            'mcp:\n  servers:\n    same: { url: "https://example.com" }\n',
          );
  }
}

/** The folder of a plugin's part, as a root; the plugin is the user's. */
function plantPlugin(world: World, kind: Kind): string {
  const folder = path.join(world.configHome, 'plugins/pack');
  const manifest = path.join(folder, '.vak-plugin/plugin.yaml');
  mkdirSync(path.dirname(manifest), { recursive: true });
  const server = 'mcp_servers:\n  - id: same\n    url: https://example.com\n';
  writeFileSync(manifest, `name: pack\n${kind === 'mcp' ? server : ''}`);
  if (kind === 'mcp') return manifest;
  const root = { path: path.join(folder, `${kind}s`), label: 'pack' } as Root;
  return plant(kind, root);
}

const PLUGINS = { label: 'plugins' } as Root;

function placesIn(kind: RootKind, world: World): Root[] {
  const builtin = path.join(world.folder, 'builtin');
  return rootsOf(kind, placesOf(world.host.environment, world.project, builtin), { pluginRoots: [PLUGINS] });
}

/** The table as people read it: what the next test walks. */
const TABLE: Record<Kind, string[]> = {
  skill: [
    'project',
    '.agents',
    '.claude',
    'user',
    'openvaala',
    'built-in',
    'plugins',
    'user data',
    '~/.agents',
    '~/.claude',
  ],
  command: ['project', 'plugins', 'user', 'openvaala', 'user data'],
  agent: ['project', 'user', 'openvaala', 'plugins'],
  mcp: ['project', 'project', 'user', 'openvaala', 'user', 'openvaala', 'plugins'],
};

/** Skills of plugins carry the plugin's name and clash with nothing. */
const PAIRS = (Object.keys(TABLE) as Kind[]).flatMap((kind) => {
  const labels = TABLE[kind];
  const rows = [...labels.keys()].filter((i) => kind !== 'skill' || labels[i] !== 'plugins');
  return rows.slice(1).map((second, i) => [kind, rows[i] ?? 0, second] as const);
});

describe('the table of roots', () => {
  test.each(Object.keys(TABLE) as Kind[])('holds the places of every %s in order', async (kind) => {
    const world = await catalogueWorld();
    expect(placesIn(kind, world).map((r) => r.label)).toEqual(TABLE[kind]);
  });

  test.each(PAIRS)(
    'decides a clash of a %s in row %i and row %i for the first',
    async (kind, first, second) => {
      const world = await catalogueWorld();
      const roots = placesIn(kind, world);
      const files = [first, second].map((row) => {
        const root = roots[row] ?? PLUGINS;
        return root === PLUGINS ? plantPlugin(world, kind) : plant(kind, root);
      });
      const store = world.store({ builtinSkills: path.join(world.folder, 'builtin') });
      await store.get(world.project);
      if (kind === 'mcp')
        await store.approve(world.project, { kind: 'mcp', name: 'same' }, true).catch(() => undefined);
      const { items } = await store.inventory(world.project);
      const states = items
        .filter((i) => i.kind === kind)
        .map(({ name, state, origin, shadowedBy }) => ({ name, state, path: origin.path, shadowedBy }));
      expect(states).toEqual([
        { name: 'same', state: 'active', path: files[0], shadowedBy: undefined },
        { name: 'same', state: 'shadowed', path: files[1], shadowedBy: files[0] },
      ]);
    },
  );

  test('reads a folder that has two names once', async () => {
    const world = await catalogueWorld({ 'home/.agents/skills/a/SKILL.md': skillText('a') });
    const store = world.store();
    const { items } = await store.inventory(world.home);
    expect(items.filter((i) => i.kind === 'skill').map((i) => `${i.name} ${i.state} ${i.label}`)).toEqual([
      'a active ~/.agents',
    ]);
  });

  test('takes the folder that skills.directory names for the private one', async () => {
    const world = await catalogueWorld({
      'config/config.toml': 'skills.directory = "~/mine"\n',
      'config/skills/a/SKILL.md': skillText('a'),
      'home/mine/b/SKILL.md': skillText('b'),
      'home/mine/c/SKILL.md': 'broken',
    });
    const { items } = await world.build();
    expect(items.map((i) => `${i.name} ${i.state}`)).toEqual(['b active', 'c error']);
  });

  test('finds a relative skills.directory beside the configuration that names it, not in the project', async () => {
    const world = await catalogueWorld({
      'config/config.toml': 'skills.directory = "mine"\n',
      'config/mine/a/SKILL.md': skillText('a'),
      'project/mine/b/SKILL.md': skillText('b'),
    });
    const { items, ownFolders } = await world.build();
    expect([items.map((i) => i.name), ownFolders.map((folder) => path.basename(folder))]).toEqual([
      ['a'],
      ['mine'],
    ]);
  });
});
