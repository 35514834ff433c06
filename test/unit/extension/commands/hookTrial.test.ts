import { expect, test } from 'vitest';
import { readTrial, trialQuestion } from '../../../../src/extension/commands/hookTrial.ts';

test.each(['PreToolUse', 'PostToolUse', 'PermissionRequest', 'UserPromptSubmit'])(
  'what is suggested for %s can be taken as it is',
  (event) => {
    expect(readTrial(event, trialQuestion(event)?.value ?? '')).toMatchObject({ ok: true });
  },
);

test.each(['SessionStart', 'Stop', 'Notification'])('%s happens without a question', (event) => {
  expect(trialQuestion(event)).toBeUndefined();
});

test.each([
  ['PreToolUse', 'bash {"command":"ls -l"}', { tool: 'bash', input: { command: 'ls -l' } }],
  ['PostToolUse', ' mcp__shop__order ', { tool: 'mcp__shop__order', input: {} }],
  ['UserPromptSubmit', 'bash {', { input: 'bash {' }],
])('on %s, %j is a trial', (event, text, trial) => {
  expect(readTrial(event, text)).toEqual({ ok: true, trial });
});

test.each([
  ['', 'Begin with the name of a tool, as in bash {"command": "ls"}.'],
  ['{"command":"ls"}', 'Begin with the name of a tool, as in bash {"command": "ls"}.'],
  ['bash {"command":', 'The input behind bash is no JSON.'],
])('%j is none: %s', (text, problem) => {
  expect(readTrial('PreToolUse', text)).toEqual({ ok: false, problem });
});
