import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually, expectNoProcesses, memoryOf, processesNaming } from '../../support/processes.ts';
import { bashCall, notCancelled, realHooks } from './realHooks.ts';

/** Leaves a file when it began, and a grandchild that does not want to end. */
const STUBBORN = `#!/bin/bash
trap '' TERM
(trap '' TERM; while :; do sleep 0.1; done) &
touch begun
while :; do sleep 0.1; done
`;

describe('the process of a hook', () => {
  it('is killed with its grandchildren at its deadline', async () => {
    const { folder, hooks } = realHooks(
      { 'stubborn.sh': STUBBORN },
      { script: 'stubborn.sh', timeoutMs: 500 },
    );
    const value = await hooks.run(bashCall(folder, 'ls'), notCancelled);
    expect(value.runs).toMatchObject([{ verdict: 'failed', exit: 'timed out after 0.5 s' }]);
    await expectNoProcesses(folder);
  });

  it('is killed with its grandchildren on cancellation', async () => {
    const { folder, hooks } = realHooks({ 'stubborn.sh': STUBBORN }, { script: 'stubborn.sh' });
    const cancel = new AbortController();
    const run = hooks.run(bashCall(folder, 'ls'), cancel.signal);
    await eventually(() => existsSync(path.join(folder, 'begun')), 5000);
    expect(processesNaming(folder).length).toBeGreaterThan(1);
    cancel.abort();
    await expect(run).rejects.toThrow('cancelled');
    await expectNoProcesses(folder);
  });

  it('may read nothing, though 5 MiB are offered', async () => {
    const { folder, hooks } = realHooks({}, { command: 'exit 0' });
    const { runs } = await hooks.run(bashCall(folder, 'x'.repeat(5 * 1024 * 1024)), notCancelled);
    expect(runs).toMatchObject([{ verdict: 'no-opinion', exit: 'exit 0' }]);
  });

  it('may read 5 MiB, all of it', async () => {
    const { folder, hooks } = realHooks({}, { command: 'wc -c >count' });
    const line = 'x'.repeat(5 * 1024 * 1024);
    await hooks.run(bashCall(folder, line), notCancelled);
    expect(Number(readFileSync(path.join(folder, 'count'), 'utf8'))).toBeGreaterThan(2 * line.length);
  });

  it('has its deadline also when it never reads 5 MiB', async () => {
    const { folder, hooks } = realHooks({}, { command: 'exec sleep 60', timeoutMs: 300 });
    const value = await hooks.run(bashCall(folder, 'x'.repeat(5 * 1024 * 1024)), notCancelled);
    expect(value.runs).toMatchObject([{ exit: 'timed out after 0.3 s' }]);
    await expectNoProcesses(folder);
  });

  it('may close its output early', async () => {
    const { folder, hooks } = realHooks({}, { command: 'exec 1>&-; sleep 0.2; echo why >&2; exit 2' });
    expect((await hooks.run(bashCall(folder, 'ls'), notCancelled)).blocked).toMatchObject({ reason: 'why' });
  });

  it('ends when it ends, though a background child holds its pipes; the child ends too', async () => {
    const { folder, hooks } = realHooks({}, { command: 'sleep 60 & echo why >&2; exit 2' });
    const value = await hooks.run(bashCall(folder, 'ls'), notCancelled);
    expect(value.blocked).toMatchObject({ reason: 'why' });
    await expectNoProcesses(folder);
  });

  it('may print 100 MB, of which 64 KB are kept', async () => {
    const { folder, hooks } = realHooks({}, { command: 'head -c 104857600 /dev/zero | tr "\\0" x' });
    const before = memoryOf([process.pid]);
    const { runs } = await hooks.run(bashCall(folder, 'ls'), notCancelled);
    expect(runs[0]?.exit).toBe('exit 0');
    expect(runs[0]?.stdout?.length).toBeLessThan(66_000);
    expect(memoryOf([process.pid]) - before).toBeLessThan(64 * 1024 * 1024);
  });

  it('hears nothing of a shell’s start-up files', async () => {
    const noise = { '.bashrc': 'echo noise', '.profile': 'echo noise', '.bash_profile': 'echo noise' };
    const { folder, hooks } = realHooks(noise, {
      command: `echo '{"hookSpecificOutput":{"permissionDecision":"deny","permissionDecisionReason":"no"}}'`,
    });
    const { runs } = await hooks.run(bashCall(folder, 'ls'), notCancelled);
    expect(runs).toMatchObject([{ verdict: 'block', reason: 'no' }]);
  });

  it('has no terminal to write to', async () => {
    const { folder, hooks } = realHooks(
      {},
      { command: '{ echo x >/dev/tty; } 2>/dev/null && exit 2; exit 0' },
    );
    expect((await hooks.run(bashCall(folder, 'ls'), notCancelled)).blocked).toBeUndefined();
  });
});

