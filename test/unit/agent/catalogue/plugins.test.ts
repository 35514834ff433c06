import { chmodSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { catalogueWorld, skillText, type World } from '../../../support/catalogueWorld.ts';
import { type FileTree, tempFolder } from '../../../support/tempFolder.ts';

async function listed(world: World) {
  const catalogue = await world.build();
  return {
    catalogue,
    items: catalogue.items.map((i) => `${i.kind} ${i.name} ${i.label} ${i.state}`),
    errors: catalogue.diagnostics.filter((d) => d.severity === 'error').map((d) => d.message),
  };
}

const at = (folder: string, files: FileTree): FileTree =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text]));
const inUser = (files: FileTree) => at('config/plugins/review', files);

describe('a native plugin', () => {
  test('brings skills, commands, agents, hooks and servers under its name', async () => {
    const world = await catalogueWorld(
      inUser({
        '.vak-plugin/plugin.yaml': `name: review
version: 1.2.0
description: Helps to review.
hooks:
  SessionStart:
    - hooks:
        - { type: command, script: ./hooks/inject, args: [SessionStart] }
mcp_servers:
  - id: review-docs
    command: node
    args: ["\${VAK_PLUGIN_ROOT}/mcp/server.mjs"]
    env: { ROOT: "\${OPENVAALA_PLUGIN_ROOT}" }
`,
        'hooks/inject': '#!/bin/sh\n',
        'skills/checklist/SKILL.md': skillText('checklist'),
        'skills/broken/SKILL.md': 'nothing',
        'commands/go.md': 'Go $ARGUMENTS.',
        'agents/critic.md': '---\ndescription: Criticises.\n---\nBe strict.\n',
      }),
    );
    const folder = path.join(world.configHome, 'plugins/review');
    chmodSync(path.join(folder, 'hooks/inject'), 0o755);
    const { catalogue, items } = await listed(world);
    expect(items).toEqual([
      'skill review:broken plugin:review skipped',
      'skill review:checklist plugin:review active',
      'command go plugin:review active',
      'hook plugin.yaml#SessionStart[0] plugin:review active',
      'mcp review-docs plugin:review active',
      'plugin review user active',
      'agent critic plugin:review active',
    ]);
    expect(catalogue.servers[0]).toMatchObject({
      command: 'node',
      args: [`${folder}/mcp/server.mjs`],
      env: { ROOT: folder, VAK_PLUGIN_ROOT: folder, OPENVAALA_PLUGIN_ROOT: folder },
    });
    expect(catalogue.hooks[0]).toMatchObject({ script: `${folder}/hooks/inject`, pluginRoot: folder });
    expect(catalogue.plugins).toMatchObject([
      { name: 'review', version: '1.2.0', format: 'vak', enabled: true, folder },
    ]);
    expect(catalogue.readable).toContain(folder);
  });

  test.each<[string, FileTree, string]>([
    ['a name unlike the folder', { '.vak-plugin/plugin.yaml': 'name: other\n' }, 'must equal the folder'],
    ['a name that is reserved', { '.vak-plugin/plugin.yaml': 'name: skill\n' }, 'is reserved'],
    ['a list where a text belongs', { '.vak-plugin/plugin.yaml': 'name: [review]\n' }, 'allowed is a text'],
    ['no YAML', { '.vak-plugin/plugin.yaml': 'name: [\n' }, "can't be read"],
    [
      'a path that leaves it',
      { '.vak-plugin/plugin.yaml': 'name: review\nskills: ../../skills\n' },
      'outside the plugin',
    ],
    [
      'a script that leaves it',
      {
        '.vak-plugin/plugin.yaml':
          'name: review\nhooks: { Stop: [{ hooks: [{ type: command, script: ../x.sh }] }] }\n',
      },
      'script',
    ],
  ])('of the user fails the whole with %s, and can be disabled', async (_, files, message) => {
    const world = await catalogueWorld(inUser(files));
    const { catalogue } = await listed(world);
    expect(catalogue.fatal).toMatchObject({
      message: expect.stringContaining(message),
      path: expect.stringContaining('plugin.yaml'),
      line: expect.any(Number),
    });
    world.write({ 'config/config.toml': 'plugins.disabled = ["review"]\n' });
    const repaired = await listed(world);
    expect(repaired.catalogue.fatal).toBeUndefined();
    expect(repaired.items).toEqual(['plugin review user disabled']);
  });

  test('of a project spoils only itself', async () => {
    const world = await catalogueWorld(
      at('project/.vak/plugins/review', { '.vak-plugin/plugin.yaml': 'name: other\n' }),
    );
    const { catalogue, items } = await listed(world);
    expect(catalogue.fatal).toBeUndefined();
    expect(items).toEqual(['plugin review project error']);
  });

  test('may not say where its servers run', async () => {
    const { items, errors } = await listed(
      await catalogueWorld(
        inUser({
          '.vak-plugin/plugin.yaml':
            'name: review\nmcp_servers: [{ id: a, command: x, executors: [local] }, { id: b, command: y }]\n',
        }),
      ),
    );
    expect(items).toEqual([
      'mcp a plugin:review error',
      'mcp b plugin:review active',
      'plugin review user active',
    ]);
    expect(errors).toEqual([expect.stringContaining('"executors" is not allowed here')]);
  });

  test('linked in by hand counts, and is contained in what the link leads to', async () => {
    const elsewhere = tempFolder({
      '.vak-plugin/plugin.yaml': 'name: review\n',
      'skills/a/SKILL.md': skillText('a'),
    });
    const world = await catalogueWorld({ 'config/plugins/': '' });
    symlinkSync(elsewhere, path.join(world.configHome, 'plugins/review'));
    expect((await listed(world)).items).toEqual([
      'skill review:a plugin:review active',
      'plugin review user active',
    ]);
  });
});

