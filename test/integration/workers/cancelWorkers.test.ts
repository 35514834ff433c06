import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { PermissionDecision } from '../../../src/agent/permissions/permission.ts';
import { EntrySchema } from '../../../src/agent/store/entry.ts';
import { descendantsOf } from '../../../src/node/processTree.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { testDeps } from '../../support/testTurn.ts';
import { workersTest } from '../../unit/agent/workers/testWorkers.ts';

const task = (input: object) => `call task ${JSON.stringify(input)}`;
const asking: PermissionDecision = { outcome: 'ask', because: 'a test' };

/** A person who never answers; knows how many questions stand open. */
function silentPerson() {
  let open = 0;
  return {
    open: () => open,
    approver: {
      ask: (_question: unknown, signal: AbortSignal) =>
        new Promise<{ outcome: 'cancelled' }>((resolve) => {
          open++;
          const withdraw = () => {
            open--;
            resolve({ outcome: 'cancelled' });
          };
          if (signal.aborted) withdraw();
          else signal.addEventListener('abort', withdraw, { once: true });
        }),
    },
  };
}

test('cancel at any moment leaves no running child, no question, no process, and logs that load', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 60 }), async (ms) => {
      const cwd = tempFolder();
      const person = silentPerson();
      const permissions = {
        ...testDeps({ cwd }).permissions,
        approver: person.approver,
        decide: async ({ tool }: { tool: string }) =>
          tool === 'write_file' ? asking : { outcome: 'allow' as const, because: 'a test' },
      };
      const made = workersTest({ cwd, deps: { permissions }, limits: { atOnce: 3 } });
      const stop = new AbortController();
      // Two that ask side by side in their own folders, then two with shells, one after the other.
      const calls = [0, 1, 2, 3].map((i) => {
        const act =
          i < 2 ? `call write_file {"path":"p${i}/x","content":"x"}` : 'call bash {"command":"sleep 600"}';
        const prompt = `call glob {"pattern":"*"}\nwait 5\n${act}`;
        return task(i < 2 ? { prompt, paths: [`p${i}`] } : { prompt });
      });
      const timer = setTimeout(() => stop.abort(), ms);
      await made.parent.send(calls.map((call, i) => (i === 0 ? call : `& ${call}`)).join('\n'), stop.signal);
      clearTimeout(timer);
      const logs = [made.parent.log, ...made.children.map((child) => child.log)];
      const sleeping = (await descendantsOf(process.pid)).length;
      expect({
        live: made.pool.list('session'),
        questions: person.open(),
        unclosed: made.children.filter((child) => child.closed !== 1).length,
        unanswered: logs
          .map(
            (log) =>
              log.filter((e) => e.type === 'call').length - log.filter((e) => e.type === 'result').length,
          )
          .filter(Boolean),
        unreadable: logs
          .flat()
          .filter((entry) => !EntrySchema.safeParse(JSON.parse(JSON.stringify(entry))).success).length,
        sleeping: sleeping - before,
      }).toEqual({ live: [], questions: 0, unclosed: 0, unanswered: [], unreadable: 0, sleeping: 0 });
    }),
    { numRuns: 50 },
  );
  // No test of the machine's speed: fifty conversations with real shells take their time.
}, 120_000);

/** Processes of the test runner itself. */
const before = (await descendantsOf(process.pid)).length;
