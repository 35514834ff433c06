import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isCancelled } from '../../../src/base/errors.ts';
import { hostile, runTool, testPool, userServer } from '../../support/mcp/servers.ts';
import { eventually, expectNoProcesses, processesNaming } from '../../support/processes.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const call = (flags: readonly string[], input: object) =>
  testPool({ servers: [hostile('bad', flags)] }).call('mcp__bad__echo', input);

describe('what a server prints', () => {
  test.each([
    ['noise before its messages', ['--banner']],
    ['a byte-order mark', ['--bom']],
    ['CRLF', ['--crlf']],
  ])('%s does not disturb it', async (_what, flags) => {
    expect(await call(flags, { text: 'hi' })).toEqual({ text: 'echo: hi' });
  });

  test('noise is counted and shown', async () => {
    const { pool, call } = testPool({ servers: [hostile('bad', ['--banner'])] });
    await call('mcp__bad__echo', {});
    expect(pool.status()[0]?.log).toEqual([
      'not a message on stdout: Welcome!',
      'not a message on stdout: Listening on stdio',
      'not a message on stdout: {"level":"info"}',
      '5 lines on stdout were no messages',
    ]);
  });

  test('a line of 12 MB is taken', async () => {
    expect((await call([], { do: 'big' })).text.length).toBe(12 * 1024 * 1024);
  });

  test('a batch is taken apart', async () => {
    expect(await call([], { do: 'batch' })).toEqual({ text: 'from a batch' });
  });
});

describe('how a server starts', () => {
  test.each([
    ['that dies at the question for its era', ['--die-on-probe']],
    ['of the stateful era', []],
  ])('a server %s is used', async (_what, flags) => {
    expect(await call(flags, { text: 'hi' })).toEqual({ text: 'echo: hi' });
  });

  test('a server that ends at once fails with its exit code and last words', async () => {
    const { pool, turn } = testPool({
      servers: [hostile('bad', ['--stderr', '--exit'], { env: { MY_TOKEN: 'hush-hush' } })],
    });
    await turn();
    expect(pool.status()[0]).toMatchObject({
      state: 'failed',
      reason: 'the server ended with exit code 3: the token is [redacted MY_TOKEN] / second line',
      remedy: 'Run its command in a terminal to see what it needs.',
      retryAt: expect.any(Number),
    });
  });

  test('a program that is not there fails with the PATH that was searched', async () => {
    const { pool, turn } = testPool({
      servers: [userServer('none', { command: 'no-such-program-here' })],
      variables: { PATH: '/nowhere/bin' },
    });
    await turn();
    expect(pool.status()[0]?.reason).toBe('"no-such-program-here" was not found on the PATH (/nowhere/bin)');
  });

  test('one that never answers fails at its own time limit and leaves no process', async () => {
    const mark = tempFolder();
    const { pool, turn } = testPool({
      servers: [hostile('bad', ['--hang', '--ignore-term', `--mark=${mark}`], { startupTimeoutMs: 400 })],
    });
    await turn();
    expect(pool.status()[0]?.reason).toBe('no answer within 0.4 s');
    await expectNoProcesses(mark);
  });

  test('a required one that fails ends the turn with the reason', async () => {
    const { turn } = testPool({
      servers: [hostile('bad', ['--exit'], { required: true })],
    });
    expect((await turn()).failedRequired).toMatch(
      /^The MCP server "bad" is not available: the server ended with exit code 3\. Next try in \d s\. .* It is required\.$/,
    );
  });
});

