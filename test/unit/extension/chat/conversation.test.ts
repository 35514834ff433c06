import { afterEach, describe, expect, test } from 'vitest';
import type { AgentClient } from '../../../../src/extension/acp/agentClient.ts';
import { Conversation } from '../../../../src/extension/chat/conversation.ts';
import { message, outline, until } from '../../../support/chatHarness.ts';
import { connectTo, RawAgent } from '../../../support/rawAgent.ts';

const place = { cwd: '/home/me/shop', servers: [] };
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

async function begun(agent: RawAgent): Promise<{ conversation: Conversation; client: AgentClient }> {
  agent.on('session/new', () => ({ sessionId: 's1' }));
  const conversation: Conversation = new Conversation('/home/me/shop', () => 0);
  const client = await connectTo(agent, {
    permission: (question, signal) => conversation.permission(question, signal),
  });
  await conversation.begin(client, place);
  ends.push(() => {
    conversation.dispose();
    client.dispose();
  });
  return { conversation, client };
}

async function run(conversation: Conversation, text: string): Promise<string> {
  const ended = new Promise<string>((resolve) => conversation.onDidEndTurn(resolve));
  await conversation.send(message(text), 'queue');
  return ended;
}

function asks(title: string, toolCallId = 't1') {
  return {
    sessionId: 's1',
    toolCall: { toolCallId, title, kind: 'execute', rawInput: { command: 'make && make install' } },
    options: [
      { optionId: 'a', name: 'Always', kind: 'allow_always' },
      { optionId: 'n', name: 'No', kind: 'reject_once' },
    ],
  };
}

describe('a turn', () => {
  test.each([
    ['end_turn', []],
    ['max_tokens', ['notice: The answer reached the longest that the model can give.']],
    ['max_turn_requests', ['notice: The turn reached its limit of model calls.']],
    ['refusal', ['notice: The agent refused this message; it is not part of the conversation any more.']],
    ['cancelled', []],
    ['made_up', []],
  ])('that stops with %s says %j', async (stopReason, said) => {
    const { conversation } = await begun(new RawAgent({ 'session/prompt': () => ({ stopReason }) }));
    expect(await run(conversation, 'hello')).toBe(stopReason);
    expect(outline(conversation.transcript.items).slice(1)).toEqual(said);
    expect(conversation.phase).toBe('idle');
  });

  test('that fails says why, with the way to the log, and the next one works', async () => {
    let first = true;
    const agent = new RawAgent({
      'session/prompt': () => {
        if (!first) return { stopReason: 'end_turn' };
        first = false;
        throw { code: -32603, message: 'The key was refused.', data: { detail: 'Set another key.' } };
      },
    });
    const { conversation } = await begun(agent);
    expect(await run(conversation, 'hello')).toBe('failed');
    expect(conversation.transcript.last).toMatchObject({
      kind: 'notice',
      severity: 'error',
      title: 'The key was refused.',
      detail: 'Set another key.',
      actions: [{ id: 'show-log' }],
    });
    expect(await run(conversation, 'again')).toBe('end_turn');
  });

  test('whose failure comes as ordinary text shows that text, and the next one works', async () => {
    const agent: RawAgent = new RawAgent({
      'session/prompt': ({ sessionId }) => {
        agent.say(String(sessionId), 'API Error: 401 invalid key');
        return { stopReason: 'end_turn' };
      },
    });
    const { conversation } = await begun(agent);
    expect([await run(conversation, 'one'), await run(conversation, 'two')]).toEqual([
      'end_turn',
      'end_turn',
    ]);
    expect(outline(conversation.transcript.items)).toEqual([
      'user: one',
      'assistant: API Error: 401 invalid key',
      'user: two',
      'assistant: API Error: 401 invalid key',
    ]);
  });

  test('closes the calls that the agent left open', async () => {
    const agent: RawAgent = new RawAgent({
      'session/prompt': () => {
        agent.update('s1', { sessionUpdate: 'tool_call_update', toolCallId: 't1', status: 'in_progress' });
        return { stopReason: 'end_turn' };
      },
    });
    const { conversation } = await begun(agent);
    await run(conversation, 'hello');
    expect(outline(conversation.transcript.items)).toEqual(['user: hello', 'tool: Tool call failed']);
  });
});

