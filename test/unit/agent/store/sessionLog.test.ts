import { describe, expect, test } from 'vitest';
import { SessionLog } from '../../../../src/agent/store/sessionLog.ts';
import { deferred } from '../../../../src/base/abort.ts';

/** A file whose writes the test lets through, or fails. */
class FakeFile {
  readonly writes: string[] = [];
  closed = false;
  gate: Promise<void> = Promise.resolve();
  failure: Error | undefined;

  async append(text: string): Promise<void> {
    await this.gate;
    if (this.failure !== undefined) throw this.failure;
    this.writes.push(text);
  }

  sync(): Promise<void> {
    return this.gate;
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

function openLog(file: FakeFile, options: { torn?: boolean; redact?: (line: string) => string } = {}) {
  const redact = options.redact ?? ((line: string) => line);
  return new SessionLog({ file, now: () => 7, redact, torn: options.torn ?? false });
}

const title = (text: string) => ({ type: 'title' as const, title: text });

describe('SessionLog', () => {
  test('writes type, id and time first', async () => {
    const file = new FakeFile();
    await openLog(file).append({ ...title('a'), id: 'x' });
    expect(file.writes).toEqual(['{"type":"title","id":"x","at":7,"title":"a"}\n']);
  });

  test('resolves only when the system has the line', async () => {
    const file = new FakeFile();
    const gate = deferred<void>();
    file.gate = gate.promise;
    const log = openLog(file);
    let done = false;
    const appended = log.append(title('a')).then(() => {
      done = true;
    });
    await Promise.resolve();
    expect(done).toBe(false);
    gate.resolve();
    await appended;
    expect(file.writes).toHaveLength(1);
  });

  test('keeps the order of the calls and writes together what waits', async () => {
    const file = new FakeFile();
    const gate = deferred<void>();
    file.gate = gate.promise;
    const log = openLog(file);
    const all = ['a', 'b', 'c'].map((text) => log.append(title(text)));
    gate.resolve();
    await Promise.all(all);
    const titles = file.writes.join('').matchAll(/"title":"(\w)"/g);
    expect([...titles].map((match) => match[1])).toEqual(['a', 'b', 'c']);
    expect(file.writes.length).toBeLessThan(3);
  });

  test('begins a fresh line behind a torn one', async () => {
    const file = new FakeFile();
    const log = openLog(file, { torn: true });
    await log.append(title('a'));
    await log.append(title('b'));
    expect(file.writes.map((text) => text.startsWith('\n'))).toEqual([true, false]);
  });

  test('a failed write is an error that says what to do, and the next begins a fresh line', async () => {
    const file = new FakeFile();
    const log = openLog(file);
    file.failure = new Error('ENOSPC');
    await expect(log.append(title('a'))).rejects.toMatchObject({
      code: 'store-write',
      detail: expect.stringContaining('disk has room'),
    });
    file.failure = undefined;
    await log.append(title('b'));
    expect(file.writes[0]?.startsWith('\n')).toBe(true);
  });

  test('takes secrets out of a line before it is written', async () => {
    const file = new FakeFile();
    const log = openLog(file, { redact: (line) => line.replaceAll('sk-secret', '[redacted]') });
    await log.append(title('my key is sk-secret'));
    expect(file.writes[0]).toContain('my key is [redacted]');
  });

  test('closes behind what is being written, and takes nothing more', async () => {
    const file = new FakeFile();
    const log = openLog(file);
    const last = log.append(title('a'));
    await log.close();
    await last;
    expect({ writes: file.writes.length, closed: file.closed }).toEqual({ writes: 1, closed: true });
    await expect(log.append(title('b'))).rejects.toMatchObject({ code: 'store-write' });
  });
});
