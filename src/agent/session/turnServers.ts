import { ExpectedError } from '../../base/errors.ts';
import type { ServerSelection, TurnServers } from '../mcp/mcpServers.ts';
import type { PromptSection } from '../model/promptParts.ts';
import type { Tool } from '../tools/tool.ts';
import type { TurnDeps } from '../turn/turn.ts';
import type { ConversationParts } from './parts.ts';

/** The parts of a turn that its MCP servers add to. */
export interface ServersInTurn extends Pick<TurnDeps, 'tools' | 'findTool'> {
  /** What the model is told of them; nothing before the first `tools`. */
  sections(): readonly PromptSection[];
}

/**
 * The servers of a conversation as one turn uses them: probed when the turn first asks for tools, and
 * not before, so that the prompt is on screen by then. `builtin` are the tools beside them.
 */
export function serversInTurn(
  servers: ConversationParts['servers'],
  selection: ServerSelection,
  builtin: TurnDeps['tools'],
): ServersInTurn {
  if (!servers) return { tools: builtin, findTool: async () => undefined, sections: () => [] };
  let prepared: TurnServers | undefined;
  const prepare = async (signal: AbortSignal): Promise<TurnServers> => {
    prepared ??= await servers.prepareTurn(selection, signal);
    if (prepared.failedRequired !== undefined)
      throw new ExpectedError('mcp-required', prepared.failedRequired);
    return prepared;
  };
  return {
    async tools(signal): Promise<readonly Tool[]> {
      const [own, turn] = await Promise.all([builtin(signal), prepare(signal)]);
      return [...own, ...turn.tools()];
    },
    findTool: async (name, signal) => (await prepare(signal)).find(name, signal),
    sections() {
      const text = prepared?.overview();
      return text === undefined ? [] : [{ label: { kind: 'servers' }, text }];
    },
  };
}
