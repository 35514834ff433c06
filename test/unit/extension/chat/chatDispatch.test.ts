import { afterEach, expect, test } from 'vitest';
import { createMessageConnection } from 'vscode-jsonrpc/node';
import { ExpectedError } from '../../../../src/base/errors.ts';
import { Emitter } from '../../../../src/base/event.ts';
import { nullLog } from '../../../../src/base/log.ts';
import { openChatChannel } from '../../../../src/extension/chat/chatDispatch.ts';
import type { ChatHandlers } from '../../../../src/protocol/chat.ts';
import { portReader, portWriter } from '../../../../src/protocol/portTransport.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function open(handlers: Partial<ChatHandlers>) {
  const toHost = new Emitter<unknown>();
  const toView = new Emitter<unknown>();
  const logged: string[] = [];
  const note = (line: string) => void logged.push(line);
  const drafts: string[] = [];
  const channel = openChatChannel(
    { post: (m) => toView.fire(m), listen: toHost.event },
    handlers as ChatHandlers,
    { 'draft/changed': ({ text }) => void drafts.push(text), 'view/error': () => undefined },
    { ...nullLog, warn: note, error: note },
  );
  const view = createMessageConnection(
    portReader({ post: () => undefined, listen: toView.event }),
    portWriter({ post: (m) => toHost.fire(m), listen: toView.event }),
  );
  view.listen();
  ends.push(() => {
    view.dispose();
    channel.dispose();
  });
  return { view, channel, logged, drafts, raw: (message: unknown) => toHost.fire(message) };
}

test('params that fit no schema are answered with the place, logged, and reach no handler', async () => {
  const called: unknown[] = [];
  const { view, logged } = open({
    'open/file': async (params) => {
      called.push(params);
      return null;
    },
  });
  await expect(view.sendRequest('open/file', { path: 7 })).rejects.toThrow(/open\/file.*path/);
  expect([called, logged.length]).toEqual([[], 1]);
  await expect(view.sendRequest('open/file', { path: '/a', line: 3 })).resolves.toBeNull();
  expect(called).toEqual([{ path: '/a', line: 3 }]);
});

test('an unknown method and what is no message change nothing', async () => {
  const { view, raw } = open({ 'session/list': async () => ({ sessions: [] }) });
  raw('hello');
  raw({ jsonrpc: '2.0', method: 'nobody/knows' });
  await expect(view.sendRequest('nobody/asks', {})).rejects.toThrow(/nobody\/asks/);
  await expect(view.sendRequest('session/list', {})).resolves.toEqual({ sessions: [] });
});

test('a handler that fails is answered with its sentence', async () => {
  const { view, logged } = open({
    'session/fork': async () => {
      throw new ExpectedError('unsupported', 'This agent can not fork.', { detail: 'Take another.' });
    },
  });
  await expect(view.sendRequest('session/fork', {})).rejects.toMatchObject({
    message: 'This agent can not fork.',
    data: { detail: 'Take another.' },
  });
  expect(logged).toEqual(['session/fork failed']);
});

test('a request that the view takes back is cancelled in the host', async () => {
  const started = Promise.withResolvers<void>();
  const cancelled = Promise.withResolvers<void>();
  const { view, raw } = open({
    'mention/complete': (_, signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          cancelled.resolve();
          resolve({ items: [] });
        });
        started.resolve();
      }),
  });
  const asked = view.sendRequest('mention/complete', { query: 'a' });
  await started.promise;
  raw({ jsonrpc: '2.0', method: '$/cancelRequest', params: { id: 0 } });
  await cancelled.promise;
  await asked;
});

test('a draft is heard, one that does not fit is not', async () => {
  const { view, drafts, logged } = open({ 'session/list': async () => ({ sessions: [] }) });
  await view.sendNotification('draft/changed', { text: 'half a thou' });
  await view.sendNotification('draft/changed', { text: 1 });
  await view.sendRequest('session/list', {});
  expect([drafts, logged.length]).toEqual([['half a thou'], 1]);
});
