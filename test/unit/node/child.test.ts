import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { OwnedChild } from '../../../src/node/child.ts';
import { descendantsOf, processesMarked } from '../../../src/node/processTree.ts';

const env = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', HOME: '/home/me' };
const sh = (
  line: string,
  stdin: 'none' | 'pipe' = 'none',
  more: Record<string, string> = {},
  mark?: string,
) =>
  new OwnedChild({
    command: 'sh',
    args: ['-c', line],
    cwd: '/',
    env: { ...env, ...more },
    stdin,
    ...(mark !== undefined && { mark }),
  });

function output(child: OwnedChild) {
  const pieces: Uint8Array[] = [];
  child.onStdout((bytes) => pieces.push(bytes));
  return () => Buffer.concat(pieces).toString('utf8');
}

/** The first output of a child: how a test knows that it is as far as it says. */
function firstOutput(child: OwnedChild): Promise<string> {
  return new Promise((resolve) =>
    child.onStdout((bytes) => resolve(Buffer.from(bytes).toString('utf8').trim())),
  );
}

function runs(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

describe('OwnedChild', () => {
  test('gives output and exit code', async () => {
    const child = sh('echo out; echo err >&2; exit 3');
    const out = output(child);
    expect(await child.exited).toEqual({ code: 3, signal: null });
    await child.drained();
    expect(out()).toBe('out\n');
  });

  test('answers a program that is not there with an exit that says so', async () => {
    const child = new OwnedChild({ command: 'no-such-program-here', args: [], cwd: '/', env });
    expect((await child.exited).error).toMatchObject({ code: 'ENOENT' });
    await child.kill();
  });

  test('answers an argument that no system takes with an exit that says so', async () => {
    const child = new OwnedChild({ command: 'echo', args: ['a\0b'], cwd: '/', env });
    expect((await child.exited).error?.message).toContain('null bytes');
  });

  test('ends a grandchild that left the group and ignores TERM', async () => {
    const child = sh(`setsid sh -c 'trap "" TERM; echo $$; while :; do sleep 1; done' & wait`);
    const grandchild = Number(await firstOutput(child));
    expect(runs(grandchild)).toBe(true);
    await child.kill(50);
    expect([runs(grandchild), await descendantsOf(child.pid ?? -1)]).toEqual([false, []]);
  });

  test('ends what a finished child left behind in its group', async () => {
    const child = sh('sleep 600 & echo $!');
    const left = Number(await firstOutput(child));
    await child.exited;
    expect(runs(left)).toBe(true);
    await child.kill(50);
    expect(runs(left)).toBe(false);
  });

  test.each([
    ['left its group', 'setsid sleep 600 & echo $!'],
    ['was started by what left it', '(setsid sh -c "sleep 600 & echo \\$!; exec >&-; wait" &)'],
  ])('ends what %s and lost its parent, when it is marked', async (_name, line) => {
    const child = sh(line, 'none', {}, `mark-${process.pid}`);
    const left = Number(await firstOutput(child));
    await child.exited;
    expect(runs(left)).toBe(true);
    await child.kill(50);
    expect(runs(left)).toBe(false);
  });

  test('leaves what another mark is on', async () => {
    const [one, two] = ['one', 'two'].map((mark) =>
      sh('setsid sleep 600 & echo $!', 'none', {}, `${mark}-${process.pid}`),
    );
    const pids = await Promise.all([one, two].map((child) => child && firstOutput(child)));
    await one?.kill(50);
    expect(pids.map((pid) => runs(Number(pid)))).toEqual([false, true]);
    await two?.kill(50);
  });

  test('does not wait for pipes that a grandchild holds', async () => {
    const child = sh('sleep 600 & echo done');
    await child.exited;
    await child.drained(20);
    await child.kill(0);
  });

  test('takes 5 MiB on stdin whether the child reads it or not', async () => {
    const payload = 'x'.repeat(5 * 1024 * 1024);
    const reading = sh('wc -c', 'pipe');
    const count = output(reading);
    await reading.write(payload);
    reading.endInput();
    await reading.exited;
    await reading.drained();
    expect(count().trim()).toBe(String(payload.length));
    const ignoring = sh('exit 0', 'pipe');
    await ignoring.write(payload);
    expect(await ignoring.exited).toEqual({ code: 0, signal: null });
  });
});

describe('processesMarked', () => {
  test('finds a process by its environment after its parent is gone', async () => {
    const mark = `mark-${process.pid}`;
    const child = sh('setsid sleep 600 & echo $!', 'none', { VAK_TEST_MARK: mark });
    const left = Number(await firstOutput(child));
    await child.exited;
    const found = await processesMarked('VAK_TEST_MARK', mark);
    expect(found.map((info) => info.pid)).toContain(left);
    for (const info of found) process.kill(info.pid, 'SIGKILL');
  });
});
