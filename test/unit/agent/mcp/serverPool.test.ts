import { normalize } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { DEFAULT_CONFIG } from '../../../../src/agent/config/config.ts';
import type { Child, Exit, Host } from '../../../../src/agent/host/host.ts';
import type { ServerDefinition } from '../../../../src/agent/inventory/catalogue.ts';
import { serverContent } from '../../../../src/agent/inventory/codeContent.ts';
import type { McpServers, ServerCatalogue } from '../../../../src/agent/mcp/mcpServers.ts';
import { createMcpServers } from '../../../../src/agent/mcp/serverPool.ts';
import { deferred } from '../../../../src/base/abort.ts';
import { isRecord } from '../../../../src/base/json.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { runTool, userServer } from '../../../support/mcp/servers.ts';

/** How the servers behind a program name behave; a test may change it while it runs. */
type Behaviour = 'good' | 'hangs' | 'exits';

/** A machine whose programs are MCP servers of the stateful era, and whose clock stands still. */
class FakeMachine {
  readonly clock = new ManualClock();
  readonly started: string[] = [];
  readonly running = new Set<string>();
  readonly refused: string[] = [];
  readonly folders: string[] = [];
  behaviour: Behaviour = 'good';
  tools = ['echo'];
  lists = 0;
  readonly #files = new Map<string, string>();

  readonly host = {
    id: 'local',
    clock: this.clock,
    files: {
      stat: async (name: string) => {
        const file = normalize(name);
        if (this.#files.has(file)) return { kind: 'file', size: 1, identity: file };
        return this.#below(file).length > 0 ? { kind: 'folder', size: 0, identity: file } : undefined;
      },
      readDir: async (name: string) =>
        this.#below(normalize(name)).map((below) => ({
          name: below.split('/')[0] ?? '',
          kind: below.includes('/') ? 'folder' : 'file',
        })),
      read: async (name: string) => new TextEncoder().encode(this.#files.get(normalize(name))),
      readText: async (path: string) => this.#files.get(path) ?? Promise.reject(new Error('ENOENT')),
      makeDir: async () => undefined,
      write: async (path: string, text: string) => void this.#files.set(path, text),
    },
    processes: {
      spawn: ({ command, cwd }: { command: string; cwd: string }) => {
        this.folders.push(cwd);
        return this.#spawn(command);
      },
    },
    environment: {
      cacheHome: '/home/me/.cache/vak',
      home: '/home/me',
      forChild: async () => ({ PATH: '/bin' }),
    },
  } as unknown as Host;

  write(path: string, text: string): void {
    this.#files.set(path, text);
  }

  /** Files of a folder, by what stands behind its name. */
  #below(folder: string): string[] {
    const start = folder.endsWith('/') ? folder : `${folder}/`;
    return [...this.#files.keys()].filter((f) => f.startsWith(start)).map((f) => f.slice(start.length));
  }

  #spawn(command: string): Child {
    this.started.push(command);
    this.running.add(command);
    const exit = deferred<Exit>();
    const listeners = new Set<(bytes: Uint8Array) => void>();
    const end = (code: number) => {
      this.running.delete(command);
      exit.resolve({ code, signal: null });
    };
    const say = (message: object) => {
      const line = new TextEncoder().encode(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      queueMicrotask(() => {
        for (const listener of listeners) listener(line);
      });
    };
    if (this.behaviour === 'exits') queueMicrotask(() => end(3));
    return {
      pid: 1,
      exited: exit.promise,
      onStdout: (listener: (bytes: Uint8Array) => void) => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
      onStderr: () => ({ dispose: () => undefined }),
      drained: async () => undefined,
      write: async (text: string) => {
        const message: unknown = JSON.parse(text);
        if (isRecord(message) && this.behaviour === 'good') this.#answer(message, say);
      },
      endInput: () => end(0),
      kill: async () => end(0),
      pause: () => undefined,
      resume: () => undefined,
    } as unknown as Child;
  }

  #answer({ id, method, params }: Readonly<Record<string, unknown>>, say: (message: object) => void): void {
    if (id === undefined) return;
    const result = this.#result(String(method), params);
    say(result ? { id, result } : { id, error: { code: -32601, message: 'unknown' } });
  }

  #result(method: string, params: unknown): object | undefined {
    if (method === 'initialize')
      return {
        protocolVersion: '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 's', version: '1' },
      };
    if (method === 'tools/list') {
      this.lists += 1;
      return { tools: this.tools.map((name) => ({ name, inputSchema: { type: 'object' } })) };
    }
    if (method !== 'tools/call' || !isRecord(params)) return undefined;
    const { name, arguments: given } = params;
    return { content: [{ type: 'text', text: JSON.stringify({ name, arguments: given }) }] };
  }
}

