import { afterEach, describe, expect, test } from 'vitest';
import type { AgentClient } from '../../../../src/extension/acp/agentClient.ts';
import type { ClientHandlers } from '../../../../src/extension/acp/clientHandlers.ts';
import type { SessionUpdate } from '../../../../src/extension/acp/updates.ts';
import { connectTo, RawAgent } from '../../../support/rawAgent.ts';

const place = { cwd: '/home/me/project', servers: [] };
const clients: AgentClient[] = [];
let agent = new RawAgent();

afterEach(() => {
  for (const client of clients.splice(0)) client.dispose();
  expect(agent.problems).toEqual([]);
});

async function connect(
  raw: RawAgent,
  over: Partial<ClientHandlers> = {},
  options: Parameters<typeof connectTo>[2] = {},
): Promise<AgentClient> {
  agent = raw;
  const client = await connectTo(raw, over, options);
  clients.push(client);
  return client;
}

function texts(updates: readonly SessionUpdate[]): string[] {
  return updates.flatMap((u) =>
    u.kind === 'chunk' && u.content.type === 'text' ? [u.content.text] : [u.kind],
  );
}

describe('the handshake', () => {
  test('offers exactly version 1 and what this client can do', async () => {
    await connect(new RawAgent());
    const { params } = await agent.request('initialize');
    expect(params).toMatchObject({
      protocolVersion: 1,
      clientCapabilities: {
        fs: { readTextFile: true, writeTextFile: true },
        terminal: false,
        session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
        elicitation: { form: {}, url: {} },
        _meta: { terminal_output: true },
      },
    });
  });

  test('closes on a version that was not offered', async () => {
    const raw = new RawAgent({ initialize: () => ({ protocolVersion: 2 }) });
    await expect(connect(raw)).rejects.toMatchObject({
      code: 'wrong-version',
      message: expect.stringContaining('version 2'),
    });
  });

  test.each([
    ['no agentInfo and no capabilities', { protocolVersion: 1 }],
    [
      'nulls everywhere',
      { protocolVersion: 1, agentInfo: null, agentCapabilities: null, authMethods: null, _meta: null },
    ],
    [
      'capabilities of odd types',
      { protocolVersion: 1, agentCapabilities: { loadSession: 'yes', sessionCapabilities: [] } },
    ],
  ])('takes an agent with %s for one that offers nothing', async (_, answer) => {
    const client = await connect(new RawAgent({ initialize: () => answer }));
    expect(client.info).toMatchObject({
      name: 'Agent',
      can: { load: false, resume: false, list: false, steer: false, images: false },
      authMethods: [],
    });
  });

  test('reads each capability by itself', async () => {
    const agentCapabilities = {
      loadSession: true,
      promptCapabilities: { image: true },
      sessionCapabilities: { list: {}, resume: null, fork: {} },
      mcpCapabilities: { http: true },
    };
    const _meta = { steering: { supported: true } };
    const client = await connect(
      new RawAgent({ initialize: () => ({ protocolVersion: 1, agentCapabilities, _meta }) }),
    );
    expect(client.info.can).toEqual({
      load: true,
      resume: false,
      list: true,
      delete: false,
      close: false,
      fork: true,
      rename: false,
      steer: true,
      images: true,
      embed: false,
    });
    expect(client.info.mcp).toEqual({ http: true, sse: false, acp: false });
  });

  test('fails when the agent ends before it answers', async () => {
    const raw = new RawAgent({ initialize: () => undefined });
    const connecting = connect(raw);
    await raw.request('initialize');
    raw.end();
    await expect(connecting).rejects.toMatchObject({ code: 'agent-gone' });
  });

  test('passes over what is no message on the output of the agent', async () => {
    const noise: string[] = [];
    const raw = new RawAgent();
    const connecting = connect(raw, {}, { noise: (line) => noise.push(line) });
    raw.send('Welcome to the agent!');
    raw.send('[1,2]');
    raw.send('');
    await connecting;
    expect(noise).toEqual(['Welcome to the agent!', '[1,2]']);
    expect(raw.frames.filter((frame) => frame.error !== undefined)).toEqual([]);
  });
});

