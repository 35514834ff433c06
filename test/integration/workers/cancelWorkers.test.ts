import fc from 'fast-check';
import { expect, test } from 'vitest';
import { tempFolder } from '../../support/tempFolder.ts';
import { workersTest } from '../../unit/agent/workers/testWorkers.ts';

const task = (input: object) => `call task ${JSON.stringify(input)}`;

test('cancel at any moment ends every child, leaves nobody listed and closes all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 40 }), async (ms) => {
      const made = workersTest({ cwd: tempFolder(), limits: { atOnce: 2 } });
      const stop = new AbortController();
      const prompt = Array.from(
        { length: 4 },
        (_, i) =>
          `${i === 0 ? '' : '& '}${task({ prompt: 'call glob {"pattern":"*"}\nwait 5\ncall bash {"command":"sleep 600"}', paths: [`p${i}`] })}`,
      ).join('\n');
      const timer = setTimeout(() => stop.abort(), ms);
      const outcome = await made.parent.send(prompt, stop.signal);
      clearTimeout(timer);
      const calls = made.parent.log.filter((entry) => entry.type === 'call').length;
      const answered = made.parent.log.filter((entry) => entry.type === 'result').length;
      expect([
        outcome.kind === 'ended' && outcome.stopReason === 'cancelled',
        made.pool.list('session'),
        calls === answered,
        made.children.every((child) => child.closed === 1),
      ]).toEqual([expect.any(Boolean), [], true, true]);
    }),
    { numRuns: 50 },
  );
  // No test of the machine's speed: fifty conversations with real shells take their time.
}, 120_000);