const signal = new AbortController().signal;
const server = (id: string, more: Partial<ServerDefinition> = {}) => userServer(id, { command: id, ...more });

function poolOn(
  machine: FakeMachine,
  servers: readonly ServerDefinition[],
  config: Partial<ServerCatalogue['config']> = {},
): McpServers {
  const pool = createMcpServers({
    host: machine.host,
    version: '0',
    roots: ['/home/me/app'],
    powers: {},
    onNotApproved: () => machine.refused.push('not approved'),
  });
  onTestFinished(() => pool.close());
  pool.setCatalogue({ cwd: '/home/me/app', config: { ...DEFAULT_CONFIG, ...config }, servers, items: [] });
  return pool;
}

const names = (tools: readonly { name: string }[]) => tools.map((tool) => tool.name);
const state = (pool: McpServers, id: string) => pool.status().find((each) => each.id === id)?.state;
const reached = (pool: McpServers, id: string, wanted: string) =>
  new Promise<void>((resolve) => {
    const look = () => state(pool, id) === wanted && resolve();
    const listener = pool.onDidChange(look);
    onTestFinished(() => listener.dispose());
    look();
  });

async function contentOf(server: ServerDefinition, { files, environment }: Host): Promise<string> {
  return (await serverContent(server, { files, home: environment.home, cwd: '/home/me/app' })).text;
}

describe('starting', () => {
  test('nothing is started before it is used', () => {
    const machine = new FakeMachine();
    const pool = poolOn(machine, [server('a'), server('b')]);
    expect([machine.started, state(pool, 'a')]).toEqual([[], 'idle']);
  });

  test('twenty servers that hang cost one budget of ten seconds, and the turn goes on', async () => {
    const machine = new FakeMachine();
    machine.behaviour = 'hangs';
    const ids = Array.from({ length: 20 }, (_, index) => `s${index}`);
    const pool = poolOn(
      machine,
      ids.map((id) => server(id)),
    );
    const waits: number[] = [];
    machine.clock.onTimer = (ms) => {
      if (ms === 10_000) {
        waits.push(ms);
        queueMicrotask(() => machine.clock.advance(10_000));
      }
    };
    const turn = await pool.prepareTurn({ worker: false }, signal);
    expect([waits, names(turn.tools())]).toEqual([[10_000], ['mcp']]);
    expect(pool.status().every((each) => each.state === 'connecting')).toBe(true);
    // The next turn does not wait for them again.
    await pool.prepareTurn({ worker: false }, signal);
    expect(waits).toEqual([10_000]);
  });

  test('a slow one joins the next step of the same turn', async () => {
    const machine = new FakeMachine();
    machine.behaviour = 'hangs';
    const pool = poolOn(machine, [server('a', { startupTimeoutMs: 12_000 })]);
    machine.clock.onTimer = (ms) => {
      if (ms === 10_000) queueMicrotask(() => machine.clock.advance(10_000));
    };
    const turn = await pool.prepareTurn({ worker: false }, signal);
    expect(names(turn.tools())).toEqual(['mcp']);
    machine.behaviour = 'good';
    machine.clock.advance(2_000);
    await reached(pool, 'a', 'failed');
    machine.clock.advance(2_000);
    await reached(pool, 'a', 'ready');
    expect(names(turn.tools())).toEqual(['mcp__a__echo', 'mcp']);
  });

  test('a start that failed is tried again by a timer, and heals by itself', async () => {
    const machine = new FakeMachine();
    machine.behaviour = 'exits';
    const pool = poolOn(machine, [server('a')]);
    await pool.prepareTurn({ worker: false }, signal);
    expect(pool.status()[0]).toMatchObject({ state: 'failed', retryAt: expect.any(Number) });
    const tries = machine.started.length;
    const tool = (await pool.prepareTurn({ worker: false }, signal)).find('mcp__a__echo', signal);
    await expect(tool).rejects.toThrow(
      /^The MCP server "a" is not available: the server ended with exit code 3\. Next try in [12] s\./,
    );
    // Demand does not hurry it.
    expect(machine.started.length).toBe(tries);
    machine.behaviour = 'good';
    machine.clock.advance(2_000);
    await reached(pool, 'a', 'ready');
  });

  test('a required one that waits for its next try is waited for, when that is soon', async () => {
    const machine = new FakeMachine();
    machine.behaviour = 'exits';
    const pool = poolOn(machine, [server('a', { required: true })]);
    expect((await pool.prepareTurn({ worker: false }, signal)).failedRequired).toMatch(/It is required\.$/);
    machine.behaviour = 'good';
    const next = pool.prepareTurn({ worker: false }, signal);
    machine.clock.onTimer = (ms) => {
      if (ms <= 2_001) queueMicrotask(() => machine.clock.advance(2_001));
    };
    expect((await next).failedRequired).toBeUndefined();
  });
});

