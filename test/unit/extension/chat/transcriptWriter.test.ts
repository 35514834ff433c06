import { describe, expect, test } from 'vitest';
import type { SessionUpdate, ToolUpdate } from '../../../../src/extension/acp/updates.ts';
import { Transcript } from '../../../../src/extension/chat/transcript.ts';
import { TranscriptWriter } from '../../../../src/extension/chat/transcriptWriter.ts';
import type { TranscriptDelta } from '../../../../src/protocol/transcript.ts';
import { outline } from '../../../support/chatHarness.ts';

function write(act: (writer: TranscriptWriter) => void) {
  const transcript = new Transcript();
  const deltas: TranscriptDelta[] = [];
  transcript.onDidChange((delta) => deltas.push(delta));
  let now = 0;
  const writer = new TranscriptWriter(transcript, () => (now += 10));
  act(writer);
  return { transcript, writer, deltas, lines: outline(transcript.items) };
}

function chunk(role: 'user' | 'assistant' | 'thought', text: string, messageId?: string): SessionUpdate {
  return { kind: 'chunk', role, messageId, content: { type: 'text', text }, meta: {} };
}

function tool(callId: string, fields: Partial<ToolUpdate> = {}): ToolUpdate {
  return { kind: 'tool', callId, meta: {}, ...fields };
}

const own = { text: 'hello', chips: [], images: [], steered: false };

describe('text', () => {
  test('of one message grows one item', () => {
    const { transcript, deltas } = write((w) => {
      for (const piece of ['a', 'b', 'c']) w.apply(chunk('assistant', piece, 'm1'));
    });
    expect(transcript.items).toMatchObject([
      { kind: 'assistant', id: 'assistant:m1', text: 'abc', done: false },
    ]);
    expect(deltas.map((delta) => delta.op)).toEqual(['put', 'append', 'append']);
  });

  test('and tools keep the order in which they came', () => {
    const { lines } = write((w) => {
      w.apply(chunk('assistant', 'before', 'm1'));
      w.apply(tool('t1', { title: 'Read' }));
      w.apply(chunk('assistant', 'after', 'm1'));
      w.apply(chunk('assistant', ' more', 'm1'));
    });
    expect(lines).toEqual(['assistant: before', 'tool: Read pending', 'assistant: after more']);
  });

  test('of a new message id is a new message', () => {
    const { lines } = write((w) => {
      w.apply(chunk('assistant', 'one', 'm1'));
      w.apply(chunk('assistant', 'two', 'm2'));
    });
    expect(lines).toEqual(['assistant: one', 'assistant: two']);
  });

  test('without ids goes on until something else comes', () => {
    const { lines } = write((w) => {
      w.apply(chunk('thought', 'hm'));
      w.apply(chunk('thought', 'm'));
      w.apply(chunk('assistant', 'so'));
    });
    expect(lines).toEqual(['thought: hmm', 'assistant: so']);
  });

  test('that is over is marked done, a thought with how long it took', () => {
    const { transcript } = write((w) => {
      w.apply(chunk('thought', 'hm'));
      w.apply(chunk('assistant', 'so'));
      w.endTurn();
    });
    expect(transcript.items).toMatchObject([
      { kind: 'thought', done: true, ms: 10 },
      { kind: 'assistant', done: true },
    ]);
  });
});

