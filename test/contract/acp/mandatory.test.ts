import { describe, expect, test } from 'vitest';
import { sandbox } from '../../support/agentProcess.ts';
import {
  AgentUnderTest,
  frameOf,
  type InitializeAnswer,
  suiteAgent,
  updatesAfter,
} from './agentUnderTest.ts';

const STOP_REASONS = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'];

describe('transport and JSON-RPC', () => {
  const running = suiteAgent();

  test('TRANSPORT-001, -002, SCHEMA-001: each line of a whole talk is one message that fits the schema', async () => {
    const agent = await AgentUnderTest.start({ workspace: { 'note.md': 'Grüße 🐈' } });
    const { sessionId } = await agent.open();
    await agent.prompt(sessionId, 'say héllo 🐈\ncall read_file {"path":"note.md"}');
    await agent.prompt(sessionId, 'call bash {"command":"echo hi"}');
    await agent.prompt(sessionId, 'plan a; b');
    await agent.prompt(sessionId, '/help');
    await agent.peer.endInput();
    agent.peer.expectValid();
    expect(agent.peer.text(sessionId)).toContain('héllo 🐈');
    expect(agent.peer.text(sessionId)).toContain('Grüße 🐈');
  });

  test('JSONRPC-001: an id comes back as it was, number or text', async () => {
    const agent = running();
    const params = { cwd: agent.place.workspace, mcpServers: [] };
    for (const id of [4711, 'a text', '7'])
      agent.peer.writeRaw(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'session/new', params })}\n`);
    for (const id of [4711, 'a text', '7'])
      expect(await agent.peer.waitFor((message) => message.id === id)).toHaveProperty('result.sessionId');
  });

  test('JSONRPC-002: an answer holds a result or an error, never both', async () => {
    const agent = await AgentUnderTest.start();
    await agent.open();
    await agent.peer.ask('session/load', { sessionId: 'nothing', cwd: '/', mcpServers: [] });
    const answers = agent.peer.frames.filter(
      ({ from, message }) => from === 'them' && message?.method === undefined,
    );
    expect(answers.map(({ message }) => 'result' in (message ?? {}) !== 'error' in (message ?? {}))).toEqual([
      true,
      true,
      true,
    ]);
  });

  test('JSONRPC-003: a notification gets no answer, known or not', async () => {
    const agent = await AgentUnderTest.start();
    agent.peer.notify('session/cancel', { sessionId: 'nothing' });
    agent.peer.notify('_unknown/thing', {});
    agent.peer.notify('session/cancel', { wrong: true });
    await agent.open();
    const answers = agent.peer.frames.filter(
      ({ from, message }) => from === 'them' && 'id' in (message ?? {}),
    );
    expect(answers).toHaveLength(2);
  });

  test('EXT-001: an unknown method, with or without underscore, is answered -32601', async () => {
    const agent = running();
    for (const method of ['_unknown/thing', 'unknown/thing'])
      expect((await agent.peer.ask(method, {})).error?.code).toBe(-32601);
  });
});

describe('initialize', () => {
  test.each([
    ['INIT-001, -002: version 1 is answered 1', 1],
    ['INIT-003: an unknown version is answered with our own', 65535],
    ['version 0 is answered with our own', 0],
  ])('%s', async (_, protocolVersion) => {
    const agent = new AgentUnderTest(sandbox());
    const answer = await agent.peer.request<InitializeAnswer>('initialize', { protocolVersion });
    expect(answer.protocolVersion).toBe(1);
  });

  test('AUTH-002: no terminal sign-in is offered to a client that has no terminal', async () => {
    const answer = await new AgentUnderTest(sandbox()).initialize();
    expect(answer.authMethods?.filter(({ type }) => type === 'terminal') ?? []).toEqual([]);
  });
});

describe('sessions and prompts', () => {
  const running = suiteAgent({ 'a.txt': 'one\n' });

  test('SESSION-001, -002: each session has an id of its own', async () => {
    const agent = running();
    const opened = await Promise.all([agent.open(), agent.open(), agent.open()]);
    expect(new Set(opened.map(({ sessionId }) => sessionId)).size).toBe(3);
  });

  test('PROMPT-001, -002: a prompt ends with a known reason, its updates name its session', async () => {
    const agent = running();
    const [one, other] = [await agent.open(), await agent.open()];
    expect(STOP_REASONS).toContain(await agent.stopReason(one.sessionId, 'say hello'));
    expect(agent.peer.text(one.sessionId)).toBe('hello');
    expect(agent.peer.text(other.sessionId)).toBe('');
    agent.peer.expectValid();
  });

  test('CANCEL-001, -002: a cancelled prompt is answered cancelled, and nothing is told behind that', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    const { answer } = await agent.promptForever(sessionId);
    agent.peer.notify('session/cancel', { sessionId });
    const cancelled = await answer;
    expect(cancelled.result).toMatchObject({ stopReason: 'cancelled' });
    expect(await agent.stopReason(sessionId, 'say again')).toBe('end_turn');
    const between = updatesAfter(agent.peer, frameOf(agent.peer, cancelled));
    expect(between.filter((kind) => kind === 'agent_message_chunk')).toHaveLength(1);
  });

  test('CONFIG-003: no setting is a switch for a client that knows no switches', async () => {
    const agent = running();
    const { configOptions } = await agent.open();
    expect(configOptions?.filter(({ type }) => type === 'boolean')).toEqual([]);
  });

  test('CLIENTCAP-001, -002, -003: a client is never asked for what it does not offer', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    agent.peer.handle('session/request_permission', () => ({
      outcome: { outcome: 'selected', optionId: 'once' },
    }));
    await agent.prompt(sessionId, 'call read_file {"path":"a.txt"}');
    await agent.prompt(sessionId, 'call write_file {"path":"b.txt","content":"two\\n"}');
    await agent.prompt(sessionId, 'call bash {"command":"echo three"}');
    const asked = agent.peer.frames.flatMap(({ from, message }) =>
      from === 'them' && message?.method !== undefined && 'id' in message ? [message.method] : [],
    );
    expect(new Set(asked)).toEqual(new Set(['session/request_permission']));
  });
});
