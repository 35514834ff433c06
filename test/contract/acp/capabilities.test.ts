import { describe, expect, test } from 'vitest';
import {
  AgentUnderTest,
  frameOf,
  type Opened,
  suiteAgent,
  updatesAfter,
  updatesBetween,
} from './agentUnderTest.ts';

interface Listed {
  readonly sessions: readonly { readonly sessionId: string; readonly cwd: string; readonly title?: string }[];
}

/** A session with something said in it, closed again. */
async function storedSession(agent: AgentUnderTest) {
  const { sessionId } = await agent.open();
  await agent.prompt(sessionId, 'think about it\nsay hello\ncall read_file {"path":"a.txt"}');
  await agent.prompt(sessionId, 'plan one; two');
  await agent.peer.request('session/close', { sessionId });
  return { sessionId, cwd: agent.place.workspace, told: agent.peer.frames.length };
}

describe('load and resume', () => {
  const running = suiteAgent({ 'a.txt': 'the file\n' });

  test('LOAD-001, -002, -003: load tells the whole talk before it answers, with an object', async () => {
    const { sessionId, cwd } = await storedSession(running());
    const agent = await AgentUnderTest.start({ place: running().place });
    const answer = await agent.peer.ask('session/load', { sessionId, cwd, mcpServers: [] });
    const before = agent.peer.updates(sessionId);
    expect(answer.result).toMatchObject({ modes: { currentModeId: 'ask' } });
    expect(updatesBetween(agent.peer, 0, frameOf(agent.peer, answer))).toEqual([
      'user_message_chunk',
      'agent_thought_chunk',
      'agent_message_chunk',
      'tool_call',
      'agent_message_chunk',
      'user_message_chunk',
      'tool_call',
      'agent_message_chunk',
      'plan',
      'usage_update',
    ]);
    expect(before[3]).toMatchObject({ status: 'completed', name: 'read_file' });
    expect(JSON.stringify(before[3])).toContain('the file');
    agent.peer.expectValid();
  });

  test('RESUME-001, -002: resume tells nothing of before, and the talk goes on', async () => {
    const agent = running();
    const { sessionId, cwd, told } = await storedSession(agent);
    const answer = await agent.peer.ask('session/resume', { sessionId, cwd, mcpServers: [] });
    expect(answer.result).toMatchObject({ modes: { currentModeId: 'ask' } });
    expect(updatesBetween(agent.peer, told, frameOf(agent.peer, answer))).toEqual([]);
    expect(await agent.stopReason(sessionId, 'say more')).toBe('end_turn');
    expect(updatesAfter(agent.peer, told)).not.toContain('user_message_chunk');
    expect(agent.peer.text(sessionId)).toMatch(/more$/);
  });

  test('a prompt right behind load waits for it', async () => {
    const agent = running();
    const { sessionId, cwd } = await storedSession(agent);
    const loaded = agent.peer.ask('session/load', { sessionId, cwd, mcpServers: [] });
    const prompted = agent.prompt(sessionId, 'say more');
    expect((await prompted).result).toMatchObject({ stopReason: 'end_turn' });
    expect(frameOf(agent.peer, await prompted)).toBeGreaterThan(frameOf(agent.peer, await loaded));
  });

  test('UNKNOWNSESSION: whatever names an unknown session is answered -32002 with its id', async () => {
    const agent = running();
    const place = { sessionId: 'nothing', cwd: agent.place.workspace, mcpServers: [] };
    const calls: [string, object][] = [
      ['session/load', place],
      ['session/resume', place],
      ['session/fork', place],
      ['session/prompt', { sessionId: 'nothing', prompt: [{ type: 'text', text: 'hi' }] }],
      ['session/set_mode', { sessionId: 'nothing', modeId: 'ask' }],
      ['session/set_config_option', { sessionId: 'nothing', configId: 'mode', value: 'ask' }],
      ['session/close', { sessionId: 'nothing' }],
      ['session/set_title', { sessionId: 'nothing', title: 'x' }],
      ['_session/steering', { sessionId: 'nothing', prompt: [{ type: 'text', text: 'hi' }] }],
    ];
    for (const [method, params] of calls)
      expect((await agent.peer.ask(method, params)).error, method).toMatchObject({
        code: -32002,
        data: { sessionId: 'nothing' },
      });
  });
});