describe('updates', () => {
  test('that come before the answer to session/new reach their session, in order', async () => {
    const raw = new RawAgent({
      'session/new': () => {
        raw.update('s1', { sessionUpdate: 'available_commands_update', availableCommands: [] });
        raw.say('s1', 'early');
        return { sessionId: 's1' };
      },
    });
    const client = await connect(raw);
    const { sessionId } = await client.newSession(place);
    const heard: SessionUpdate[] = [];
    client.listen(sessionId, (update) => heard.push(update));
    raw.say('s1', 'late');
    expect(texts(heard)).toEqual(['commands', 'early', 'late']);
  });

  test('are all there when the prompt is answered', async () => {
    const raw = new RawAgent({
      'session/prompt': () => {
        for (const word of ['a', 'b', 'c', 'd', 'e']) raw.say('s1', word);
        return { stopReason: 'end_turn' };
      },
    });
    const client = await connect(raw);
    const heard: SessionUpdate[] = [];
    client.listen('s1', (update) => heard.push(update));
    await client.prompt('s1', [{ type: 'text', text: 'go' }]);
    expect(texts(heard).join('')).toBe('abcde');
  });

  test('that come after the answer, or outside any turn, arrive too', async () => {
    const raw = new RawAgent({ 'session/prompt': () => ({ stopReason: 'end_turn' }) });
    const client = await connect(raw);
    const heard: SessionUpdate[] = [];
    client.listen('s1', (update) => heard.push(update));
    await client.prompt('s1', []);
    raw.say('s1', 'the last words');
    raw.update('s1', { sessionUpdate: 'session_info_update', title: 'A title' });
    expect(texts(heard)).toEqual(['the last words', 'info']);
  });

  test('of a type nobody knows are kept as unknown', async () => {
    const raw = new RawAgent();
    const client = await connect(raw);
    const heard: SessionUpdate[] = [];
    client.listen('s1', (update) => heard.push(update));
    raw.update('s1', { sessionUpdate: 'hologram_update', depth: 3 });
    raw.update('s1', { sessionUpdate: 'tool_call', toolCallId: 't1' });
    expect(heard).toMatchObject([
      { kind: 'unknown', name: 'hologram_update' },
      { kind: 'tool', callId: 't1' },
    ]);
  });
});

describe('answers', () => {
  test('of session/new without an id fail and say so', async () => {
    const client = await connect(new RawAgent({ 'session/new': () => ({}) }));
    await expect(client.newSession(place)).rejects.toMatchObject({
      code: 'bad-response',
      message: expect.stringContaining('session/new'),
    });
  });

  test('of session/load may be null', async () => {
    const client = await connect(new RawAgent({ 'session/load': () => null }));
    await expect(client.loadSession('s1', place)).resolves.toEqual({ sessionId: 's1', options: [] });
  });

  test('of session/list are paged to the end, and a cursor that repeats ends it', async () => {
    const raw = new RawAgent({
      'session/list': ({ cursor }) =>
        cursor === undefined
          ? { sessions: [{ sessionId: 'a', cwd: '/home/me', title: 'A' }], nextCursor: 'two' }
          : { sessions: [{ sessionId: 'b', cwd: '/home/me', title: null }], nextCursor: 'two' },
    });
    const client = await connect(raw);
    expect((await client.listSessions()).map(({ id, title }) => [id, title])).toEqual([
      ['a', 'A'],
      ['b', ''],
    ]);
  });

  test('with an unknown stop reason are taken as they are', async () => {
    const client = await connect(new RawAgent({ 'session/prompt': () => ({ stopReason: 'made_up' }) }));
    await expect(client.prompt('s1', [])).resolves.toBe('made_up');
  });

  test('that ask for a sign-in are told apart from other errors', async () => {
    const raw = new RawAgent({
      initialize: () => ({ protocolVersion: 1, authMethods: [{ id: 'key', name: 'API key' }, { id: 7 }] }),
      'session/new': () => {
        throw { code: -32000, message: 'Authentication required' };
      },
    });
    const client = await connect(raw);
    expect(client.info.authMethods.map((method) => method.id)).toEqual(['key']);
    await expect(client.newSession(place)).rejects.toMatchObject({ code: 'auth-required' });
  });

  test('say what the error data says when the message says nothing', async () => {
    const raw = new RawAgent({
      'session/prompt': () => {
        throw { code: -32603, message: 'Internal error', data: { details: 'The quota is used up.' } };
      },
    });
    const client = await connect(raw);
    await expect(client.prompt('s1', [])).rejects.toMatchObject({
      code: 'agent-error',
      message: 'The quota is used up.',
    });
  });
});

