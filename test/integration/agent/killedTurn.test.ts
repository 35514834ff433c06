import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { nodeFiles } from '../../../src/agent/host/node/nodeFiles.ts';
import { removeLeftovers } from '../../../src/agent/session/leftovers.ts';
import { readEntries } from '../../../src/agent/store/readEntries.ts';
import type { TurnEvent } from '../../../src/agent/turn/events.ts';
import { cliFile, sandbox } from '../../support/agentProcess.ts';

const old = 'old\n'.repeat(2_000);
const version = (n: number) => `version ${n}\n`.repeat(700);
const script = Array.from(
  { length: 12 },
  (_, n) => `call write_file ${JSON.stringify({ path: `f${n % 3}`, content: version(n) })}`,
).join('\n');
const allowed = new Set([old, ...Array.from({ length: 12 }, (_, n) => version(n))]);

/** Runs a turn, kills the agent so long after its first word, and gives the events that were shown before. */
async function killedAfter(ms: number, place: ReturnType<typeof sandbox>): Promise<TurnEvent[]> {
  const child = spawn(process.execPath, [cliFile, 'run', '--json', '--mode', 'auto', script], {
    cwd: place.workspace,
    env: place.env,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let shown = '';
  const first = Promise.withResolvers<void>();
  child.stdout.on('data', (bytes) => {
    shown += bytes;
    first.resolve();
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  await Promise.race([first.promise, closed]);
  await sleep(ms);
  child.kill('SIGKILL');
  await closed;
  return shown
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as TurnEvent);
}

test.each(Array.from({ length: 50 }, (_, at) => at * 3))(
  'a kill %i ms into a turn loses no finished entry and leaves no half-written file',
  async (ms) => {
    const place = sandbox({ workspace: { f0: old, f1: old, f2: old } });
    const events = await killedAfter(ms, place);
    const sessions = path.join(place.home, 'data/vak/sessions');
    const [file] = readdirSync(sessions).filter((name) => name.endsWith('.jsonl'));
    const { entries, skipped } = readEntries(readFileSync(path.join(sessions, file ?? ''), 'utf8'));
    expect(skipped).toEqual([]);
    const results = new Set(entries.flatMap((entry) => (entry.type === 'result' ? [entry.callId] : [])));
    const done = events.flatMap((event) =>
      event.kind === 'tool-call' && event.status === 'completed' ? [event.callId] : [],
    );
    expect(done.filter((callId) => !results.has(callId))).toEqual([]);
    await removeLeftovers(entries, nodeFiles);
    const files = readdirSync(place.workspace);
    expect(files.sort()).toEqual(['f0', 'f1', 'f2']);
    for (const name of files)
      expect(allowed.has(readFileSync(path.join(place.workspace, name), 'utf8'))).toBe(true);
  },
);
