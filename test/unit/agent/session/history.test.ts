import { describe, expect, test } from 'vitest';
import {
  closingEntries,
  contractOf,
  effectiveEntries,
  missingResults,
  modelHistory,
} from '../../../../src/agent/session/history.ts';
import { type Entry, EntrySchema } from '../../../../src/agent/store/entry.ts';

/** Entries from a short notation; the id is the letter. */
function entry(type: string, id: string, more: object = {}): Entry {
  return EntrySchema.parse({ type, id, at: 1, ...more });
}
const contract = (id: string, mode = 'ask') =>
  entry('contract', id, {
    version: 1,
    sessionId: 's',
    cwd: '/',
    roots: ['/'],
    agent: 'general',
    model: 'rehearsal',
    mode,
    tools: [],
    skills: [],
    instructions: [],
    servers: [],
    versions: {},
  });
const user = (id: string, role = 'prompt') => entry('user', id, { content: [], role });
const call = (id: string) =>
  entry('call', id, { callId: id, messageId: 'm', tool: 't', title: 't', kind: 'read' });
const result = (id: string, callId: string) => entry('result', id, { callId, text: '', isError: false });
const end = (id: string) => entry('turn-end', id, { stopReason: 'end_turn' });
const ids = (entries: readonly Entry[]) => entries.map(({ id }) => id).join('');

describe('effectiveEntries', () => {
  test.each<[string, Entry[], string]>([
    ['nothing taken back', [contract('a'), user('b')], 'ab'],
    [
      'everything from a message on',
      [contract('a'), user('b'), user('c'), entry('rewind', 'd', { to: 'c' })],
      'ab',
    ],
    [
      'what came behind counts again',
      [contract('a'), user('b'), entry('rewind', 'c', { to: 'b' }), user('d')],
      'ad',
    ],
    [
      'contract and title outlast a rewind',
      [
        contract('a'),
        user('b'),
        contract('c'),
        entry('title', 'd', { title: 't' }),
        entry('rewind', 'e', { to: 'b' }),
      ],
      'acd',
    ],
    [
      'a rewind to nowhere takes nothing',
      [contract('a'), user('b'), entry('rewind', 'c', { to: 'x' })],
      'ab',
    ],
  ])('%s', (_, entries, expected) => {
    expect(ids(effectiveEntries(entries))).toBe(expected);
  });
});

test('a model is told nothing of what Vakil answered itself', () => {
  const local = entry('assistant', 'c', { messageId: 'm', kind: 'text', text: 'help', local: true });
  expect(
    ids(modelHistory([contract('a'), user('b', 'local'), local, user('d'), user('e', 'steering')])),
  ).toBe('ade');
});

test('the newest contract is in force', () => {
  expect(contractOf([contract('a'), user('b'), contract('c', 'auto')])).toMatchObject({
    id: 'c',
    mode: 'auto',
  });
});

test('a call without a result gets one that says so', () => {
  expect(missingResults([user('a'), call('b'), call('c'), result('d', 'b')])).toEqual([
    expect.objectContaining({ type: 'result', callId: 'c', isError: true }),
  ]);
});

describe('closingEntries', () => {
  test.each<[string, Entry[], string[]]>([
    ['nothing was said yet', [contract('a')], []],
    ['the last turn ended', [user('a'), call('b'), result('c', 'b'), end('d')], []],
    ['a change behind the last turn', [user('a'), end('b'), contract('c')], []],
    ['a turn was cut off', [user('a'), end('b'), user('c')], ['turn-end']],
    ['a call was cut off', [user('a'), call('b'), call('c'), result('d', 'b')], ['result', 'turn-end']],
  ])('%s', (_, entries, types) => {
    expect(closingEntries(entries).map(({ type }) => type)).toEqual(types);
  });
});
