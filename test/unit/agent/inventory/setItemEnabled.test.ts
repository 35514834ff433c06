import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ItemKind } from '../../../../src/protocol/inventory.ts';
import { catalogueWorld } from '../../../support/catalogueWorld.ts';

const HOOKS = `hooks:
  Stop:
    - hooks:
        - type: command
          command: a
        - type: command # keep
          command: b
`;

describe('turning an item off and on', () => {
  test.each<[ItemKind, string, string, string]>([
    [
      'hook',
      'config.toml#Stop[1]',
      'project/.vak/config.toml',
      '[[hooks]]\nevent = "stop"\ncommand = "a"\n\n[[hooks]]\nevent = "Stop"\ncommand = "b"\n',
    ],
    ['hook', 'h.yaml#Stop[1]', 'project/.vak/hooks/h.yaml', HOOKS],
    ['mcp', 's', 'project/.vak/mcp_servers/s.yaml', '# mine\nid: s\ncommand: x\n'],
    ['mcp', 's', 'project/.vak/config.toml', '[mcp.servers.s]\ncommand = "x"\n'],
    ['plugin', 'p', 'config/plugins/p/.vak-plugin/plugin.yaml', 'name: p\n'],
    ['skill', 'k', 'home/.claude/skills/k/SKILL.md', '---\nname: k\ndescription: d\n---\n'],
  ])('keeps the entry of a %s (%s in %s)', async (kind, name, file, text) => {
    const world = await catalogueWorld({ [file]: text });
    const store = world.store();
    const item = (await store.inventory(world.project)).items.find((i) => i.kind === kind && i.name === name);
    const address = { kind, name, path: item?.origin.path ?? '' };
    const state = async () =>
      (await store.inventory(world.project)).items.find((i) => i.kind === kind && i.name === name)?.state;
    const before = await state();
    await store.setEnabled(world.project, address, false);
    expect(await state()).toBe('disabled');
    await store.setEnabled(world.project, address, true);
    expect(await state()).toBe(before);
    const now = readFileSync(path.join(world.folder, file.replace('config/', 'config/vak/')), 'utf8');
    for (const line of text.trim().split('\n')) expect(now).toContain(line);
  });

  test('is refused for what has no switch', async () => {
    const world = await catalogueWorld({ 'config/commands/a.md': 'A.' });
    const store = world.store();
    const address = {
      kind: 'command',
      name: 'a',
      path: path.join(world.configHome, 'commands/a.md'),
    } as const;
    await expect(store.setEnabled(world.project, address, false)).rejects.toThrow("can't be switched off");
  });
});
