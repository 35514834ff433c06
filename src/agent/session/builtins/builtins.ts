import type { Builtin } from './builtin.ts';
import { clearBuiltin } from './clear.ts';
import { compactBuiltin } from './compact.ts';
import { contextBuiltin } from './context.ts';
import { helpBuiltin } from './help.ts';
import { inventoryBuiltins } from './inventoryLists.ts';
import { mcpBuiltin } from './mcp.ts';
import { reloadBuiltin } from './reload.ts';

/**
 * The commands that need nothing but the conversation. Parts of the agent with a command of their own
 * (`/workers`) add it through `AgentParts.builtins`; one of the same name replaces ours.
 */
const OWN: readonly Builtin[] = [
  helpBuiltin,
  clearBuiltin,
  compactBuiltin,
  contextBuiltin,
  reloadBuiltin,
  mcpBuiltin,
  ...inventoryBuiltins,
];

/** All commands of Vakil's own, by name. */
export function allBuiltins(added: readonly Builtin[]): readonly Builtin[] {
  const byName = new Map([...OWN, ...added].map((builtin) => [builtin.name, builtin]));
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
