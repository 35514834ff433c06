import { Writable } from 'node:stream';
import { setImmediate as turnOfTheLoop } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { lineWriter } from '../../../src/agent/lineWriter.ts';

/** Keeps what is written; with `hold` it takes nothing more until `release` is called. */
function sink(hold = false): { out: Writable; writes: string[]; release(): void } {
  const writes: string[] = [];
  let release: () => void = () => undefined;
  const out = new Writable({
    highWaterMark: 16,
    decodeStrings: false,
    write(text: string, _encoding, done) {
      writes.push(text);
      if (hold) release = done;
      else done();
    },
  });
  return { out, writes, release: () => release() };
}

test('writes the lines of one turn of the event loop together, in order', async () => {
  const { out, writes } = sink();
  const write = lineWriter(out);
  void write('a\n');
  void write('b\n');
  await turnOfTheLoop();
  void write('c\n');
  await turnOfTheLoop();
  expect(writes).toEqual(['a\nb\n', 'c\n']);
});

test('writes at once what is too much to wait', () => {
  const { out, writes } = sink();
  const line = `${'x'.repeat(300 * 1024)}\n`;
  void lineWriter(out)(line);
  expect(writes).toEqual([line]);
});

test('holds its caller back until the reader takes more', async () => {
  const { out, release } = sink(true);
  let took = false;
  const done = lineWriter(out)('x'.repeat(300 * 1024)).then(() => {
    took = true;
  });
  await turnOfTheLoop();
  expect(took).toBe(false);
  release();
  await done;
});
