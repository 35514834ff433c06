import { describe, expect, test } from 'vitest';
import { ExpectedError } from '../../../../src/base/errors.ts';
import { restartBackoff } from '../../../../src/extension/process/backoff.ts';
import {
  type AgentState,
  AgentSupervisor,
  type Running,
} from '../../../../src/extension/process/supervisor.ts';
import { ManualClock } from '../../../support/manualClock.ts';

interface Launched extends Running<string> {
  die(): void;
  ended: boolean;
}

function open(outcomes: ('works' | 'fails' | 'hangs')[] = []) {
  const clock = new ManualClock();
  const launched: Launched[] = [];
  const states: string[] = [];
  const supervisor = new AgentSupervisor<string>({
    launch: async (signal) => {
      const outcome = outcomes.shift() ?? 'works';
      if (outcome === 'fails') throw new ExpectedError('agent-not-started', 'no such program');
      if (outcome === 'hangs')
        await new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        );
      const gone = Promise.withResolvers<ExpectedError>();
      const running: Launched = {
        client: `agent ${launched.length + 1}`,
        gone: gone.promise,
        die: () => gone.resolve(new ExpectedError('agent-gone', 'It ended with exit code 1.')),
        end: async () => {
          running.ended = true;
        },
        ended: false,
      };
      launched.push(running);
      return running;
    },
    after: (ms, act) => clock.after(ms, act),
    now: () => clock.now(),
  });
  supervisor.onDidChange((state) => states.push(describeState(state)));
  return { supervisor, clock, launched, states };
}

function describeState(state: AgentState<string>): string {
  if (state.kind === 'failed') return `failed, again in ${state.retryInMs ?? 'never'}`;
  return state.kind;
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('starts once, however many ask', async () => {
  const { supervisor, launched } = open();
  expect(await Promise.all([supervisor.client(), supervisor.client()])).toEqual(['agent 1', 'agent 1']);
  expect(launched.length).toBe(1);
});

test('starts again after a crash, later each time, and then only when told', async () => {
  const { supervisor, clock, launched, states } = open();
  await supervisor.client();
  for (const delay of [0, 1000, 4000, 15_000]) {
    launched.at(-1)?.die();
    await settled();
    expect(states.at(-1)).toBe(`failed, again in ${delay}`);
    clock.advance(delay);
    await settled();
    expect(states.at(-1)).toBe('running');
  }
  launched.at(-1)?.die();
  await settled();
  expect(states.at(-1)).toBe('failed, again in never');
  expect(clock.pending).toBe(0);
  expect(await supervisor.restart()).toBe('agent 6');
  expect(launched.slice(0, -1).every((running) => running.ended)).toBe(true);
});

test('forgets crashes of long ago', () => {
  const backoff = restartBackoff();
  expect([backoff.next(0), backoff.next(1), backoff.next(10 * 60_000)]).toEqual([0, 1000, 0]);
});

describe('restart', () => {
  test.each(['works', 'fails', 'hangs'] as const)('works while the agent %s', async (outcome) => {
    const { supervisor } = open([outcome]);
    void supervisor.client().catch(() => undefined);
    await settled();
    const [client] = await Promise.all([supervisor.restart(), settled()]);
    expect(client).toMatch(/^agent/);
    expect(supervisor.state.kind).toBe('running');
  });
});

test('a start that fails is told and not tried again by itself', async () => {
  const { supervisor, clock, states } = open(['fails']);
  await expect(supervisor.client()).rejects.toThrow('no such program');
  expect(states).toEqual(['starting', 'failed, again in never']);
  expect(clock.pending).toBe(0);
  expect(await supervisor.client()).toBe('agent 1');
});

test('dispose ends the agent, a start under way too, and nothing starts afterwards', async () => {
  const running = open();
  await running.supervisor.client();
  await running.supervisor.dispose();
  expect(running.launched[0]?.ended).toBe(true);
  const hanging = open(['hangs']);
  const attempt = hanging.supervisor.client();
  const failed = expect(attempt).rejects.toThrow();
  await hanging.supervisor.dispose();
  await failed;
  await expect(hanging.supervisor.client()).rejects.toThrow('cancelled');
});

test('a death that was asked for is no crash', async () => {
  const { supervisor, launched, states, clock } = open();
  await supervisor.client();
  await supervisor.stop();
  launched[0]?.die();
  await settled();
  expect([states.at(-1), clock.pending]).toEqual(['stopped', 0]);
});
