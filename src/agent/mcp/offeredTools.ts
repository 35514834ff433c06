import { holdsUnseen } from '../../base/unseenText.ts';
import type { ServerTool } from '../../mcp/serverItems.ts';
import { fullToolName, providerNames } from '../../mcp/toolNames.ts';
import { repairSchema } from '../../mcp/toolSchema.ts';
import type { Tool } from '../tools/tool.ts';
import type { MakeCheck } from './argumentCheck.ts';
import type { ServerSlot } from './serverSlot.ts';
import { serverTool } from './serverTool.ts';

/** What one server offers now. */
export interface ServerOffer {
  readonly slot: ServerSlot;
  readonly tools: readonly OfferedTool[];
  /** Tools that no model can be given, and why (M15). */
  readonly quarantined: readonly { readonly name: string; readonly reason: string }[];
  /** Names in the definition's `tools` that the server does not have. */
  readonly missing: readonly string[];
}

export interface OfferedTool {
  readonly own: ServerTool;
  readonly tool: Tool;
}

/** Tools that are offered to a model by one server; more are cut with a note (a flood is no help to anyone). */
const MAX_TOOLS = 500;

/** All tools of all servers as known now. Pure but for compiling checks on first use. */
export function offeredTools(slots: readonly ServerSlot[], makeCheck: MakeCheck): readonly ServerOffer[] {
  const chosen = slots.map((slot) => ({ slot, ...choose(slot) }));
  const aliases = providerNames(
    chosen.flatMap(({ slot, tools }) => tools.map((tool) => fullToolName(slot.server.id, tool.name))),
  );
  return chosen.map(({ slot, tools, missing }) => {
    const offered: OfferedTool[] = [];
    const quarantined: { name: string; reason: string }[] = [];
    for (const own of tools) {
      const repaired = repairSchema(own.inputSchema);
      const alias = aliases.get(fullToolName(slot.server.id, own.name));
      // It could pass for another tool in a rule, a log or a question.
      if (holdsUnseen(own.name))
        quarantined.push({ name: own.name, reason: 'its name holds characters that are not seen' });
      else if (!repaired.ok || alias === undefined)
        quarantined.push({ name: own.name, reason: repaired.ok ? 'it has no name' : repaired.reason });
      else {
        const check = makeCheck([own.inputSchema, repaired.schema]);
        offered.push({
          own,
          tool: serverTool({ slot, tool: own, alias, schema: repaired.schema, check }) as Tool,
        });
      }
    }
    return { slot, tools: offered, quarantined, missing };
  });
}

function choose(slot: ServerSlot): {
  readonly tools: readonly ServerTool[];
  readonly missing: readonly string[];
} {
  // What failed, or was left, offers nothing (M10, M12); a name still leads to the reason.
  if (!['idle', 'connecting', 'ready'].includes(slot.state.kind)) return { tools: [], missing: [] };
  const all = slot.catalogue?.tools ?? [];
  const names = slot.server.tools;
  if (!names) return { tools: all.slice(0, MAX_TOOLS), missing: [] };
  const tools = all.filter((tool) => names.includes(tool.name)).slice(0, MAX_TOOLS);
  const missing = slot.catalogue ? names.filter((name) => !all.some((tool) => tool.name === name)) : [];
  return { tools, missing };
}
