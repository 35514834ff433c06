import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Message } from '../../support/acpPeer.ts';
import { sandbox } from '../../support/agentProcess.ts';
import { AgentUnderTest, suiteAgent } from './agentUnderTest.ts';

const text = (value: string) => [{ type: 'text', text: value }];

/** What an answer says went wrong. */
const errorOf = (answer: Message) => answer.error ?? { code: 0, message: 'no error' };

describe('bad frames', () => {
  const running = suiteAgent();

  test.each([
    ['no JSON', '{"jsonrpc": "2.0", "id": 1, "method"', -32700],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"session/list","params":{}}]', -32600],
    ['a text', '"hello"', -32600],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","method":"session/list"}', -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"session/list","params":{}}', -32600],
    ['a method that is a number', '{"jsonrpc":"2.0","id":77,"method":5}', -32600],
  ])('%s is answered, and the next prompt works', async (_, line, code) => {
    const agent = running();
    const { sessionId } = await agent.open();
    const before = agent.peer.frames.length;
    agent.peer.writeRaw(`${line}\n`);
    expect(await agent.stopReason(sessionId, 'say on')).toBe('end_turn');
    const answers = agent.peer.frames.slice(before).map(({ message }) => message?.error?.code);
    expect(answers).toContain(code);
  });

  test.each<[string, string, object, RegExp]>([
    ['session/new', 'without a folder', { mcpServers: [] }, /./],
    [
      'session/new',
      'with a relative folder',
      { cwd: 'project', mcpServers: [] },
      /project.* is not an absolute path/,
    ],
    [
      'session/new',
      'with a relative further folder',
      { cwd: '/', additionalDirectories: ['x'], mcpServers: [] },
      /x.* is not an absolute path/,
    ],
    [
      'session/new',
      'with a folder that is not there',
      { cwd: '/no/such/place', mcpServers: [] },
      /no folder/,
    ],
    ['session/new', 'with a server of no shape', { cwd: '/', mcpServers: [{ name: 'x' }] }, /./],
    ['session/load', 'with a relative folder', { sessionId: 's', cwd: '.', mcpServers: [] }, /absolute/],
  ])('%s %s is refused with the reason', async (method, _, params, message) => {
    const error = errorOf(await running().peer.ask(method, params));
    expect(error.code).toBe(-32602);
    expect(JSON.stringify(error)).toMatch(message);
  });

  test('a prompt with a block of an unknown kind is refused, and the next prompt works', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    const prompt = [...text('say hi'), { type: 'hologram', data: '…' }];
    expect(errorOf(await agent.peer.ask('session/prompt', { sessionId, prompt })).code).toBe(-32602);
    expect(await agent.stopReason(sessionId, 'say on')).toBe('end_turn');
  });

  test('an answer to nothing and an update from the wrong side change nothing', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    agent.peer.writeRaw('{"jsonrpc":"2.0","id":12345,"result":{}}\n');
    agent.peer.writeRaw('{"jsonrpc":"2.0","method":"session/update","params":{}}\n');
    expect(await agent.stopReason(sessionId, 'say on')).toBe('end_turn');
  });
});

describe('bad calls of a model', () => {
  const running = suiteAgent({ 'image.bin': new Uint8Array([0, 1, 2, 0, 255]) });

  test.each([
    ['input that is no JSON', 'call read_file {"path":', /read_file failed:/],
    ['input that fits no schema', 'call read_file {"file":"a"}', /read_file failed:.*path/],
    ['a tool that is not there', 'call fly {}', /fly failed:/],
    ['a file that is not there', 'call read_file {"path":"nothing.txt"}', /read_file failed:/],
    ['a binary file', 'call read_file {"path":"image.bin"}', /read_file failed:/],
  ])('%s is a failed call that says so, and the next prompt works', async (_, prompt, report) => {
    const agent = running();
    const { sessionId } = await agent.open();
    expect(await agent.stopReason(sessionId, prompt)).toBe('end_turn');
    expect(agent.peer.text(sessionId)).toMatch(report);
    expect(await agent.stopReason(sessionId, 'say on')).toBe('end_turn');
  });

  test('a path outside the workspace is asked about, and refused without an answer', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    agent.peer.handle('session/request_permission', () => ({ outcome: { outcome: 'cancelled' } }));
    const file = path.join(agent.place.home, 'secret.txt');
    writeFileSync(file, 'secret');
    await agent.prompt(sessionId, `call read_file ${JSON.stringify({ path: file })}`);
    expect(agent.peer.text(sessionId)).not.toContain('read_file ok');
  });

  test('a command that never ends is ended with its turn', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    await agent.peer.request('session/set_mode', { sessionId, modeId: 'auto' });
    const prompt = agent.prompt(sessionId, 'call bash {"command":"echo begun; sleep 600"}');
    await agent.peer.waitForUpdate((update) => JSON.stringify(update).includes('begun\\n'));
    agent.peer.notify('session/cancel', { sessionId });
    expect((await prompt).result).toMatchObject({ stopReason: 'cancelled' });
    const last = agent.peer
      .updates(sessionId)
      .findLast(({ sessionUpdate }) => sessionUpdate === 'tool_call_update');
    expect(last).toMatchObject({ status: 'failed' });
    expect(await agent.stopReason(sessionId, 'say on')).toBe('end_turn');
  });
});

describe('bad files', () => {
  test('a configuration that does not parse is named, and the agent stays', async () => {
    const place = sandbox({
      home: { 'config/vak/hooks/guard.yaml': 'hooks: [unclosed' },
    });
    const agent = await AgentUnderTest.start({ place });
    const params = { cwd: place.workspace, mcpServers: [] };
    const error = errorOf(await agent.peer.ask('session/new', params));
    expect(error.message).toContain('guard.yaml');
    writeFileSync(path.join(place.home, 'config/vak/hooks/guard.yaml'), 'hooks: {}\n');
    await agent.peer.request('_vak/reload', {});
    expect((await agent.peer.ask('session/new', params)).result).toHaveProperty('sessionId');
  });

  test('a session file torn in the middle of a line loads without that line, and goes on', async () => {
    const place = sandbox();
    const first = await AgentUnderTest.start({ place });
    const { sessionId } = await first.open();
    await first.prompt(sessionId, 'say kept');
    await first.peer.endInput();
    const folder = path.join(place.home, 'data/vak/sessions');
    const [name = ''] = readdirSync(folder).filter((each) => each.endsWith('.jsonl'));
    appendFileSync(path.join(folder, name), '{"type":"user","id":"x","at":1,"cont');
    const agent = await AgentUnderTest.start({ place });
    await agent.peer.request('session/load', { sessionId, cwd: place.workspace, mcpServers: [] });
    expect(agent.peer.text(sessionId)).toBe('kept');
    expect(await agent.stopReason(sessionId, 'say more')).toBe('end_turn');
    agent.peer.expectValid();
  });

  test('a session that another agent has open is not written by two', async () => {
    const place = sandbox();
    const first = await AgentUnderTest.start({ place });
    const { sessionId } = await first.open();
    await first.prompt(sessionId, 'say mine');
    const second = await AgentUnderTest.start({ place });
    const params = { sessionId, cwd: place.workspace, mcpServers: [] };
    expect(errorOf(await second.peer.ask('session/load', params)).message).toContain('open in another Vakil');
    const fork = await second.peer.request<{ sessionId: string }>('session/fork', params);
    expect(await second.stopReason(fork.sessionId, 'say a copy')).toBe('end_turn');
  });
});
