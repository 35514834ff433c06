import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../../src/agent/config/config.ts';
import type { ServerDefinition } from '../../../src/agent/inventory/catalogue.ts';
import { isCancelled } from '../../../src/base/errors.ts';
import { acpPair } from '../../support/mcp/acpPair.ts';
import { listen, matrixHttp } from '../../support/mcp/httpServers.ts';
import { runTool, type TestPool, testPool, userServer } from '../../support/mcp/servers.ts';
import { eventually } from '../../support/processes.ts';
import { projectRoot } from '../../support/projectRoot.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const program = path.join(projectRoot, 'test/fixtures/mcp/matrixServer.mjs');

interface Subject extends TestPool {
  /** The connection is cut in the middle, as by a crash or a network that fails. */
  readonly definition?: ServerDefinition;
  disconnect?(): void;
}

type Era = 'stateful' | 'stateless';
const overStdio = async (era: Era): Promise<Subject> => {
  const definition = userServer('m', { command: process.execPath, args: [program, `--era=${era}`] });
  return { ...testPool({ servers: [definition] }), definition };
};
const overHttp = async (era: Era): Promise<Subject> => {
  const { url } = await listen(matrixHttp(era));
  const definition = userServer('m', { url });
  return { ...testPool({ servers: [definition] }), definition };
};
const overAcp = async (era: Era): Promise<Subject> => {
  const folder = tempFolder();
  const file = path.join(folder, '.vscode/mcp.json');
  const servers = { m: { command: process.execPath, args: [program, `--era=${era}`] } };
  const pair = acpPair({
    places: {
      folders: [{ name: 'app', path: folder }],
      setting: {},
      access: 'all',
      trusted: true,
      files: { [file]: JSON.stringify({ servers }) },
    },
  });
  await pair.servers.allow();
  const [declared] = await pair.declare();
  const clientServers = [{ kind: 'acp' as const, name: 'm', serverId: declared?.serverId ?? '' }];
  const pool = testPool({ clientServers, powers: { callOverAcp: pair.callOverAcp } });
  return { ...pool, disconnect: () => pair.disconnect() };
};

const names = ['echo', 'progress', 'hang', 'cancelled', 'add', 'crash'];

describe.each([
  ['stdio', 'stateful', overStdio],
  ['stdio', 'stateless', overStdio],
  ['http', 'stateful', overHttp],
  ['http', 'stateless', overHttp],
  ['acp', 'stateful', overAcp],
  ['acp', 'stateless', overAcp],
] as const)('%s, %s', (transport, era, open) => {
  const find = async (subject: Subject, name: string) => {
    const tool = await (await subject.turn()).find(`mcp__m__${name}`, AbortSignal.timeout(10_000));
    if (!tool) throw new Error(`no tool ${name}`);
    return tool;
  };

  test('lists', async () => {
    const { turn, pool } = await open(era);
    await turn();
    expect(pool.status()[0]).toMatchObject({ state: 'ready', transport });
    expect(pool.status()[0]?.tools.map((tool) => tool.name)).toEqual(names);
  });

  test('calls, also many at once', async () => {
    const { call } = await open(era);
    const results = await Promise.all([1, 2, 3, 4, 5].map((n) => call('mcp__m__echo', { n })));
    expect(results.map((result) => result.text)).toEqual([1, 2, 3, 4, 5].map((n) => `{"n":${n}}`));
  });

  test('shows progress', async () => {
    const subject = await open(era);
    const titles: unknown[] = [];
    const present = ({ title }: { title?: string }) => titles.push(title);
    const result = await runTool(await find(subject, 'progress'), {}, { present });
    expect(result.text).toBe('done');
    expect(titles).toEqual(['m: progress (33 %)', 'm: progress (67 %)', 'm: progress (100 %)']);
  });

  test('cancels there', async () => {
    const subject = await open(era);
    const stop = new AbortController();
    const running = runTool(await find(subject, 'hang'), {}, { signal: stop.signal });
    setTimeout(() => stop.abort(), 100);
    await expect(running).rejects.toSatisfy(isCancelled);
    const told = async () => (await subject.call('mcp__m__cancelled')).text === '1';
    expect(await eventually(told, 3_000)).toBe(true);
  });

  test('hears of a changed list', async () => {
    const { call, pool } = await open(era);
    await call('mcp__m__echo');
    // A subscription is open a moment after the connection.
    const changed = async () => {
      await call('mcp__m__add');
      return eventually(() => (pool.status()[0]?.tools.length ?? 0) > names.length, 500);
    };
    expect(await eventually(changed, 5_000)).toBe(true);
  });

  test('fails a call that it crashes in, and is usable afterwards', async () => {
    const { call } = await open(era);
    expect((await call('mcp__m__crash')).isError).toBe(true);
    expect(await call('mcp__m__echo', { a: 1 })).toEqual({ text: '{"a":1}' });
  });

  test('stays as it is when the configuration is read again', async () => {
    const subject = await open(era);
    if (!subject.definition) return;
    await subject.call('mcp__m__add');
    const { pool, cwd, definition } = subject;
    pool.setCatalogue({ cwd, config: DEFAULT_CONFIG, servers: [{ ...definition }], items: [] });
    expect(pool.status()[0]?.state).toBe('ready');
    expect(await subject.call('mcp__m__echo', {})).toEqual({ text: '{}' });
  });

  test('is gone when the editor disconnects', async () => {
    const subject = await open(era);
    if (!subject.disconnect) return;
    const tool = await find(subject, 'hang');
    const running = runTool(tool, {});
    setTimeout(() => subject.disconnect?.(), 100);
    expect((await running).isError).toBe(true);
    subject.pool.clientGone();
    expect(subject.pool.status()[0]?.state).toBe('gone');
  });
});

