import { expect, test } from 'vitest';
import { createMessageConnection, NullLogger } from 'vscode-jsonrpc/node';
import { Emitter } from '../../../src/base/event.ts';
import { type MessagePortEnd, portReader, portWriter } from '../../../src/protocol/portTransport.ts';

/** Two ends whose posts arrive at the other end at once. */
function portPair(): [MessagePortEnd, MessagePortEnd] {
  const left = new Emitter<unknown>();
  const right = new Emitter<unknown>();
  return [
    { post: (m) => right.fire(structuredClone(m)), listen: left.event },
    { post: (m) => left.fire(structuredClone(m)), listen: right.event },
  ];
}

const connect = (port: MessagePortEnd) =>
  createMessageConnection(portReader(port), portWriter(port), NullLogger);

test('a request crosses the port and its answer comes back', async () => {
  const [a, b] = portPair();
  const host = connect(a);
  const view = connect(b);
  host.onRequest('double', ({ n }: { n: number }) => n * 2);
  host.listen();
  view.listen();
  expect(await view.sendRequest('double', { n: 21 })).toBe(42);
  host.dispose();
  view.dispose();
});

test('what is no JSON-RPC object is reported and passed over', () => {
  const posted = new Emitter<unknown>();
  const reader = portReader({ post: () => undefined, listen: posted.event });
  const errors: string[] = [];
  const messages: unknown[] = [];
  reader.onError((error) => errors.push(error.message));
  reader.listen((message) => messages.push(message));
  for (const value of ['hello', null, { jsonrpc: '1.0' }, { jsonrpc: '2.0', method: 'x' }])
    posted.fire(value);
  expect(messages).toEqual([{ jsonrpc: '2.0', method: 'x' }]);
  expect(errors).toHaveLength(3);
});

test('a failed post rejects and is reported', async () => {
  const writer = portWriter({
    post: () => Promise.reject(new Error('the view is gone')),
    listen: () => ({ dispose: () => undefined }),
  });
  const errors: string[] = [];
  writer.onError(([error]) => errors.push(error.message));
  await expect(writer.write({ jsonrpc: '2.0' })).rejects.toThrow('the view is gone');
  expect(errors).toEqual(['the view is gone']);
});
