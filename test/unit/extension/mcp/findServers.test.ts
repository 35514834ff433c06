import { describe, expect, test } from 'vitest';
import { findServers, type ServerPlaces, userFileFrom } from '../../../../src/extension/mcp/findServers.ts';

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
