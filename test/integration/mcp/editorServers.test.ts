import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { isCancelled } from '../../../src/base/errors.ts';
import { memorySecrets } from '../../../src/mcp/secretStore.ts';
import { signIn } from '../../../src/mcp/signIn.ts';
import {
  acpPair,
  agentInfo,
  type Declared,
  type EditorOptions,
  workspaceServers,
} from '../../support/mcp/acpPair.ts';
import { hostileServer, runTool, testPool } from '../../support/mcp/servers.ts';
import { followSignIn, startSignInServer } from '../../support/mcp/signInServer.ts';
import { childrenOf, commandLine, eventually, expectNoProcesses } from '../../support/processes.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const toClientServers = (declared: readonly Declared[]) =>
  declared.map(({ name, serverId }) => ({ kind: 'acp' as const, name, serverId: serverId ?? '' }));

/** A workspace whose `.vscode/mcp.json` names these servers. */
function workspace(entries: object, more: Partial<EditorOptions['ports']> = {}): EditorOptions {
  const folder = tempFolder();
  const file = path.join(folder, '.vscode/mcp.json');
  return {
    places: {
      folders: [{ name: 'app', path: folder }],
      setting: {},
      access: 'all',
      trusted: true,
      files: { [file]: JSON.stringify({ servers: entries }) },
    },
    ports: more,
  };
}

const hostileEntry = (...flags: string[]) => ({ command: process.execPath, args: [hostileServer, ...flags] });

/** The whole way: editor, ACP, agent's pool. */
async function forwarded(entries: object, more: Partial<EditorOptions['ports']> = {}) {
  const options = workspace(entries, more);
  const pair = acpPair(options);
  await pair.servers.allow();
  const declared = await pair.declare();
  const test = testPool({
    clientServers: toClientServers(declared),
    powers: { callOverAcp: pair.callOverAcp },
  });
  return { ...test, pair, declared, folder: options.places.folders[0]?.path ?? '' };
}

