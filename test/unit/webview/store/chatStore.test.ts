import { expect, test } from 'vitest';
import { ChatStore } from '../../../../src/webview/store/chatStore.ts';
import { liveWorker } from '../../../../src/webview/store/liveWorker.ts';
import { richItems, snapshotOf } from '../../../support/webview/sampleChat.ts';

function storeAt(seq: number): ChatStore {
  const store = new ChatStore();
  store.reset({ ...snapshotOf(richItems, { title: 'At first' }), seq });
  return store;
}

test.each([
  [6, 'applied', 'Next'],
  [5, 'stale', 'At first'],
  [1, 'stale', 'At first'],
  [7, 'gap', 'At first'],
])('an update numbered %d after a snapshot numbered 5 is %s', (seq, outcome, title) => {
  const store = storeAt(5);
  expect(store.apply({ seq, deltas: [], state: { title: 'Next' } })).toBe(outcome);
  expect(store.state.value.title).toBe(title);
});

test('an update before the first snapshot is a gap', () => {
  expect(new ChatStore().apply({ seq: 1, deltas: [], state: {} })).toBe('gap');
});

test('a part of the state keeps its identity while others change', () => {
  const store = storeAt(0);
  const { commands } = store.state.value;
  store.apply({ seq: 1, deltas: [], state: { title: 'Next' } });
  expect(store.state.value.commands).toBe(commands);
});

test('a worker is live while the host lists it and it does not rest', () => {
  const worker = { sessionId: 'w', callId: 't', title: 'W', state: 'running' };
  expect(liveWorker(worker, [worker])).toBe(worker);
  expect(liveWorker(worker, [{ ...worker, state: 'idle' }])).toBeUndefined();
  expect(liveWorker(worker, [])).toBeUndefined();
});
