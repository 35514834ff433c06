import { describe, expect, it } from 'vitest';
import type { HookDefinition } from '../../../../src/agent/inventory/catalogue.ts';
import type { HookRun } from '../../../../src/protocol/vak.ts';
import { bash, eventNamed, fakeHooks, hook, notCancelled } from './hooksUnderTest.ts';

const rewrite = (command: string) => JSON.stringify({ hookSpecificOutput: { updatedInput: { command } } });

describe('the hooks of an event', () => {
  it('run one after another, in their order, and only on their event', async () => {
    const { hooks, processes } = fakeHooks(
      [
        hook({ command: 'one' }),
        hook({ command: 'stop', event: 'Stop' }),
        hook({ command: 'two', matcher: 'Edit' }),
        hook({ command: 'three' }),
      ],
      () => ({ exit: 0 }),
    );
    const { runs } = await hooks.run(eventNamed('PreToolUse'), notCancelled);
    expect(processes.started.map(({ args }) => args)).toEqual([
      ['--norc', '-c', 'one'],
      ['--norc', '-c', 'three'],
    ]);
    expect(runs.map(({ verdict }) => verdict)).toEqual(['no-opinion', 'not-matched', 'no-opinion']);
  });

  it('end with the first block', async () => {
    const { hooks, processes } = fakeHooks(
      [hook({ command: 'block', name: 'guard' }), hook({ command: 'later' })],
      () => ({ exit: 2, stderr: 'not on main\n' }),
    );
    const outcome = await hooks.run(eventNamed('PreToolUse'), notCancelled);
    expect(outcome).toMatchObject({ blocked: { reason: 'not on main', hook: 'guard' } });
    expect(processes.started).toHaveLength(1);
  });

  it('see the input that the ones before them made, and match on it', async () => {
    const { hooks, processes } = fakeHooks(
      [
        hook({ command: 'dry' }),
        hook({ command: 'silent' }),
        hook({ command: 'pushes', match: 'Bash(git push *)' }),
        hook({ command: 'lists', match: 'Bash(ls *)' }),
      ],
      (command) => (command === 'dry' ? { stdout: rewrite('ls -l'), exit: 0 } : { exit: 0 }),
    );
    const outcome = await hooks.run(eventNamed('PreToolUse'), notCancelled);
    expect(outcome.updatedInput).toEqual({ command: 'ls -l' });
    expect(processes.started.map(({ args }) => args.at(-1))).toEqual(['dry', 'silent', 'lists']);
    expect(JSON.parse(processes.started[1]?.input ?? '')).toMatchObject({ tool_input: { command: 'ls -l' } });
  });

  describe('of the person', () => {
    const calling = (command: string) => eventNamed('PreToolUse', { ...bash, input: { command } });
    const foreign = { scope: 'project', path: '/home/me/app/.vak/config.toml' } as const;
    const toPush = (command: string) =>
      command === 'rewrites' ? { stdout: rewrite('git push'), exit: 0 } : undefined;

    it('judge the input that a project’s hook made of it, also those that did not match before', async () => {
      const { hooks, processes } = fakeHooks(
        [
          hook({ command: 'guard', name: 'guard', match: 'Bash(git push *)' }),
          hook({ command: 'rewrites', origin: foreign }),
        ],
        (command) => toPush(command) ?? { exit: 2, stderr: 'no push' },
      );
      const outcome = await hooks.run(calling('ls'), notCancelled);
      expect(outcome).toMatchObject({ blocked: { reason: 'no push', hook: 'guard' } });
      expect(outcome).not.toHaveProperty('updatedInput');
      expect(processes.started.map(({ args }) => args.at(-1))).toEqual(['rewrites', 'guard']);
    });

    it('are those of their plugins too', async () => {
      const origin = { scope: 'plugin', plugin: 'guard', path: '/home/me/plugin.yaml' } as const;
      const run = async (fromUsersPlugin: boolean) => {
        const { hooks } = fakeHooks(
          [
            hook({ command: 'guard', match: 'Bash(git push *)', origin, fromUsersPlugin }),
            hook({ command: 'rewrites', origin: foreign }),
          ],
          (command) => toPush(command) ?? { exit: 2, stderr: 'no push' },
        );
        return (await hooks.run(calling('ls'), notCancelled)).blocked?.reason;
      };
      expect([await run(true), await run(false)]).toEqual(['no push', undefined]);
    });

    it('have the last word on it', async () => {
      const { hooks } = fakeHooks(
        [hook({ command: 'dry' }), hook({ command: 'rewrites', origin: foreign })],
        (command, input) =>
          toPush(command) ?? { stdout: rewrite(input.includes('git push') ? 'git push -n' : 'ls'), exit: 0 },
      );
      expect((await hooks.run(calling('ls -l'), notCancelled)).updatedInput).toEqual({
        command: 'git push -n',
      });
    });

    it('run once where only hooks of the person rewrite, and say what they say once', async () => {
      const said = JSON.stringify({ hookSpecificOutput: { additionalContext: 'careful' } });
      const run = async (origin: object) => {
        const { hooks, processes } = fakeHooks(
          [hook({ command: 'says' }), hook({ command: 'rewrites', ...origin })],
          (command) => toPush(command) ?? { stdout: said, exit: 0 },
        );
        const { context } = await hooks.run(calling('ls'), notCancelled);
        return [processes.started.length, context];
      };
      expect([await run({}), await run({ origin: foreign })]).toEqual([
        [2, ['careful']],
        [3, ['careful']],
      ]);
    });
  });

  it('leave no rewritten input behind when one of them blocks after all', async () => {
    const { hooks } = fakeHooks([hook({ command: 'dry' }), hook({ command: 'block' })], (command) =>
      command === 'dry' ? { stdout: rewrite('ls'), exit: 0 } : { exit: 2, stderr: 'no' },
    );
    expect(await hooks.run(eventNamed('PreToolUse'), notCancelled)).not.toHaveProperty('updatedInput');
  });

  it('add up their context and messages in order', async () => {
    const { hooks } = fakeHooks(
      ['a', 'b'].map((command) => hook({ command, event: 'UserPromptSubmit', form: 'yaml' })),
      (command) => ({
        stdout: JSON.stringify({
          systemMessage: `m${command}`,
          hookSpecificOutput: { additionalContext: command },
        }),
        exit: 0,
      }),
    );
    const outcome = await hooks.run(eventNamed('UserPromptSubmit'), notCancelled);
    expect(outcome).toMatchObject({ context: ['a', 'b'], messages: ['ma', 'mb'] });
  });

  it('continue a turn once when one of them fails closed', async () => {
    const { hooks } = fakeHooks([hook({ event: 'Stop', failure: 'closed' })], () => ({ exit: 1 }));
    const stop = { ...eventNamed('Stop'), name: 'Stop', lastAssistantMessage: '' } as const;
    const first = await hooks.run({ ...stop, stopHookActive: false }, notCancelled);
    const second = await hooks.run({ ...stop, stopHookActive: true }, notCancelled);
    expect([first.blocked?.reason, second.blocked]).toEqual([expect.stringContaining('exit 1'), undefined]);
  });

  it('tell which of them are not trusted yet', async () => {
    const heard: HookRun[] = [];
    const untrusted = [{ name: 'x.yaml#PreToolUse[0]', event: 'PreToolUse', reason: 'not approved yet' }];
    const { hooks, processes } = fakeHooks([], () => ({ exit: 0 }), { untrusted });
    await hooks.run(eventNamed('PreToolUse'), notCancelled, (run) => heard.push(run));
    expect(heard).toMatchObject([
      { verdict: 'untrusted', reason: 'not approved yet', hook: 'x.yaml#PreToolUse[0]' },
    ]);
    expect(processes.started).toEqual([]);
  });
});