describe('a message', () => {
  test('sent while a turn runs waits for it, in order', async () => {
    const agent = new RawAgent({ 'session/prompt': () => undefined });
    const { conversation } = await begun(agent);
    const texts = () =>
      agent.frames.filter((f) => f.method === 'session/prompt').map((f) => promptText(f.params));
    await conversation.send(message('one'), 'queue');
    await conversation.send(message('two'), 'queue');
    await conversation.send(message('three'), 'queue');
    expect(conversation.state.queue.map((queued) => queued.text)).toEqual(['two', 'three']);
    await agent.request('session/prompt');
    expect(texts()).toEqual(['one']);
    agent.on('session/prompt', () => ({ stopReason: 'end_turn' }));
    agent.send({
      id: agent.frames.find((f) => f.method === 'session/prompt')?.id,
      result: { stopReason: 'end_turn' },
    });
    await until(conversation, ({ phase, state }) => phase === 'idle' && state.queue.length === 0);
    expect(texts()).toEqual(['one', 'two', 'three']);
  });

  test('that waits stays when the turn is stopped, and can be removed or sent', async () => {
    const agent = new RawAgent({ 'session/prompt': () => undefined });
    const { conversation } = await begun(agent);
    const ended = run(conversation, 'one');
    await conversation.send(message('two'), 'queue');
    await conversation.send(message('three'), 'queue');
    const { id } = await agent.request('session/prompt');
    await conversation.stop();
    agent.on('session/prompt', () => ({ stopReason: 'end_turn' }));
    agent.send({ id, result: { stopReason: 'cancelled' } });
    expect(await ended).toBe('cancelled');
    const [two, three] = conversation.state.queue;
    conversation.removeQueued(two?.id ?? '');
    await conversation.steerQueued(three?.id ?? '');
    await until(conversation, ({ phase }) => phase === 'idle');
    expect(outline(conversation.transcript.items)).toEqual(['user: one', 'user: three']);
  });

  test('that waits after a stop is not overtaken by the next one', async () => {
    const agent = new RawAgent({ 'session/prompt': () => undefined });
    const { conversation } = await begun(agent);
    const ended = run(conversation, 'one');
    await conversation.send(message('two'), 'queue');
    const { id } = await agent.request('session/prompt');
    await conversation.stop();
    agent.on('session/prompt', () => ({ stopReason: 'end_turn' }));
    agent.send({ id, result: { stopReason: 'cancelled' } });
    await ended;
    expect(conversation.state.queue.map((queued) => queued.text)).toEqual(['two']);
    await conversation.send(message('three'), 'queue');
    await until(conversation, ({ phase, state }) => phase === 'idle' && state.queue.length === 0);
    expect(outline(conversation.transcript.items)).toEqual(['user: one', 'user: two', 'user: three']);
  });

  test('steers a running turn of an agent that takes it, and else waits', async () => {
    const _meta = { steering: { supported: true } };
    const outcomes = ['injected', 'failed'];
    const agent = new RawAgent({
      initialize: () => ({ protocolVersion: 1, _meta }),
      'session/prompt': () => undefined,
      '_session/steering': () => ({ outcome: outcomes.shift() }),
    });
    const { conversation } = await begun(agent);
    await conversation.send(message('go'), 'queue');
    await agent.request('session/prompt');
    await conversation.send(message('left'), 'steer');
    await conversation.send(message('right'), 'steer');
    expect(conversation.transcript.items).toMatchObject([
      { text: 'go', steered: false },
      { text: 'left', steered: true },
    ]);
    expect(conversation.state.queue.map((queued) => queued.text)).toEqual(['right']);
  });

  test('sent before the agent is ready goes out when it is', async () => {
    const agent = new RawAgent({ 'session/prompt': () => ({ stopReason: 'end_turn' }) });
    agent.on('session/new', () => ({ sessionId: 's1' }));
    const conversation = new Conversation('/home/me/shop', () => 0);
    await conversation.send(message('early'), 'queue');
    const client = await connectTo(agent);
    await conversation.begin(client, place);
    conversation.ready();
    await until(conversation, ({ phase }) => phase === 'idle');
    expect(outline(conversation.transcript.items)).toEqual(['user: early']);
    client.dispose();
  });
});

describe('a permission', () => {
  test('of a call that was never announced makes its own card', async () => {
    const agent = new RawAgent({ 'session/prompt': () => undefined });
    const { conversation } = await begun(agent);
    void conversation.send(message('go'), 'queue');
    await agent.request('session/prompt');
    const asked = agent.ask('session/request_permission', asks('Run make'));
    await until(conversation, ({ questions }) => questions.waiting);
    expect(conversation.state.permissions).toMatchObject([
      {
        callId: 't1',
        title: 'Run make',
        subject: 'make && make install',
        options: [{ kind: 'allow_always' }, { kind: 'reject_once' }],
      },
    ]);
    expect(outline(conversation.transcript.items)).toEqual(['user: go', 'tool: Run make pending']);
    const requestId = conversation.state.permissions[0]?.requestId ?? '';
    expect(conversation.questions.answerPermission(requestId, { optionId: 'unknown' })).toBe(false);
    expect(conversation.questions.answerPermission(requestId, { optionId: 'n' })).toBe(true);
    expect(conversation.questions.answerPermission(requestId, { optionId: 'n' })).toBe(false);
    expect((await asked).result).toEqual({ outcome: { outcome: 'selected', optionId: 'n' } });
    expect(conversation.questions.waiting).toBe(false);
  });

  test('several at once are each answered for themselves', async () => {
    const agent = new RawAgent({ 'session/prompt': () => undefined });
    const { conversation } = await begun(agent);
    void conversation.send(message('go'), 'queue');
    await agent.request('session/prompt');
    const one = agent.ask('session/request_permission', asks('One', 't1'));
    const two = agent.ask('session/request_permission', asks('Two', 't2'));
    await until(conversation, ({ questions }) => questions.permissions.length === 2);
    const second = conversation.state.permissions.find((permission) => permission.callId === 't2');
    conversation.questions.answerPermission(second?.requestId ?? '', { optionId: 'a' });
    expect((await two).result).toMatchObject({ outcome: { optionId: 'a' } });
    await conversation.stop();
    expect((await one).result).toEqual({ outcome: { outcome: 'cancelled' } });
  });
});

