import { showUnseen } from '../../base/unseenText.ts';
import type { ServerState } from '../../protocol/vak.ts';
import { clean } from './callResult.ts';
import type { ServerOffer } from './offeredTools.ts';
import type { SlotState } from './serverSlot.ts';

/** Characters of a server's instructions that a model is told. */
const MAX_INSTRUCTIONS = 1_500;
const SHORT_DESCRIPTION = 120;

/** What a model is told of the servers in front of it; undefined when there is none. */
export function overviewText(offers: readonly ServerOffer[], leftOut: readonly string[]): string | undefined {
  if (offers.length === 0 && leftOut.length === 0) return undefined;
  const lines = offers.map((offer) => {
    const { server, catalogue } = offer.slot;
    const said = clean(catalogue?.instructions ?? '').trim();
    const instructions = said === '' ? '' : `\n${indent(cut(said, MAX_INSTRUCTIONS))}`;
    return `- ${server.id}: ${stateText(offer)}${instructions}`;
  });
  if (leftOut.length > 0) lines.push(`Not shown now, but callable: ${leftOut.join(', ')}.`);
  return ['MCP servers. The tool `mcp` lists, describes and calls their tools.', ...lines].join('\n');
}

/** The answer to `mcp` `list`: own names uncut, with aliases where a provider takes another name. */
export function listText(offers: readonly ServerOffer[], leftOut: readonly string[]): string {
  if (offers.length === 0 && leftOut.length === 0) return 'There are no MCP servers.';
  const parts = offers.map((offer) => {
    const tools = offer.tools.map(({ own, tool }) => {
      const alias = tool.aliases.length > 0 ? ` (as ${tool.name})` : '';
      return `- ${own.name}${alias}: ${cut(firstLine(tool.description), SHORT_DESCRIPTION)}`;
    });
    const held = offer.quarantined.map(
      ({ name, reason }) => `- ${showUnseen(name)}: can't be used, ${reason}`,
    );
    return [`${offer.slot.server.id}: ${stateText(offer)}`, ...tools, ...held].join('\n');
  });
  if (leftOut.length > 0)
    parts.push(`Left out here: ${leftOut.join(', ')}. {"action":"list","all":true} shows them.`);
  return parts.join('\n\n');
}

/** The answer to `/mcp`, as Markdown. */
export function statusText(servers: readonly ServerState[]): string {
  if (servers.length === 0)
    return 'No MCP servers. Add one to `.vak/mcp_servers/` or `.vscode/mcp.json`; `docs/mcp.md` shows how.';
  return servers
    .map((server) => {
      const lines = [`**${server.id}** · ${server.state} · ${server.source} · ${server.transport}`];
      if (server.reason) lines.push(`${sentence(server.reason)}${server.remedy ? ` ${server.remedy}` : ''}`);
      if (server.retryAt !== undefined) lines.push(`Next try: ${new Date(server.retryAt).toISOString()}`);
      if (server.lastError && server.lastError !== server.reason)
        lines.push(`Last error: ${server.lastError}`);
      if (server.tools.length > 0)
        lines.push(
          `${server.tools.length} tools: ${server.tools.map((tool) => `\`${tool.name}\``).join(', ')}`,
        );
      const log = server.log.slice(-3);
      if (server.state === 'failed' && log.length > 0) lines.push(['```', ...log, '```'].join('\n'));
      return lines.join('\n\n');
    })
    .join('\n\n---\n\n');
}

/** Reason and remedy of a state, where it has any. */
export function reasonOf(state: SlotState): {
  readonly reason?: string;
  readonly remedy?: string;
  readonly retryAt?: number;
} {
  switch (state.kind) {
    case 'failed':
      return { reason: state.reason, remedy: state.remedy, retryAt: state.retryAt };
    case 'needs-auth':
    case 'gone':
    case 'untrusted':
      return { reason: state.reason, remedy: state.remedy };
    default:
      return {};
  }
}

function stateText({ slot, tools }: ServerOffer): string {
  const state = slot.state;
  const count = slot.catalogue
    ? `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}`
    : 'tools not known yet';
  const { reason } = reasonOf(state);
  if (reason !== undefined) return `${state.kind} (${reason})`;
  return state.kind === 'idle' || state.kind === 'ready' ? count : `${state.kind}, ${count}`;
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}

function cut(text: string, length: number): string {
  return text.length > length ? `${text.slice(0, length - 2)} …` : text;
}

function indent(text: string): string {
  return text.replace(/^/gm, '  ');
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
}