describe('several plugins', () => {
  const withServer = (name: string, more = '') =>
    at(`config/plugins/${name}`, {
      '.vak-plugin/plugin.yaml': `name: ${name}\nmcp_servers: [{ id: same, command: ${name} }]\n${more}`,
    });

  test('with one server id fail the whole, and say what repairs it', async () => {
    const world = await catalogueWorld({ ...withServer('a'), ...withServer('b') });
    const { catalogue } = await listed(world);
    expect(catalogue.fatal).toMatchObject({
      code: 'double-server',
      fix: 'Run: vak plugin disable b',
      line: 2,
    });
    world.write({ 'config/config.toml': 'plugins.disabled = ["b"]\n' });
    expect((await listed(world)).catalogue.servers.map((s) => s.command)).toEqual(['a']);
  });

  test('give way to a file with the id of a server', async () => {
    const world = await catalogueWorld({
      ...withServer('a'),
      'config/mcp_servers/same.yaml': 'id: same\ncommand: mine\n',
    });
    const { items } = await listed(world);
    expect(items).toEqual(['mcp same user active', 'mcp same plugin:a shadowed', 'plugin a user active']);
  });

  test('run their hooks by the plugins’ names, behind all others', async () => {
    const hooks = 'hooks: { Stop: [{ hooks: [{ type: command, command: x }] }] }\n';
    const world = await catalogueWorld({
      ...at('config/plugins/zeta', { '.vak-plugin/plugin.yaml': `name: zeta\n${hooks}` }),
      ...at('config/plugins/alpha', { '.vak-plugin/plugin.yaml': `name: alpha\n${hooks}` }),
      'config/hooks/z.yaml': hooks,
    });
    expect((await listed(world)).catalogue.hooks.map((h) => h.source)).toEqual([
      'user',
      'plugin:alpha',
      'plugin:zeta',
    ]);
  });
});

