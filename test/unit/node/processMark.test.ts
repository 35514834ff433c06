import { expect, test } from 'vitest';
import { OwnedChild } from '../../../src/node/child.ts';
import { endMarked, PROCESS_MARK } from '../../../src/node/processMark.ts';
import { processesMarked } from '../../../src/node/processTree.ts';

test('ends what a killed parent left behind, also what ignores TERM, and nothing else', async () => {
  const mark = `unit-${process.pid}`;
  const start = (line: string, value: string) =>
    new OwnedChild({
      command: 'sh',
      args: ['-c', line],
      cwd: '/',
      env: { PATH: process.env['PATH'] ?? '', [PROCESS_MARK]: value },
    });
  const parent = start(`setsid sh -c 'trap "" TERM; echo ready; while :; do sleep 1; done' & wait`, mark);
  const other = start('echo ready; sleep 600', `${mark}-other`);
  await Promise.all(
    [parent, other].map((child) => new Promise<void>((resolve) => child.onStdout(() => resolve()))),
  );
  process.kill(parent.pid ?? -1, 'SIGKILL');
  await parent.exited;
  expect((await processesMarked(PROCESS_MARK, mark)).length).toBeGreaterThan(0);
  await endMarked(mark, 30);
  expect([
    await processesMarked(PROCESS_MARK, mark),
    (await processesMarked(PROCESS_MARK, `${mark}-other`)).length > 0,
  ]).toEqual([[], true]);
  await other.kill(0);
});
