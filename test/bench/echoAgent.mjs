// The SDK's own echo: a prompt `stream N TEXT` is answered with N chunks of TEXT and nothing else.
import { Readable, Writable } from 'node:stream';
import { agent, methods, ndJsonStream } from '@agentclientprotocol/sdk/unstable';

agent({ name: 'echo' })
  .onRequest(methods.agent.initialize, () => ({ protocolVersion: 1 }))
  .onRequest(methods.agent.session.new, () => ({ sessionId: 'one' }))
  .onRequest(methods.agent.session.prompt, async ({ params, client }) => {
    const [, count, text] = /^stream (\d+) (.*)$/.exec(params.prompt[0].text);
    const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } };
    for (let i = 0; i < Number(count); i++)
      await client.notify(methods.client.session.update, { sessionId: params.sessionId, update });
    return { stopReason: 'end_turn' };
  })
  .connect(ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin)));