describe('a project', () => {
  const guard = at('config/plugins/guard', {
    '.vak-plugin/plugin.yaml':
      'name: guard\nhooks: { PreToolUse: [{ hooks: [{ type: command, command: exit 2 }] }] }\n',
  });

  test.each<[string, FileTree]>([
    ['disables it', { 'project/.vak/config.toml': 'plugins.disabled = ["guard"]\n' }],
    ['has one of its name', at('project/.vak/plugins/guard', { '.vak-plugin/plugin.yaml': 'name: guard\n' })],
  ])('keeps the hooks of the user’s plugin when it %s', async (_, files) => {
    const { catalogue } = await listed(await catalogueWorld({ ...guard, ...files }));
    expect(catalogue.hooks.map((h) => [h.command, h.fromUsersPlugin])).toEqual([['exit 2', true]]);
  });

  test('that disables the user’s plugin is told, with the line', async () => {
    const world = await catalogueWorld({
      ...guard,
      'project/.vak/config.toml': '[plugins]\ndisabled = ["other", "guard"]\n',
    });
    expect((await world.build()).diagnostics).toMatchObject([
      { severity: 'warning', code: 'project-may-not', message: expect.stringContaining('"guard"'), line: 2 },
    ]);
  });

  test('that links to the user’s plugins, or calls its own hooks the same, takes no hook away', async () => {
    const world = await catalogueWorld({
      ...guard,
      'config/hooks/guard.yaml': 'hooks: { PreToolUse: [{ hooks: [{ type: command, command: exit 3 }] }] }\n',
      'project/.vak/hooks/guard.yaml': 'hooks: {}\n',
    });
    symlinkSync(path.join(world.configHome, 'plugins'), path.join(world.project, '.vak/plugins'));
    const { hooks } = await world.build();
    expect(hooks.map((h) => h.command)).toEqual(['exit 3', 'exit 2']);
  });

  test('disables its own plugins', async () => {
    const world = await catalogueWorld({
      ...at('project/.vak/plugins/mine', { '.vak-plugin/plugin.yaml': 'name: mine\n' }),
      'project/.vak/config.toml': 'plugins.disabled = ["mine"]\n',
    });
    expect((await listed(world)).items).toEqual(['plugin mine project disabled']);
  });
});

describe('plugins of other tools', () => {
  test('give their skills only, from the default folder and those they name', async () => {
    const world = await catalogueWorld(
      inUser({
        '.claude-plugin/plugin.json':
          '{ "name": "review", "version": "2", "skills": ["./more", "./one"], "hooks": "./hooks.json", "author": {} }',
        'skills/a/SKILL.md': skillText('a'),
        'more/b/SKILL.md': skillText('b'),
        'one/SKILL.md': skillText('one'),
        'commands/c.md': 'C.',
        '.mcp.json': '{ "mcpServers": { "x": { "command": "y" } } }',
      }),
    );
    expect((await listed(world)).items).toEqual([
      'skill review:a plugin:review active',
      'skill review:b plugin:review active',
      'skill review:one plugin:review active',
      'plugin review user active',
    ]);
  });

  test('count by the first of several manifests', async () => {
    const world = await catalogueWorld(
      inUser({
        'plugin.json':
          '{ "$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", "name": "review", "version": "open" }',
        '.claude-plugin/plugin.json': '{ "name": "review", "version": "claude" }',
        '.codex-plugin/plugin.json': '{ "name": "review", "version": "codex" }',
        '.openvaala-plugin/plugin.yaml': 'name: review\nversion: openvaala\n',
      }),
    );
    expect((await listed(world)).catalogue.plugins).toMatchObject([
      { version: 'openvaala', format: 'openvaala' },
    ]);
  });

  test('of the open format give skills and servers, each server for itself', async () => {
    const world = await catalogueWorld(
      inUser({
        'plugin.json':
          '{ "$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", "name": "review", "more": 1 }',
        'mcp.json': JSON.stringify({
          $schema: 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json',
          mcpServers: {
            a: { type: 'stdio', command: './run', args: ['${PLUGIN_ROOT}/x'], cwd: './' },
            b: { type: 'streamable-http', url: 'https://example.com/mcp' },
            c: { type: 'sse', url: 'http://example.com/sse' },
            d: { type: 'stdio' },
            e: { type: 'stdio', command: 'sh -c x' },
            f: { type: 'streamable-http', url: 'http://localhost:1/mcp' },
          },
        }),
      }),
    );
    const { items, catalogue } = await listed(world);
    const folder = path.join(world.configHome, 'plugins/review');
    expect(items.filter((i) => i.startsWith('mcp')).map((i) => i.replace(' plugin:review', ''))).toEqual([
      'mcp a active',
      'mcp b active',
      'mcp c error',
      'mcp d error',
      'mcp e error',
      'mcp f active',
    ]);
    expect(catalogue.servers[0]).toMatchObject({
      command: `${folder}/run`,
      args: [`${folder}/x`],
      cwd: folder,
    });
  });
});

describe('the folder of plugins', () => {
  test('passes over what is none: no manifest, a name with a dot, a file', async () => {
    const world = await catalogueWorld({
      'config/plugins/bare/skills/a/SKILL.md': skillText('a'),
      'config/plugins/.staging/x/.vak-plugin/plugin.yaml': 'name: x\n',
      'config/plugins/file': 'x',
    });
    expect((await listed(world)).items).toEqual(['plugin bare user skipped']);
  });
});
