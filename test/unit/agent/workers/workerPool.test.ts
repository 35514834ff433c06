import { describe, expect, test } from 'vitest';
import { tempFolder } from '../../../support/tempFolder.ts';
import { results, workersTest } from './testWorkers.ts';

const task = (input: object) => `call task ${JSON.stringify(input)}`;
const text = (words: string) => ({
  from: 'person' as const,
  content: [{ type: 'text' as const, text: words }],
});

/** Runs a prompt whose first worker waits, and acts once that worker is listed. */
async function meanwhile(prompt: string, act: (test: ReturnType<typeof workersTest>) => void) {
  const made = workersTest({ cwd: tempFolder() });
  const listed = new Promise<void>((resolve) =>
    made.pool.onDidChange(() => made.pool.list('session').length > 0 && resolve()),
  );
  const turn = made.parent.send(prompt);
  await listed;
  act(made);
  await turn;
  return made;
}

describe('a live worker', () => {
  test('is steered alone', async () => {
    const made = await meanwhile(
      `${task({ prompt: 'call glob {"pattern":"*"}\nsay end', label: 'A', readonly: true })}`,
      ({ pool }) => pool.steer('child-1', text('say steered')),
    );
    expect(results(made.parent.log)[0]).toContain('steered');
  });

  test('takes a follow-up as another turn with all it knows', async () => {
    const made = await meanwhile(task({ prompt: 'wait 20\nsay first', readonly: true }), ({ pool }) =>
      pool.followUp('child-1', text('say second')),
    );
    const [child] = made.children;
    expect([results(made.parent.log), child?.log.filter((entry) => entry.type === 'user').length]).toEqual([
      ['second'],
      2,
    ]);
  });

  test('is stopped alone, and the others finish', async () => {
    const made = await meanwhile(
      `${task({ prompt: 'wait 60000', readonly: true })}\n& ${task({ prompt: 'wait 20\nsay done', readonly: true })}`,
      ({ pool }) => pool.stop('child-1'),
    );
    expect(results(made.parent.log)).toEqual([expect.stringMatching(/^Worker stopped/), 'done']);
  });

  test.each(['steer', 'followUp', 'stop'] as const)('that is over can’t be reached: %s', async (verb) => {
    const made = workersTest({ cwd: tempFolder() });
    await made.parent.send(task({ prompt: 'say x' }));
    expect(() => made.pool[verb]('child-1', text('more'))).toThrow('not running any more');
    expect(made.pool.list('session')).toEqual([]);
  });
});