describe('list, delete, close, fork, title', () => {
  const running = suiteAgent({ 'a.txt': 'the file\n' });

  test('LIST-001, -002: list shows a session in its folder, and nothing for an unknown folder', async () => {
    const agent = running();
    const { sessionId, cwd } = await storedSession(agent);
    const here = await agent.peer.request<Listed>('session/list', { cwd });
    expect(here.sessions).toContainEqual(
      expect.objectContaining({ sessionId, cwd, title: 'think about it' }),
    );
    expect(await agent.peer.request('session/list', { cwd: '/nowhere' })).toMatchObject({ sessions: [] });
    agent.peer.expectValid();
  });

  test('list shows an open session before anything is said in it', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    const listed = await agent.peer.request<Listed>('session/list', {});
    expect(listed.sessions.map((session) => session.sessionId)).toContain(sessionId);
  });

  test('DELETE-001, -002: a deleted session is gone, and deleting it again is no error', async () => {
    const agent = running();
    const { sessionId, cwd } = await storedSession(agent);
    expect(await agent.peer.request('session/delete', { sessionId })).toEqual({});
    expect(await agent.peer.request('session/delete', { sessionId })).toEqual({});
    const left = await agent.peer.request<Listed>('session/list', { cwd });
    expect(left.sessions.map((session) => session.sessionId)).not.toContain(sessionId);
  });

  test('CLOSE-001, -002: close ends the running prompt as cancelled, and the session can be loaded again', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    const { answer } = await agent.promptForever(sessionId);
    expect(await agent.peer.request('session/close', { sessionId })).toEqual({});
    expect((await answer).result).toMatchObject({ stopReason: 'cancelled' });
    const place = { sessionId, cwd: agent.place.workspace, mcpServers: [] };
    expect((await agent.peer.ask('session/load', place)).error).toBeUndefined();
    expect(agent.peer.text(sessionId)).toContain('working');
  });

  test('a fork goes on by itself and leaves the original as it was', async () => {
    const agent = running();
    const { sessionId, cwd } = await storedSession(agent);
    const fork = await agent.peer.request<Opened>('session/fork', { sessionId, cwd, mcpServers: [] });
    expect(fork.sessionId).not.toBe(sessionId);
    await agent.prompt(fork.sessionId, 'say only here');
    await agent.peer.request('session/load', { sessionId, cwd, mcpServers: [] });
    expect(agent.peer.text(sessionId)).not.toContain('only here');
    expect(agent.peer.text(fork.sessionId)).toBe('only here');
    agent.peer.expectValid();
  });

  test('a title comes from the first message, and can be changed', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    await agent.prompt(sessionId, 'say hello\nand no more');
    expect(agent.peer.updates(sessionId)).toContainEqual(
      expect.objectContaining({ sessionUpdate: 'session_info_update', title: 'say hello' }),
    );
    const set = await agent.peer.request('session/set_title', { sessionId, title: ' Greetings ' });
    expect(set).toEqual({ title: 'Greetings' });
    const listed = await agent.peer.request<Listed>('session/list', {});
    expect(listed.sessions.find((session) => session.sessionId === sessionId)?.title).toBe('Greetings');
    agent.peer.expectValid();
  });
});

describe('folders, modes, settings', () => {
  const running = suiteAgent();

  test('ADDDIRS-001: further folders are taken with new and load', async () => {
    const agent = running();
    const extra = agent.place.home;
    const { sessionId } = await agent.open({ additionalDirectories: [extra] });
    const listed = await agent.peer.request<Listed>('session/list', {});
    expect(listed.sessions.find((session) => session.sessionId === sessionId)).toMatchObject({
      additionalDirectories: [extra],
    });
  });

  test('MODES-001, -002: the current mode is one of those offered, and can be changed', async () => {
    const agent = running();
    const { sessionId, modes } = await agent.open();
    expect(modes?.availableModes.map(({ id }) => id)).toEqual(['read-only', 'ask', 'accept-edits', 'auto']);
    expect(modes?.currentModeId).toBe('ask');
    expect(await agent.peer.request('session/set_mode', { sessionId, modeId: 'auto' })).toEqual({});
    const wrong = await agent.peer.ask('session/set_mode', { sessionId, modeId: 'autoo' });
    expect(wrong.error).toMatchObject({ code: -32602, message: expect.stringContaining('"auto"') });
  });

  test('CONFIG-001, -002: each setting has a value among its options; a change gives the full list back', async () => {
    const agent = running();
    const { sessionId, configOptions = [] } = await agent.open();
    for (const { currentValue, options } of configOptions)
      expect(options.map(({ value }) => value)).toContain(currentValue);
    const change = { sessionId, configId: 'mode', value: 'read-only' };
    const changed = await agent.peer.request<Opened>('session/set_config_option', change);
    expect(changed.configOptions?.map(({ id }) => id)).toEqual(configOptions.map(({ id }) => id));
    expect(changed.configOptions?.find(({ id }) => id === 'mode')?.currentValue).toBe('read-only');
    for (const wrong of [{ configId: 'nothing' }, { value: 'nothing' }])
      expect((await agent.peer.ask('session/set_config_option', { ...change, ...wrong })).error?.code).toBe(
        -32602,
      );
    agent.peer.expectValid();
  });

  test('mode and its setting are kept in step, whichever was changed', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    await agent.peer.request('session/set_mode', { sessionId, modeId: 'auto' });
    const option = await agent.peer.waitForUpdate((update) =>
      JSON.stringify(update).includes('"currentValue":"auto"'),
    );
    expect(option.sessionUpdate).toBe('config_option_update');
    await agent.peer.request('session/set_config_option', {
      sessionId,
      configId: 'mode',
      value: 'read-only',
    });
    const mode = await agent.peer.waitForUpdate((update) => update['currentModeId'] === 'read-only');
    expect(mode.sessionUpdate).toBe('current_mode_update');
  });
});