describe('HTTP', () => {
  test('a server that forgot the session is asked for a fresh one, once, and the call goes through', async () => {
    const seen: string[] = [];
    let handler = matrixHttp('stateful', seen);
    const { url } = await listen((request, response) => handler(request, response));
    const { call } = testPool({ servers: [userServer('m', { url })] });
    expect(await call('mcp__m__echo', { a: 1 })).toEqual({ text: '{"a":1}' });
    // As after a restart: the same address, no memory of any session.
    handler = matrixHttp('stateful', seen);
    const results = await Promise.all([call('mcp__m__echo', { b: 1 }), call('mcp__m__echo', { b: 2 })]);
    expect(results.map((result) => result.text)).toEqual(['{"b":1}', '{"b":2}']);
  });

  test('a server that comes up later joins by itself', async () => {
    const reserved = await listen(() => undefined);
    await reserved.stop();
    const { pool, turn, call } = testPool({ servers: [userServer('m', { url: reserved.url })] });
    await turn();
    expect(pool.status()[0]).toMatchObject({
      state: 'failed',
      reason: `nothing listens at this address (${reserved.url})`,
    });
    const ready = new Promise<void>((resolve) => {
      const listener = pool.onDidChange(() => pool.status()[0]?.state === 'ready' && resolve());
      onTestFinished(() => listener.dispose());
    });
    await listen(matrixHttp('stateless'), reserved.port);
    await ready;
    expect(await call('mcp__m__echo', { late: true })).toEqual({ text: '{"late":true}' });
  });

  test.each([
    [401, 'needs-auth', 'the server asks for a sign-in'],
    [403, 'failed', /answered 403: access is refused/],
    [404, 'failed', /answered 404: no MCP server there/],
    [500, 'failed', /answered 500/],
  ])('an answer of %d is the state %s', async (status, state, reason) => {
    const { url } = await listen((_request, response) => response.writeHead(status).end());
    const { pool, turn } = testPool({ servers: [userServer('m', { url })] });
    await turn();
    expect(pool.status()[0]).toMatchObject({
      state,
      reason: typeof reason === 'string' ? reason : expect.stringMatching(reason),
    });
  });

  test('an address without a type falls back to the older SSE transport, one with a type does not', async () => {
    const asked: string[] = [];
    const { url } = await listen((request, response) => {
      asked.push(`${request.method}`);
      response.writeHead(405).end();
    });
    const { turn } = testPool({ servers: [userServer('m', { url, typeAssumed: true })] });
    await turn();
    expect(asked.at(-1)).toBe('GET');
    asked.length = 0;
    const typed = testPool({ servers: [userServer('m', { url })] });
    await typed.turn();
    expect(asked).not.toContain('GET');
  });

  test('headers are sent, redacted in what comes back, and not carried to another origin', async () => {
    const elsewhere: (string | undefined)[] = [];
    const other = await listen((request, response) => {
      elsewhere.push(request.headers['x-secret'] as string | undefined);
      response.writeHead(500).end();
    });
    const { url } = await listen((_request, response) =>
      response.writeHead(307, { location: other.url }).end(),
    );
    const { pool, turn } = testPool({
      servers: [userServer('m', { url, headers: { 'x-secret': 'hush-hush-hush' } })],
    });
    await turn();
    expect(pool.status()[0]?.state).toBe('failed');
    expect(elsewhere).toEqual([]);
  });
});
