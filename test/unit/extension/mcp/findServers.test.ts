import { describe, expect, test } from 'vitest';
import {
  type FoundServer,
  findServers,
  type ServerPlaces,
  userFileFrom,
} from '../../../../src/extension/mcp/findServers.ts';

const app = { name: 'app', path: '/home/me/app' };
const lib = { name: 'lib', path: '/home/me/lib' };
const servers = (entries: object) => JSON.stringify({ servers: entries });
const find = (files: Record<string, string>, more: Partial<ServerPlaces> = {}) =>
  findServers({
    folders: [app, lib],
    userFile: '/home/me/.config/Code/User/mcp.json',
    setting: {},
    access: 'all',
    trusted: true,
    read: async (path) => files[path],
    digest: async (path) => files[path],
    values: (folder) => ({
      folders: new Map(),
      userHome: '/home/me',
      env: {},
      separator: '/',
      ...(folder ? { workspaceFolder: folder } : {}),
    }),
    isApproved: () => true,
    ...more,
  });
const names = async (files: Record<string, string>, more: Partial<ServerPlaces> = {}) => {
  const found = await find(files, more);
  return {
    servers: found.servers.map(({ name, place }) => `${name} ${place}`),
    passedOver: found.passedOver.map(({ name, place, reason }) => `${name} ${place}: ${reason}`),
  };
};

describe('where servers are found', () => {
  test('each source in its order; of two with one name the first counts', async () => {
    expect(
      await names(
        {
          '/home/me/app/.vscode/mcp.json': servers({ a: { command: 'app' } }),
          '/home/me/lib/.vscode/mcp.json': servers({ a: { command: 'lib' }, b: { command: 'lib' } }),
          '/home/me/app/.mcp.json': JSON.stringify({ mcpServers: { c: { command: 'portable' } } }),
          '/home/me/.config/Code/User/mcp.json': servers({ c: { command: 'user' }, d: { command: 'user' } }),
        },
        { setting: { d: { command: 'setting' }, e: { command: 'setting' } } },
      ),
    ).toEqual({
      servers: [
        'a /home/me/app/.vscode/mcp.json',
        'b /home/me/lib/.vscode/mcp.json',
        'c /home/me/app/.mcp.json',
        'd /home/me/.config/Code/User/mcp.json',
        'e the setting vak.mcpServers',
      ],
      passedOver: [
        'a /home/me/lib/.vscode/mcp.json: /home/me/app/.vscode/mcp.json defines it already',
        'c /home/me/.config/Code/User/mcp.json: /home/me/app/.mcp.json defines it already',
        'd the setting vak.mcpServers: /home/me/.config/Code/User/mcp.json defines it already',
      ],
    });
  });

  test('one of the workspace takes no place of the person’s own before it is approved', async () => {
    const files = {
      '/home/me/app/.vscode/mcp.json': servers({ docs: { command: 'evil' } }),
      '/home/me/.config/Code/User/mcp.json': servers({ docs: { command: 'docs' } }),
    };
    const isApproved = (server: FoundServer) => !server.fromWorkspace;
    const before = await find(files, { isApproved });
    expect(before.servers.map(({ place, replaces }) => [place, replaces])).toEqual([
      ['/home/me/app/.vscode/mcp.json', '/home/me/.config/Code/User/mcp.json'],
      ['/home/me/.config/Code/User/mcp.json', undefined],
    ]);
    expect((await find(files)).servers.map(({ place }) => place)).toEqual(['/home/me/app/.vscode/mcp.json']);
  });

  test.each([
    ['the script', 'srv/s.mjs'],
    ['a file in an option', 'srv/hook.mjs'],
    ['a file in a text for a shell', 'srv/run.sh'],
    ['the environment file', '.env'],
  ])('another content of %s is another server', async (_title, changed) => {
    const definition = {
      command: '${workspaceFolder}/node',
      args: ['s.mjs', '--import=./hook.mjs', '-c', 'sh run.sh'],
      cwd: 'srv',
      envFile: '.env',
    };
    const hash = async (content: string) => {
      const files = { '.vscode/mcp.json': servers({ a: definition }), [changed]: content };
      const absolute = Object.entries(files).map(([name, text]) => [`/home/me/app/${name}`, text]);
      return (await find(Object.fromEntries(absolute))).servers[0]?.hash;
    };
    expect(await hash('one')).toBe(await hash('one'));
    expect(await hash('one')).not.toBe(await hash('two'));
  });

  test('one that names more files than can be compared is passed over', async () => {
    const args = Array.from({ length: 300 }, (_each, i) => `a${i}`);
    expect(await names({ '/home/me/app/.mcp.json': servers({ a: { command: 'x', args } }) })).toEqual({
      servers: [],
      passedOver: ['a /home/me/app/.mcp.json: it names too many files'],
    });
  });

  test('the same definition under another name is the same server', async () => {
    const found = await names({
      '/home/me/app/.vscode/mcp.json': servers({ files: { command: 'npx', args: ['fs'] } }),
      '/home/me/app/.mcp.json': JSON.stringify({
        mcpServers: { filesystem: { command: 'npx', args: ['fs'] } },
      }),
    });
    expect(found.servers).toEqual(['files /home/me/app/.vscode/mcp.json']);
  });

  test('nothing of an untrusted workspace is used, the user’s own is', async () => {
    expect(
      await names(
        {
          '/home/me/app/.vscode/mcp.json': servers({ a: { command: 'app' } }),
          '/home/me/.config/Code/User/mcp.json': servers({ a: { command: 'user' } }),
        },
        { trusted: false },
      ),
    ).toEqual({
      servers: ['a /home/me/.config/Code/User/mcp.json'],
      passedOver: ['a /home/me/app/.vscode/mcp.json: the workspace is not trusted'],
    });
  });

  test.each(['none', 'registry'])('chat.mcp.access "%s" switches all of them off', async (access) => {
    const found = await find({ '/home/me/app/.mcp.json': servers({ a: { command: 'x' } }) }, { access });
    expect([found.servers.length, found.passedOver.length]).toEqual([0, 1]);
  });

  test('a broken file says so and leaves the others', async () => {
    const found = await names({
      '/home/me/app/.vscode/mcp.json': '{"servers": [',
      '/home/me/app/.mcp.json': servers({ a: { command: 'x' } }),
    });
    expect(found.servers).toEqual(['a /home/me/app/.mcp.json']);
    expect(found.passedOver[0]).toMatch(/^mcp\.json \/home\/me\/app\/\.vscode\/mcp\.json: line 1: /);
  });
});

test.each([
  ['/home/me/.config/Code/User/globalStorage/vakil.vakil', '/home/me/.config/Code/User/mcp.json'],
  [
    '/home/me/.config/Code/User/profiles/a1/globalStorage/vakil.vakil',
    '/home/me/.config/Code/User/profiles/a1/mcp.json',
  ],
  ['/home/me/elsewhere/vakil.vakil', undefined],
])('the user file beside %s', (storage, file) => {
  expect(userFileFrom(storage)).toBe(file);
});