describe('a server of the workspace, forwarded', () => {
  test('is listed and called like any other, and runs in the editor’s process tree', async () => {
    const { call, turn, pool, folder } = await forwarded({
      tools: hostileEntry(`--starts-file=${path.join(tempFolder(), 's')}`),
    });
    expect((await turn()).tools().map((tool) => tool.name)).toEqual(['mcp__tools__echo', 'mcp']);
    expect(await call('mcp__tools__echo', { text: 'hi' })).toEqual({ text: 'echo: hi' });
    expect(pool.status()[0]).toMatchObject({ source: 'from the editor', transport: 'acp', state: 'ready' });
    const lines = childrenOf(process.pid).map(commandLine);
    expect(lines.filter((line) => line.includes(hostileServer)).length).toBe(1);
    expect(folder).not.toBe('');
  });

  test('does not start when a file that it names was written anew since it was allowed', async () => {
    const options = workspace({ tools: hostileEntry() });
    const files: Record<string, string> = { ...options.places.files, [hostileServer]: 'allowed' };
    const pair = acpPair({ ...options, places: { ...options.places, files } });
    await pair.servers.allow();
    const { call, pool } = testPool({
      clientServers: toClientServers(await pair.declare()),
      powers: { callOverAcp: pair.callOverAcp },
    });
    files[hostileServer] = 'written anew';
    await expect(call('mcp__tools__echo', { text: 'hi' })).rejects.toThrow('is not available');
    expect(pool.status()[0]?.reason).toContain('it changed since you approved it');
  });

  test('starts only when an agent asks for it', async () => {
    const file = path.join(tempFolder(), 'starts');
    const { turn } = await forwarded({ tools: hostileEntry(`--starts-file=${file}`) });
    expect(() => readFileSync(file)).toThrow();
    await turn();
    expect(readFileSync(file, 'utf8').trim().split('\n').length).toBe(1);
  });

  test('one that wants a sign-in says so, asks once, and can be used after it without a restart', async () => {
    const { url } = await startSignInServer();
    const secrets = memorySecrets();
    const offered: string[] = [];
    const { pair, pool, turn } = await forwarded(
      { shop: { url } },
      {
        secrets,
        offerSignIn: async (name) => {
          offered.push(name);
          return false;
        },
        signIn: (_, address) =>
          signIn({ url: address, secrets, openUrl: followSignIn }, AbortSignal.timeout(10_000)),
      },
    );
    await turn();
    expect(pool.status()[0]).toMatchObject({ state: 'needs-auth', clientName: 'shop' });
    expect(offered).toEqual(['shop']);
    await pair.servers.signIn('shop');
    pool.setClientServers(toClientServers(await pair.declare()));
    await turn();
    expect(pool.status()[0]).toMatchObject({ state: 'ready' });
    await expect(pair.servers.signIn('shop')).rejects.toThrow('asks for no sign-in');
  });

  test('a changed list reaches the agent', async () => {
    const { call, pool } = await forwarded({ tools: hostileEntry() });
    await call('mcp__tools__echo', { do: 'add-tool' });
    const changed = () => pool.status()[0]?.tools.some((tool) => tool.name === 'added1') === true;
    expect(await eventually(changed, 5_000)).toBe(true);
  });

  test('prompts come along', async () => {
    const { turn, pool } = await forwarded({ tools: hostileEntry() });
    await turn();
    expect(await pool.expandPrompt('mcp:tools:greet', 'Ada', AbortSignal.timeout(5_000))).toEqual({
      text: 'Greet Ada kindly',
      media: [],
    });
  });

  test('a failing tool fails as it does without the way between', async () => {
    const { call } = await forwarded({ tools: hostileEntry() });
    expect(await call('mcp__tools__echo', { do: 'error' })).toEqual({ text: 'it went wrong', isError: true });
    expect(await call('mcp__tools__echo', { do: 'rpc-error' })).toEqual({
      text: 'echo: refused by the server (401)',
      isError: true,
    });
  });

  test('a cancelled call is cancelled at the server', async () => {
    const file = path.join(tempFolder(), 'starts');
    const { turn, call } = await forwarded({ tools: hostileEntry('--log-cancel', `--starts-file=${file}`) });
    const tool = await (await turn()).find('mcp__tools__echo', AbortSignal.timeout(5_000));
    const stop = new AbortController();
    const running = tool && runTool(tool, { do: 'hang' }, { signal: stop.signal });
    setTimeout(() => stop.abort(), 100);
    await expect(running).rejects.toSatisfy(isCancelled);
    expect(await eventually(() => readFileSync(file, 'utf8').includes('cancelled'), 3_000)).toBe(true);
    expect(await call('mcp__tools__echo', { text: 'ok' })).toEqual({ text: 'echo: ok' });
  });

  test('a server that crashes is started again at the next call', async () => {
    const { call } = await forwarded({ tools: hostileEntry() });
    const crashed = await call('mcp__tools__echo', { do: 'crash' });
    expect(crashed.isError).toBe(true);
    expect(await call('mcp__tools__echo', { text: 'again' })).toEqual({ text: 'echo: again' });
  });

  test('one that does not start fails with the reason, and does not disturb the others', async () => {
    const { turn, pool } = await forwarded({
      bad: hostileEntry('--stderr', '--exit'),
      good: { ...hostileEntry(), env: { A: '1' } },
    });
    await turn();
    expect(pool.status().map(({ id, state }) => [id, state])).toEqual([
      ['bad', 'failed'],
      ['good', 'ready'],
    ]);
    expect(pool.status()[0]?.reason).toMatch(
      /the server ended with exit code 3: the token is undefined \/ second line/,
    );
  });

  test('when the editor disconnects, pending calls fail and the server is gone', async () => {
    const { turn, pool, pair } = await forwarded({ tools: hostileEntry() });
    const tool = await (await turn()).find('mcp__tools__echo', AbortSignal.timeout(5_000));
    const running = tool && runTool(tool, { do: 'hang' });
    await new Promise((resolve) => setTimeout(resolve, 100));
    pair.disconnect();
    expect((await running)?.isError).toBe(true);
    pool.clientGone();
    expect(pool.status()[0]).toMatchObject({ state: 'gone', reason: 'the editor disconnected' });
    expect((await turn()).tools().map((each) => each.name)).toEqual(['mcp']);
  });

  test('ends with the editor', async () => {
    const mark = tempFolder();
    const { call, pair } = await forwarded({
      tools: hostileEntry('--grandchild', '--outlive-input', `--mark=${mark}`),
    });
    await call('mcp__tools__echo', {});
    await pair.servers.end();
    await expectNoProcesses(mark);
  });

  test('a name that a file’s server has becomes <id>-editor, with a warning', async () => {
    const { pool } = await forwarded({ tools: hostileEntry() });
    const { userServer } = await import('../../support/mcp/servers.ts');
    const { DEFAULT_CONFIG } = await import('../../../src/agent/config/config.ts');
    pool.setCatalogue({
      cwd: '/',
      config: DEFAULT_CONFIG,
      items: [],
      servers: [userServer('tools', { command: 'x' })],
    });
    expect(pool.status().map(({ id }) => id)).toEqual(['tools', 'tools-editor']);
    expect(pool.setClientServers([{ kind: 'acp', name: 'tools', serverId: 'x' }])).toEqual([
      'The editor\'s MCP server "tools" is called "tools-editor" here: "tools" is taken.',
    ]);
  });

  test('its questions are answered in the editor', async () => {
    const asked: string[] = [];
    const { call } = await forwarded(
      { tools: hostileEntry() },
      {
        requests: {
          sample: async ({ server }) => {
            asked.push(server);
            return { text: 'sampled', model: 'm' };
          },
        },
      },
    );
    expect((await call('mcp__tools__echo', { do: 'ask' })).text.split(' ').sort()).toEqual([
      '-32601',
      'answered',
    ]);
    expect(asked).toEqual(['tools']);
  });
});

