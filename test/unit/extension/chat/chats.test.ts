import { describe, expect, onTestFinished, test } from 'vitest';
import { Emitter } from '../../../../src/base/event.ts';
import { nullLog } from '../../../../src/base/log.ts';
import type { AgentClient } from '../../../../src/extension/acp/agentClient.ts';
import { Chats } from '../../../../src/extension/chat/chats.ts';
import { AgentSupervisor } from '../../../../src/extension/process/supervisor.ts';
import { message, turn, until } from '../../../support/chatHarness.ts';
import { connectTo, noEditorServers, RawAgent } from '../../../support/rawAgent.ts';

/** All chats of a window over an agent in memory, which is started when it is first needed. */
function openChats(agent: RawAgent, servers = noEditorServers()): Chats {
  const supervisor = new AgentSupervisor<AgentClient>({
    launch: async () => ({
      client: await connectTo(agent),
      gone: new Promise(() => undefined),
      end: async () => undefined,
    }),
    after: () => ({ dispose: () => undefined }),
    now: () => 0,
  });
  return new Chats({
    agent: supervisor,
    servers,
    log: nullLog,
    defaultCwd: () => '/home/me/shop',
    restricted: () => false,
    preferredOptions: () => [],
    remembered: () => undefined,
    remember: () => undefined,
    now: () => 0,
  });
}

test('opens a conversation once though the agent’s start is heard twice, and hears its turn', async () => {
  let sessions = 0;
  const agent: RawAgent = new RawAgent({
    'session/new': () => ({ sessionId: `session-${++sessions}` }),
    'session/prompt': ({ sessionId }) => {
      agent.say(String(sessionId), 'heard');
      return { stopReason: 'end_turn' };
    },
  });
  const chats = openChats(agent);
  const conversation = chats.ensure();
  const ended = new Promise((resolve) => conversation.onDidEndTurn(resolve));
  await conversation.send(message('hello'), 'queue');
  await ended;
  expect(sessions).toBe(1);
  expect(conversation.transcript.items.map((item) => item.kind)).toEqual(['user', 'assistant']);
  chats.dispose();
});

describe('when the editor’s servers change', () => {
  /** Chats whose agent can resume, and how to say that the servers differ. */
  function changingServers(answers: ConstructorParameters<typeof RawAgent>[0] = {}) {
    const changed = new Emitter<void>();
    const agent = new RawAgent({
      initialize: () => ({
        protocolVersion: 1,
        agentCapabilities: { sessionCapabilities: { resume: {} } },
      }),
      'session/new': () => ({ sessionId: 's1' }),
      'session/prompt': () => ({ stopReason: 'end_turn' }),
      'session/resume': () => ({}),
      ...answers,
    });
    const chats = openChats(agent, { ...noEditorServers(), onDidChange: changed.event });
    onTestFinished(() => chats.dispose());
    const sent = () => agent.frames.flatMap(({ method }) => (method?.startsWith('session/') ? [method] : []));
    return { agent, chats, conversation: chats.ensure(), change: () => changed.fire(), sent };
  }

  test('a prompt that is sent meanwhile goes out once the agent has them', async () => {
    let answer: (() => void) | undefined;
    const { agent, conversation, change, sent } = changingServers({
      'session/resume': (_, { id }) => {
        answer = () => agent.send({ id, result: {} });
        return undefined;
      },
    });
    await turn(conversation, 'one');
    change();
    await agent.request('session/resume');
    const ended = new Promise((resolve) => conversation.onDidEndTurn(resolve));
    await conversation.send(message('two'), 'queue');
    answer?.();
    await ended;
    expect(sent()).toEqual(['session/new', 'session/prompt', 'session/resume', 'session/prompt']);
  });

  test('a conversation that can’t be resumed says so, and the next prompt tries again', async () => {
    let fails = true;
    const { conversation, change, chats } = changingServers({
      'session/resume': () => {
        if (fails) throw { code: -32603, message: 'no room' };
        return {};
      },
    });
    await turn(conversation, 'one');
    change();
    await until(conversation, ({ phase }) => phase === 'failed');
    expect(conversation.transcript.items.at(-1)).toMatchObject({ kind: 'notice', severity: 'error' });
    fails = false;
    const ended = new Promise((resolve) => conversation.onDidEndTurn(resolve));
    await chats.retry();
    await conversation.send(message('two'), 'queue');
    expect(await ended).toBe('end_turn');
  });

  test('the first turn of a conversation that is just opened has them', async () => {
    let open: (() => void) | undefined;
    const { agent, conversation, change, sent } = changingServers({
      'session/new': (_, { id }) => {
        open = () => agent.send({ id, result: { sessionId: 's1' } });
        return undefined;
      },
    });
    await agent.request('session/new');
    change();
    const ended = new Promise((resolve) => conversation.onDidEndTurn(resolve));
    await conversation.send(message('one'), 'queue');
    open?.();
    await ended;
    expect(sent()).toEqual(['session/new', 'session/resume', 'session/prompt']);
  });
});
