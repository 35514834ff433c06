import { ExpectedError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import { splitToolName } from '../../mcp/toolNames.ts';
import type { Config } from '../config/config.ts';
import { estimateToolTokens } from '../model/estimateTokens.ts';
import type { Tool } from '../tools/tool.ts';
import type { TurnServers } from './mcpServers.ts';
import { metaTool } from './metaTool.ts';
import type { ServerOffer } from './offeredTools.ts';
import { listText, overviewText } from './serverTexts.ts';

/** Tokens of all definitions together from which on `auto` shows only the meta-tool (M8). */
const DIRECT_TOKENS = 4_000;

/** What the view of a turn needs of the pool. */
export interface TurnServersDeps {
  readonly exposure: Config['mcpExposure'];
  /** Ids that this turn may use; the others do not exist for it. */
  readonly allowed: ReadonlySet<string>;
  /** Of the allowed ones, those that are not shown unasked (K2). */
  readonly leftOut: ReadonlySet<string>;
  readonly failedRequired?: string;
  /** Everything the servers offer now. */
  offers(): readonly ServerOffer[];
  /** Probes servers that were never listed, within one budget. */
  probe(ids: readonly string[], signal: AbortSignal): Promise<void>;
}

/** The servers as one turn sees them: tools that follow what connects meanwhile, and the meta-tool. */
export function turnServers(deps: TurnServersDeps): TurnServers {
  const allowed = () => deps.offers().filter((offer) => deps.allowed.has(offer.slot.server.id));
  const shown = () => allowed().filter((offer) => !deps.leftOut.has(offer.slot.server.id));
  const leftOut = () => [...deps.leftOut].filter((id) => deps.allowed.has(id));

  const offerOf = (server: string): ServerOffer => {
    const offers = allowed();
    const offer = offers.find((each) => each.slot.server.id === server);
    if (offer) return offer;
    const ids = offers.map((each) => each.slot.server.id);
    throw new ExpectedError('no-server', `There is no MCP server "${server}". ${suggestion(server, ids)}`);
  };
  const known = (server: string, name: string): Tool | undefined => {
    const offer = allowed().find((each) => each.slot.server.id === server);
    return offer?.tools.find(({ own, tool }) => own.name === name || answersTo(tool, name))?.tool;
  };
  const find = async (server: string, name: string, signal: AbortSignal): Promise<Tool> => {
    const { slot } = offerOf(server);
    const before = known(server, name);
    if (before) return before;
    await slot.connection(signal);
    const after = known(server, name);
    if (after) return after;
    const { tools, quarantined } = offerOf(server);
    const held = quarantined.find((each) => each.name === name);
    throw new ExpectedError(
      'no-tool',
      held
        ? `The tool "${name}" of "${server}" can't be used: ${held.reason}.`
        : `The MCP server "${server}" has no tool "${name}". ${suggestion(
            name,
            tools.map(({ own }) => own.name),
          )}`,
    );
  };
  const meta = metaTool({
    known,
    find,
    async list(server, all, signal) {
      if (server !== undefined) offerOf(server);
      const wanted = () => (server !== undefined ? [offerOf(server)] : all ? allowed() : shown());
      await deps.probe(
        wanted().map((offer) => offer.slot.server.id),
        signal,
      );
      return listText(wanted(), server !== undefined || all ? [] : leftOut());
    },
  }) as Tool;

  return {
    ...(deps.failedRequired === undefined ? {} : { failedRequired: deps.failedRequired }),
    tools() {
      const direct = shown().flatMap((offer) => offer.tools.map(({ tool }) => tool));
      return showsDirectly(deps.exposure, direct) ? [...direct, meta] : [meta];
    },
    async find(name, signal) {
      const listed = allowed()
        .flatMap((offer) => offer.tools)
        .find(({ tool }) => answersTo(tool, name));
      if (listed) return listed.tool;
      const parts = splitToolName(name);
      if (!parts || !deps.allowed.has(parts.server)) return undefined;
      return find(parts.server, parts.tool, signal);
    },
    overview: () => overviewText(shown(), leftOut()),
  };
}

function showsDirectly(exposure: Config['mcpExposure'], tools: readonly Tool[]): boolean {
  return exposure === 'direct' || (exposure === 'auto' && estimateToolTokens(tools) < DIRECT_TOKENS);
}

function answersTo(tool: Tool, name: string): boolean {
  return tool.name === name || tool.aliases.includes(name);
}

function suggestion(name: string, known: readonly string[]): string {
  if (known.length === 0) return 'There are none.';
  const [near] = nearest(name, known);
  return near !== undefined ? `Did you mean "${near}"?` : `There are: ${known.slice(0, 20).join(', ')}.`;
}