describe('calls', () => {
  test.each([
    ['a failure of the tool', { do: 'error' }, { text: 'it went wrong', isError: true }],
    [
      'an answer that speaks of 401 and is no sign-in',
      { do: 'rpc-error' },
      { text: 'echo: refused by the server (401)', isError: true },
    ],
    ['structured content alone', { do: 'structured' }, { text: '{\n  "answer": 42\n}' }],
    [
      'blocks of unknown kinds',
      { do: 'unknown-block' },
      { text: '[content of the kind "hologram" is not known]\nafter it\n[a block that is no object]' },
    ],
    ['questions that nobody can answer', { do: 'ask' }, { text: '-32601 -32601' }],
  ])('%s', async (_what, input, result) => {
    expect(await call([], input)).toEqual(result);
  });

  test('what the definition sets is redacted, what the agent keeps secret is not passed on', async () => {
    const { call } = testPool({
      servers: [hostile('bad', [], { env: { MY_TOKEN: 'hush-hush' } })],
      variables: { OPENAI_API_KEY: 'sk-test', ELECTRON_RUN_AS_NODE: '1', KEPT: 'yes' },
    });
    expect((await call('mcp__bad__echo', { do: 'secret' })).text).toBe('token=[redacted MY_TOKEN]');
    const names = JSON.parse((await call('mcp__bad__echo', { do: 'env' })).text) as string[];
    expect(names.filter((name) => /OPENAI|ELECTRON|MY_TOKEN|KEPT/.test(name))).toEqual(['KEPT', 'MY_TOKEN']);
  });

  test('a crash in the middle says how the server ended, and the next call starts it again', async () => {
    const { pool, call } = testPool({ servers: [hostile('bad')] });
    const crashed = await call('mcp__bad__echo', { do: 'crash' });
    expect(crashed).toEqual({
      text: 'echo: the server ended with exit code 7: about to crash. Run its command in a terminal to see what it needs.',
      isError: true,
    });
    expect(pool.status()[0]?.state).toBe('idle');
    expect(await call('mcp__bad__echo', { text: 'again' })).toEqual({ text: 'echo: again' });
  });

  test('a time limit ends a call and tells the server', async () => {
    const file = path.join(tempFolder(), 'starts');
    const { call } = testPool({
      servers: [hostile('bad', ['--log-cancel', `--starts-file=${file}`], { toolTimeoutMs: 200 })],
    });
    expect(await call('mcp__bad__echo', { do: 'hang' })).toEqual({
      text: 'echo: no answer within 0.2 s. The call was cancelled; raise `tool_timeout_seconds` when it needs longer.',
      isError: true,
    });
    expect(await eventually(() => readFileSync(file, 'utf8').includes('cancelled'), 2_000)).toBe(true);
    expect(await call('mcp__bad__echo', { text: 'still there' })).toEqual({ text: 'echo: still there' });
  });

  test('a cancelled call is cancelled there and leaves the server usable', async () => {
    const file = path.join(tempFolder(), 'starts');
    const { turn, call } = testPool({ servers: [hostile('bad', ['--log-cancel', `--starts-file=${file}`])] });
    const tool = await (await turn()).find('mcp__bad__echo', AbortSignal.timeout(5_000));
    const stop = new AbortController();
    const running = tool && runTool(tool, { do: 'hang' }, { signal: stop.signal });
    stop.abort();
    await expect(running).rejects.toSatisfy(isCancelled);
    expect(await eventually(() => readFileSync(file, 'utf8').split('\n').length >= 2, 2_000)).toBe(true);
    expect(await call('mcp__bad__echo', { text: 'ok' })).toEqual({ text: 'echo: ok' });
  });

  test('arguments that do not fit are refused before anything is sent', async () => {
    expect(await call([], { text: 7 })).toMatchObject({
      text: expect.stringMatching(/^The arguments do not fit echo: /),
      isError: true,
    });
  });
});

describe('lists', () => {
  test('bad tools are left out or renamed, with reasons, and the rest is offered', async () => {
    const { pool, turn } = testPool({
      servers: [hostile('bad', ['--bad-tools'])],
      config: { mcpExposure: 'direct' },
    });
    const names = (await turn()).tools().map((tool) => tool.name);
    expect(names).toEqual([
      'mcp__bad__good',
      expect.stringMatching(/^mcp__bad__a_b_c_d_[0-9a-f]{6}$/),
      'mcp__bad__a_b_c_d',
      expect.stringMatching(/^mcp__bad__x{47}_[0-9a-f]{6}$/),
      'mcp__bad__no-schema',
      'mcp__bad__no-type',
      'mcp__bad__bad-output',
      'mcp',
    ]);
    expect(pool.status()[0]?.log).toEqual([
      expect.stringMatching(/^left out "": name /),
      expect.stringMatching(/^left out an entry: name /),
      '"good" is listed twice; the first counts',
      'the tool "string-input" can\'t be used: its input is no object but "string"',
    ]);
  });

  test('a tool is called by its alias and its own name alike', async () => {
    const { turn, call } = testPool({
      servers: [hostile('bad', ['--bad-tools'])],
      config: { mcpExposure: 'direct' },
    });
    const alias = (await turn()).tools()[1];
    expect(alias?.aliases).toEqual(['mcp__bad__a.b/c d']);
    expect(await call(alias?.name ?? '', { text: 'x' })).toEqual({ text: 'a.b/c d: x' });
    expect(await call('mcp__bad__a.b/c d', { text: 'y' })).toEqual({ text: 'a.b/c d: y' });
  });

  test.each([
    ['two pages', '--two-pages', 2],
    ['a cursor that repeats', '--same-cursor', 2],
    ['a cursor that never ends', '--endless', 100],
  ])('%s', async (_what, flag, count) => {
    const { pool, turn } = testPool({ servers: [hostile('bad', [flag])] });
    await turn();
    expect(pool.status()[0]?.tools.length).toBe(count);
  });

  test.each([[[]], [['--no-list-changed']]])(
    'a change that is announced is heard, declared or not (%j)',
    async (flags) => {
      const { pool, call } = testPool({ servers: [hostile('bad', flags)] });
      await call('mcp__bad__echo', { do: 'add-tool' });
      const changed = () =>
        pool
          .status()[0]
          ?.tools.map((tool) => tool.name)
          .join() === 'echo,added1';
      expect(await eventually(changed, 3_000)).toBe(true);
    },
  );
});

