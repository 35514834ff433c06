import type { PermissionRules } from '../config/permissionRules.ts';

/**
 * What a person has to know of a project's server besides what it runs: that it stands in the place of
 * one of theirs, and which of their rules count for it though written with another in mind.
 */
export function serverNotes(
  id: string,
  own: ReadonlySet<string>,
  { allow }: Pick<PermissionRules, 'allow'>,
): readonly string[] {
  const tools = `mcp__${id}__`;
  const rules = allow.filter((rule) => rule.layer !== 'project' && mayName(rule.text, tools));
  const named = [...new Set(rules.map((rule) => rule.text))].join(', ');
  return [
    ...(own.has(id) ? [`It takes the place of your own server ${id}.`] : []),
    ...(named === '' ? [] : [`Your allow rules count for its tools, without a question: ${named}.`]),
  ];
}

/** Whether a rule may name a tool of this beginning. */
function mayName(rule: string, tools: string): boolean {
  const tool = rule.split('(')[0] ?? '';
  const [head = '', ...rest] = tool.split('*');
  return head.startsWith(tools) || (rest.length > 0 && tools.startsWith(head));
}
