import type { McpServer } from '@agentclientprotocol/sdk/unstable';
import type { AgentInfo } from '../acp/agentInfo.ts';
import type { ResolvedServer } from './resolveServer.ts';

/** How one server can be given to an agent, or why not. */
export type Way =
  | { readonly kind: 'forward' | 'hand-over' }
  | { readonly kind: 'none'; readonly reason: string };

/**
 * How an agent gets a server (E9): forwarded where it can be, else as a definition that it starts or
 * connects to itself, when it can and stands on the same machine.
 */
export function wayFor(
  kind: 'stdio' | 'http' | 'sse' | 'tools',
  agent: Pick<AgentInfo, 'name' | 'mcp'>,
): Way {
  const { name, mcp } = agent;
  if (mcp.acp) return { kind: 'forward' };
  switch (kind) {
    case 'stdio':
      return { kind: 'hand-over' };
    case 'http':
      return mcp.http
        ? { kind: 'hand-over' }
        : { kind: 'none', reason: `${name} takes no servers over HTTP` };
    case 'sse':
      return mcp.sse ? { kind: 'hand-over' } : { kind: 'none', reason: `${name} takes no servers over SSE` };
    case 'tools':
      return { kind: 'none', reason: `${name} takes no servers that run in the editor` };
  }
}

/** A definition in ACP's words. A program must be an absolute path there: `command` is what was found. */
export function handOver(name: string, server: ResolvedServer, command: string): McpServer {
  if (server.kind === 'stdio') {
    const env = pairs(server.env);
    // Stdio has no type in version 1.
    return { name, command, args: [...server.args], env } as McpServer;
  }
  return { type: server.kind, name, url: server.url, headers: pairs(server.headers) };
}

function pairs(record: Readonly<Record<string, string>>): { name: string; value: string }[] {
  return Object.entries(record).map(([name, value]) => ({ name, value }));
}