describe('living', () => {
  test('one that was not used for its time is ended, and started again on demand', async () => {
    const machine = new FakeMachine();
    const pool = poolOn(machine, [server('a')]);
    await pool.prepareTurn({ worker: false }, signal);
    machine.clock.advance(10 * 60_000);
    await reached(pool, 'a', 'idle');
    const tool = await (await pool.prepareTurn({ worker: false }, signal)).find('mcp__a__echo', signal);
    expect(machine.running.size).toBe(0);
    expect(tool && (await runTool(tool, { x: 1 })).text).toBe('{"name":"echo","arguments":{"x":1}}');
    expect(machine.running.size).toBe(1);
  });

  test('one that does not announce changes is asked again a minute after use', async () => {
    const machine = new FakeMachine();
    const pool = poolOn(machine, [server('a')]);
    await pool.prepareTurn({ worker: false }, signal);
    machine.tools = ['echo', 'other'];
    const changed = new Promise<void>((resolve) => {
      pool.onDidChange(() => pool.status()[0]?.tools.length === 2 && resolve());
    });
    machine.clock.advance(60_000);
    await changed;
    expect(machine.lists).toBe(2);
  });

  test('disabled in this conversation it ends and offers nothing, until it is enabled', async () => {
    const machine = new FakeMachine();
    const pool = poolOn(machine, [server('a')]);
    await pool.prepareTurn({ worker: false }, signal);
    await pool.act('a', 'disable', signal);
    expect(names((await pool.prepareTurn({ worker: false }, signal)).tools())).toEqual(['mcp']);
    await pool.act('a', 'enable', signal);
    expect(names((await pool.prepareTurn({ worker: false }, signal)).tools())).toEqual([
      'mcp__a__echo',
      'mcp',
    ]);
  });
});