describe('a worker', () => {
  test('has a transcript of its own, is listed while it lives, and its questions are the conversation’s', async () => {
    const agent = new RawAgent({ 'session/prompt': () => undefined });
    const { conversation } = await begun(agent);
    void conversation.send(message('go'), 'queue');
    const { id } = await agent.request('session/prompt');
    agent.say('child', 'too early to be known');
    const vak = { worker: { sessionId: 'child', state: 'running', now: 'Reading' } };
    agent.update('s1', {
      sessionUpdate: 'tool_call',
      toolCallId: 't1',
      title: 'Look around',
      _meta: { vak },
    });
    agent.update('s1', {
      sessionUpdate: 'subagent_update',
      sessionId: 'child',
      title: 'Scout',
      state: { state: 'running' },
    });
    expect(conversation.state.workers).toMatchObject([
      { sessionId: 'child', callId: 't1', title: 'Scout', state: 'running', now: 'Reading' },
    ]);
    expect(outline(conversation.workers.get('child')?.transcript.items ?? [])).toEqual([
      'assistant: too early to be known',
    ]);
    expect(conversation.owns('child')).toBe(true);
    const asked = agent.ask('session/request_permission', { ...asks('Run', 'c1'), sessionId: 'child' });
    await until(conversation, ({ questions }) => questions.waiting);
    conversation.questions.answerPermission(conversation.state.permissions[0]?.requestId ?? '', {
      optionId: 'a',
    });
    await asked;
    agent.send({ id, result: { stopReason: 'end_turn' } });
    await until(conversation, ({ phase }) => phase === 'idle');
    expect(conversation.state.workers).toEqual([]);
    expect(conversation.workers.get('child')).toBeDefined();
  });
});

describe('what the agent says besides', () => {
  test('fills the state: title, usage, mode, options and commands', async () => {
    const modes = {
      currentModeId: 'ask',
      availableModes: [
        { id: 'ask', name: 'Ask' },
        { id: 'auto', name: 'Auto' },
      ],
    };
    const agent = new RawAgent();
    const { conversation } = await begun(agent);
    agent.on('session/new', () => ({ sessionId: 's1', modes }));
    await conversation.begin(conversation.client as AgentClient, place);
    agent.update('s1', { sessionUpdate: 'session_info_update', title: 'Tea' });
    agent.update('s1', {
      sessionUpdate: 'usage_update',
      used: 10,
      size: 100,
      cost: { amount: 0.5, currency: 'USD' },
    });
    agent.update('s1', { sessionUpdate: 'usage_update', used: 20, size: null });
    agent.update('s1', { sessionUpdate: 'current_mode_update', currentModeId: 'auto' });
    agent.update('s1', {
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        {
          name: '/fix',
          description: 'Fix',
          _meta: { vak: { group: 'command', source: 'project', note: 'n' } },
        },
      ],
    });
    expect(conversation.state).toMatchObject({
      title: 'Tea',
      usage: { used: 20, size: 100, cost: '0.50 USD' },
      configOptions: [{ category: 'mode', value: 'auto' }],
      commands: [{ name: 'fix', group: 'command', source: 'project', note: 'n' }],
    });
    agent.update('s1', {
      sessionUpdate: 'config_option_update',
      configOptions: [{ id: 'm', name: 'M', type: 'boolean', currentValue: true }],
    });
    expect(conversation.state.configOptions).toMatchObject([{ id: 'm', value: true, options: [] }]);
  });
});

test('a restore takes the message and all behind it out of the transcript', async () => {
  const agent: RawAgent = new RawAgent({
    'session/prompt': ({ prompt }) => {
      const text = promptText({ prompt });
      agent.update('s1', {
        sessionUpdate: 'user_message_chunk',
        messageId: `u-${text}`,
        content: { type: 'text', text },
      });
      agent.say('s1', 'done');
      return { stopReason: 'end_turn' };
    },
  });
  const { conversation } = await begun(agent);
  await run(conversation, 'one');
  await run(conversation, 'two');
  conversation.restoredTo('u-two');
  expect(outline(conversation.transcript.items)).toEqual(['user: one', 'assistant: done']);
});

function promptText(params: unknown): string {
  const { prompt } = params as { prompt: { text: string }[] };
  return prompt[0]?.text ?? '';
}
