import { expect, test } from 'vitest';
import type { HookEvent, HookOutcome, Hooks } from '../../../../src/agent/hooks/hooks.ts';
import { connectHooks } from '../../../../src/agent/turn/connectHooks.ts';
import type { TurnEvent } from '../../../../src/agent/turn/events.ts';

const place = { sessionId: 's', turnId: 't', cwd: '/home/me' };
const signal = new AbortController().signal;
const run = {
  runId: 'r',
  hook: 'h',
  event: 'UserPromptSubmit',
  verdict: 'allow' as const,
  ms: 1,
  effects: [],
};
const empty: HookOutcome = { context: [], messages: [], runs: [] };

function connected(
  outcome: HookOutcome,
  where: typeof place & { worker?: { agentId: string; agentType: string } } = place,
) {
  const events: HookEvent[] = [];
  const shown: TurnEvent[] = [];
  const hooks: Hooks = {
    run: async (event, _signal, onRun) => {
      events.push(event);
      onRun?.(run);
      return outcome;
    },
  };
  return { hooks: connectHooks(hooks, where, (event) => shown.push(event)), events, shown };
}

test('shows each run, with the message it concerns, and every word to the person', async () => {
  const { hooks, shown } = connected({ ...empty, messages: ['mind this'] });
  await hooks.userPromptSubmit({ messageId: 'm', text: 'hi' }, signal);
  expect(shown).toEqual([
    { kind: 'hook-run', run: { ...run, messageId: 'm' } },
    { kind: 'notice', severity: 'info', title: 'mind this' },
  ]);
});

test('hands on what the hooks came to', async () => {
  const { hooks } = connected({
    ...empty,
    blocked: { reason: 'no', hook: 'h' },
    stopTurn: { reason: 'stop', hook: 'h' },
    updatedInput: { a: 1 },
    context: ['c'],
  });
  const call = {
    callId: 'c',
    tool: 'bash',
    aliases: ['Bash'],
    input: {},
    subject: () => ({ kind: 'none' as const }),
  };
  expect(await hooks.preToolUse(call, signal)).toEqual({
    block: 'no',
    endTurn: 'stop',
    rewrite: { input: { a: 1 } },
    context: ['c'],
  });
});

test('tells hooks of a failed call too', async () => {
  const { hooks, events } = connected(empty);
  const call = {
    callId: 'c',
    tool: 'bash',
    aliases: [],
    input: {},
    subject: () => ({ kind: 'none' as const }),
  };
  await hooks.postToolUse({ ...call, result: { text: 'exit code 1', isError: true } }, signal);
  expect(events[0]).toMatchObject({
    name: 'PostToolUse',
    response: { text: 'exit code 1', isError: true },
    tool: { name: 'bash' },
  });
});

test('says SubagentStop in a worker and Stop elsewhere', async () => {
  const end = { lastMessage: 'done', active: true };
  const main = connected(empty);
  await main.hooks.stop(end, signal);
  const worker = connected(empty, { ...place, worker: { agentId: 'w', agentType: 'general' } });
  await worker.hooks.stop(end, signal);
  expect([main.events[0]?.name, worker.events[0]?.name]).toEqual(['Stop', 'SubagentStop']);
  expect(worker.events[0]).toMatchObject({
    stopHookActive: true,
    lastAssistantMessage: 'done',
    worker: { agentId: 'w' },
  });
});
