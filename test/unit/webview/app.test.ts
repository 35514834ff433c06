// @vitest-environment jsdom
import { describe, expect, test } from 'vitest';
import type { ChatState } from '../../../src/protocol/chat.ts';
import type { TranscriptDelta } from '../../../src/protocol/transcript.ts';
import { richItems, sampleItems, sampleSnapshot, snapshotOf } from '../../support/webview/sampleChat.ts';
import { openView } from '../../support/webview/testView.ts';

const idle: Partial<ChatState> = { phase: 'idle', permissions: [], queue: [], workers: [], changes: [] };

describe('the view', () => {
  test('draws the host’s snapshot in order', async () => {
    const view = await openView(snapshotOf(sampleItems, idle));
    const kinds = [...view.root.querySelectorAll('.row > *')].map((row) => row.getAttribute('data-testid'));
    expect(kinds).toEqual([
      'message',
      'thought',
      'message',
      'plan',
      ...Array.from({ length: 7 }, () => 'tool-card'),
    ]);
    expect(view.all('message').map((message) => message.dataset['role'])).toEqual(['user', 'assistant']);
    expect(view.all('tool-card').map((card) => card.dataset['status'])).toEqual([
      ...['completed', 'completed', 'completed', 'in_progress', 'in_progress', 'completed', 'pending'],
    ]);
  });

  test('carries the stable names of its parts', async () => {
    const view = await openView(sampleSnapshot);
    const once = [
      ...['composer', 'stop', 'permission-card', 'plan', 'usage'],
      ...['mode-picker', 'model-picker', 'new-chat', 'queue-item'],
    ];
    for (const name of once) expect(view.one(name), name).toBeTruthy();
    expect(view.one('composer').tagName).toBe('TEXTAREA');
  });

  test('says in one line what waits for an approval, and leads to it', async () => {
    const view = await openView(snapshotOf([], { ...idle, toApprove: ['guard.yaml', 'tea'] }));
    expect(view.one('approvals').textContent).toContain(
      '2 items of this project wait for your approval: guard.yaml, tea.',
    );
    await view.click(view.one('review-approvals'));
    expect(view.host.asked('action/run')).toEqual([{ id: 'show-extensions' }]);
    const dismiss = view.one('approvals').querySelector('[aria-label="Dismiss"]');
    if (dismiss) await view.click(dismiss);
    expect(view.all('approvals')).toEqual([]);
    await view.settle(() => view.host.update([], { toApprove: ['tea'] }));
    expect(view.one('approvals').textContent).toContain('1 item of this project waits');
    await view.settle(() => view.host.update([], { toApprove: [] }));
    expect(view.all('approvals')).toEqual([]);
  });

  test('has a stop button only while a turn runs', async () => {
    const view = await openView(snapshotOf(sampleItems, idle));
    expect(view.all('stop')).toEqual([]);
    await view.settle(() => view.host.update([], { phase: 'running' }));
    await view.click(view.one('stop'));
    expect(view.host.asked('turn/stop')).toEqual([{}]);
    await view.settle(() => view.host.update([], { phase: 'idle' }));
    expect(view.all('stop')).toEqual([]);
  });

  test('draws what streams, and keeps text and tools in the order they came', async () => {
    const view = await openView(snapshotOf([], { ...idle, phase: 'running' }));
    const say = (id: string): TranscriptDelta => ({
      op: 'put',
      item: { kind: 'assistant', id, text: '', done: false, hookRuns: [] },
    });
    const read = sampleItems.find((item) => item.kind === 'tool');
    const call: TranscriptDelta[] = read ? [{ op: 'put', item: { ...read, id: 't' } }] : [];
    await view.settle(() => {
      view.host.update([say('a'), { op: 'append', id: 'a', field: 'text', text: 'First **bo' }]);
      view.host.update([{ op: 'append', id: 'a', field: 'text', text: 'ld**.' }]);
      view.host.update([...call, say('b')]);
      view.host.update([{ op: 'append', id: 'b', field: 'text', text: 'Second.' }]);
    });
    expect(view.all('message').map((message) => message.textContent?.trim())).toEqual([
      'First bold.',
      'Second.',
    ]);
    expect(view.root.querySelector('strong')?.textContent).toBe('bold');
    const order = [...view.root.querySelectorAll('[data-id]')].map((row) => row.getAttribute('data-id'));
    expect(order).toEqual(['a', 't', 'b']);
  });

  test('asks for a snapshot after a gap, and goes on from there', async () => {
    const view = await openView(snapshotOf(richItems, idle));
    const { host } = view;
    await view.settle(() => {
      host.snapshot = {
        ...host.snapshot,
        seq: 7,
        state: { ...host.snapshot.state, title: 'From the snapshot' },
      };
      host.notify('chat/update', { seq: 9, deltas: [], state: { title: 'After a gap' } });
      host.notify('chat/update', { seq: 8, deltas: [], state: {} });
    });
    expect(host.asked('view/snapshot')).toHaveLength(2);
    expect(view.root.querySelector('header .title')?.textContent).toContain('From the snapshot');
  });

  test('passes over an update that its snapshot contains', async () => {
    const view = await openView({ ...snapshotOf(richItems, idle), seq: 5 });
    await view.settle(() => view.host.notify('chat/update', { seq: 5, deltas: [], state: { title: 'Old' } }));
    expect(view.root.querySelector('header .title')?.textContent).not.toContain('Old');
    expect(view.host.asked('view/snapshot')).toHaveLength(1);
  });

  test('reports a message that fits no schema, and goes on', async () => {
    const view = await openView(snapshotOf(richItems, idle));
    await view.settle(() => {
      view.host.notify('chat/update', { seq: 'one', deltas: [] });
      view.host.notify('no/such', {});
      view.host.update([], { title: 'Still here' });
    });
    expect(view.host.said.filter((each) => each.method === 'view/error')).toHaveLength(1);
    expect(view.root.querySelector('header .title')?.textContent).toContain('Still here');
  });

  test('offers to ask again when the conversation could not be loaded', async () => {
    const view = await openView(snapshotOf(richItems, idle), (host) => {
      host.answers['view/snapshot'] = () => {
        throw new Error('The host is not ready.');
      };
    });
    expect(view.one('problem').textContent).toContain('The host is not ready.');
    delete view.host.answers['view/snapshot'];
    await view.click(view.one('reload'));
    expect(view.all('message').length).toBeGreaterThan(0);
  });

  test('loads the page before what it has, once', async () => {
    const older = { kind: 'notice', id: 'older', severity: 'info', title: 'Older', actions: [] } as const;
    const view = await openView({ ...snapshotOf(richItems, idle), first: 1, total: richItems.length + 1 });
    view.host.answers['transcript/page'] = () => ({ items: [{ ...older, actions: [] }], first: 0 });
    await view.settle(() => {
      for (let time = 0; time < 3; time++)
        view.root.querySelector('main')?.dispatchEvent(new Event('scroll'));
    });
    await view.settle(() => view.root.querySelector('main')?.dispatchEvent(new Event('scroll')));
    expect(view.host.asked('transcript/page')).toEqual([{ before: 1, count: 200 }]);
  });

  test('says why the host could not do something', async () => {
    const view = await openView(snapshotOf(richItems, idle));
    view.host.answers['session/new'] = () => {
      throw new Error('The agent is not running.');
    };
    await view.click(view.one('new-chat'));
    expect(view.one('problem').textContent).toContain('The agent is not running.');
  });

  test('says nothing that is out of the contract', async () => {
    const view = await openView(sampleSnapshot);
    for (const name of ['stop', 'new-chat', 'queue-steer', 'queue-remove', 'keep-all', 'undo-all', 'attach'])
      await view.click(view.one(name));
    for (const button of view.root.querySelectorAll('main button')) await view.click(button);
    expect(view.host.said.filter((each) => each.method === 'out of contract')).toEqual([]);
  });
});

