import { describe, expect, test } from 'vitest';
import { Transcript } from '../../../../src/extension/chat/transcript.ts';
import { TranscriptWriter } from '../../../../src/extension/chat/transcriptWriter.ts';
import { FRAME_MS, ViewFeed } from '../../../../src/extension/chat/viewFeed.ts';
import { type ChatState, hostNotifications, SnapshotSchema } from '../../../../src/protocol/chat.ts';
import { ManualClock } from '../../../support/manualClock.ts';

const empty: ChatState = {
  conversationId: 's1',
  title: '',
  phase: 'idle',
  cwd: '/home/me',
  folders: [],
  trusted: true,
  agentName: 'Vakil',
  configOptions: [],
  commands: [],
  usage: null,
  queue: [],
  canSteer: false,
  permissions: [],
  elicitations: [],
  workers: [],
  changes: [],
  setup: null,
  counts: { servers: 0, skills: 0 },
  toApprove: [],
  draft: '',
};

function open() {
  const clock = new ManualClock();
  const posted: { method: string; params: unknown }[] = [];
  let state = empty;
  const feed = new ViewFeed({
    state: () => state,
    post: (method, params) => {
      hostNotifications[method].parse(params);
      posted.push({ method, params });
    },
    after: (ms, act) => clock.after(ms, act),
  });
  const transcript = new Transcript();
  const writer = new TranscriptWriter(transcript, () => clock.now());
  feed.show(transcript, null);
  const say = (text: string) =>
    writer.apply({
      kind: 'chunk',
      role: 'assistant',
      messageId: 'm',
      content: { type: 'text', text },
      meta: {},
    });
  const set = (part: Partial<ChatState>) => {
    state = { ...state, ...part };
    feed.stateChanged();
  };
  return { feed, transcript, writer, clock, posted, say, set };
}

test('nothing is posted or timed before a view asked for a snapshot', () => {
  const { clock, posted, say, set } = open();
  say('hello');
  set({ title: 'Tea' });
  expect([posted, clock.pending]).toEqual([[], 0]);
});

test('pieces of one frame go as one update, numbered behind the snapshot', () => {
  const { feed, clock, posted, say } = open();
  say('a');
  const { seq, items } = SnapshotSchema.parse(feed.snapshot());
  expect(items).toMatchObject([{ text: 'a' }]);
  for (const piece of ['b', 'c', 'd']) say(piece);
  expect(posted).toEqual([]);
  clock.advance(FRAME_MS);
  say('e');
  clock.advance(FRAME_MS);
  expect(posted).toEqual([
    {
      method: 'chat/update',
      params: {
        seq: seq + 1,
        deltas: [{ op: 'append', id: 'assistant:m', field: 'text', text: 'bcd' }],
        state: {},
      },
    },
    {
      method: 'chat/update',
      params: {
        seq: seq + 2,
        deltas: [{ op: 'append', id: 'assistant:m', field: 'text', text: 'e' }],
        state: {},
      },
    },
  ]);
});

test('only the parts of the state that differ are sent', () => {
  const { feed, clock, posted, set } = open();
  feed.snapshot();
  set({ title: 'Tea', queue: [] });
  clock.advance(FRAME_MS);
  set({ title: 'Tea' });
  clock.advance(FRAME_MS);
  expect(posted.map(({ params }) => (params as { state: unknown }).state)).toEqual([{ title: 'Tea' }]);
});

test('a snapshot holds what was gathered, so that nothing comes twice', () => {
  const { feed, clock, posted, say, set } = open();
  feed.snapshot();
  say('a');
  set({ title: 'Tea' });
  const snapshot = feed.snapshot();
  expect(snapshot).toMatchObject({ items: [{ text: 'a' }], state: { title: 'Tea' } });
  clock.advance(FRAME_MS);
  expect(posted).toEqual([]);
});

test('a view that went away costs nothing, and the next one finds all of it', () => {
  const { feed, clock, posted, say } = open();
  feed.snapshot();
  feed.detach();
  say('meanwhile');
  clock.advance(1000);
  expect([posted, clock.pending]).toEqual([[], 0]);
  expect(feed.snapshot().items).toMatchObject([{ text: 'meanwhile' }]);
});

test('another transcript is told as a whole', () => {
  const { feed, posted } = open();
  feed.snapshot();
  const other = new Transcript();
  other.put({ kind: 'notice', id: 'n', severity: 'info', title: 'Other', actions: [] });
  feed.show(other, { sessionId: 'child', callId: 't', title: 'Scout', state: 'running' });
  expect(posted).toMatchObject([
    { method: 'chat/reset', params: { items: [{ title: 'Other' }], worker: { sessionId: 'child' } } },
  ]);
});

describe('a long transcript', () => {
  test('comes as its newest items, older ones by page', () => {
    const { feed, transcript } = open();
    for (let i = 0; i < 500; i++)
      transcript.put({ kind: 'notice', id: `n${i}`, severity: 'info', title: String(i), actions: [] });
    const snapshot = feed.snapshot();
    expect([snapshot.total, snapshot.first, snapshot.items.length]).toEqual([500, 420, 80]);
    expect(feed.transcript?.page(snapshot.first, 2)).toMatchObject({
      first: 418,
      items: [{ id: 'n418' }, { id: 'n419' }],
    });
  });

  test('of 10,000 chunks in one frame is one update', () => {
    const { feed, clock, posted, say } = open();
    feed.snapshot();
    for (let i = 0; i < 10_000; i++) say('x');
    clock.advance(FRAME_MS);
    expect(posted.length).toBe(1);
  });
});
