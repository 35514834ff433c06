import { describe, expect, it } from 'vitest';
import { hookPayload } from '../../../../src/agent/hooks/hookPayload.ts';
import type { HookEventName } from '../../../../src/agent/hooks/hooks.ts';
import { EVENTS, eventNamed } from './hooksUnderTest.ts';

const call = {
  tool: { name: 'bash', input: { command: 'git push origin main' } },
  tool_name: 'bash',
  tool_input: { command: 'git push origin main' },
  tool_use_id: 'call-1',
};
const ending = { text: 'All done', stop_hook_active: false, last_assistant_message: 'All done' };
const worker = { agent_id: 'child-1', agent_type: 'reviewer' };

const OWN: Readonly<Record<HookEventName, object>> = {
  SessionStart: { event: 'session-start', source: 'startup' },
  UserPromptSubmit: { event: 'user-prompt-submit', text: 'Do it', prompt: 'Do it' },
  PreToolUse: { event: 'pre-tool-use', ...call },
  PostToolUse: {
    event: 'post-tool-use',
    ...call,
    text: 'done',
    tool_response: { text: 'done', is_error: false },
  },
  Stop: { event: 'stop', ...ending },
  SubagentStart: { event: 'subagent-start', ...worker },
  SubagentStop: { event: 'subagent-stop', ...ending, ...worker },
  PreCompact: { event: 'pre-compact', trigger: 'auto' },
  PostCompact: { event: 'post-compact', trigger: 'auto', text: 'In short' },
  SessionEnd: { event: 'session-end', reason: 'closed' },
  Notification: { event: 'notification', text: 'Waiting', message: 'Waiting' },
  PermissionRequest: { event: 'permission-request', ...call },
};

describe('what a hook reads on stdin', () => {
  it.each(EVENTS)('holds the fields of both forms on %s', (name) => {
    expect(hookPayload(eventNamed(name))).toEqual({
      hook_event_name: name,
      session_id: 'session-1',
      turn_id: 'turn-1',
      cwd: '/home/me/project',
      ...OWN[name],
    });
  });

  it('names the worker on every event inside one, and the conversation as its session', () => {
    const inside = { agentId: 'child-7', agentType: 'general' };
    expect(hookPayload({ ...eventNamed('PreToolUse'), worker: inside })).toMatchObject({
      session_id: 'session-1',
      agent_id: 'child-7',
      agent_type: 'general',
    });
  });
});