describe('the way to a model', () => {
  const setup = {
    message: 'No model is configured.',
    offers: [
      { id: 'key', label: 'Enter a key', description: 'Kept secret', action: 'Enter', available: true },
    ],
  } satisfies ChatState['setup'];

  test('fills the empty view', async () => {
    const view = await openView(snapshotOf([], { ...idle, setup }));
    await view.click(view.one('setup-offer'));
    expect(view.host.asked('setup/choose')).toEqual([{ id: 'key' }]);
  });

  test('stands below a conversation', async () => {
    const view = await openView(snapshotOf(richItems, { ...idle, setup }));
    expect(view.one('setup').textContent).toContain('No model is configured.');
    expect(view.all('message').length).toBeGreaterThan(0);
  });
});

test('another conversation begins with its parts closed', async () => {
  const view = await openView(snapshotOf(sampleItems.slice(1, 2), idle));
  const fold = view.one('thought').querySelector('button');
  if (fold) await view.click(fold);
  expect(view.one('thought').querySelector('.thinking')).not.toBeNull();
  await view.settle(() =>
    view.host.reset(snapshotOf(sampleItems.slice(1, 2), { ...idle, conversationId: 'c2' })),
  );
  expect(view.one('thought').querySelector('.thinking')).toBeNull();
});

describe('a worker’s conversation', () => {
  const worker = { sessionId: 'w1', callId: 't4', title: 'Check links', state: 'running' };

  test('is steered by Enter, asked next by Alt+Enter, and left by Escape', async () => {
    const view = await openView({ ...snapshotOf(richItems, { ...idle, workers: [worker] }), worker });
    await view.type('look at docs too');
    await view.press(view.one('composer'), 'Enter');
    await view.type('and then stop');
    await view.press(view.one('composer'), 'Enter', { altKey: true });
    await view.press(view.one('composer'), 'Escape');
    expect(view.host.asked('prompt/send').map(({ how }) => how)).toEqual(['steer', 'queue']);
    expect(view.host.asked('worker/open')).toEqual([{ sessionId: null }]);
  });

  test('has a stop button that ends only the worker', async () => {
    const view = await openView({ ...snapshotOf(richItems, { ...idle, workers: [worker] }), worker });
    await view.click(view.one('stop'));
    expect(view.host.asked('worker/stop')).toEqual([{ sessionId: 'w1' }]);
    expect(view.host.asked('turn/stop')).toEqual([]);
  });

  test('opens from its card', async () => {
    const view = await openView(sampleSnapshot);
    const [first] = view.all('worker-open');
    if (first) await view.click(first);
    expect(view.host.asked('worker/open')).toEqual([{ sessionId: 'w1' }]);
  });
});
