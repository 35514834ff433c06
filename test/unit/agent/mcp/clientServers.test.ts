import { describe, expect, test } from 'vitest';
import { nameClientServers } from '../../../../src/agent/mcp/clientServerIds.ts';
import { readClientServers } from '../../../../src/agent/mcp/readClientServers.ts';

describe('what a client hands over', () => {
  test.each([
    [
      'stdio without a type',
      { name: 'a', command: '/bin/x', args: ['1'], env: [{ name: 'K', value: 'v' }] },
      { kind: 'stdio', name: 'a', command: '/bin/x', args: ['1'], env: { K: 'v' } },
    ],
    [
      'stdio with a superfluous type',
      { type: 'stdio', name: 'a', command: 'x' },
      { kind: 'stdio', name: 'a', command: 'x', args: [], env: {} },
    ],
    [
      'http',
      { type: 'http', name: 'a', url: 'https://x', headers: [{ name: 'H', value: 'v' }] },
      { kind: 'http', name: 'a', url: 'https://x', headers: { H: 'v' } },
    ],
    [
      'sse',
      { type: 'sse', name: 'a', url: 'http://x', headers: [] },
      { kind: 'sse', name: 'a', url: 'http://x', headers: {} },
    ],
    ['acp', { type: 'acp', name: 'a', serverId: 's' }, { kind: 'acp', name: 'a', serverId: 's' }],
  ])('%s', (_what, entry, server) => {
    expect(readClientServers([entry])).toEqual({ servers: [server], warnings: [] });
  });

  test('a malformed one is left out with a warning and spoils nothing', () => {
    const good = { name: 'good', command: 'x', args: [], env: [] };
    const read = readClientServers([{ type: 'http', name: 'bad', url: 'file:///etc/passwd' }, 7, good]);
    expect([read.servers.map(({ name }) => name), read.warnings]).toEqual([
      ['good'],
      [
        'The MCP server "bad" that came with the conversation is not understood and left out.',
        'The MCP server without a name that came with the conversation is not understood and left out.',
      ],
    ]);
  });
});

test('ids are made of names, free of clashes', () => {
  const named = nameClientServers(
    ['fs', 'My Server!', 'a__b', 'fs', '…'].map((name) => ({ kind: 'acp', name, serverId: name })),
    new Set(['fs', 'fs-editor']),
  );
  expect(named.servers.map(({ id }) => id)).toEqual([
    'fs-editor-2',
    'My-Server',
    'a_b',
    'fs-editor-3',
    'server',
  ]);
  expect(named.warnings.length).toBe(2);
});
