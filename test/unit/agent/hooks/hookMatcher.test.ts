import { describe, expect, it } from 'vitest';
import { compileMatcher } from '../../../../src/agent/hooks/hookMatcher.ts';
import type { HookEvent, HookEventName, HookTool } from '../../../../src/agent/hooks/hooks.ts';
import { createMatchRule } from '../../../../src/agent/hooks/matchRule.ts';
import { bash, eventNamed } from './hooksUnderTest.ts';

const matchRule = createMatchRule('/home/me');

function tool(name: string, aliases: string[], given: Partial<HookTool> = {}): HookTool {
  const subject = () => ({ kind: 'other' as const, text: JSON.stringify(given.input ?? {}) });
  return { name, aliases, callId: 'c', input: {}, subject, ...given };
}
const writeFile = tool('write_file', ['Write'], {
  input: { path: 'src/a.ts' },
  subject: (input) => ({ kind: 'write', paths: [(input as { path: string }).path] }),
});
const search = tool('mcp__github__search', []);

function wants(hook: { matcher?: string; match?: string }, event: HookEvent): Promise<boolean> {
  return Promise.resolve(compileMatcher(hook, matchRule)(event));
}

describe('matcher', () => {
  it.each<[string | undefined, HookTool, boolean]>([
    [undefined, bash, true],
    ['', bash, true],
    ['*', bash, true],
    ['bash', bash, true],
    ['Bash', bash, true],
    ['bas', bash, false],
    ['bash|apply_patch', bash, true],
    ['Read|Write', writeFile, true],
    ['apply_patch', writeFile, true],
    ['MultiEdit', writeFile, true],
    ['Edit', bash, false],
    ['mcp__github__search', search, true],
    ['mcp__github', search, false],
    ['mcp__github__.*', search, true],
    ['^mcp__', search, true],
    ['git.*', search, true],
    ['^bash$|^x$', bash, true],
    ['(?i)BASH', bash, true],
    ['.*_patch$', writeFile, true],
  ])('%j against a call of %o is %s', async (matcher, called, expected) => {
    expect(await wants({ matcher }, eventNamed('PreToolUse', called))).toBe(expected);
  });

  it.each<[HookEventName, string, boolean]>([
    ['SessionStart', 'startup', true],
    ['SessionStart', 'resume', false],
    ['SessionStart', 'start.*', true],
    ['SubagentStart', 'reviewer', true],
    ['SubagentStop', 'general', false],
    ['UserPromptSubmit', 'nothing', true],
    ['Stop', 'nothing', true],
    ['Notification', 'nothing', true],
    ['PreCompact', 'manual', false],
    ['SessionEnd', 'closed', true],
  ])('on %s, %j is compared with what the event has: %s', async (event, matcher, expected) => {
    expect(await wants({ matcher }, eventNamed(event))).toBe(expected);
  });

  it('does not stall on a pattern that backtracks elsewhere', async () => {
    const called = tool(`${'a'.repeat(5000)}!`, []);
    expect(await wants({ matcher: '^(a+)+$' }, eventNamed('PreToolUse', called))).toBe(false);
  });
});

describe('match', () => {
  const line = (command: string) => eventNamed('PreToolUse', { ...bash, input: { command } });

  it.each<[string, string, boolean]>([
    ['Bash(git push *)', 'git push origin main', true],
    ['bash(git push *)', 'git push origin main', true],
    ['Bash(git push *)', 'git status', false],
    ['Bash(git push *)', 'git status && git push origin main', true],
    ['Bash(git push *)', 'bash -c "git push origin main"', true],
    ['Bash(git push *)', '/usr/bin/git push origin', true],
    ['Bash(git push *)', 'echo git push origin', false],
    ['Bash', 'anything', true],
    ['Edit(src/**)', 'git push origin main', false],
  ])('%s on the line %j is %s', async (match, command, expected) => {
    expect(await wants({ match }, line(command))).toBe(expected);
  });

  it.each<[string, HookTool, boolean]>([
    ['Edit(src/**)', writeFile, true],
    ['Write(*.ts)', writeFile, true],
    ['Write(docs/**)', writeFile, false],
    ['mcp__github__*', search, true],
    ['mcp__gitlab__*', search, false],
  ])('%s on a call of %o is %s', async (match, called, expected) => {
    expect(await wants({ match }, eventNamed('PreToolUse', called))).toBe(expected);
  });

  it('holds for every event without a tool', async () => {
    expect(await wants({ match: 'Bash(git push *)' }, eventNamed('Stop'))).toBe(true);
  });

  it('must hold together with matcher', async () => {
    const both = { matcher: 'bash', match: 'Bash(git push *)' };
    expect(await wants(both, line('git push origin'))).toBe(true);
    expect(await wants(both, line('ls'))).toBe(false);
    expect(await wants({ ...both, matcher: 'Edit' }, line('git push origin'))).toBe(false);
  });
});