describe('a hook’s script', () => {
  const script = '#!/bin/bash\necho "$0|$1|$2" >seen\n';

  it('runs from its copy in the cache, with its arguments as they are', async () => {
    const { folder, hooks } = realHooks(
      { 'my guard.sh': script },
      { script: 'my guard.sh', args: ['--a', 'b c; $x'] },
    );
    await hooks.run(bashCall(folder, 'ls'), notCancelled);
    const seen = readFileSync(path.join(folder, 'seen'), 'utf8').trim().split('|');
    expect(seen[0]).toMatch(new RegExp(`^${folder}/\\.cache/vak/hooks/[0-9a-f]{32}/my guard\\.sh$`));
    expect(seen.slice(1)).toEqual(['--a', 'b c; $x']);
  });

  it('is copied again only when its content or mode changed, and then counts at once', async () => {
    const { folder, hooks } = realHooks({ 'guard.sh': '#!/bin/bash\nexit 0\n' }, { script: 'guard.sh' });
    const event = bashCall(folder, 'ls');
    const copies = () => readdirSync(path.join(folder, '.cache/vak/hooks'));
    await hooks.run(event, notCancelled);
    const copy = path.join(folder, '.cache/vak/hooks', copies()[0] ?? '', 'guard.sh');
    const { mtimeMs } = statSync(copy);
    await hooks.run(event, notCancelled);
    expect([copies().length, statSync(copy).mtimeMs]).toEqual([1, mtimeMs]);
    writeFileSync(path.join(folder, 'guard.sh'), '#!/bin/bash\necho changed >&2; exit 2\n');
    expect((await hooks.run(event, notCancelled)).blocked?.reason).toBe('changed');
    expect(copies()).toHaveLength(2);
  });

  it('does not run as somebody changed its copy', async () => {
    const { folder, hooks } = realHooks({ 'guard.sh': '#!/bin/bash\nexit 2 # no\n' }, { script: 'guard.sh' });
    const event = bashCall(folder, 'ls');
    await hooks.run(event, notCancelled);
    const cache = path.join(folder, '.cache/vak/hooks');
    writeFileSync(path.join(cache, readdirSync(cache)[0] ?? '', 'guard.sh'), '#!/bin/bash\nexit 0 # no\n');
    expect((await hooks.run(event, notCancelled)).blocked).toBeDefined();
  });

  it('of a plugin runs where it lies, with the rest of the plugin beside it', async () => {
    const files = {
      'plugin/hooks/inject.sh': '#!/bin/bash\ncat "$(dirname "$0")/../core.md"\n',
      'plugin/core.md': 'Mind this',
    };
    const { folder, hooks } = realHooks(files, {
      event: 'SessionStart',
      script: 'plugin/hooks/inject.sh',
      pluginRoot: '/home/me/plugin',
    });
    const { context } = await hooks.run(
      { name: 'SessionStart', source: 'startup', sessionId: 's', turnId: '', cwd: folder },
      notCancelled,
    );
    expect(context).toEqual(['Mind this']);
  });

  it('that is gone is a failure with its name', async () => {
    const { folder, hooks } = realHooks({}, { script: 'gone.sh', failure: 'closed' });
    const { blocked } = await hooks.run(bashCall(folder, 'ls'), notCancelled);
    expect(blocked?.reason).toMatch(/could not start: .*gone\.sh/);
  });

  it('whose interpreter is missing is a failure', async () => {
    const { folder, hooks } = realHooks({ 'x.sh': '#!/no/such/interpreter\n' }, { script: 'x.sh' });
    const { runs } = await hooks.run(bashCall(folder, 'ls'), notCancelled);
    expect(runs).toMatchObject([{ verdict: 'failed', exit: expect.stringMatching(/could not start/) }]);
  });
});
