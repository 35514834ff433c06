import { appendFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { NO_HOOKS_OUTCOME } from '../../../../src/agent/hooks/hooks.ts';
import { HookTrace, traced } from '../../../../src/agent/hooks/hookTrace.ts';
import { nodeFiles } from '../../../../src/agent/host/node/nodeFiles.ts';
import { nullLog } from '../../../../src/base/log.ts';
import type { HookRun } from '../../../../src/protocol/vak.ts';
import { ManualClock } from '../../../support/manualClock.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { eventNamed, notCancelled } from './hooksUnderTest.ts';

const run = (hook: string, verdict: HookRun['verdict'] = 'allow', more: Partial<HookRun> = {}): HookRun => ({
  runId: hook,
  hook,
  event: 'PreToolUse',
  verdict,
  ms: 1,
  effects: [],
  ...more,
});

function newTrace(folder = tempFolder()) {
  const file = path.join(folder, 's.hooks');
  const clock = new ManualClock(1000);
  const redact = (line: string) => line.replaceAll('secret', '[redacted]');
  return { file, clock, trace: new HookTrace({ files: nodeFiles, clock, log: nullLog, redact, path: file }) };
}

describe('the trace of hooks', () => {
  it('keeps runs in their order, with their time, also for another process', async () => {
    const { trace, clock, file } = newTrace();
    trace.add(run('a'));
    clock.advance(5);
    trace.add(run('b', 'block'));
    await trace.close();
    const { trace: later } = newTrace(path.dirname(file));
    later.add(run('c'));
    expect((await later.read()).map(({ at, run: { hook, verdict } }) => [at, hook, verdict])).toEqual([
      [1000, 'a', 'allow'],
      [1005, 'b', 'block'],
      [1000, 'c', 'allow'],
    ]);
    await later.close();
  });

  it('holds nothing that must not be written', async () => {
    const { trace } = newTrace();
    trace.add(run('a', 'allow', { stdout: 'key: secret' }));
    expect((await trace.read())[0]?.run.stdout).toBe('key: [redacted]');
    await trace.close();
  });

  it('is empty when no hook ever ran', async () => {
    expect(await newTrace().trace.read()).toEqual([]);
  });

  it('passes over lines that it can’t read', async () => {
    const { trace, file } = newTrace();
    trace.add(run('a'));
    await trace.close();
    appendFileSync(file, '{"at":1\n{"at":1,"run":{}}\n\n');
    expect((await trace.read()).map((each) => each.run.hook)).toEqual(['a']);
  });

  it('stays bounded, keeping the latest', async () => {
    const { trace, file } = newTrace();
    const large = 'x'.repeat(100_000);
    for (let i = 0; i < 70; i++) trace.add(run(String(i), 'allow', { stdout: large }));
    await trace.close();
    const kept = await trace.read();
    expect(existsSync(`${file}.older`)).toBe(true);
    expect(kept.length).toBeLessThan(50);
    expect(kept.at(-1)?.run.hook).toBe('69');
  });
});

describe('traced hooks', () => {
  it('trace every run, and show those that are news', async () => {
    const all = [
      run('a'),
      run('b', 'not-matched'),
      run('c', 'untrusted'),
      run('c', 'untrusted'),
      run('a', 'block'),
    ];
    const kept: HookRun[] = [];
    const heard: string[] = [];
    const hooks = traced(
      {
        run: async (_event, _signal, onRun) => {
          for (const each of all) onRun?.(each);
          return NO_HOOKS_OUTCOME;
        },
      },
      { add: (each) => kept.push(each) },
    );
    await hooks.run(eventNamed('PreToolUse'), notCancelled, (each) =>
      heard.push(`${each.hook} ${each.verdict}`),
    );
    expect(kept).toEqual(all);
    expect(heard).toEqual(['a allow', 'b not-matched', 'c untrusted', 'a block']);
  });
});