describe('variables', () => {
  test('are filled in before the server starts, with the environment file below the environment', async () => {
    const entry = {
      ...hostileEntry('--starts-file=${workspaceFolder}/starts'),
      envFile: '${workspaceFolder}/.env',
      env: { MY_TOKEN: 'a ${env:FROM_ENV} and ${input:key}' },
    };
    const options = workspace({ tools: entry }, { input: async () => 'asked' });
    const folder = options.places.folders[0]?.path ?? '';
    const places = {
      ...options.places,
      files: { ...options.places.files, [`${folder}/.env`]: 'MY_TOKEN=below\nOTHER=1' },
    };
    const pair = acpPair({ ...options, places });
    await pair.servers.allow();
    const { call } = testPool({
      clientServers: toClientServers(await pair.declare()),
      powers: { callOverAcp: pair.callOverAcp },
    });
    expect((await call('mcp__tools__echo', { do: 'secret' })).text).toBe(
      'token=a from the environment and asked',
    );
    expect(readFileSync(path.join(folder, 'starts'), 'utf8')).not.toBe('');
  });

  test('an input that is not given keeps the server from starting, and is asked for again only on request', async () => {
    const answers = [undefined, 'given'];
    let asked = 0;
    const forgotten: string[] = [];
    const { turn, pool, pair } = await forwarded(
      { tools: { ...hostileEntry(), env: { KEY: '${input:key}' } } },
      {
        input: async () => answers[asked++],
        forgetInput: async (_, id) => {
          forgotten.push(id);
        },
      },
    );
    await turn();
    expect(pool.status()[0]?.reason).toContain(
      'The MCP server "tools" needs ${input:key}: it was not given. Restart the server to be asked again.',
    );
    await pool.act('tools', 'restart', AbortSignal.timeout(5_000));
    expect([asked, pool.status()[0]?.state]).toEqual([1, 'failed']);
    await pair.servers.restart('tools', false);
    await pool.act('tools', 'restart', AbortSignal.timeout(5_000));
    expect([asked, pool.status()[0]?.state, forgotten]).toEqual([2, 'ready', []]);
    await pair.servers.restart('tools', true);
    expect(forgotten).toEqual(['key']);
  });

  test('a server that is restarted is another process', async () => {
    const file = path.join(tempFolder(), 'starts');
    const { call, pair } = await forwarded({ tools: hostileEntry(`--starts-file=${file}`) });
    await call('mcp__tools__echo', { text: 'hi' });
    await pair.servers.restart('tools', false);
    expect(await call('mcp__tools__echo', { text: 'again' })).toEqual({ text: 'echo: again' });
    expect(readFileSync(file, 'utf8').trim().split('\n').length).toBe(2);
  });
});

