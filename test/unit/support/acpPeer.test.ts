import { expect, onTestFinished, test } from 'vitest';
import { AcpPeer } from '../../support/acpPeer.ts';
import { expectNoProcesses, processTree } from '../../support/processes.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** Runs lines of JavaScript as the other side; `send` writes a frame, `on` gets each message. */
function peerRunning(body: string): AcpPeer {
  const source = `
    const send = (m) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...m }) + '\\n');
    require('readline').createInterface({ input: process.stdin })
      .on('line', (line) => on(JSON.parse(line))).on('close', () => process.exit(0));
    ${body}`;
  const peer = new AcpPeer({ command: process.execPath, args: ['-e', source] });
  onTestFinished(() => peer[Symbol.asyncDispose]());
  return peer;
}

const initialize = { protocolVersion: 1 };

test('gives the result of a request and finds nothing wrong with valid frames', async () => {
  const peer = peerRunning('const on = (m) => send({ id: m.id, result: { protocolVersion: 1 } });');
  expect(await peer.request('initialize', initialize)).toEqual({ protocolVersion: 1 });
  expect(peer.problems).toEqual([]);
});

test('throws the other side’s error with its code', async () => {
  const peer = peerRunning(
    `const on = (m) => send({ id: m.id, error: { code: -32601, message: 'no such thing' } });`,
  );
  await expect(peer.request('_x/y', {})).rejects.toMatchObject({ code: -32601, message: 'no such thing' });
});

test.each([
  [
    'a result of the wrong shape',
    `send({ id: m.id, result: { protocolVersion: 'one' } })`,
    /initialize Response: .*protocolVersion/,
  ],
  [
    'an update of an unknown kind',
    `send({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'nonsense' } } })`,
    /session\/update Notification/,
  ],
  [
    'a request the protocol does not know',
    `send({ id: 9, method: 'fs/delete', params: {} })`,
    /fs\/delete: no request/,
  ],
  ['an answer nobody waits for', `send({ id: 77, result: {} })`, /an answer to nothing/],
  ['a line that is no JSON', `process.stdout.write('Loading…\\n')`, /not a JSON object: Loading/],
])('reports %s', async (_, act, complaint) => {
  const peer = peerRunning(
    `const on = (m) => { ${act}; send({ id: m.id, result: { protocolVersion: 1 } }); };`,
  );
  await peer.request('initialize', initialize).catch(() => undefined);
  expect(peer.problems.join('\n')).toMatch(complaint);
  expect(() => peer.expectValid()).toThrow(/do not fit the protocol/);
});

test('reports our own frame that does not fit', () => {
  const peer = peerRunning('const on = () => undefined;');
  void peer.ask('session/new', { cwd: 7 }).catch(() => undefined);
  expect(peer.problems.join()).toMatch(/us: session\/new Request/);
});

test('answers requests by the handler of their method, and -32601 without one', async () => {
  const peer = peerRunning(`
    let asked;
    const on = (m) => {
      if (m.method === 'initialize') { asked = m.id; send({ id: 'a', method: '_known', params: { n: 2 } }); }
      else if (m.id === 'a') { send({ id: 'b', method: '_unknown', params: {} }); }
      if (m.id === 'a') a = m.result;
      if (m.id === 'b') send({ id: asked, result: { protocolVersion: 1, _meta: { a, b: m.error.code } } });
    };
    let a;`);
  peer.handle('_known', ({ n }: { n: number }) => n * 2);
  expect(await peer.request('initialize', initialize)).toMatchObject({ _meta: { a: 4, b: -32601 } });
});

test('waits for a frame that is still to come, and finds one that came before', async () => {
  const peer = peerRunning(`
    const chunk = (text) => send({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } });
    const on = (m) => { chunk('one '); send({ id: m.id, result: { protocolVersion: 1 } }); chunk('two'); };`);
  await peer.request('initialize', initialize);
  await peer.waitForUpdate((update) => JSON.stringify(update).includes('two'));
  await peer.waitForUpdate((update) => JSON.stringify(update).includes('one'));
  expect(peer.text('s')).toBe('one two');
});

test('rejects what is pending when the other side ends, with what it wrote to stderr', async () => {
  const peer = peerRunning(
    `const on = () => { process.stderr.write('out of luck', () => process.exit(3)); };`,
  );
  await expect(peer.request('initialize', initialize)).rejects.toThrow(/ended before.*\n*out of luck/s);
  expect(await peer.exited).toEqual({ code: 3, signal: null });
});

test('gives the exit at the end of the input', async () => {
  const peer = peerRunning('const on = () => undefined;');
  expect(await peer.endInput()).toMatchObject({ code: 0, signal: null });
});

test('ends grandchildren with the process', async () => {
  const folder = tempFolder();
  const peer = peerRunning(`
    require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { cwd: ${JSON.stringify(folder)} });
    const on = (m) => send({ id: m.id, result: { protocolVersion: 1 } });`);
  await peer.request('initialize', initialize);
  expect(processTree(peer.pid).length).toBe(2);
  peer.kill();
  await expectNoProcesses(folder);
});
