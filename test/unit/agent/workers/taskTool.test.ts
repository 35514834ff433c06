import { existsSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createPermissions } from '../../../../src/agent/permissions/decide.ts';
import { defineTool } from '../../../../src/agent/tools/defineTool.ts';
import type { Tool } from '../../../../src/agent/tools/tool.ts';
import { deferred } from '../../../../src/base/abort.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { testDeps, testHost } from '../../../support/testTurn.ts';
import { results, workersTest } from './testWorkers.ts';

const task = (input: object) => `call task ${JSON.stringify(input)}`;

/** A tool that meets others of its kind: it returns when `count` calls of it run at once. */
function meetingTool(count: number): Tool & { readonly most: () => number } {
  const gate = deferred<void>();
  let inside = 0;
  let most = 0;
  const tool = defineTool({
    name: 'meet',
    description: 'Waits for others.',
    schema: z.object({}),
    kind: 'other',
    present: () => ({ title: 'Meet' }),
    claims: () => undefined,
    subject: () => ({ kind: 'none' }),
    async execute(_input, context) {
      inside++;
      most = Math.max(most, inside);
      if (inside >= count) gate.resolve();
      const stopped = new Promise<void>((resolve) =>
        context.signal.addEventListener('abort', () => resolve(), { once: true }),
      );
      await Promise.race([gate.promise, stopped]);
      inside--;
      return { text: 'met' };
    },
  }) as Tool;
  return Object.assign(tool, { most: () => most });
}

test('the child’s last text is the result, and its log is its own', async () => {
  const { parent, children, usage } = workersTest({ cwd: tempFolder() });
  await parent.send(task({ prompt: 'say found it', label: 'Look' }));
  expect(results(parent.log)).toEqual(['found it']);
  expect(
    children.map(({ log, closed }) => [log.map((entry) => entry.type).includes('assistant'), closed]),
  ).toEqual([[true, 1]]);
  expect(usage.output).toBeGreaterThan(0);
});

test('a child has no way to start workers', async () => {
  const { parent } = workersTest({ cwd: tempFolder() });
  await parent.send(task({ prompt: `${task({ prompt: 'say deeper' })}` }));
  expect(results(parent.log)[0]).toMatch(/task failed/);
});

describe('failures are typed', () => {
  test.each([
    ['a model’s failure', { prompt: 'fail 401' }, /^Worker failed: /],
    [
      'the turn limit',
      { prompt: Array.from({ length: 9 }, () => 'call glob {"pattern":"*"}').join('\n') },
      /^Worker turn limit: /,
    ],
    [
      'an unknown agent',
      { prompt: 'say x', agent_type: 'nobody' },
      /^No agent “nobody”\. There are: general\./,
    ],
    ['an empty prompt', { prompt: ' ' }, /say what the worker shall do/],
    ['an unknown key', { prompt: 'say x', path: ['a'] }, /found it|x/],
  ])('%s', async (_name, input, expected) => {
    const { parent } = workersTest({ cwd: tempFolder(), deps: { maxTurns: 4 } });
    await parent.send(task(input));
    expect(results(parent.log)[0]).toMatch(expected);
  });

  test('what a failed child said so far goes along', async () => {
    const { parent } = workersTest({ cwd: tempFolder() });
    await parent.send(task({ prompt: 'say half\nfail 401' }));
    expect(results(parent.log)[0]).toMatch(/^Worker failed: [\s\S]*Its last words were:\nhalf/);
  });

  test('more workers than a turn may start', async () => {
    const { parent } = workersTest({ cwd: tempFolder(), limits: { perTurn: 2 } });
    await parent.send(
      [
        task({ prompt: 'say a', readonly: true }),
        ...['b', 'c'].map((text) => `& ${task({ prompt: `say ${text}`, readonly: true })}`),
      ].join('\n'),
    );
    expect(results(parent.log)).toEqual(['a', 'b', expect.stringContaining('limit')]);
  });
});

