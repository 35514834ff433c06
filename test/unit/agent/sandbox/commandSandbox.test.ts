import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { CommandSandbox } from '../../../../src/agent/sandbox/commandSandbox.ts';
import { createCommandSandbox } from '../../../../src/agent/sandbox/commandSandbox.ts';
import type { SandboxPolicy } from '../../../../src/agent/sandbox/policy.ts';
import type { SandboxFound } from '../../../../src/agent/sandbox/sandbox.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { noSandbox, testConversation, testDeps, testHost } from '../../../support/testTurn.ts';

const spec = { command: 'make', args: [], cwd: '/home/me/a', env: {} };

/** A sandbox that notes what it is asked for. */
function fakeSandbox() {
  const policies: SandboxPolicy[] = [];
  const found: SandboxFound = {
    kind: 'available',
    sandbox: {
      name: 'fake',
      wrap: (inner, policy) => {
        policies.push(policy);
        return { ...inner, command: 'sandbox' };
      },
    },
  };
  return { found: async () => found, policies };
}
const options = { mode: 'auto', network: false, roots: ['/home/me/a'] } as const;
const host = testHost('/home/me');

describe('commands', () => {
  test('run inside, with the workspace and temporary files to write', async () => {
    const { found, policies } = fakeSandbox();
    const ready = await createCommandSandbox(host, found, options).ready();
    expect([ready.state, ready.wrap(spec).command]).toEqual(['on', 'sandbox']);
    expect(policies[0]).toMatchObject({ writable: ['/home/me/a', host.environment.tempDir], network: false });
  });

  test('run as they are when it is switched off, and nobody looks for one', async () => {
    const ready = await createCommandSandbox(host, () => Promise.reject(new Error('looked')), {
      ...options,
      mode: 'off',
    }).ready();
    expect([ready.state, ready.wrap(spec)]).toEqual(['off', spec]);
  });

  test('run as they are where there is none, with the reason', async () => {
    const ready = await createCommandSandbox(
      host,
      async () => ({ kind: 'unavailable', reason: 'no bwrap' }),
      options,
    ).ready();
    expect([ready.state, ready.reason, ready.wrap(spec)]).toEqual(['unavailable', 'no bwrap', spec]);
  });

  test('of a scoped worker stay in its scope, also when a person would lift the limits', async () => {
    const { found, policies } = fakeSandbox();
    const scoped = createCommandSandbox(host, found, options).limitedTo(['/home/me/a/src']);
    (await scoped.withoutLimits().ready()).wrap(spec);
    expect(policies[0]?.writable).toEqual(['/home/me/a/src', host.environment.tempDir]);
  });

  test.each([
    ['/home/me', []],
    ['/home/me/b', []],
    ['/', []],
    ['/home/me/a/../b', []],
    ['/home/me/a', ['/home/me/a']],
  ])('of a worker with the scope %s write only what the workspace holds of it', async (scope, expected) => {
    const { found, policies } = fakeSandbox();
    (await createCommandSandbox(host, found, options).limitedTo([scope]).ready()).wrap(spec);
    expect(policies[0]?.writable).toEqual([...expected, host.environment.tempDir]);
  });

  test('of a scoped worker write the folder of git only where it is in the scope', async () => {
    const root = path.join(tempFolder(), 'a');
    mkdirSync(path.join(root, '.git'), { recursive: true });
    const { found, policies } = fakeSandbox();
    const own = createCommandSandbox(testHost('/home/me'), found, { ...options, roots: [root] });
    for (const scope of ['src', '.']) (await own.limitedTo([path.join(root, scope)]).ready()).wrap(spec);
    expect(policies.map(({ pinned }) => pinned)).toEqual([[], [path.join(root, '.git')]]);
  });

  test('of a scoped worker follow no link out of the workspace', async () => {
    const home = tempFolder();
    mkdirSync(path.join(home, 'a'));
    symlinkSync('..', path.join(home, 'a/up'));
    const { found, policies } = fakeSandbox();
    const own = createCommandSandbox(testHost(home), found, { ...options, roots: [path.join(home, 'a')] });
    (await own.limitedTo([path.join(home, 'a/up')]).ready()).wrap(spec);
    // The workspace is among the temporary files here, so these are not writable as a whole either.
    expect(policies[0]?.writable).toEqual([]);
  });
});

describe('a command that the sandbox stopped', () => {
  const stopping: CommandSandbox = {
    ready: async () => ({
      state: 'on',
      appeared: async () => [],
      wrap: (inner) => ({ ...inner, args: ['-c', 'echo "touch: Read-only file system" >&2; exit 1'] }),
    }),
    limitedTo: () => stopping,
    withoutLimits: () => noSandbox(host),
  };
  const conversation = (answer: 'once' | 'reject', mode: 'ask' | 'auto' = 'ask') => {
    const cwd = tempFolder();
    const permissions = { ...testDeps({ cwd }).permissions, mode: () => mode };
    const asked: string[] = [];
    const approver = {
      ask: async (question: { decision: { because: string } }) => {
        asked.push(question.decision.because);
        return { outcome: answer };
      },
    };
    const talk = testConversation({
      cwd,
      deps: { sandbox: stopping, permissions: { ...permissions, approver } },
    });
    return { talk, asked };
  };
  const result = (talk: ReturnType<typeof testConversation>) =>
    talk.log.flatMap((entry) =>
      entry.type === 'result' ? [[entry.text, entry.isError, entry.meta?.sandbox]] : [],
    );

  test('is offered again without it, and runs when the person says so', async () => {
    const { talk, asked } = conversation('once');
    await talk.send('call bash {"command":"echo done"}');
    expect([asked, result(talk)]).toEqual([
      ['The sandbox seems to have stopped this command. Run it again without the sandbox?'],
      [['done', false, 'off']],
    ]);
  });

  test('stays as it is when the person says no', async () => {
    const { talk } = conversation('reject');
    await talk.send('call bash {"command":"echo done"}');
    expect(result(talk)).toEqual([['touch: Read-only file system\nexit code 1', true, 'on']]);
  });

  test('asks nobody in auto', async () => {
    const { talk, asked } = conversation('once', 'auto');
    await talk.send('call bash {"command":"echo done"}');
    expect([asked, result(talk)[0]?.[2]]).toEqual([[], 'on']);
  });
});