describe('stopping a turn', () => {
  test('counts an error that answers the stopped prompt as cancelled', async () => {
    const raw = new RawAgent({ 'session/prompt': () => undefined });
    const client = await connect(raw);
    const turn = client.prompt('s1', []);
    const { id } = await raw.request('session/prompt');
    await client.cancel('s1');
    raw.send({ id, error: { code: -32603, message: 'aborted' } });
    await expect(turn).resolves.toBe('cancelled');
  });

  test('answers what waits for the person as cancelled before it says so', async () => {
    const raw = new RawAgent({ 'session/prompt': () => undefined });
    const client = await connect(raw);
    void client.prompt('s1', []).catch(() => undefined);
    await raw.request('session/prompt');
    const asked = raw.ask('session/request_permission', permission('s1', 't1'));
    await new Promise((resolve) => setImmediate(resolve));
    await client.cancel('s1');
    expect((await asked).result).toEqual({ outcome: { outcome: 'cancelled' } });
    await raw.request('session/cancel');
    const kinds = raw.frames.slice(-2).map((frame) => frame.method ?? 'answer');
    expect(kinds).toEqual(['answer', 'session/cancel']);
  });

  test('leaves no permission of an ended turn to be granted', async () => {
    const raw = new RawAgent({ 'session/prompt': () => undefined });
    const client = await connect(raw);
    const turn = client.prompt('s1', []);
    const { id } = await raw.request('session/prompt');
    const asked = raw.ask('session/request_permission', permission('s1', 't1'));
    raw.send({ id, result: { stopReason: 'end_turn' } });
    await turn;
    expect((await asked).result).toEqual({ outcome: { outcome: 'cancelled' } });
  });
});

describe('questions', () => {
  test('take options with any ids, two of one kind too', async () => {
    const raw = new RawAgent();
    let kinds: readonly string[] = [];
    await connect(raw, {
      permission: async ({ options }) => {
        kinds = options.map((option) => option.kind);
        return { optionId: 'https://example.org/always#2', feedback: 'only here' };
      },
    });
    const options = [
      { optionId: 'https://example.org/always#1', name: 'Always', kind: 'allow_always' },
      { optionId: 'https://example.org/always#2', name: 'Always for this folder', kind: 'allow_always' },
    ];
    const answer = await raw.ask('session/request_permission', { ...permission('s1', 't1'), options });
    expect(kinds).toEqual(['allow_always', 'allow_always']);
    expect(answer.result).toEqual({
      outcome: { outcome: 'selected', optionId: 'https://example.org/always#2' },
      _meta: { vak: { feedback: 'only here' } },
    });
  });

  test('are answered as cancelled when the connection is disposed', async () => {
    const raw = new RawAgent();
    const signals: AbortSignal[] = [];
    const client = await connect(raw, {
      permission: (_, signal) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    });
    void raw.ask('session/request_permission', permission('s1', 't1'));
    await new Promise((resolve) => setImmediate(resolve));
    client.dispose();
    expect(signals.map((signal) => signal.aborted)).toEqual([true]);
  });

  test('that the agent takes back are withdrawn', async () => {
    const raw = new RawAgent();
    const withdrawn = Promise.withResolvers<void>();
    await connect(raw, {
      permission: (_, signal) => {
        signal.addEventListener('abort', () => withdrawn.resolve());
        return new Promise(() => undefined);
      },
    });
    void raw.ask('session/request_permission', permission('s1', 't1'));
    await new Promise((resolve) => setImmediate(resolve));
    raw.send({ method: '$/cancel_request', params: { requestId: 'agent-1001' } });
    await withdrawn.promise;
  });

  test('of unknown methods are answered with «method not found», unknown notifications with nothing', async () => {
    const raw = new RawAgent();
    await connect(raw);
    const before = raw.frames.length;
    raw.send({ method: 'somebody/shouts', params: {} });
    const answers = await Promise.all([
      raw.ask('somebody/asks', {}),
      raw.ask('_vendor/asks', {}),
      raw.ask('terminal/create', { sessionId: 's1', command: 'ls' }),
    ]);
    expect(answers.map((answer) => answer.error?.code)).toEqual([-32601, -32601, -32601]);
    expect(raw.frames.length - before).toBe(3);
  });

  test('for an address that is no web page are refused', async () => {
    const raw = new RawAgent();
    await connect(raw);
    const answer = await raw.ask('elicitation/create', {
      sessionId: 's1',
      mode: 'url',
      message: 'Sign in',
      elicitationId: 'e1',
      url: 'file:///etc/passwd',
    });
    expect(answer.error?.code).toBe(-32602);
  });
});

