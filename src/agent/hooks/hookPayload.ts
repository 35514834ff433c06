import { unreachable } from '../../base/errors.ts';
import { kebabEvent } from '../inventory/hookEvents.ts';
import type { HookEvent, HookTool } from './hooks.ts';

/** The one JSON object that a hook reads from stdin: the fields of both forms (H6). */
export function hookPayload(event: HookEvent): Readonly<Record<string, unknown>> {
  return {
    event: kebabEvent(event.name),
    hook_event_name: event.name,
    session_id: event.sessionId,
    turn_id: event.turnId,
    cwd: event.cwd,
    ...(event.worker && { agent_id: event.worker.agentId, agent_type: event.worker.agentType }),
    ...ownFields(event),
  };
}

function ownFields(event: HookEvent): Readonly<Record<string, unknown>> {
  switch (event.name) {
    case 'SessionStart':
      return { source: event.source };
    case 'UserPromptSubmit':
      return { text: event.prompt, prompt: event.prompt };
    case 'PreToolUse':
    case 'PermissionRequest':
      return toolFields(event.tool);
    case 'PostToolUse': {
      const { text, isError } = event.response;
      return { text, ...toolFields(event.tool), tool_response: { text, is_error: isError } };
    }
    case 'Stop':
    case 'SubagentStop':
      return {
        text: event.lastAssistantMessage,
        stop_hook_active: event.stopHookActive,
        last_assistant_message: event.lastAssistantMessage,
      };
    case 'SubagentStart':
      return {};
    case 'PreCompact':
      return { trigger: event.trigger };
    case 'PostCompact':
      return { text: event.summary, trigger: event.trigger };
    case 'SessionEnd':
      return { reason: event.reason };
    case 'Notification':
      return { text: event.message, message: event.message };
    default:
      return unreachable(event);
  }
}

function toolFields(tool: HookTool): Readonly<Record<string, unknown>> {
  return {
    tool: { name: tool.name, input: tool.input },
    tool_name: tool.name,
    tool_input: tool.input,
    tool_use_id: tool.callId,
  };
}
