import { spawn } from 'node:child_process';
import { createHooks } from '../../src/agent/hooks/createHooks.ts';
import type { HookEvent } from '../../src/agent/hooks/hooks.ts';
import { createNodeHost } from '../../src/agent/host/node/nodeHost.ts';
import type { HookDefinition } from '../../src/agent/inventory/catalogue.ts';
import { median, type Row } from './row.ts';

const events = 2_000;
const runs = 21;

const signal = new AbortController().signal;
const event: HookEvent = {
  name: 'PreToolUse',
  sessionId: 'bench',
  turnId: 'bench',
  cwd: process.cwd(),
  tool: {
    name: 'bash',
    aliases: ['Bash'],
    callId: 'bench',
    input: { command: 'ls' },
    subject: () => ({ kind: 'command', line: 'ls' }),
  },
};

function hooksOf(...definitions: readonly Partial<HookDefinition>[]) {
  const host = createNodeHost();
  return createHooks({
    definitions: definitions.map((given) => ({
      name: 'bench',
      form: 'toml',
      event: 'PreToolUse',
      command: ':',
      args: [],
      timeoutMs: 10_000,
      enabled: true,
      failure: 'open',
      source: 'bench',
      origin: { scope: 'user', path: '/bench' },
      ...given,
    })),
    home: host,
    executor: host,
    matchRule: async () => false,
  });
}

/** What an event costs that no hook wants, and what a hook costs beyond its own process. */
export async function measureHooks(): Promise<readonly Row[]> {
  const idle = hooksOf({ matcher: 'Edit' }, { matcher: '^mcp__' });
  for (let i = 0; i < events; i++) await idle.run(event, signal);
  const start = performance.now();
  for (let i = 0; i < events; i++) await idle.run(event, signal);
  const each = (performance.now() - start) / events;

  const one = hooksOf({});
  const ours: number[] = [];
  const bare: number[] = [];
  for (let i = 0; i < runs; i++) {
    bare.push(await timed(bareBash));
    ours.push(await timed(async () => void (await one.run(event, signal))));
  }
  const [hook, process] = [median(ours), median(bare)];
  return [
    { what: 'event that no hook wants', value: each, unit: 'ms', target: 0.1 },
    {
      what: 'hook beyond its process',
      value: hook - process,
      unit: 'ms',
      target: 5,
      from: `${hook.toFixed(1)} ms − ${process.toFixed(1)} ms`,
    },
  ];
}

async function timed(act: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}

/** The same process with the same input, and nothing around it. */
function bareBash(): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['--norc', '-c', ':'], { stdio: ['pipe', 'pipe', 'pipe'], detached: true });
    child.on('error', reject);
    child.on('close', () => resolve());
    child.stdin.on('error', () => undefined);
    child.stdin.end('{}');
    child.stdout.resume();
    child.stderr.resume();
  });
}
