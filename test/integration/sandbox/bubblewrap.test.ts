import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createNodeHost } from '../../../src/agent/host/node/nodeHost.ts';
import { createCommandSandbox } from '../../../src/agent/sandbox/commandSandbox.ts';
import { ownPlaces } from '../../../src/agent/sandbox/ownPlaces.ts';
import type { SandboxPolicy } from '../../../src/agent/sandbox/policy.ts';
import { findSandbox } from '../../../src/agent/sandbox/sandbox.ts';
import { processesMarked } from '../../../src/node/processTree.ts';
import { testHost } from '../../support/testTurn.ts';

const host = createNodeHost();
const found = await findSandbox(host);
if (found.kind === 'unavailable') console.log(`Skipped: ${found.reason}`);

const outer = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'vakil-sandbox-')));
const root = path.join(outer, 'project');
mkdirSync(path.join(root, '.git/hooks'), { recursive: true });
writeFileSync(path.join(root, '.git/config'), '');
mkdirSync(path.join(root, '.vak'));
mkdirSync(path.join(root, '.husky'));
writeFileSync(path.join(root, 'AGENTS.md'), 'be kind');
afterAll(() => rmSync(outer, { recursive: true, force: true }));

async function run(line: string, change: Partial<SandboxPolicy> = {}) {
  if (found.kind === 'unavailable') throw new Error(found.reason);
  const { appeared: _, ...own } = await ownPlaces(host, [root], [root]);
  const policy = { writable: [root], ...own, network: false, ...change };
  const env = await host.environment.forChild({ VAKIL_SANDBOX_TEST: outer });
  const child = host.processes.spawn(
    found.sandbox.wrap({ command: 'bash', args: ['-c', line], cwd: root, env }, policy),
  );
  let output = '';
  const take = (bytes: Uint8Array) => {
    output += Buffer.from(bytes).toString('utf8');
  };
  child.onStdout(take);
  child.onStderr(take);
  const end = async () => {
    const { code } = await child.exited;
    await child.drained();
    return { code, output };
  };
  return { child, end };
}
const finish = async (line: string, change: Partial<SandboxPolicy> = {}) => (await run(line, change)).end();

describe.skipIf(found.kind === 'unavailable')('a command in bubblewrap', () => {
  test('writes in the workspace and starts there', async () => {
    expect(await finish('pwd; echo hi > new.txt')).toEqual({ code: 0, output: `${root}\n` });
    expect(readFileSync(path.join(root, 'new.txt'), 'utf8')).toBe('hi\n');
  });

  test.each([
    'echo x > ../out',
    'echo x > .vak/config.toml',
    'echo x > .git/hooks/pre-commit',
    'echo x > AGENTS.md',
    'rm AGENTS.md',
    'mv .vak other',
    'mv .git other',
    'rm -r .git',
    'echo x > .git/config',
    'mv .git/hooks .git/other',
    'echo x > .husky/pre-commit',
    'echo x > /proc/sys/kernel/hostname',
    'echo x > /sys/kernel/mm/ksm/run',
    'touch /etc/vakil-was-here',
  ])('cannot: %s', async (line) => {
    const { code, output } = await finish(line);
    expect([
      code === 0,
      /Read-only file system|Device or resource busy|Permission denied/.test(output),
    ]).toEqual([false, true]);
  });

  test('can take no limit off, also as root', async () => {
    const ways = [
      'mount -o remount,rw /',
      'mount -o remount,bind,rw /',
      'mount -o remount,bind,rw .vak',
      'umount .vak',
      'mknod disk b 8 0',
      'unshare -Urm sh -c "mount -o remount,bind,rw / && touch .vak/x"',
      'unshare -Um sh -c "umount .vak && touch .vak/x"',
      'chroot . true',
      'kill -0 1 && nsenter -t 1 -m true && test -w /',
      'test -w /',
    ];
    const { output } = await finish(ways.map((way) => `(${way}) 2>/dev/null && echo '${way}'`).join('\n'));
    expect([output, existsSync(path.join(root, '.vak/x'))]).toEqual(['', false]);
  });

  test('commits with git', async () => {
    const made = await finish(
      'git init -q sub && cd sub && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m x',
    );
    expect(made).toEqual({ code: 0, output: '' });
  });

  test('has no network unless allowed', async () => {
    const line = 'cat /proc/net/dev | tail -n +3 | cut -d: -f1 | tr -d " " | sort -u';
    const [without, allowed] = [await finish(line), await finish(line, { network: true })];
    expect([
      without.output.trim(),
      allowed.output.trim().split('\n').length >= without.output.trim().split('\n').length,
    ]).toEqual(['lo', true]);
  });

  test('takes everything it started with it', async () => {
    const { child } = await run('setsid sleep 600 & setsid sleep 600 & echo ready; wait');
    await new Promise<void>((resolve) => child.onStdout(() => resolve()));
    await child.kill(100);
    expect(await processesMarked('VAKIL_SANDBOX_TEST', outer)).toEqual([]);
  });

  test.each([
    'echo x > config/vak/config.toml',
    'mv config other && mkdir -p config/vak',
    'mv data/vak other',
    'rm -r cache',
    'echo x > repository/.vak/config.toml',
    'mv ../home ../other',
  ])('in a workspace that holds the homes of the agent cannot: %s', async (line) => {
    const home = path.join(outer, 'home');
    for (const name of ['config', 'data', 'cache']) {
      mkdirSync(path.join(home, name, 'vak'), { recursive: true });
      writeFileSync(path.join(home, name, 'vak/kept'), '');
    }
    mkdirSync(path.join(home, 'repository/.vak'), { recursive: true });
    const roots = [home, path.join(home, 'repository')];
    const options = { mode: 'auto', network: false, roots } as const;
    const inHome = await createCommandSandbox(testHost(home), async () => found, options).ready();
    const env = await host.environment.forChild();
    const child = host.processes.spawn(inHome.wrap({ command: 'sh', args: ['-c', line], cwd: home, env }));
    const { code } = await child.exited;
    expect([
      code === 0,
      existsSync(path.join(home, 'config/vak/kept')),
      existsSync(path.join(outer, 'other')),
    ]).toEqual([false, true, false]);
  });

  test('limits a worker to its scope', async () => {
    mkdirSync(path.join(root, 'src'), { recursive: true });
    await finish('echo a > src/a; echo b > b', { writable: [path.join(root, 'src')] });
    expect([existsSync(path.join(root, 'src/a')), existsSync(path.join(root, 'b'))]).toEqual([true, false]);
  });
});

test('bubblewrap holds on this machine, or does not start at all', () => {
  expect(found.kind === 'unavailable' ? found.reason : '').not.toContain('can write the whole disk');
});

test('a machine without the program says what to install', async () => {
  const bare = { ...host, processes: { ...host.processes, which: async () => undefined } };
  expect(await findSandbox(bare)).toMatchObject({
    kind: 'unavailable',
    reason: expect.stringContaining('install'),
  });
});
