// The least an agent can be: newline-delimited JSON-RPC without any library. What ours is compared with.
const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);

const methods = {
  initialize: () => ({ protocolVersion: 1, agentCapabilities: {} }),
  'session/new': () => ({ sessionId: 'one' }),
  'session/prompt': ({ sessionId, prompt }) => {
    const update = { sessionUpdate: 'agent_message_chunk', content: prompt[0] };
    send({ method: 'session/update', params: { sessionId, update } });
    return { stopReason: 'end_turn' };
  },
};

let rest = '';
process.stdin.setEncoding('utf8');
process.stdin.on('data', (text) => {
  const lines = (rest + text).split('\n');
  rest = lines.pop();
  for (const line of lines) {
    const { id, method, params } = JSON.parse(line);
    if (id === undefined) continue;
    const act = methods[method];
    send(act ? { id, result: act(params) } : { id, error: { code: -32601, message: method } });
  }
});
process.stdin.on('end', () => process.exit(0));
