import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readContent, readUpdate, type SessionUpdate } from '../../../../src/extension/acp/updates.ts';

function read(update: unknown): SessionUpdate | undefined {
  return readUpdate({ sessionId: 's1', update })?.update;
}

test.each([
  ['nothing', undefined],
  ['a text', 'hello'],
  ['no session', { update: { sessionUpdate: 'plan' } }],
  ['no update', { sessionId: 's1' }],
  ['an update that is a list', { sessionId: 's1', update: [] }],
])('params with %s hold no update', (_, params) => {
  expect(readUpdate(params)).toBeUndefined();
});

test('any value is read without an error', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string(), (value, name) => {
      read({ sessionUpdate: name, toolCallId: 'x', content: value, _meta: value, ...Object(value) });
      readContent(value);
    }),
  );
});

describe('a usage update', () => {
  test.each([
    [
      { used: 5, size: 10, cost: { amount: 1, currency: 'USD' } },
      { used: 5, size: 10, cost: { amount: 1, currency: 'USD' } },
    ],
    [
      { used: null, size: 10, cost: null },
      { used: undefined, size: 10, cost: undefined },
    ],
    [
      { used: 'many', cost: { amount: '1' } },
      { used: undefined, size: undefined, cost: undefined },
    ],
  ])('%j costs only what is odd in it', (fields, expected) => {
    expect(read({ sessionUpdate: 'usage_update', ...fields })).toEqual({ kind: 'usage', ...expected });
  });
});

test('members of a list that do not fit are left out', () => {
  expect(
    read({
      sessionUpdate: 'plan',
      entries: [{ content: 'one', priority: 'urgent', status: 'done' }, 'two', { content: 'three' }],
    }),
  ).toEqual({
    kind: 'plan',
    entries: [
      { content: 'one', priority: 'medium', status: 'pending' },
      { content: 'three', priority: 'medium', status: 'pending' },
    ],
  });
});

test('commands keep their hint and what our agent says of them', () => {
  const vak = { group: 'skill', source: 'project' };
  expect(
    read({
      sessionUpdate: 'available_commands_update',
      availableCommands: [
        { name: 'fix', description: 'Fixes', input: { hint: 'what' }, _meta: { vak } },
        { name: 'bare', description: 'No input', input: null },
        { description: 'nameless' },
      ],
    }),
  ).toEqual({
    kind: 'commands',
    commands: [
      { name: 'fix', description: 'Fixes', hint: 'what', meta: { vak } },
      { name: 'bare', description: 'No input', hint: undefined, meta: undefined },
    ],
  });
});

describe('a tool update', () => {
  test('brings live output from either of the two conventions', () => {
    const pieces = ['terminal_output', 'terminal_output_delta'].map((key) =>
      read({
        sessionUpdate: 'tool_call_update',
        toolCallId: 't',
        _meta: { [key]: { terminal_id: 't', data: 'out' } },
      }),
    );
    expect(pieces).toMatchObject([{ output: 'out' }, { output: 'out' }]);
  });

  test.each([
    [{ exit_code: 0 }, undefined],
    [{ exit_code: 3 }, 'exit code 3'],
    [{ exit_code: null, signal: 'SIGKILL' }, 'ended by SIGKILL'],
  ])('with the exit %j says %s', (terminal_exit, exit) => {
    expect(
      read({ sessionUpdate: 'tool_call_update', toolCallId: 't', _meta: { terminal_exit } }),
    ).toMatchObject({ exit });
  });

  test('with an unknown kind and status keeps the rest', () => {
    expect(
      read({
        sessionUpdate: 'tool_call',
        toolCallId: 't',
        title: 'T',
        kind: 'dance',
        status: 'dancing',
        locations: [{ path: '/a', line: 0 }, { line: 1 }],
      }),
    ).toMatchObject({
      title: 'T',
      toolKind: undefined,
      status: undefined,
      locations: [{ path: '/a', line: undefined }],
    });
  });

  test('without an id is no update', () => {
    expect(read({ sessionUpdate: 'tool_call', title: 'T' })).toEqual({ kind: 'unknown', name: 'tool_call' });
  });
});

test('a key of our meta that does not fit is left out, the others stay', () => {
  const _meta = { vak: { ms: 'long', source: 'github', steered: true } };
  expect(read({ sessionUpdate: 'tool_call', toolCallId: 't', _meta })).toMatchObject({
    meta: { source: 'github', steered: true },
  });
});

test.each([
  [
    { sessionId: 'c', title: 'Child', state: { state: 'running' } },
    { title: 'Child', state: 'running' },
  ],
  [
    { sessionId: 'c', title: null, state: null },
    { title: undefined, state: undefined },
  ],
])('a subagent update %j gives what it says', (fields, expected) => {
  expect(read({ ...fields, sessionUpdate: 'subagent_update' })).toEqual({
    kind: 'subagent',
    sessionId: 'c',
    ...expected,
  });
});

test.each([
  [
    { type: 'text', text: 'a' },
    { type: 'text', text: 'a' },
  ],
  [
    { type: 'resource_link', uri: 'file:///a%20b', name: 'a b' },
    { type: 'link', uri: 'file:///a%20b', name: 'a b' },
  ],
  [
    { type: 'resource', resource: { uri: 'file:///x/a%20b.ts#L1', text: 'code' } },
    { type: 'link', uri: 'file:///x/a%20b.ts#L1', name: 'a b.ts', text: 'code' },
  ],
  [
    { type: 'resource', resource: { uri: 'x:/50%' } },
    { type: 'link', uri: 'x:/50%', name: '50%', text: undefined },
  ],
  [
    { type: 'audio', data: '', mimeType: 'audio/wav' },
    { type: 'other', name: 'audio' },
  ],
  [null, { type: 'other', name: 'unreadable content' }],
])('the content %j is read as %j', (block, part) => {
  expect(readContent(block)).toEqual(part);
});