describe('what a turn is shown', () => {
  const prepare = (config: Partial<ServerCatalogue['config']>, tools = ['echo'], selection = {}) => {
    const machine = new FakeMachine();
    machine.tools = tools;
    const pool = poolOn(machine, [server('a'), server('b')], config);
    return pool.prepareTurn({ worker: false, ...selection }, signal);
  };

  test.each([
    ['direct', { mcpExposure: 'direct' }, ['mcp__a__echo', 'mcp__b__echo', 'mcp']],
    ['meta', { mcpExposure: 'meta' }, ['mcp']],
    ['auto, with few tools', {}, ['mcp__a__echo', 'mcp__b__echo', 'mcp']],
  ] as const)('%s', async (_what, config, expected) => {
    expect(names((await prepare(config)).tools())).toEqual(expected);
  });

  test('auto shows only the meta-tool when the definitions are too much', async () => {
    const many = Array.from({ length: 200 }, (_, index) => `tool_with_a_long_name_${index}`);
    expect(names((await prepare({}, many)).tools())).toEqual(['mcp']);
  });

  test('a tool whose name holds what is not seen is left out, and the view says why', async () => {
    const machine = new FakeMachine();
    machine.tools = ['echo', 'new\nline', 'a\u2028b', 'a\u202eb'];
    const pool = poolOn(machine, [server('a')]);
    const turn = await pool.prepareTurn({ worker: false }, signal);
    expect(names(turn.tools())).toEqual(['mcp__a__echo', 'mcp']);
    expect(pool.status()[0]?.log).toContain(
      'the tool "new‹U+000A›line" can\'t be used: its name holds characters that are not seen',
    );
    await expect(turn.find('mcp__a__new\nline', signal)).rejects.toThrow(
      'The tool "new‹U+000A›line" of "a" can\'t be used: its name holds characters that are not seen.',
    );
  });

  test('an agent’s list narrows, and an empty one leaves none', async () => {
    expect(names((await prepare({}, ['echo'], { allowed: ['b'] })).tools())).toEqual(['mcp__b__echo', 'mcp']);
    const none = await prepare({}, ['echo'], { allowed: [] });
    expect([names(none.tools()), none.overview(), await none.find('mcp__a__echo', signal)]).toEqual([
      ['mcp'],
      undefined,
      undefined,
    ]);
  });

  test('what the slice leaves out is not shown, is named, and can be called', async () => {
    const turn = await prepare({}, ['echo'], { leftOut: new Set(['a']) });
    expect(names(turn.tools())).toEqual(['mcp__b__echo', 'mcp']);
    expect(turn.overview()).toContain('Not shown now, but callable: a.');
    expect((await turn.find('mcp__a__echo', signal))?.name).toBe('mcp__a__echo');
  });
});

describe('a server that was approved', () => {
  const script = '/home/me/app/s.mjs';
  async function approved(machine: FakeMachine): Promise<ServerDefinition> {
    machine.write(script, 'one');
    const said = server('tea', { args: ['./s.mjs'], source: 'project' });
    return { ...said, approvedContent: await contentOf(said, machine.host) };
  }
  const waits = /^The MCP server "tea" waits for your approval and was not started\./;

  test('is not started with other bytes, says why, and runs once they are as they were', async () => {
    const machine = new FakeMachine();
    const pool = poolOn(machine, [await approved(machine)]);
    machine.write(script, 'two');
    const turn = await pool.prepareTurn({ worker: false }, signal);
    expect(names(turn.tools())).toEqual(['mcp']);
    await expect(turn.find('mcp__tea__echo', signal)).rejects.toThrow(waits);
    expect(pool.status()[0]).toMatchObject({
      state: 'untrusted',
      reason: 'it changed since you approved it, and was not started',
      remedy: expect.stringContaining('vak trust'),
    });
    expect([machine.started, machine.refused.length]).toEqual([[], 2]);
    machine.write(script, 'one');
    expect((await turn.find('mcp__tea__echo', signal))?.name).toBe('mcp__tea__echo');
  });

  test('is looked at again at each start, its tools being known', async () => {
    const machine = new FakeMachine();
    const pool = poolOn(machine, [await approved(machine)]);
    const turn = await pool.prepareTurn({ worker: false }, signal);
    const tool = await turn.find('mcp__tea__echo', signal);
    machine.write(script, 'two');
    machine.clock.advance(10 * 60_000);
    await reached(pool, 'tea', 'idle');
    const result = tool && (await runTool(tool, {}));
    expect([result?.isError, result?.text, machine.started]).toEqual([
      true,
      expect.stringMatching(waits),
      ['tea'],
    ]);
  });

  test('and is approved anew runs as it is now', async () => {
    const machine = new FakeMachine();
    const before = await approved(machine);
    const pool = poolOn(machine, [before]);
    machine.write(script, 'two');
    await pool.prepareTurn({ worker: false }, signal);
    const now = await contentOf(before, machine.host);
    const servers = [{ ...before, approvedContent: now }];
    pool.setCatalogue({ cwd: '/home/me/app', config: DEFAULT_CONFIG, servers, items: [] });
    expect(names((await pool.prepareTurn({ worker: false }, signal)).tools())).toContain('mcp__tea__echo');
  });

  test('starts in the folder that its definition names', async () => {
    const machine = new FakeMachine();
    machine.write('/home/me/plugin/s.mjs', 'one');
    machine.write(script, 'another');
    const said = server('tea', { args: ['./s.mjs'], cwd: '/home/me/plugin' });
    const approvedContent = await contentOf(said, machine.host);
    const pool = poolOn(machine, [{ ...said, approvedContent }]);
    await pool.prepareTurn({ worker: false }, signal);
    expect([machine.started, machine.folders]).toEqual([['tea'], ['/home/me/plugin']]);
  });
});