describe('a hook that is no longer what was agreed to', () => {
  const approved = 'event: PreToolUse\ncommand: guard';
  const changed = { approvedContent: `${approved}\nfile guard: 0` };
  const remedy =
    'it changed since it was approved, so it did not run; look at the change and approve it again in the ' +
    'view Extensions or with `vak trust`';
  const run = async (given: Partial<HookDefinition>, event = eventNamed('PreToolUse')) => {
    const { hooks, processes } = fakeHooks([hook({ ...given, event: event.name })], () => ({ exit: 0 }));
    const { blocked, stopTurn, runs } = await hooks.run(event, notCancelled);
    const { verdict, reason } = runs[0] ?? {};
    return {
      started: processes.started.length,
      block: blocked?.reason,
      end: stopTurn?.reason,
      verdict,
      reason,
    };
  };

  it('runs while it is', async () => {
    expect(await run({ approvedContent: approved, failure: 'closed' })).toMatchObject({
      started: 1,
      verdict: 'no-opinion',
    });
  });

  it('is passed over where its failure changes nothing', async () => {
    expect(await run(changed)).toEqual({ started: 0, verdict: 'untrusted', reason: remedy });
  });

  const failed = `The hook config.toml#PreToolUse[0] failed: ${remedy}`;
  it.each<[string, Partial<HookDefinition>, object]>([
    ['blocks a call', {}, { block: failed }],
    ['blocks no call that it does not match', { match: 'Bash(rm *)' }, { verdict: 'not-matched' }],
    [
      'of a plugin of the person’s tells that it can be installed anew',
      { fromUsersPlugin: true },
      { block: failed.replace('with `vak trust`', 'by installing its plugin anew') },
    ],
  ])('fails closed where it says so: %s', async (_, given, outcome) => {
    const outcomes = { started: 0, verdict: 'failed', ...outcome };
    expect(await run({ ...changed, ...given, failure: 'closed' })).toMatchObject(outcomes);
  });

  it('ends a turn where nothing is to be blocked', async () => {
    const outcome = await run({ ...changed, failure: 'closed' }, eventNamed('SessionStart'));
    expect(outcome).toMatchObject({ started: 0, end: failed });
  });
});

