/**
 * Names of the agent's own commands (E2). They stand before every other meaning of `/name` (C6); who
 * answers them stands with the conversations.
 */
export const BUILTIN_COMMANDS: ReadonlySet<string> = new Set([
  'help',
  'mcp',
  'hooks',
  'skills',
  'agents',
  'plugins',
  'workers',
  'compact',
  'clear',
  'context',
  'reload',
]);

export function isBuiltinCommand(name: string): boolean {
  return BUILTIN_COMMANDS.has(name);
}
