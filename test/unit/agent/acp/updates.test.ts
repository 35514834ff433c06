import { describe, expect, test } from 'vitest';
import { readClientCapabilities } from '../../../../src/agent/acp/clientCapabilities.ts';
import { UpdateEncoder } from '../../../../src/agent/acp/updates.ts';
import type { TurnEvent } from '../../../../src/agent/turn/events.ts';
import type { HookRun } from '../../../../src/protocol/vak.ts';
import { ManualClock } from '../../../support/manualClock.ts';

function newEncoder(clientCapabilities: object = {}, clock = new ManualClock()) {
  return new UpdateEncoder({
    sessionId: 's',
    client: readClientCapabilities({ clientCapabilities }),
    cwd: '/home/me',
    ticks: () => clock.ticks(),
  });
}

/** What a client is told of these events, in order. */
function told(encoder: UpdateEncoder, events: readonly TurnEvent[], replay = false) {
  return events.flatMap((event) => encoder.encode(event, replay)).map(({ update }) => update);
}

const text = (value: string) => ({ type: 'content', content: { type: 'text', text: value } });
const begin: TurnEvent = { kind: 'tool-call', callId: 'c', name: 'bash', title: 'ls', status: 'pending' };

describe('messages', () => {
  test.each<[string, TurnEvent, object]>([
    [
      'text',
      { kind: 'text', messageId: 'm', text: 'hi' },
      { sessionUpdate: 'agent_message_chunk', messageId: 'm', content: { type: 'text', text: 'hi' } },
    ],
    [
      'thinking',
      { kind: 'thought', messageId: 'm', text: 'hm' },
      { sessionUpdate: 'agent_thought_chunk', messageId: 'm', content: { type: 'text', text: 'hm' } },
    ],
    [
      'usage',
      { kind: 'usage', used: 5, size: 9 },
      { sessionUpdate: 'usage_update', used: 5, size: 9, cost: undefined },
    ],
    [
      'a plan',
      { kind: 'plan', entries: [{ content: 'a', priority: 'low', status: 'pending' }] },
      { sessionUpdate: 'plan', entries: [{ content: 'a', priority: 'low', status: 'pending' }] },
    ],
  ])('%s is an update', (_, event, update) => {
    expect(told(newEncoder(), [event])).toEqual([update]);
  });

  test('our own keys travel below _meta.vak', () => {
    const event: TurnEvent = { kind: 'text', messageId: 'm', text: 'hi', meta: { notice: 'warning' } };
    expect(told(newEncoder(), [event])[0]).toMatchObject({ _meta: { vak: { notice: 'warning' } } });
  });

  const own: TurnEvent = {
    kind: 'user-message',
    messageId: 'u',
    content: [
      { type: 'text', text: 'look' },
      { type: 'resource-link', uri: 'file:///a', name: 'a' },
    ],
  };

  test('what the person sent is told again only where it can be told apart', () => {
    const kinds = (encoder: UpdateEncoder, event: TurnEvent, replay = false) =>
      told(encoder, [event], replay).map(({ sessionUpdate }) => sessionUpdate);
    const twice = ['user_message_chunk', 'user_message_chunk'];
    expect(kinds(newEncoder(), own)).toEqual([]);
    expect(kinds(newEncoder(), own, true)).toEqual(twice);
    expect(kinds(newEncoder(), { ...own, meta: { steered: true } })).toEqual(twice);
    expect(kinds(newEncoder({ _meta: { vak: {} } }), own)).toEqual(twice);
  });

  test('every part of a message keeps its kind and the message its id', () => {
    expect(told(newEncoder(), [own], true)).toEqual([
      { sessionUpdate: 'user_message_chunk', messageId: 'u', content: { type: 'text', text: 'look' } },
      {
        sessionUpdate: 'user_message_chunk',
        messageId: 'u',
        content: { type: 'resource_link', uri: 'file:///a', name: 'a' },
      },
    ]);
  });
});

describe('tool calls', () => {
  test('are announced once and then updated with what changed', () => {
    const updates = told(newEncoder(), [
      begin,
      { kind: 'tool-call', callId: 'c', status: 'in_progress' },
      { kind: 'tool-call', callId: 'c', status: 'completed', content: [{ type: 'text', text: 'a' }] },
    ]);
    expect(updates).toEqual([
      { sessionUpdate: 'tool_call', toolCallId: 'c', name: 'bash', title: 'ls', status: 'pending' },
      { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'in_progress' },
      { sessionUpdate: 'tool_call_update', toolCallId: 'c', status: 'completed', content: [text('a')] },
    ]);
  });

  test('have a title in any case', () => {
    const [update] = told(newEncoder(), [{ kind: 'tool-call', callId: 'c' }]);
    expect(update).toMatchObject({ sessionUpdate: 'tool_call', title: 'Tool call' });
  });

  test('show a change as a diff, a new file with nothing before', () => {
    const content = [{ type: 'diff' as const, path: '/a', oldText: null, newText: 'x' }];
    const [update] = told(newEncoder(), [{ ...begin, content }]);
    expect(update).toMatchObject({ content: [{ type: 'diff', path: '/a', oldText: null, newText: 'x' }] });
  });

  test('are described again for a permission request, until they end', () => {
    const encoder = newEncoder();
    told(encoder, [{ ...begin, toolKind: 'execute', locations: [{ path: '/a' }] }]);
    expect(encoder.describeCall('c')).toEqual({ kind: 'execute', locations: [{ path: '/a' }] });
    told(encoder, [{ kind: 'tool-call', callId: 'c', status: 'completed' }]);
    expect(encoder.describeCall('c')).toEqual({});
    expect(encoder.describeCall('never heard of')).toEqual({});
  });
});

