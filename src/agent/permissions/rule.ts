/** A rule as it is compared: `Tool`, or `Tool(pattern)`. */
export interface ParsedRule {
  /** As written; `*` in it is any text (`mcp__github__*`). */
  readonly tool: string;
  /** Undefined: all of the tool. */
  readonly pattern: string | undefined;
}

/** Names that stand for every tool that changes files (B1). */
export const CHANGES_FILES: readonly string[] = [
  'Write',
  'Edit',
  'MultiEdit',
  'apply_patch',
  'write_file',
  'edit_file',
];

/** Names of reading a file: a deny or ask rule on it counts for every tool that shows what files hold. */
export const READS_FILES: readonly string[] = ['Read', 'read', 'read_file'];

/** Reads a rule; gives a sentence that says what is wrong with it instead of throwing. */
export function parseRule(text: string): { ok: true; rule: ParsedRule } | { ok: false; message: string } {
  const found = /^\s*([A-Za-z_*][\w.*-]*)\s*(?:\(([\s\S]*)\)\s*)?$/.exec(text);
  if (!found)
    return {
      ok: false,
      message: `“${text}” is no rule: write Tool or Tool(pattern), as in Bash(git push *)`,
    };
  const pattern = found[2];
  if (pattern !== undefined && pattern.trim() === '')
    return { ok: false, message: `“${text}” has an empty pattern: write ${found[1]} for all of the tool` };
  return {
    ok: true,
    rule: {
      tool: found[1] ?? '',
      pattern: pattern === undefined || pattern.trim() === '*' ? undefined : pattern,
    },
  };
}

/** Whether a rule's tool names this one, by its name, an alias, or the group *changes files*. */
export function ruleNamesTool(rule: ParsedRule, tool: string, aliases: readonly string[]): boolean {
  const names = [tool, ...aliases];
  if (names.some((name) => CHANGES_FILES.includes(name)) && CHANGES_FILES.includes(rule.tool)) return true;
  const wanted = rule.tool.includes('*')
    ? new RegExp(`^${rule.tool.split('*').map(escapeRegex).join('[\\s\\S]*')}$`)
    : undefined;
  return names.some((name) => (wanted ? wanted.test(name) : name === rule.tool));
}

/** Compares plain text (an address, a worker's label) with a pattern in which `*` is any text. */
export function textMatches(pattern: string, text: string): boolean {
  const pieces = pattern.split(/(?<!\\)\*/).map((piece) => escapeRegex(piece.replace(/\\([*\\])/g, '$1')));
  return new RegExp(`^${pieces.join('[\\s\\S]*')}$`).test(text);
}

function escapeRegex(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
