import { describe, expect, it } from 'vitest';
import { describeTrial } from '../../../../src/agent/hooks/describeTrial.ts';
import { recordedCall } from '../../../../src/agent/hooks/recordedCall.ts';
import { type HookTrial, tryHooks } from '../../../../src/agent/hooks/tryHooks.ts';
import type { Catalogue, HookDefinition } from '../../../../src/agent/inventory/catalogue.ts';
import type { Entry } from '../../../../src/agent/store/entry.ts';
import { createBuiltinTools } from '../../../../src/agent/tools/builtinTools.ts';
import type { FakeRun } from '../../../support/fakeProcesses.ts';
import { fakeExecutor, hook, notCancelled } from './hooksUnderTest.ts';

const item = (name: string, state: 'untrusted' | 'disabled') => ({
  kind: 'hook' as const,
  name,
  label: 'project',
  description: '',
  origin: { scope: 'project' as const, path: '/home/me/project/.vak/config.toml' },
  state,
  reason: 'because',
});

function attempt(trial: Partial<HookTrial>, hooks: readonly HookDefinition[], answer: () => FakeRun) {
  const { executor: host } = fakeExecutor(answer);
  const items = [item('x.yaml#Stop[0]', 'untrusted'), item('y.yaml#Stop[0]', 'disabled')];
  const catalogue = { hooks, items } as unknown as Catalogue;
  const whole = { cwd: '/home/me/project', event: 'pre-tool-use', ...trial };
  return tryHooks(whole, { catalogue, host, tools: createBuiltinTools() }, notCancelled);
}

const guard = hook({ name: 'guard', match: 'Bash(git push *)' });

describe('trying hooks', () => {
  it('shows stdin, exit, verdict, reason, effect and environment of each that matches', async () => {
    const input = { command: 'git push origin' };
    const tried = await attempt(
      { tool: 'Bash', input },
      [guard, hook({ name: 'edits', matcher: 'Edit' })],
      () => ({
        exit: 2,
        stderr: 'not now',
      }),
    );
    expect(tried).toEqual([
      {
        hook: 'guard',
        source: 'user',
        event: 'PreToolUse',
        matched: true,
        verdict: 'block',
        reason: 'not now',
        effect: ['kept the call from running'],
        exit: 'exit 2',
        ms: 0,
        stdin: expect.stringContaining('"tool_input":{"command":"git push origin"}'),
        stdout: '',
        stderr: 'not now',
        environment: { BASH_ENV: null, ENV: null },
      },
      { hook: 'edits', source: 'user', event: 'PreToolUse', matched: false, effect: [] },
    ]);
  });

  it('runs the one that is named also when it does not match', async () => {
    const [tried] = await attempt({ hook: 'guard', input: { command: 'ls' } }, [guard], () => ({ exit: 0 }));
    expect(tried).toMatchObject({ matched: false, verdict: 'allow' });
  });

  it('finds one of two of the same name by its folder too', async () => {
    const twin = {
      ...guard,
      origin: { scope: 'project' as const, path: '/home/me/project/.vak/config.toml' },
    };
    const tried = await attempt({ hook: '/home/me/project/.vak/guard' }, [guard, twin], () => ({ exit: 0 }));
    expect(tried).toHaveLength(1);
  });

  it.each<[string, Partial<HookTrial>, string]>([
    [
      'an unknown event',
      { event: 'pre-tol-use' },
      'There is no event "pre-tol-use". Did you mean "pre-tool-use"?',
    ],
    ['an unknown hook', { hook: 'gard' }, 'There is no hook on PreToolUse "gard". Did you mean "guard"?'],
    ['an untrusted hook', { event: 'Stop', hook: 'x.yaml#Stop[0]' }, 'is not trusted yet: because'],
    ['a disabled hook', { event: 'Stop', hook: 'y.yaml#Stop[0]' }, 'it is disabled'],
  ])('refuses %s', async (_, trial, message) => {
    await expect(attempt(trial, [guard], () => ({ exit: 0 }))).rejects.toThrow(message);
  });

  it.each<[string, unknown, object]>([
    ['user-prompt-submit', { prompt: 'Hi' }, { prompt: 'Hi' }],
    ['UserPromptSubmit', 'Hi', { prompt: 'Hi' }],
    ['session-start', { source: 'resume' }, { source: 'resume' }],
    ['stop', { stop_hook_active: true }, { stop_hook_active: true, last_assistant_message: 'Done.' }],
    ['SubagentStop', { agent_type: 'reviewer' }, { agent_type: 'reviewer', agent_id: 'hooks-test-worker' }],
    ['PostToolUse', { path: 'a' }, { tool_response: { text: 'Done.', is_error: false } }],
  ])('makes an event of %s with the given fields', async (event, input, fields) => {
    const on = (name: HookDefinition['event']) => hook({ event: name });
    const all = (['UserPromptSubmit', 'SessionStart', 'Stop', 'SubagentStop', 'PostToolUse'] as const).map(
      on,
    );
    const [tried] = await attempt({ event, input }, all, () => ({ exit: 0 }));
    expect(JSON.parse(tried?.stdin ?? '')).toMatchObject(fields);
  });
});

describe('what was tried, for people', () => {
  it('is a block of lines each', async () => {
    const stdout = JSON.stringify({ hookSpecificOutput: { updatedInput: { command: 'ls' } } });
    const tried = await attempt(
      {},
      [hook({ name: 'dry' }), hook({ name: 'edits', matcher: 'Edit' })],
      () => ({
        stdout,
        exit: 0,
      }),
    );
    const [first] = tried;
    expect(describeTrial(tried, 'PreToolUse')).toBe(
      [
        'dry (user): allow',
        '  effect  replaced the input',
        '  exit    exit 0 in 0 ms',
        `  stdin   ${first?.stdin}`,
        `  stdout  ${stdout}`,
        '  env     BASH_ENV is taken away',
        '  env     ENV is taken away',
        '  before  {"command":"echo hello"}',
        '  after   {"command":"ls"}',
        '',
        'edits (user): does not match',
        '',
      ].join('\n'),
    );
  });

  it('says when no hook is there', () => {
    expect(describeTrial([], 'stop')).toBe('No hook is there for stop.\n');
  });
});

describe('a recorded call', () => {
  const entries = [
    { type: 'call', id: 'e1', callId: 'c1', tool: 'bash', input: { command: 'ls' } },
    { type: 'result', id: 'e2', callId: 'c1', text: 'a\nb', isError: false },
  ] as unknown as Entry[];

  it.each(['e1', 'e2', 'c1'])('is found by %s', (id) => {
    expect(recordedCall(entries, id)).toEqual({
      tool: 'bash',
      input: { command: 'ls' },
      response: { text: 'a\nb', isError: false },
    });
  });

  it('that is not there is named', () => {
    expect(() => recordedCall(entries, 'e9')).toThrow('has no call "e9"');
  });
});
