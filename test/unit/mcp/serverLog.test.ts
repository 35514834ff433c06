import { expect, test } from 'vitest';
import { ServerLog } from '../../../src/mcp/serverLog.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

test('lines come whole, wherever the bytes are cut', () => {
  const log = new ServerLog();
  const all = bytes('größer\r\nsecond\nlast without end');
  for (const byte of all) log.stderr(new Uint8Array([byte]));
  expect(log.last()).toEqual(['größer', 'second']);
  log.flush();
  expect(log.last()).toEqual(['größer', 'second', 'last without end']);
});

test('escape sequences and control characters are gone', () => {
  const log = new ServerLog();
  log.add('\u001b[31mred\u001b[0m\u0007 \u001b]52;c;aGk=\u0007clip\u001b]8;;http://x\u001b\\link');
  expect(log.last()).toEqual(['red cliplink']);
});

test('only the last 200 lines are kept, each in bounds', () => {
  const log = new ServerLog();
  for (let line = 0; line < 1_000; line += 1) log.add(`${line}`);
  log.add('x'.repeat(10_000));
  const kept = log.last();
  expect([kept.length, kept[0], kept.at(-1)?.length]).toEqual([200, '801', 2_000]);
});

test('the first three lines of noise on stdout are quoted, all are counted', () => {
  const log = new ServerLog();
  for (let line = 1; line <= 5; line += 1) log.stdoutNoise(`banner ${line}`);
  expect(log.last()).toEqual([
    'not a message on stdout: banner 1',
    'not a message on stdout: banner 2',
    'not a message on stdout: banner 3',
    '5 lines on stdout were no messages',
  ]);
});

test('an endless line does not fill the memory', () => {
  const log = new ServerLog();
  for (let piece = 0; piece < 50; piece += 1) log.stderr(bytes('x'.repeat(10_000)));
  log.stderr(bytes('\nnext\n'));
  expect(log.last().at(-1)).toBe('next');
});

test('what must not be shown is redacted', () => {
  const log = new ServerLog((text) => text.replace('abc', '[redacted]'));
  log.stderr(bytes('token abc\n'));
  expect(log.last()).toEqual(['token [redacted]']);
});