describe('the person’s message', () => {
  test('shows once though the agent echoes it, and takes the agent’s id', () => {
    const { transcript } = write((w) => {
      w.own(own);
      w.apply(chunk('user', 'hello', 'u1'));
      w.apply(chunk('user', '(and a file)', 'u1'));
    });
    expect(transcript.items).toMatchObject([{ kind: 'user', text: 'hello', messageId: 'u1' }]);
  });

  test('shows once when the echo has no id', () => {
    const { lines } = write((w) => {
      w.own(own);
      w.apply(chunk('user', 'hel'));
      w.apply(chunk('user', 'lo'));
      w.apply(chunk('assistant', 'hi'));
    });
    expect(lines).toEqual(['user: hello', 'assistant: hi']);
  });

  test('that steers is matched with its own echo, not with the first one', () => {
    const { transcript } = write((w) => {
      w.own(own);
      w.apply(chunk('user', 'hello', 'u1'));
      w.own({ ...own, text: 'left', steered: true });
      w.apply(chunk('user', 'left', 'u2'));
    });
    expect(transcript.items).toMatchObject([
      { text: 'hello', messageId: 'u1', steered: false },
      { text: 'left', messageId: 'u2', steered: true },
    ]);
  });

  test('of another origin is shown as it comes', () => {
    const { lines } = write((w) => {
      w.apply(chunk('user', '[stop-hook] ', 'u9'));
      w.apply(chunk('user', 'tests fail', 'u9'));
    });
    expect(lines).toEqual(['user: [stop-hook] tests fail']);
  });

  test('of a replay has its files as chips', () => {
    const { transcript } = write((w) => {
      w.apply(chunk('user', 'look', 'u1'));
      w.apply({
        kind: 'chunk',
        role: 'user',
        messageId: 'u1',
        content: { type: 'link', uri: 'file:///home/me/a%20b.ts', name: 'a b.ts' },
        meta: {},
      });
    });
    expect(transcript.items).toMatchObject([
      { text: 'look', chips: [{ kind: 'file', label: 'a b.ts', path: '/home/me/a b.ts' }] },
    ]);
  });
});

describe('a tool call', () => {
  test('that is updated before it was announced makes a card', () => {
    const { lines } = write((w) => w.apply(tool('t1', { status: 'in_progress' })));
    expect(lines).toEqual(['tool: Tool call in_progress']);
  });

  test('that has ended stays ended', () => {
    const { transcript } = write((w) => {
      w.apply(tool('t1', { title: 'Run', status: 'failed' }));
      w.apply(tool('t1', { status: 'in_progress' }));
      w.apply(tool('t1', { status: 'completed', title: 'Run make' }));
    });
    expect(transcript.items).toMatchObject([{ status: 'failed', title: 'Run make' }]);
  });

  test('that is left open when the turn ends counts as failed', () => {
    const { lines } = write((w) => {
      w.apply(tool('t1', { title: 'Run', status: 'in_progress' }));
      w.apply(tool('t2', { title: 'Read', status: 'completed' }));
      w.endTurn();
    });
    expect(lines).toEqual(['tool: Run failed', 'tool: Read completed']);
  });

  test('shows live output piece by piece, and its end as a line', () => {
    const { transcript, deltas } = write((w) => {
      w.apply(tool('t1', { title: 'Run', status: 'in_progress' }));
      w.apply(tool('t1', { output: 'one\n' }));
      w.apply(tool('t1', { output: 'two\n' }));
      w.apply(tool('t1', { exit: 'exit code 1', status: 'failed' }));
    });
    expect(transcript.items).toMatchObject([{ output: 'one\ntwo\n\nexit code 1\n', status: 'failed' }]);
    expect(deltas.map((delta) => delta.op)).toEqual(['put', 'append', 'append', 'put']);
  });

  test('keeps the end of an output that is too long', () => {
    const { transcript } = write((w) => {
      w.apply(tool('t1', { title: 'Run' }));
      for (let i = 0; i < 5; i++) w.apply(tool('t1', { output: String(i).repeat(300_000) }));
    });
    const [item] = transcript.items;
    expect(item?.kind === 'tool' && item.output.length).toBe(1024 * 1024);
    expect(item?.kind === 'tool' && item.output.endsWith('4')).toBe(true);
  });

  test('replaces collections that are given and keeps those that are not', () => {
    const text = (content: string) => [{ type: 'content', content: { type: 'text', text: content } }];
    const { transcript } = write((w) => {
      w.apply(tool('t1', { title: 'T', content: text('a'), locations: [{ path: '/a' }] }));
      w.apply(tool('t1', { content: text('b') }));
    });
    expect(transcript.items).toMatchObject([
      { content: [{ type: 'text', text: 'b' }], locations: [{ path: '/a' }] },
    ]);
  });

  test('shows diffs, links and images, and says nothing for a terminal', () => {
    const content = [
      { type: 'diff', path: '/a', oldText: null, newText: 'x' },
      { type: 'terminal', terminalId: 'none' },
      { type: 'content', content: { type: 'image', mimeType: 'image/png', data: 'AA==' } },
      { type: 'content', content: { type: 'resource_link', uri: 'https://example.org', name: 'Page' } },
      { type: 'diff', path: '/a' },
    ];
    const { transcript } = write((w) => w.apply(tool('t1', { content })));
    expect(transcript.items).toMatchObject([
      {
        content: [
          { type: 'diff', path: '/a', oldText: null, newText: 'x' },
          { type: 'image', mimeType: 'image/png', data: 'AA==' },
          { type: 'link', uri: 'https://example.org', name: 'Page' },
        ],
      },
    ]);
  });
});

