import { createHooks } from '../../../../src/agent/hooks/createHooks.ts';
import type { HookEvent, HookEventName, HookTool } from '../../../../src/agent/hooks/hooks.ts';
import { createMatchRule } from '../../../../src/agent/hooks/matchRule.ts';
import type { Files, Host } from '../../../../src/agent/host/host.ts';
import type { HookDefinition } from '../../../../src/agent/inventory/catalogue.ts';
import { HOOK_EVENTS } from '../../../../src/agent/inventory/hookEvents.ts';
import { FakeProcesses, type FakeRun } from '../../../support/fakeProcesses.ts';
import { ManualClock } from '../../../support/manualClock.ts';

export const EVENTS = Object.keys(HOOK_EVENTS) as HookEventName[];

/** A hook with everything at its default. */
export function hook(given: Partial<HookDefinition> = {}): HookDefinition {
  return {
    name: 'config.toml#PreToolUse[0]',
    form: 'toml',
    event: 'PreToolUse',
    command: 'guard',
    args: [],
    timeoutMs: 10_000,
    enabled: true,
    failure: 'open',
    source: 'user',
    origin: { scope: 'user', path: '/home/me/.config/vak/config.toml' },
    ...given,
  };
}

export const bash: HookTool = {
  name: 'bash',
  aliases: ['Bash'],
  callId: 'call-1',
  input: { command: 'git push origin main' },
  subject: (input) => ({ kind: 'command', line: String((input as { command?: unknown }).command ?? '') }),
};

const place = { sessionId: 'session-1', turnId: 'turn-1', cwd: '/home/me/project' };

/** One event of each kind. */
export function eventNamed(name: HookEventName, tool = bash): HookEvent {
  switch (name) {
    case 'SessionStart':
      return { ...place, name, source: 'startup' };
    case 'UserPromptSubmit':
      return { ...place, name, prompt: 'Do it' };
    case 'PreToolUse':
    case 'PermissionRequest':
      return { ...place, name, tool };
    case 'PostToolUse':
      return { ...place, name, tool, response: { text: 'done', isError: false } };
    case 'Stop':
      return { ...place, name, stopHookActive: false, lastAssistantMessage: 'All done' };
    case 'SubagentStop':
    case 'SubagentStart': {
      const worker = { agentId: 'child-1', agentType: 'reviewer' };
      if (name === 'SubagentStart') return { ...place, name, worker };
      return { ...place, name, worker, stopHookActive: false, lastAssistantMessage: 'All done' };
    }
    case 'PreCompact':
      return { ...place, name, trigger: 'auto' };
    case 'PostCompact':
      return { ...place, name, trigger: 'auto', summary: 'In short' };
    case 'SessionEnd':
      return { ...place, name, reason: 'closed' };
    case 'Notification':
      return { ...place, name, message: 'Waiting' };
  }
}

/** A machine whose processes only pretend; `answer` by the command. One that hangs runs into its deadline at once. */
export function fakeExecutor(answer: (command: string, input: string) => FakeRun) {
  const clock = new ManualClock();
  const processes = new FakeProcesses((spec, input) => answer(spec.args.at(-1) ?? '', input));
  processes.onHang = () => queueMicrotask(() => clock.advance(60_000));
  const files = { stat: async () => undefined } as unknown as Files;
  const environment: Host['environment'] = {
    platform: 'linux',
    home: '/home/me',
    tempDir: '/tmp',
    configHome: '/home/me/.config/vak',
    dataHome: '/home/me/.local/share/vak',
    cacheHome: '/home/me/.cache/vak',
    get: () => undefined,
    forChild: async (own) => ({
      PATH: '/usr/bin',
      BASH_ENV: '/home/me/.noise',
      ENV: '/home/me/.noise',
      ...own,
    }),
  };
  const executor: Host = { id: 'local', files, processes, clock, environment };
  return { executor, processes };
}

/** Hooks over processes that only pretend. */
export function fakeHooks(
  definitions: readonly HookDefinition[],
  answer: (command: string, input: string) => FakeRun,
  extra: Partial<Parameters<typeof createHooks>[0]> = {},
) {
  const { executor, processes } = fakeExecutor(answer);
  const ids = { next: 0 };
  const hooks = createHooks({
    definitions,
    home: executor,
    executor,
    matchRule: createMatchRule('/home/me'),
    newId: () => `run-${++ids.next}`,
    ...extra,
  });
  return { hooks, processes };
}

export const notCancelled = new AbortController().signal;