describe('files', () => {
  test.each([
    [undefined, undefined, 'one\ntwo\nthree'],
    [2, undefined, 'two\nthree'],
    [2, 1, 'two\n'],
    [0, 1, 'one\n'],
    [9, 5, ''],
    [1, 0, ''],
  ])('are read from line %s, %s lines', async (line, limit, content) => {
    const raw = new RawAgent();
    await connect(raw, { readFile: async () => 'one\ntwo\nthree' });
    const answer = await raw.ask('fs/read_text_file', { sessionId: 's1', path: '/home/me/a', line, limit });
    expect(answer.result).toEqual({ content });
  });

  test('that are missing are an error in the words agents look for', async () => {
    const raw = new RawAgent();
    await connect(raw);
    const { error } = await raw.ask('fs/read_text_file', { sessionId: 's1', path: '/home/me/none' });
    expect(error).toMatchObject({
      code: -32002,
      message: expect.stringMatching(/Resource not found.*ENOENT/),
    });
  });

  test('that are missing are empty for an agent that makes a file by reading it first', async () => {
    const raw = new RawAgent();
    const written: string[] = [];
    await connect(raw, {
      missingFile: () => '',
      writeFile: async (path, content) => {
        written.push(path, content);
      },
    });
    expect((await raw.ask('fs/read_text_file', { sessionId: 's1', path: '/home/me/new' })).result).toEqual({
      content: '',
    });
    await raw.ask('fs/write_text_file', { sessionId: 's1', path: '/home/me/new', content: 'x' });
    expect(written).toEqual(['/home/me/new', 'x']);
  });
});

describe('options', () => {
  test('that are boolean are set with their type', async () => {
    const raw = new RawAgent({ 'session/set_config_option': () => ({ configOptions: [] }) });
    const client = await connect(raw);
    await client.setOption('s1', 'web', true);
    expect((await raw.request('session/set_config_option')).params).toEqual({
      sessionId: 's1',
      configId: 'web',
      type: 'boolean',
      value: true,
    });
  });

  test('that stand for the older modes set the mode', async () => {
    const modes = {
      currentModeId: 'https://example.org/modes#ask',
      availableModes: [{ id: 'https://example.org/modes#ask', name: 'Ask' }],
    };
    const raw = new RawAgent({
      'session/new': () => ({ sessionId: 's1', modes }),
      'session/set_mode': () => ({}),
    });
    const client = await connect(raw);
    const { options } = await client.newSession(place);
    expect(options).toMatchObject([{ category: 'mode', value: 'https://example.org/modes#ask' }]);
    await client.setOption('s1', options[0]?.id ?? '', 'https://example.org/modes#ask');
    expect((await raw.request('session/set_mode')).params).toEqual({
      sessionId: 's1',
      modeId: 'https://example.org/modes#ask',
    });
  });
});

describe('steering', () => {
  test.each([
    ['injected', true],
    ['startedNewTurn', true],
    ['promptRequired', false],
    ['failed', false],
  ])('with the outcome %s gives %s', async (outcome, taken) => {
    const client = await connect(new RawAgent({ '_session/steering': () => ({ outcome }) }));
    await expect(client.steer('s1', [{ type: 'text', text: 'left' }])).resolves.toBe(taken);
  });
});

test('our own methods are not called on a foreign agent', async () => {
  const client = await connect(new RawAgent());
  await expect(client.call('inventory', { cwd: '/home/me' })).rejects.toMatchObject({ code: 'unsupported' });
  await client.notify('documents', { open: [] });
  expect(agent.frames.map((frame) => frame.method)).toEqual(['initialize']);
});

function permission(sessionId: string, toolCallId: string) {
  return {
    sessionId,
    toolCall: { toolCallId, title: 'Run make', kind: 'execute', rawInput: { command: 'make' } },
    options: [{ optionId: 'yes', name: 'Allow', kind: 'allow_once' }],
  };
}
