import type { Server, ServerCapabilities, ServerContext } from '@modelcontextprotocol/server';
import type { ServerConnection } from '../../mcp/serverConnection.ts';
import type { Upstream } from './upstream.ts';

/** Longest that a forwarded request may take; whoever asks has a limit of its own. */
const FORWARD_MS = 24 * 60 * 60 * 1000;

/** Requests that are passed on as they are, by the capability that brings them. */
const FORWARDED = {
  tools: ['tools/list', 'tools/call'],
  prompts: ['prompts/list', 'prompts/get'],
  resources: ['resources/list', 'resources/templates/list', 'resources/read'],
  completions: ['completion/complete'],
} as const;

/**
 * An MCP server that stands for another: the same name, instructions and capabilities, and every
 * request passed on with progress and cancellation. The server's own questions are answered here, by
 * the upstream's ports.
 */
export async function forwardServer(upstream: Upstream, name: string, signal: AbortSignal): Promise<Server> {
  const sdk = await import('@modelcontextprotocol/server');
  const connection = await upstream.connection(signal);
  const { instructions, serverInfo } = connection;
  const server = new sdk.Server(serverInfo ? { ...serverInfo } : { name, version: '0' }, {
    capabilities: forwardedCapabilities(connection),
    ...(instructions ? { instructions } : {}),
  });
  for (const [capability, methods] of Object.entries(FORWARDED))
    if (connection.capabilities?.[capability as keyof typeof FORWARDED])
      for (const method of methods) passOn(server, method, connection);
  return server;
}

/** What the upstream declares, less what would need a connection of its own for each asker. */
function forwardedCapabilities(connection: ServerConnection): ServerCapabilities {
  const { tools, prompts, resources, completions } = connection.capabilities ?? {};
  // A change is announced whether or not the upstream promised it; without a promise it is simply rare.
  return {
    ...(tools ? { tools: { listChanged: true } } : {}),
    ...(prompts ? { prompts: { listChanged: true } } : {}),
    ...(resources ? { resources: { listChanged: true } } : {}),
    ...(completions ? { completions: {} } : {}),
  };
}

function passOn(
  server: Server,
  method: (typeof FORWARDED)[keyof typeof FORWARDED][number],
  connection: ServerConnection,
): void {
  server.setRequestHandler(method, async (request, context) => {
    const token = context.mcpReq._meta?.progressToken;
    const result = await connection.forward(method, withoutMeta(request.params), {
      signal: context.mcpReq.signal,
      timeoutMs: FORWARD_MS,
      ...(token === undefined ? {} : { onProgress: (progress) => report(context, token, progress) }),
    });
    return result as never;
  });
}

/** The asker's metadata belongs to its own connection. */
function withoutMeta(params: object | undefined): Record<string, unknown> | undefined {
  if (!params) return undefined;
  const { _meta, ...rest } = params as Record<string, unknown>;
  return rest;
}

function report(
  context: ServerContext,
  progressToken: string | number,
  progress: { readonly progress: number; readonly total?: number; readonly message?: string },
): void {
  const notification = { method: 'notifications/progress', params: { progressToken, ...progress } } as const;
  // Progress that can't be sent any more belongs to a call that is over.
  context.mcpReq.notify(notification).catch(() => undefined);
}
