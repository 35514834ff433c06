import { expect, test } from 'vitest';
import { nullLog } from '../../../../src/base/log.ts';
import type { AgentClient } from '../../../../src/extension/acp/agentClient.ts';
import { Chats } from '../../../../src/extension/chat/chats.ts';
import { AgentSupervisor } from '../../../../src/extension/process/supervisor.ts';
import { connectTo, noEditorServers, RawAgent } from '../../../support/rawAgent.ts';

/** All chats of a window over an agent in memory, which is started when it is first needed. */
function openChats(agent: RawAgent): Chats {
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
    servers: noEditorServers(),
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
  await conversation.send({ text: 'hello', chips: [], images: [], blocks: async () => [] }, 'queue');
  await ended;
  expect(sessions).toBe(1);
  expect(conversation.transcript.items.map((item) => item.kind)).toEqual(['user', 'assistant']);
  chats.dispose();
});