describe('a run', () => {
  it('shows what went in, what came out, and what came of it', async () => {
    const { hooks } = fakeHooks([hook({ name: 'guard' })], () => ({
      stdout: JSON.stringify({
        decision: 'approve',
        systemMessage: 'Dry run',
        hookSpecificOutput: { updatedInput: { command: 'ls' }, additionalContext: 'abc' },
      }),
      stderr: 'noise',
      exit: 0,
    }));
    const { runs } = await hooks.run(eventNamed('PreToolUse'), notCancelled);
    expect(runs).toEqual([
      {
        runId: 'run-1',
        hook: 'guard',
        event: 'PreToolUse',
        callId: 'call-1',
        verdict: 'allow',
        ms: 0,
        input: expect.stringContaining('"tool_name":"bash"'),
        stdout: expect.stringContaining('approve'),
        stderr: 'noise',
        exit: 'exit 0',
        rewrite: { before: bash.input, after: { command: 'ls' } },
        systemMessage: 'Dry run',
        effects: ['replaced the input', 'added 3 characters of context', 'showed a message'],
      },
    ]);
  });

  it.each<[string, Parameters<typeof hook>[0], { stdout?: string; exit: number }, string]>([
    [
      'a decision in the wrong form',
      { form: 'yaml' },
      { stdout: '{"decision":"block"}', exit: 0 },
      'ignored: decision: block, which counts on PreToolUse in [[hooks]] only; here permissionDecision does',
    ],
    [
      'text where it says nothing',
      {},
      { stdout: 'hello', exit: 0 },
      'ignored: plain text on stdout, which says nothing on PreToolUse',
    ],
    [
      'an answer behind noise',
      {},
      { stdout: 'welcome\n{"decision":"block"}', exit: 0 },
      'ignored: a JSON answer behind other output: it must stand alone on stdout',
    ],
    [
      'an answer beside exit 2',
      {},
      { stdout: '{"decision":"approve"}', exit: 2 },
      'ignored: its output, since it ended with exit 2',
    ],
    [
      'an answer for another event',
      {},
      { stdout: '{"hookSpecificOutput":{"hookEventName":"Stop"}}', exit: 0 },
      'failed: its answer is for Stop, but PreToolUse runs',
    ],
    [
      'a value that is none',
      {},
      { stdout: '{"decision":"perhaps"}', exit: 0 },
      'failed: its answer is wrong at «decision»',
    ],
    [
      'an answer that asks',
      {},
      { stdout: '{"hookSpecificOutput":{"permissionDecision":"ask"}}', exit: 0 },
      'failed: its hookSpecificOutput.permissionDecision is none of allow and deny',
    ],
  ])('says what does not count: %s', async (_, given, answer, note) => {
    const { hooks } = fakeHooks([hook(given)], () => answer);
    const { runs } = await hooks.run(eventNamed('PreToolUse'), notCancelled);
    expect(runs[0]?.effects).toEqual(expect.arrayContaining([expect.stringContaining(note)]));
  });

  describe('that ends with exit 2', () => {
    const runOf = async (command: string, stderr: string) => {
      const { hooks } = fakeHooks([hook({ command })], () => ({ exit: 2, stderr }));
      const outcome = await hooks.run(eventNamed('PreToolUse'), notCancelled);
      return [outcome.blocked?.reason, outcome.runs[0]?.exit];
    };

    it.each([
      ['python3 scripts/gone.py', "python3: can't open file '/home/me/project/scripts/gone.py': [Errno 2] …"],
      [
        'python3 -u scripts/gone.py',
        "python3: can't open file '/home/me/project/scripts/gone.py': [Errno 2] …",
      ],
      [
        'python3 "scripts/gone.py" --strict',
        "python3: can't open file '/home/me/project/scripts/gone.py': …",
      ],
      ['perl -w scripts/gone.py', 'Can\'t open perl script "scripts/gone.py": No such file or directory'],
      ['sh scripts/gone.py', 'sh: 0: cannot open scripts/gone.py: No such file'],
    ])('did not start when its interpreter misses its script: %s', async (command, stderr) => {
      expect(await runOf(command, stderr)).toEqual([
        undefined,
        'could not start: scripts/gone.py is not there',
      ]);
    });

    it.each([
      ["bash -c 'echo no >&2; exit 2'", 'no'],
      ['sh -c "exit 2"', ''],
      ['python3 -c "import sys; sys.exit(2)"', ''],
      ["node -e 'process.exit(2)'", ''],
      ['python3 -m guard', 'guard: no'],
      ['python3 -W ignore /home/me/guard.py', 'ignore what you push'],
      ['python3 -X dev guard.py', 'dev'],
      ['python3 made-on-the-way.py', 'not on main'],
      ['bash --init-file x guard.sh', 'x'],
    ])('blocks when what it ran said so: %s', async (command, stderr) => {
      const [reason, exit] = await runOf(command, stderr);
      expect([typeof reason, exit]).toEqual(['string', 'exit 2']);
    });
  });

  it('reads no start-up file of a shell, and knows its plugin', async () => {
    const { hooks, processes } = fakeHooks([hook({ pluginRoot: '/home/me/p' })], () => ({ exit: 0 }));
    await hooks.run(eventNamed('PreToolUse'), notCancelled);
    expect(processes.started[0]?.env).toEqual({
      PATH: '/usr/bin',
      VAK_PLUGIN_ROOT: '/home/me/p',
      OPENVAALA_PLUGIN_ROOT: '/home/me/p',
    });
  });
});
