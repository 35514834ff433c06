import { describe, expect, test } from 'vitest';
import { readMcpFile } from '../../../../src/extension/mcp/mcpFile.ts';

const stdio = (command: string, more = {}) => ({ kind: 'stdio', command, args: [], env: {}, ...more });
const read = (value: unknown) => readMcpFile(JSON.stringify(value));

describe('the form of the file', () => {
  test.each([
    ["VS Code's", { servers: { a: { command: 'x' } } }],
    ['the portable one', { mcpServers: { a: { command: 'x' } } }],
    ['servers at the top', { a: { command: 'x' }, inputs: [], other: 1 }],
  ])('%s', (_what, file) => {
    expect([...read(file).servers]).toEqual([['a', stdio('x')]]);
  });

  test('comments, a comma too many and a byte-order mark are fine', () => {
    const file = readMcpFile('\uFEFF{\n// the servers\n"servers": {"a": {"command": "x",},},}');
    expect(file).toMatchObject({ problems: [], servers: new Map([['a', stdio('x')]]) });
  });

  test('what can not be parsed names the line, and what came before counts', () => {
    const file = readMcpFile('{"servers": {"a": {"command": "x"},\n"b": }');
    expect(file.problems[0]).toBe('line 2: ValueExpected');
    expect([...file.servers.keys()]).toEqual(['a']);
  });

  test('an empty file holds nothing', () => {
    expect(readMcpFile('').servers.size).toBe(0);
  });
});

describe('a server', () => {
  test.each([
    ['a command alone', { command: 'x', args: [1, true, 'a'] }, stdio('x', { args: ['1', 'true', 'a'] })],
    ['null in the environment', { command: 'x', env: { A: 1, B: null } }, stdio('x', { env: { A: '1' } })],
    [
      'a file and a folder',
      { command: 'x', envFile: '.env', cwd: 'sub' },
      stdio('x', { envFile: '.env', cwd: 'sub' }),
    ],
    [
      'an address alone',
      { url: 'https://x/mcp' },
      { kind: 'http', url: 'https://x/mcp', headers: {}, orSse: true },
    ],
    [
      'another spelling of http',
      { type: 'streamable-http', url: 'https://x', headers: { A: 'b' } },
      { kind: 'http', url: 'https://x', headers: { A: 'b' }, orSse: false },
    ],
    ['sse', { type: 'sse', url: 'http://x' }, { kind: 'sse', url: 'http://x', headers: {}, orSse: false }],
    [
      'an address with a variable',
      { url: '${input:url}' },
      { kind: 'http', url: '${input:url}', headers: {}, orSse: true },
    ],
    ['fields of VS Code alone', { command: 'x', dev: {}, gallery: true }, stdio('x')],
  ])('%s', (_what, entry, server) => {
    expect(read({ servers: { a: entry } }).servers.get('a')).toEqual(server);
  });

  test.each([
    [
      'a type nobody knows',
      { type: 'carrier-pigeon' },
      '"a": its type "carrier-pigeon" is not one of stdio, http, sse',
    ],
    ['no command', { type: 'stdio' }, /^"a": command /],
    [
      'a socket',
      { url: 'unix:///x' },
      '"a": url must be an http or https address; sockets and pipes are not supported',
    ],
    ['no object', 'x', '"a": must be an object'],
  ])('%s is a problem and spoils nothing else', (_what, entry, problem) => {
    const file = read({ servers: { a: entry, b: { command: 'y' } } });
    expect([...file.servers.keys()]).toEqual(['b']);
    expect(file.problems).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)]);
  });

  test.each([{ disabled: true }, { enabled: false }])('switched off by %j is not there', (off) => {
    expect(read({ servers: { a: { command: 'x', ...off } } })).toMatchObject({
      servers: new Map(),
      problems: [],
    });
  });
});

test('inputs are read, broken ones passed over', () => {
  const { inputs } = read({
    inputs: [
      { id: 'key', type: 'promptString', description: 'The key', password: true },
      { id: 'env', type: 'pickString', options: ['a', { label: 'B', value: 'b' }], default: 'a' },
      { type: 'promptString' },
    ],
    servers: {},
  });
  expect([...inputs.values()]).toEqual([
    { id: 'key', description: 'The key', password: true },
    { id: 'env', password: false, default: 'a', options: ['a', 'b'] },
  ]);
});