describe('at the same time', () => {
  const three = (inputs: object[]) =>
    inputs.map((input, i) => `${i === 0 ? '' : '& '}${task(input)}`).join('\n');

  test('workers with separate paths meet while an overlapping one waits', async () => {
    const meet = meetingTool(2);
    const { parent } = workersTest({ cwd: tempFolder(), tools: [meet] });
    await parent.send(
      three([
        { prompt: 'call meet {}', paths: ['src/a/**'] },
        { prompt: 'call meet {}', paths: ['src/b/**'] },
        { prompt: 'call meet {}', paths: ['./src/a/deep/../**'] },
      ]),
    );
    expect([results(parent.log).length, meet.most()]).toEqual([3, 2]);
  });

  test('exclusive ones never meet', async () => {
    const meet = meetingTool(1);
    const { parent } = workersTest({ cwd: tempFolder(), tools: [meet] });
    await parent.send(
      three([{ prompt: 'call meet {}' }, { prompt: 'call meet {}' }, { prompt: 'call meet {}' }]),
    );
    expect(meet.most()).toBe(1);
  });

  test('no more run than there are places', async () => {
    const meet = meetingTool(2);
    const { parent } = workersTest({ cwd: tempFolder(), tools: [meet], limits: { atOnce: 2 } });
    await parent.send(
      three(Array.from({ length: 5 }, (_, i) => ({ prompt: 'call meet {}', paths: [`p${i}`] }))),
    );
    expect([results(parent.log).every((text) => text.includes('meet ok')), meet.most()]).toEqual([true, 2]);
  });

  test('results come back in the order of the calls', async () => {
    const { parent } = workersTest({ cwd: tempFolder() });
    await parent.send(
      three(
        ['slow', 'b', 'c'].map((text, i) => ({
          prompt: `${i === 0 ? 'wait 30\n' : ''}say ${text}`,
          readonly: true,
        })),
      ),
    );
    expect(results(parent.log)).toEqual(['slow', 'b', 'c']);
  });
});

describe('what a worker may do', () => {
  const decide = (cwd: string) => createPermissions(testHost(cwd));

  test('a scoped one writes only below its paths and has no shell', async () => {
    const cwd = tempFolder();
    const permissions = { ...testDeps({ cwd }).permissions, decide: decide(cwd) };
    const { parent } = workersTest({ cwd, deps: { permissions } });
    const prompt = ['src/a.txt', 'other.txt']
      .map((file) => `call write_file ${JSON.stringify({ path: file, content: 'x' })}`)
      .join('\n');
    await parent.send(task({ prompt: `${prompt}\ncall bash {"command":"true"}`, paths: ['src/**'] }));
    expect([existsSync(path.join(cwd, 'src/a.txt')), existsSync(path.join(cwd, 'other.txt'))]).toEqual([
      true,
      false,
    ]);
    expect(results(parent.log)[0]).toMatch(
      /write_file ok: [\s\S]*write_file failed: [\s\S]*outside what this worker may write[\s\S]*bash failed/,
    );
  });

  test.each(['..', '../**', '/etc/**', 'src/../../b', 'up/**'])(
    'none gets a scope outside the workspace: %s',
    async (scope) => {
      const cwd = tempFolder();
      symlinkSync('..', path.join(cwd, 'up'));
      const { parent } = workersTest({ cwd });
      await parent.send(task({ prompt: 'say hi', paths: ['src/**', scope] }));
      expect(results(parent.log)[0]).toContain(`outside the workspace: ${scope}. Name folders`);
    },
  );

  test('a question names the worker and shows it waiting', async () => {
    const cwd = tempFolder();
    const asked: unknown[] = [];
    const permissions = {
      ...testDeps({ cwd }).permissions,
      mode: () => 'ask' as const,
      decide: decide(cwd),
      approver: {
        ask: async (question: { worker?: unknown }) => {
          asked.push(question.worker);
          return { outcome: 'once' as const };
        },
      },
    };
    const { parent, states } = workersTest({ cwd, deps: { permissions } });
    await parent.send(task({ prompt: 'call write_file {"path":"a","content":"x"}', label: 'Write it' }));
    expect(asked).toEqual([{ parentId: 'session', title: 'Write it' }]);
    expect(states('child-1').map((one) => one.state)).toEqual(
      expect.arrayContaining(['running', 'waiting', 'idle']),
    );
  });
});