describe('what a prompt may hold', () => {
  const running = suiteAgent();

  test.each([
    ['PROMPTCAP-001: an image', { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }],
    [
      'PROMPTCAP-003: an embedded text',
      { type: 'resource', resource: { uri: 'file:///a.txt', text: 'one' } },
    ],
    [
      'PROMPTCAP-003: an embedded blob',
      { type: 'resource', resource: { uri: 'file:///a.bin', blob: 'AAA=' } },
    ],
    ['PROMPT-003: a link', { type: 'resource_link', uri: 'file:///a.txt', name: 'a.txt' }],
    ['a link that nobody here can read', { type: 'resource_link', uri: 'zed://thread/1', name: 'thread' }],
  ])('%s is taken', async (_, block) => {
    const agent = running();
    const { sessionId } = await agent.open();
    const prompt = [{ type: 'text', text: 'say hi' }, block];
    const answer = await agent.peer.ask('session/prompt', { sessionId, prompt });
    expect(answer.result).toMatchObject({ stopReason: 'end_turn' });
  });

  test('PROMPTCAP-002: audio is not offered', async () => {
    const answer = await running().initialize();
    expect(answer.agentCapabilities.promptCapabilities).toMatchObject({ audio: false });
  });
});

describe('two prompts at once', () => {
  const running = suiteAgent();

  test('a second prompt waits for the first, and each gets its own answer', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    const [first, second] = [
      agent.prompt(sessionId, 'say one\nwait 50\nsay two'),
      agent.prompt(sessionId, 'say three'),
    ];
    expect((await first).result).toMatchObject({ stopReason: 'end_turn' });
    expect((await second).result).toMatchObject({ stopReason: 'end_turn' });
    expect(agent.peer.text(sessionId).replace(/\s/g, '')).toBe('onetwothree');
    expect(updatesAfter(agent.peer, frameOf(agent.peer, await second))).not.toContain('agent_message_chunk');
  });

  test('cancel ends the running prompt and the one that waits', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    const { answer } = await agent.promptForever(sessionId);
    const waiting = agent.prompt(sessionId, 'say never');
    agent.peer.notify('session/cancel', { sessionId });
    expect((await answer).result).toMatchObject({ stopReason: 'cancelled' });
    expect((await waiting).result).toMatchObject({ stopReason: 'cancelled' });
    expect(agent.peer.text(sessionId)).not.toContain('never');
  });

  test('$/cancel_request ends only the prompt that it names', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    const { id, answer } = await agent.promptForever(sessionId);
    const second = agent.prompt(sessionId, 'say next');
    agent.peer.notify('$/cancel_request', { requestId: id });
    expect((await answer).result).toMatchObject({ stopReason: 'cancelled' });
    expect((await second).result).toMatchObject({ stopReason: 'end_turn' });
  });

  test('a cancel right behind its prompt in one piece still ends it', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    const params = { sessionId, prompt: [{ type: 'text', text: 'wait 60000' }] };
    const frames = [
      { jsonrpc: '2.0', id: 'p', method: 'session/prompt', params },
      { jsonrpc: '2.0', method: 'session/cancel', params: { sessionId } },
    ];
    agent.peer.writeRaw(frames.map((frame) => `${JSON.stringify(frame)}\n`).join(''));
    const answer = await agent.peer.waitFor(({ id }) => id === 'p');
    expect(answer.result).toMatchObject({ stopReason: 'cancelled' });
  });

  test('steering joins the running turn, and says what became of it', async () => {
    const agent = running();
    const { sessionId } = await agent.open();
    const steer = (text: string, meta?: object) =>
      agent.peer.request('_session/steering', { sessionId, prompt: [{ type: 'text', text }], _meta: meta });
    const idle = { steering: { idleBehavior: 'promptRequired' } };
    expect(await steer('say idle', idle)).toEqual({ outcome: 'promptRequired' });
    const prompted = agent.prompt(sessionId, 'say working\nwait 300');
    await agent.peer.waitForUpdate((update) => JSON.stringify(update).includes('working'));
    expect(await steer('say steered')).toEqual({ outcome: 'injected' });
    expect((await prompted).result).toMatchObject({ stopReason: 'end_turn' });
    expect(agent.peer.text(sessionId)).toContain('steered');
    const own = agent.peer
      .updates(sessionId)
      .find(({ sessionUpdate }) => sessionUpdate === 'user_message_chunk');
    expect(own).toMatchObject({ content: { text: 'say steered' }, _meta: { vak: { steered: true } } });
    expect(await steer('say alone')).toEqual({ outcome: 'startedNewTurn' });
    await agent.peer.waitForUpdate((update) => JSON.stringify(update).includes('alone'));
  });
});