describe('a plan', () => {
  const entry = (content: string) => ({ content, priority: 'medium' as const, status: 'pending' as const });

  test('changes in its place within a turn, and is shown anew in the next', () => {
    const { lines } = write((w) => {
      w.own(own);
      w.apply({ kind: 'plan', entries: [entry('a')] });
      w.apply(chunk('assistant', 'working'));
      w.apply({ kind: 'plan', entries: [entry('a'), entry('b')] });
      w.own(own);
      w.apply({ kind: 'plan', entries: [entry('c')] });
    });
    expect(lines).toEqual(['user: hello', 'plan: a; b', 'assistant: working', 'user: hello', 'plan: c']);
  });
});

describe('a run of a hook', () => {
  const run = { runId: 'r1', hook: 'h', event: 'PreToolUse', verdict: 'allow' as const, ms: 1, effects: [] };

  test('stands at the call or message it concerns, each once', () => {
    const { transcript } = write((w) => {
      w.own(own);
      w.apply(chunk('user', 'hello', 'u1'));
      w.apply(tool('t1', { title: 'Run' }));
      for (let i = 0; i < 2; i++) w.apply({ kind: 'info', meta: { hookRuns: [{ ...run, callId: 't1' }] } });
      w.apply({ kind: 'info', meta: { hookRuns: [{ ...run, runId: 'r2', messageId: 'u1' }] } });
      w.apply({ kind: 'info', meta: { hookRuns: [{ ...run, runId: 'r3', callId: 'gone' }] } });
    });
    expect(transcript.items).toMatchObject([
      { kind: 'user', hookRuns: [{ runId: 'r2' }] },
      { kind: 'tool', meta: { hookRuns: [{ runId: 'r1' }] } },
    ]);
  });
});

test('a compaction grows by its summary and ends', () => {
  const { transcript } = write((w) => {
    w.apply({ kind: 'compaction', id: 'c1', status: 'in_progress' });
    w.apply({ kind: 'compaction-chunk', id: 'c1', text: 'so ' });
    w.apply({ kind: 'compaction-chunk', id: 'c1', text: 'far' });
    w.apply({ kind: 'compaction', id: 'c1', status: 'completed' });
  });
  expect(transcript.items).toMatchObject([{ kind: 'compaction', status: 'completed', summary: 'so far' }]);
});

test('deltas applied to an empty transcript give the same transcript', () => {
  const { transcript, deltas } = write((w) => {
    w.own(own);
    w.apply(chunk('thought', 'hm', 'x'));
    w.apply(tool('t1', { title: 'Run', status: 'in_progress' }));
    w.apply(tool('t1', { output: 'out' }));
    w.apply(chunk('assistant', 'done', 'm1'));
    w.notice({ severity: 'info', title: 'Note' });
    w.endTurn();
  });
  const copy = new Transcript();
  for (const delta of deltas) copy.apply(delta);
  expect(copy.items).toEqual(transcript.items);
});
