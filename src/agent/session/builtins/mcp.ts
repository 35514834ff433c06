import type { Builtin } from './builtin.ts';

export const mcpBuiltin: Builtin = {
  name: 'mcp',
  description: 'Show the MCP servers, their state and tools',
  run: async ({ servers }) => servers?.statusText() ?? 'There are no MCP servers.',
};