describe('live output', () => {
  const piece = (value: string): TurnEvent => ({ kind: 'tool-output', callId: 'c', text: value });

  test('goes to a live terminal piece by piece, and is not told a second time', () => {
    const updates = told(newEncoder({ _meta: { terminal_output: true } }), [
      begin,
      piece('one\n'),
      piece('two\n'),
      {
        kind: 'tool-call',
        callId: 'c',
        status: 'completed',
        content: [
          { type: 'text', text: 'one\ntwo' },
          { type: 'diff', path: '/a', oldText: 'x', newText: 'y' },
        ],
      },
    ]);
    const terminal = { type: 'terminal', terminalId: 'c' };
    expect(updates.slice(1)).toEqual([
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        content: [terminal],
        _meta: {
          terminal_info: { terminal_id: 'c', cwd: '/home/me' },
          terminal_output: { terminal_id: 'c', data: 'one\n' },
        },
      },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        _meta: { terminal_output: { terminal_id: 'c', data: 'two\n' } },
      },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: 'c',
        status: 'completed',
        content: [terminal, { type: 'diff', path: '/a', oldText: 'x', newText: 'y' }],
        _meta: { terminal_exit: { terminal_id: 'c', exit_code: null, signal: null } },
      },
    ]);
  });

  test('goes to other clients as the output so far, a few times a second', () => {
    const clock = new ManualClock();
    const encoder = newEncoder({}, clock);
    const outputs = [begin, piece('a'), piece('b')].flatMap((event) => told(encoder, [event])).slice(1);
    clock.advance(300);
    outputs.push(...told(encoder, [piece('c')]));
    expect(outputs.map((update) => 'content' in update && update.content)).toEqual([
      [text('a')],
      [text('abc')],
    ]);
  });

  test('of a call that was not announced is left out', () => {
    expect(told(newEncoder(), [piece('a')])).toEqual([]);
  });
});

describe('what only some clients know', () => {
  const notice: TurnEvent = { kind: 'notice', severity: 'warning', title: 'Slow', description: 'Wait.' };
  const done: TurnEvent = { kind: 'compaction', compactionId: 'k', status: 'completed', summary: 'all' };

  test('a notice is a message where notices are not known; a mere info is left out', () => {
    expect(told(newEncoder({ session: { notices: {} } }), [notice])).toEqual([
      { sessionUpdate: 'notice', severity: 'warning', title: 'Slow', description: 'Wait.' },
    ]);
    expect(told(newEncoder(), [notice])).toMatchObject([
      { sessionUpdate: 'agent_message_chunk', content: { text: '*Slow*\n\nWait.\n\n' } },
    ]);
    expect(told(newEncoder(), [{ ...notice, severity: 'info' }])).toEqual([]);
  });

  const hookRun = (verdict: HookRun['verdict']): TurnEvent => ({
    kind: 'hook-run',
    run: {
      runId: 'r',
      hook: 'a.yaml#Stop[0]',
      event: 'Stop',
      ms: 0,
      effects: [],
      verdict,
      reason: 'It changed.',
    },
  });

  test('a hook’s run is told whole to our own client', () => {
    expect(told(newEncoder({ _meta: { vak: {} } }), [hookRun('no-opinion')])).toMatchObject([
      { _meta: { vak: { hookRuns: [{ runId: 'r' }] } } },
    ]);
  });

  test.each<[HookRun['verdict'], readonly string[]]>([
    ['untrusted', ['*The hook a.yaml#Stop[0] did not run*\n\nIt changed.\n\n']],
    ['failed', ['*The hook a.yaml#Stop[0] failed*\n\nIt changed.\n\n']],
    ['block', []],
    ['no-opinion', []],
    ['not-matched', []],
  ])('a hook’s run that is %s is told to other clients as a warning, once', (verdict, texts) => {
    const sent = told(newEncoder(), [hookRun(verdict)]);
    expect(sent.map((update) => 'content' in update && update.content)).toEqual(
      texts.map((content) => ({ type: 'text', text: content })),
    );
    expect(told(newEncoder(), [hookRun(verdict)], true)).toEqual([]);
  });

  test('a compaction is told to clients that show one', () => {
    expect(told(newEncoder({ session: { compaction: {} } }), [done])).toMatchObject([
      { sessionUpdate: 'compaction_update', compactionId: 'k', summary: [{ type: 'text', text: 'all' }] },
    ]);
    expect(told(newEncoder(), [done])).toEqual([]);
  });
});

describe('workers', () => {
  const state: TurnEvent = {
    kind: 'worker',
    sessionId: 'child',
    event: { kind: 'worker-state', title: 'Look', callId: 'c', state: 'running', now: 'reads' },
  };
  const word: TurnEvent = {
    kind: 'worker',
    sessionId: 'child',
    event: { kind: 'text', messageId: 'm', text: 'hi' },
  };

  test('are a card of the conversation where subagents are not known', () => {
    expect(newEncoder().encode(state)).toEqual([
      {
        sessionId: 's',
        update: {
          sessionUpdate: 'tool_call_update',
          toolCallId: 'c',
          _meta: { vak: { worker: { sessionId: 'child', state: 'running', now: 'reads' } } },
        },
      },
    ]);
    expect(newEncoder().encode(word)).toEqual([]);
  });

  test('are sessions of their own where they are', () => {
    const encoder = newEncoder({ subagents: {} });
    expect(encoder.encode(state)[0]).toMatchObject({
      sessionId: 's',
      update: { sessionUpdate: 'subagent_update', sessionId: 'child', state: { state: 'running' } },
    });
    expect(encoder.encode(word)).toMatchObject([
      { sessionId: 'child', update: { sessionUpdate: 'agent_message_chunk' } },
    ]);
  });
});
