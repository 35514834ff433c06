// A foreign agent as a program: what it does wrong is named by its arguments. It writes raw frames.
import { spawn } from 'node:child_process';

const habits = new Set(process.argv.slice(2));
const send = (frame) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...frame })}\n`);
const update = (update) => send({ method: 'session/update', params: { sessionId: 's1', update } });
const text = (text) => ({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });

if (habits.has('banner')) console.log('Welcome! A new version is available.');
if (habits.has('dies-at-start')) {
  console.error('fatal: no licence found');
  process.exit(3);
}
if (habits.has('leaves-daemon')) {
  // In a group of its own, so that ending the agent's group does not end it.
  spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', process.cwd()], {
    detached: true,
    stdio: 'ignore',
  });
}

const waiting = new Map();
let pending = '';
process.stdin.on('data', (bytes) => {
  const lines = (pending + bytes).split('\n');
  pending = lines.pop();
  for (const line of lines) if (line !== '') hear(JSON.parse(line));
});
process.stdin.on('end', () => {
  if (!habits.has('stays')) process.exit(0);
});
if (habits.has('stays')) {
  process.on('SIGTERM', () => undefined);
  setInterval(() => undefined, 1000);
}

function hear({ id, method, params, result }) {
  if (method === undefined) return waiting.get(id)?.(result);
  const answer = (value) => id !== undefined && send({ id, result: value });
  const refuse = (code, message) => send({ id, error: { code, message } });
  switch (method) {
    case 'initialize':
      if (habits.has('hangs')) return undefined;
      return answer({
        protocolVersion: habits.has('wrong-version') ? 2 : params.protocolVersion,
        agentInfo: { name: 'foreign', version: '1' },
        authMethods: habits.has('wants-sign-in') ? [{ id: 'login', name: 'Log in' }] : [],
      });
    case 'authenticate':
      habits.delete('wants-sign-in');
      return answer({});
    case 'session/new':
      if (habits.has('wants-sign-in')) return refuse(-32000, 'Authentication required');
      if (habits.has('early-updates'))
        update({
          sessionUpdate: 'available_commands_update',
          availableCommands: [{ name: 'early', description: '' }],
        });
      return answer({ sessionId: 's1' });
    case 'session/prompt':
      return prompt(params.prompt[0].text, answer, refuse);
    case 'session/cancel':
      if (habits.has('cancel-is-end-turn')) return waiting.get('turn')?.();
      return waiting.get('turn')?.('error');
    default:
      return id === undefined ? undefined : refuse(-32601, `no ${method}`);
  }
}

function prompt(said, answer, refuse) {
  if (said === 'die') process.exit(1);
  if (said === 'wait')
    return waiting.set('turn', (how) =>
      how === 'error' ? refuse(-32603, 'aborted') : answer({ stopReason: 'end_turn' }),
    );
  if (said === 'write') return write(answer);
  update(text(`you said ${said}`));
  return answer({ stopReason: 'end_turn' });
}

/** Looks whether the file is there by reading it, and can't make one when that fails. */
function write(answer) {
  const path = `${process.cwd()}/made.txt`;
  waiting.set('r', (read) => {
    if (read === undefined) {
      update(text('can not make the file'));
      return answer({ stopReason: 'end_turn' });
    }
    waiting.set('w', () => {
      update(text('made it'));
      answer({ stopReason: 'end_turn' });
    });
    return send({
      id: 'w',
      method: 'fs/write_text_file',
      params: { sessionId: 's1', path, content: 'made' },
    });
  });
  send({ id: 'r', method: 'fs/read_text_file', params: { sessionId: 's1', path } });
}
