import { RE2JS } from 're2js';
import type { HookDefinition } from '../inventory/catalogue.ts';
import { CHANGES_FILES } from '../permissions/rule.ts';
import type { HookEvent, HookTool } from './hooks.ts';

/** Whether a permission rule (`Bash(git push *)`) fires on a call; on a shell line, when any command of it does. */
export type MatchRule = (rule: string, tool: HookTool, cwd: string) => Promise<boolean>;

/** Whether a hook wants an event. Made once for each hook. */
export type HookMatcher = (event: HookEvent) => boolean | Promise<boolean>;

/** `matcher` and `match` of a hook; given together, both must hold (H1, H3). */
export function compileMatcher(
  hook: Pick<HookDefinition, 'matcher' | 'match'>,
  matchRule: MatchRule,
): HookMatcher {
  const matches = compileNames(hook.matcher ?? '');
  const { match } = hook;
  return (event) => {
    const subjects = subjectsOf(event);
    if (subjects !== undefined && !subjects.some(matches)) return false;
    const tool = toolOf(event);
    return match === undefined || tool === undefined || matchRule(match, tool, event.cwd);
  };
}

/** Empty or `*`: all. Names with `|` between them: exactly those. Anything else: RE2, not anchored. */
function compileNames(matcher: string): (name: string) => boolean {
  if (matcher === '' || matcher === '*') return () => true;
  if (/^[A-Za-z0-9_|-]+$/.test(matcher)) {
    const names = new Set(matcher.split('|'));
    return (name) => names.has(name);
  }
  const pattern = RE2JS.compile(matcher);
  return (name) => pattern.matcher(name).find();
}

/** What `matcher` is compared with, any of it being enough; undefined where it is not compared (H2). */
function subjectsOf(event: HookEvent): readonly string[] | undefined {
  switch (event.name) {
    case 'PreToolUse':
    case 'PostToolUse':
    case 'PermissionRequest':
      return namesOf(event.tool);
    case 'SessionStart':
      return [event.source];
    case 'SubagentStart':
    case 'SubagentStop':
      return [event.worker?.agentType ?? 'general'];
    case 'PreCompact':
    case 'PostCompact':
      return [event.trigger];
    case 'SessionEnd':
      return [event.reason];
    case 'UserPromptSubmit':
    case 'Stop':
    case 'Notification':
      return undefined;
  }
}

/** A tool's name and aliases; any name of the group *changes files* stands for all of its tools (B1). */
function namesOf({ name, aliases }: HookTool): readonly string[] {
  const names = [name, ...aliases];
  return names.some((each) => CHANGES_FILES.includes(each)) ? [...names, ...CHANGES_FILES] : names;
}

export function toolOf(event: HookEvent): HookTool | undefined {
  return 'tool' in event ? event.tool : undefined;
}