test('a tool of a server that waits for an approval says so instead of another name', async () => {
  const pool = poolOn(new FakeMachine(), [server('a')]);
  const item: ServerCatalogue['items'][number] = {
    kind: 'mcp',
    name: 'tea',
    label: 'project',
    description: '',
    origin: { scope: 'project', path: '/home/me/app/.vak/mcp_servers/tea.yaml' },
    state: 'untrusted',
    approval: { content: 'command: tea', changes: [] },
  };
  pool.setCatalogue({
    cwd: '/home/me/app',
    config: DEFAULT_CONFIG,
    servers: [server('a')],
    items: [item],
  });
  const turn = await pool.prepareTurn({ worker: false }, signal);
  const waits = /^The MCP server "tea" waits for your approval.*MCP servers → tea → Approve/;
  await expect(turn.find('mcp__tea__steep', signal)).rejects.toThrow(waits);
  const [meta] = turn.tools().slice(-1);
  if (!meta) throw new Error('no meta-tool');
  const call = { action: 'call', server: 'tea', tool: 'steep', arguments: {} };
  expect((await runTool(meta, call)).text).toMatch(waits);
  const other = await pool.prepareTurn({ worker: false, allowed: ['a'] }, signal);
  expect(await other.find('mcp__tea__steep', signal)).toBeUndefined();
});

describe('the meta-tool', () => {
  const meta = async () => {
    const machine = new FakeMachine();
    machine.tools = ['echo', 'a.b'];
    const pool = poolOn(machine, [server('a')], { mcpExposure: 'meta' });
    const [tool] = (await pool.prepareTurn({ worker: false }, signal)).tools();
    if (!tool) throw new Error('no meta-tool');
    return tool;
  };

  test('is small', async () => {
    const { name, description, inputSchema } = await meta();
    expect(JSON.stringify({ name, description, inputSchema }).length).toBeLessThan(400);
  });

  test('lists, describes and calls', async () => {
    const tool = await meta();
    expect((await runTool(tool, { action: 'list' })).text).toMatch(
      /^a: 2 tools\n- echo: echo\n- a\.b \(as mcp__a__a_b_[0-9a-f]{6}\): a\.b$/,
    );
    expect((await runTool(tool, { action: 'describe', server: 'a', tool: 'echo' })).text).toContain(
      '"type": "object"',
    );
    expect(
      (await runTool(tool, { action: 'call', server: 'a', tool: 'a.b', arguments: { x: 1 } })).text,
    ).toBe('{"name":"a.b","arguments":{"x":1}}');
  });

  test.each([
    [
      'an unknown server',
      { action: 'call', server: 'far-off', tool: 'echo' },
      'There is no MCP server "far-off". There are: a.',
    ],
    [
      'an unknown tool',
      { action: 'call', server: 'a', tool: 'ecko' },
      'The MCP server "a" has no tool "ecko". Did you mean "echo"?',
    ],
    ['a call without a tool', { action: 'call', server: 'a' }, '"call" needs "server" and "tool".'],
  ])('%s is said, with the way out', async (_what, input, text) => {
    expect(await runTool(await meta(), input)).toEqual({ text, isError: true });
  });

  test('a call counts as the inner tool with the inner arguments, and a rewrite finds its way back', async () => {
    const tool = await meta();
    await runTool(tool, { action: 'list' });
    const input = { action: 'call', server: 'a', tool: 'a.b', arguments: { x: 1 } };
    expect(tool.identity?.(input)).toEqual({ name: 'mcp__a__a.b', input: { x: 1 } });
    expect(tool.withIdentityInput?.(input, { x: 2 })).toEqual({ ...input, arguments: { x: 2 } });
    expect(tool.claims(input, '/')).toEqual({ exclusive: true });
    expect(tool.claims({ action: 'list' }, '/')).toEqual({ readOnly: true });
  });
});
