/** The events that hooks can name (H2), in Vakil's own spelling, and whether each is about a tool. */
export const HOOK_EVENTS = {
  SessionStart: { tool: false },
  UserPromptSubmit: { tool: false },
  PreToolUse: { tool: true },
  PostToolUse: { tool: true },
  Stop: { tool: false },
  SubagentStart: { tool: false },
  SubagentStop: { tool: false },
  PreCompact: { tool: false },
  PostCompact: { tool: false },
  SessionEnd: { tool: false },
  Notification: { tool: false },
  PermissionRequest: { tool: true },
} as const;

export type HookEvent = keyof typeof HOOK_EVENTS;

/** `pre-tool-use` for `PreToolUse`: the other spelling. */
export function kebabEvent(event: HookEvent): string {
  return event.replace(/(?<!^)[A-Z]/g, (c) => `-${c}`).toLowerCase();
}

/** The event that a file names in either spelling (`pre-tool-use`, `pre_tool_use`, `PreToolUse`), or undefined. */
export function hookEventNamed(text: string): HookEvent | undefined {
  const wanted = text.replace(/[-_]/g, '').toLowerCase();
  return (Object.keys(HOOK_EVENTS) as HookEvent[]).find((event) => event.toLowerCase() === wanted);
}

/** All spellings that a message names as allowed. */
export const HOOK_EVENT_NAMES: readonly string[] = (Object.keys(HOOK_EVENTS) as HookEvent[]).flatMap(
  (event) => [event, kebabEvent(event)],
);