describe('processes', () => {
  test('a server that outlives its input is ended with what it started', async () => {
    const mark = tempFolder();
    const { pool, call } = testPool({
      servers: [hostile('bad', ['--grandchild', '--outlive-input', '--ignore-term', `--mark=${mark}`])],
    });
    await call('mcp__bad__echo', {});
    expect(processesNaming(mark).length).toBe(2);
    await pool.close();
    await expectNoProcesses(mark);
  });

  test('what a crashed server left behind is ended', async () => {
    const mark = tempFolder();
    const { call } = testPool({ servers: [hostile('bad', ['--grandchild', `--mark=${mark}`])] });
    await call('mcp__bad__echo', { do: 'crash' });
    await expectNoProcesses(mark);
  });

  test('a change of one definition leaves the others running', async () => {
    const file = path.join(tempFolder(), 'starts');
    const stays = hostile('stays', [`--starts-file=${file}`]);
    const { pool, call, cwd } = testPool({ servers: [stays, hostile('goes')] });
    await call('mcp__stays__echo', {});
    const { DEFAULT_CONFIG } = await import('../../../src/agent/config/config.ts');
    pool.setCatalogue({ cwd, config: DEFAULT_CONFIG, servers: [hostile('comes'), stays], items: [] });
    expect(await call('mcp__stays__echo', { text: 'same' })).toEqual({ text: 'echo: same' });
    expect(readFileSync(file, 'utf8').trim().split('\n').length).toBe(1);
    expect(pool.status().map((server) => server.id)).toEqual(['comes', 'stays']);
  });

  test('a kept catalogue is shown without starting the server', async () => {
    const file = path.join(tempFolder(), 'starts');
    const cache = tempFolder();
    const servers = [hostile('bad', [`--starts-file=${file}`])];
    const variables = { XDG_CACHE_HOME: cache };
    const first = testPool({ servers, variables });
    await first.turn();
    await first.pool.close();
    const second = testPool({ servers, variables });
    // The folder is part of what a stdio server is: the same one is used again.
    second.pool.setCatalogue({
      cwd: first.cwd,
      config: (await import('../../../src/agent/config/config.ts')).DEFAULT_CONFIG,
      servers,
      items: [],
    });
    expect((await second.turn()).tools().map((tool) => tool.name)).toEqual(['mcp__bad__echo', 'mcp']);
    expect(second.pool.status()[0]?.state).toBe('idle');
    expect(readFileSync(file, 'utf8').trim().split('\n').length).toBe(1);
  });
});

describe('prompts', () => {
  test('are commands, and take what is typed behind them', async () => {
    const { pool, turn } = testPool({ servers: [hostile('bad')] });
    await turn();
    expect(pool.prompts()).toEqual([
      { name: 'mcp:bad:greet', description: 'greet', argumentHint: '<who> [how]', server: 'bad' },
    ]);
    const expanded = await pool.expandPrompt('mcp:bad:greet', 'Ada with a song', AbortSignal.timeout(5_000));
    expect(expanded).toEqual({ text: 'Greet Ada with a song', media: [] });
    await expect(pool.expandPrompt('mcp:bad:greet', '', AbortSignal.timeout(5_000))).rejects.toThrow(
      'The prompt "greet" needs "who": who=… how=…',
    );
  });
});

test('an address that a server wants visited is put before the person, and the call is sent again', async () => {
  const asked: unknown[] = [];
  const { call } = testPool({
    servers: [hostile('bad')],
    powers: {
      elicit: async (request) => {
        asked.push(request);
        return { action: 'accept' };
      },
    },
  });
  expect(await call('mcp__bad__echo', { do: 'visit' })).toEqual({ text: 'visited' });
  expect(asked).toEqual([
    {
      kind: 'url',
      server: 'bad',
      message: 'Sign here',
      url: 'https://example.com/sign',
      elicitationId: 'e1',
    },
  ]);
});

test('resources are found by a part of their name, and read through an address of ours', async () => {
  const { pool, turn } = testPool({ servers: [hostile('bad')] });
  await turn();
  const signal = AbortSignal.timeout(5_000);
  const found = await pool.resources('TE', signal);
  expect(found).toEqual([{ server: 'bad', uri: 'mcp://bad/note%3A%2F%2Ftea', name: 'tea' }]);
  expect(await pool.readResource('mcp://bad/note%3A%2F%2Ftea', signal)).toEqual({
    name: 'note://tea',
    mimeType: 'text/plain',
    text: 'about note://tea',
  });
  expect(await pool.readResource('mcp://other/x', signal)).toBeUndefined();
});

test('a server that is down when it is first needed joins by itself', async () => {
  const folder = tempFolder();
  const script = path.join(folder, 'late.mjs');
  const { pool, turn } = testPool({
    servers: [userServer('late', { command: process.execPath, args: [script] })],
  });
  await turn();
  expect(pool.status()[0]?.state).toBe('failed');
  const ready = new Promise<void>((resolve) => {
    const listener = pool.onDidChange(() => pool.status()[0]?.state === 'ready' && resolve());
    onTestFinished(() => listener.dispose());
  });
  const { copyFileSync } = await import('node:fs');
  const { hostileServer } = await import('../../support/mcp/servers.ts');
  copyFileSync(hostileServer, script);
  await ready;
  expect((await turn()).tools().map((tool) => tool.name)).toEqual(['mcp__late__echo', 'mcp']);
});
