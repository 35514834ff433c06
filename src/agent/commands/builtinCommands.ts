/** The agent's own commands (E2), answered without the model. They stand before every other meaning of `/name` (C6). */
export interface BuiltinCommand {
  readonly name: string;
  readonly description: string;
  readonly argumentHint?: string;
}

export const BUILTIN_COMMANDS: readonly BuiltinCommand[] = [
  { name: 'help', description: 'Lists what can be typed here' },
  { name: 'mcp', description: 'Shows the MCP servers and their state' },
  { name: 'hooks', description: 'Lists the hooks' },
  { name: 'skills', description: 'Lists the skills' },
  { name: 'agents', description: 'Lists the agents' },
  { name: 'plugins', description: 'Lists the plugins' },
  { name: 'workers', description: 'Lists the workers that run now' },
  {
    name: 'compact',
    description: 'Replaces the conversation so far by a summary',
    argumentHint: '[what to keep]',
  },
  { name: 'clear', description: 'Begins again with an empty context' },
  { name: 'context', description: 'Shows what fills the context, in tokens' },
  { name: 'reload', description: 'Reads the configuration and all extensions again' },
];

export function isBuiltinCommand(name: string): boolean {
  return BUILTIN_COMMANDS.some((c) => c.name === name);
}
