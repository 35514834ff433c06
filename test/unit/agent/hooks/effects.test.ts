import { describe, expect, it } from 'vitest';
import type { HookEventName, HookOutcome } from '../../../../src/agent/hooks/hooks.ts';
import type { FakeRun } from '../../../support/fakeProcesses.ts';
import { EVENTS, eventNamed, fakeHooks, hook, notCancelled } from './hooksUnderTest.ts';

const EXITS: readonly [string, FakeRun['exit']][] = [
  ['exit 0', 0],
  ['exit 1', 1],
  ['exit 2', 2],
  ['signal', { code: null, signal: 'SIGSEGV' }],
  ['timeout', 'hang'],
  ['no start', { code: null, signal: null, error: new Error('spawn ENOENT') }],
];

const own = (fields: object) => JSON.stringify({ hookSpecificOutput: fields });

const OUTPUTS: readonly [string, string][] = [
  ['empty', ''],
  ['text', 'some text'],
  ['block', JSON.stringify({ decision: 'block', reason: 'no' })],
  ['approve', JSON.stringify({ decision: 'approve', reason: 'yes' })],
  ['halt', JSON.stringify({ continue: false, stopReason: 'enough' })],
  ['message', JSON.stringify({ systemMessage: 'Look' })],
  ['deny', own({ permissionDecision: 'deny', permissionDecisionReason: 'no' })],
  ['allow', own({ permissionDecision: 'allow' })],
  ['ask', own({ permissionDecision: 'ask' })],
  ['defer', own({ permissionDecision: 'defer' })],
  ['input', own({ updatedInput: { command: 'ls' } })],
  ['context', own({ additionalContext: 'Mind this' })],
  ['broken', '{"decision":'],
  ['other', own({ hookEventName: 'Elsewhere', permissionDecision: 'allow', additionalContext: 'x' })],
  ['70kT', 'x'.repeat(70_000)],
  ['70kJ', JSON.stringify({ decision: 'block', reason: 'x'.repeat(70_000) })],
];

/** What a cell came to: the verdict, then what it does. */
function code(outcome: HookOutcome): string {
  const verdicts: Record<string, string> = { allow: 'ok', block: '', failed: 'f', 'no-opinion': '' };
  const parts = [
    verdicts[outcome.runs[0]?.verdict ?? ''],
    outcome.blocked && 'B',
    outcome.stopTurn && 'S',
    outcome.updatedInput && '+i',
    outcome.context.length > 0 && '+c',
    outcome.messages.length > 0 && '+m',
  ];
  return parts.filter(Boolean).join('') || '.';
}

async function grid(event: HookEventName, form: 'toml' | 'yaml', failure: 'open' | 'closed') {
  const lines = [`${event}, ${form}, ${failure}`];
  const row = (title: string, cells: readonly string[]) =>
    title.padEnd(9) +
    cells
      .map((cell) => cell.padEnd(8))
      .join('')
      .trimEnd();
  lines.push(
    row(
      '',
      OUTPUTS.map(([name]) => name),
    ),
  );
  for (const [title, exit] of EXITS) {
    const cells: string[] = [];
    for (const [, stdout] of OUTPUTS) {
      const { hooks } = fakeHooks([hook({ event, form, failure })], () => ({ stdout, stderr: 'why', exit }));
      cells.push(code(await hooks.run(eventNamed(event), notCancelled)));
    }
    lines.push(row(title, cells));
  }
  return lines.join('\n');
}

/**
 * Every cell of event × exit × stdout × form × failure mode. The file is read by people: `.` goes on,
 * `B` blocks, `S` ends the turn, `ok` agrees, `f` failed; `+i` replaces the input, `+c` adds context,
 * `+m` shows a message.
 */
describe('what a hook’s answer does', () => {
  it.each(EVENTS)('stands in the table for %s', async (event) => {
    const grids: string[] = [];
    for (const form of ['toml', 'yaml'] as const)
      for (const failure of ['open', 'closed'] as const) grids.push(await grid(event, form, failure));
    const file = `../../../fixtures/hooks/effects/${event}.txt`;
    await expect(`${grids.join('\n\n')}\n`).toMatchFileSnapshot(file);
  });
});
