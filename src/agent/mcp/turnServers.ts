import { ExpectedError } from '../../base/errors.ts';
import { nearest } from '../../base/nearest.ts';
import { showUnseen } from '../../base/unseenText.ts';
import { splitToolName } from '../../mcp/toolNames.ts';
import type { Config } from '../config/config.ts';
import { estimateToolTokens } from '../model/estimateTokens.ts';
import type { Tool } from '../tools/tool.ts';
import type { TurnServers } from './mcpServers.ts';
import { metaTool } from './metaTool.ts';
import { notApproved } from './notApproved.ts';
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
  /** Ids of servers that are there and may not run until the person agrees to what they run (R5). */
  unapproved(): readonly string[];
  readonly failedRequired?: string;
  /** Everything the servers offer now. */
  offers(): readonly ServerOffer[];
  /** Probes servers that were never listed, within one budget. */
  probe(ids: readonly string[], signal: AbortSignal): Promise<void>;
}

/** The servers as one turn sees them: tools that follow what connects meanwhile, and the meta-tool. */
export function turnServers(deps: TurnServersDeps): TurnServers {
  const meta = metaTool({
    known: (server, name) => knownTool(deps, server, name),
    find: (server, name, signal) => findTool(deps, server, name, signal),
    list: (server, all, signal) => listServers(deps, server, all, signal),
  }) as Tool;
  return {
    ...(deps.failedRequired === undefined ? {} : { failedRequired: deps.failedRequired }),
    tools() {
      const direct = shownOffers(deps).flatMap((offer) => offer.tools.map(({ tool }) => tool));
      return showsDirectly(deps.exposure, direct) ? [...direct, meta] : [meta];
    },
    async find(name, signal) {
      const all = allowedOffers(deps).flatMap((offer) => offer.tools);
      const listed = all.find(({ tool }) => answersTo(tool, name));
      if (listed) return listed.tool;
      const parts = splitToolName(name);
      if (parts && deps.unapproved().includes(parts.server)) throw notApproved(parts.server);
      if (!parts || !deps.allowed.has(parts.server)) return undefined;
      return findTool(deps, parts.server, parts.tool, signal);
    },
    overview: () => overviewText(shownOffers(deps), leftOutIds(deps)),
  };
}

function allowedOffers(deps: TurnServersDeps): readonly ServerOffer[] {
  return deps.offers().filter((offer) => deps.allowed.has(offer.slot.server.id));
}

function shownOffers(deps: TurnServersDeps): readonly ServerOffer[] {
  return allowedOffers(deps).filter((offer) => !deps.leftOut.has(offer.slot.server.id));
}

function leftOutIds(deps: TurnServersDeps): readonly string[] {
  return [...deps.leftOut].filter((id) => deps.allowed.has(id));
}

/** Rejects with `ExpectedError` naming the nearest server. */
function offerOf(deps: TurnServersDeps, server: string): ServerOffer {
  const offers = allowedOffers(deps);
  const offer = offers.find((each) => each.slot.server.id === server);
  if (offer) return offer;
  if (deps.unapproved().includes(server)) throw notApproved(server);
  const ids = offers.map((each) => each.slot.server.id);
  throw new ExpectedError('no-server', `There is no MCP server "${server}". ${suggestion(server, ids)}`);
}

function knownTool(deps: TurnServersDeps, server: string, name: string): Tool | undefined {
  const offer = allowedOffers(deps).find((each) => each.slot.server.id === server);
  return offer?.tools.find(({ own, tool }) => own.name === name || answersTo(tool, name))?.tool;
}

/** Connects the server when its tool is not known; rejects with `ExpectedError` when it has none such. */
async function findTool(
  deps: TurnServersDeps,
  server: string,
  name: string,
  signal: AbortSignal,
): Promise<Tool> {
  const { slot } = offerOf(deps, server);
  const before = knownTool(deps, server, name);
  if (before) return before;
  await slot.connection(signal);
  const after = knownTool(deps, server, name);
  if (after) return after;
  const { tools, quarantined } = offerOf(deps, server);
  const held = quarantined.find((each) => each.name === name);
  if (held)
    throw new ExpectedError(
      'no-tool',
      `The tool "${showUnseen(name)}" of "${server}" can't be used: ${held.reason}.`,
    );
  const names = tools.map(({ own }) => own.name);
  throw new ExpectedError(
    'no-tool',
    `The MCP server "${server}" has no tool "${name}". ${suggestion(name, names)}`,
  );
}

async function listServers(
  deps: TurnServersDeps,
  server: string | undefined,
  all: boolean,
  signal: AbortSignal,
): Promise<string> {
  const wanted = () => {
    if (server !== undefined) return [offerOf(deps, server)];
    return all ? allowedOffers(deps) : shownOffers(deps);
  };
  await deps.probe(
    wanted().map((offer) => offer.slot.server.id),
    signal,
  );
  return listText(wanted(), server !== undefined || all ? [] : leftOutIds(deps));
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
