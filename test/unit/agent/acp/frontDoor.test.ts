import { describe, expect, test } from 'vitest';
import { FrontDoor } from '../../../../src/agent/acp/frontDoor.ts';

/** A door and what went out of it, each line parsed. */
function openDoor() {
  const lines: string[] = [];
  const door = new FrontDoor((line) => {
    lines.push(line);
    return Promise.resolve();
  });
  const say = (text: string) => door.take(new TextEncoder().encode(text));
  return { door, say, answers: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

const initialize = (id: unknown, params: unknown = { protocolVersion: 1 }) =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'initialize', params })}\n`;

async function readAll(door: FrontDoor): Promise<unknown[]> {
  const messages: unknown[] = [];
  for await (const message of door.stream().readable) messages.push(message);
  return messages;
}

describe('FrontDoor', () => {
  test('answers initialize by itself and hands its parameters on', async () => {
    const { door, say, answers } = openDoor();
    say(initialize('a'));
    expect(answers()).toMatchObject([{ jsonrpc: '2.0', id: 'a', result: { protocolVersion: 1 } }]);
    expect(await door.initialized).toEqual({ protocolVersion: 1 });
  });

  test.each([
    ['no version', {}],
    ['a text', { protocolVersion: '1' }],
    ['a fraction', { protocolVersion: 1.5 }],
    ['less than nothing', { protocolVersion: -1 }],
    ['more than 16 bits', { protocolVersion: 65536 }],
    ['no object', 7],
  ])('refuses an initialize whose version is %s', (_, params) => {
    const { say, answers } = openDoor();
    say(initialize(1, params));
    expect(answers()).toMatchObject([{ id: 1, error: { code: -32602 } }]);
  });

  test.each([
    ['no JSON', '{"jsonrpc":\n', -32700, null],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"initialize"}]\n', -32600, null],
    ['a number', '7\n', -32600, null],
    ['no version of JSON-RPC', '{"id":3,"method":"initialize"}\n', -32600, 3],
    ['a request before initialize', '{"jsonrpc":"2.0","id":4,"method":"session/new"}\n', -32600, 4],
  ])('answers %s and goes on', (_, text, code, id) => {
    const { say, answers } = openDoor();
    say(text);
    say(initialize(5));
    expect(answers()).toMatchObject([
      { id, error: { code } },
      { id: 5, result: {} },
    ]);
  });

  test('puts messages together from bytes cut anywhere, and passes over blank lines', async () => {
    const { door, answers } = openDoor();
    const bytes = new TextEncoder().encode(`\n\r\n${initialize('grüße 🐈')}`);
    for (const byte of bytes) door.take(Uint8Array.of(byte));
    expect(answers()).toMatchObject([{ id: 'grüße 🐈' }]);
  });

  test('hands on everything else in order, and ends behind it', async () => {
    const { door, say } = openDoor();
    say(initialize(1));
    const messages = [
      { jsonrpc: '2.0', id: 2, method: 'session/new', params: {} },
      { jsonrpc: '2.0', method: 'session/cancel', params: {} },
      { jsonrpc: '2.0', id: 0, result: {} },
    ];
    const read = readAll(door);
    say(messages.map((message) => `${JSON.stringify(message)}\n`).join(''));
    door.end();
    say(`${JSON.stringify({ jsonrpc: '2.0', id: 9, method: 'late' })}\n`);
    expect(await read).toEqual(messages);
  });

  test('hands on one message for each turn of the event loop', async () => {
    const { door, say } = openDoor();
    say(initialize(1));
    say('{"jsonrpc":"2.0","method":"a"}\n{"jsonrpc":"2.0","method":"b"}\n');
    const reader = door.stream().readable.getReader();
    const log: string[] = [];
    const first = reader.read().then(() => {
      log.push('a');
      setImmediate(() => log.push('a done'));
    });
    await first;
    await reader.read();
    log.push('b');
    expect(log).toEqual(['a', 'a done', 'b']);
  });

  test('writes what the other side says as lines', async () => {
    const { door, answers } = openDoor();
    const writer = door.stream().writable.getWriter();
    await writer.write({ jsonrpc: '2.0', method: 'session/update', params: { text: 'a\nb' } });
    expect(answers()).toEqual([{ jsonrpc: '2.0', method: 'session/update', params: { text: 'a\nb' } }]);
  });
});