describe('approval', () => {
  test('nothing of the workspace is declared before it is allowed; then running conversations are told', async () => {
    const pair = acpPair(workspace({ tools: hostileEntry() }, { approve: async () => [] }));
    expect(await pair.declare()).toEqual([]);
    expect(pair.servers.notOffered()).toMatchObject([{ id: 'tools', state: 'untrusted' }]);
    let told = 0;
    pair.servers.onDidChange(() => told++);
    await pair.servers.allow('tools');
    expect([told, (await pair.declare()).map(({ name }) => name)]).toEqual([1, ['tools']]);
  });

  test('is asked for once in a window', async () => {
    let asked = 0;
    const approve = async () => {
      asked += 1;
      return [];
    };
    const pair = acpPair(workspace({ tools: hostileEntry() }, { approve }));
    await pair.declare();
    await pair.declare();
    expect(asked).toBe(1);
  });
});

describe('an agent without the flag', () => {
  const entries = {
    files: { command: 'node', args: ['x'], env: { A: '${workspaceFolder}' } },
    web: { type: 'http', url: 'https://example.com/mcp', headers: { Key: 'k' } },
    old: { type: 'sse', url: 'https://example.com/sse' },
    lost: { command: 'no-such-program-here' },
  };
  const declare = async (mcp: { http?: boolean; sse?: boolean }) => {
    const options = workspace(entries, {
      which: async (program) => (program === 'node' ? '/usr/bin/node' : undefined),
    });
    const servers = workspaceServers({
      ...options,
      ports: { ...options.ports, environment: async (extra) => ({ ...extra }) },
    });
    await servers.allow();
    const declared = await servers.declare({ cwd: '/', agent: agentInfo(mcp), context: undefined as never });
    const left = servers.notOffered().map(({ id, reason }) => `${id}: ${reason}`);
    return { declared: declared.servers, left, folder: options.places.folders[0]?.path };
  };

  test('gets what it can take as definitions, and the reason for the rest', async () => {
    const { declared, left, folder } = await declare({ http: true });
    expect(declared).toEqual([
      { name: 'files', command: '/usr/bin/node', args: ['x'], env: [{ name: 'A', value: folder }] },
      { type: 'http', name: 'web', url: 'https://example.com/mcp', headers: [{ name: 'Key', value: 'k' }] },
    ]);
    expect(left).toEqual([
      'old: Test agent takes no servers over SSE',
      'lost: "no-such-program-here" was not found on the PATH',
    ]);
  });

  test('gets stdio always, and nothing else when it takes nothing else', async () => {
    const { declared, left } = await declare({});
    expect(declared.map((server) => server.name)).toEqual(['files']);
    expect(left.length).toBe(3);
  });
});

describe('an agent of the generation before', () => {
  test('connects, speaks the older MCP inside, hears of changes and disconnects', async () => {
    const { agent, client } = await import('@agentclientprotocol/sdk/unstable');
    const options = workspace({ tools: hostileEntry() });
    const servers = workspaceServers(options);
    await servers.allow();
    const heard: string[] = [];
    const raw = { parse: (params: unknown) => params as Record<string, unknown> };
    const agentApp = agent({ name: 'old' }).onNotification('mcp/message', raw, ({ params }) => {
      heard.push(String(params['method']));
    });
    const clientApp = client({ name: 'editor' });
    servers.register(clientApp);
    let ask: (method: string, params: object) => Promise<Record<string, unknown>> = async () => ({});
    agentApp.onConnect((connection) => {
      ask = (method, params) => connection.client.request(method, params) as Promise<Record<string, unknown>>;
    });
    const connection = clientApp.connect(agentApp);
    const { servers: declared } = await servers.declare({
      cwd: '/',
      agent: agentInfo({ acp: true }),
      context: connection.agent,
    });
    const [first] = declared as readonly Declared[];
    const { connectionId } = await ask('mcp/connect', { serverId: first?.serverId });
    const inner = (method: string, params: object = {}) =>
      ask('mcp/message', { connectionId, method, params });
    const hello = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'old', version: '1' },
    };
    expect(await inner('initialize', hello)).toMatchObject({ serverInfo: { name: 'hostile' } });
    expect(await inner('tools/list')).toMatchObject({ tools: [{ name: 'echo' }] });
    expect(await inner('tools/call', { name: 'echo', arguments: { do: 'add-tool' } })).toMatchObject({
      content: [{ text: 'added' }],
    });
    expect(await eventually(() => heard.includes('notifications/tools/list_changed'), 3_000)).toBe(true);
    await ask('mcp/disconnect', { connectionId });
    await expect(inner('tools/list')).rejects.toMatchObject({ code: -33001 });
    connection.close();
  });
});
