import {
  type ClientApp,
  type ClientContext,
  McpOverAcpProvider,
  McpProtocolError,
  type McpServer,
  RequestError,
} from '@agentclientprotocol/sdk/unstable';
import { raceAbort } from '../../base/abort.ts';
import { errorMessage, isCancelled } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { SIGN_IN_WANTED, wantsSignIn } from '../../mcp/connectFailure.ts';
import { MessagesOfSecondGeneration } from './secondGeneration.ts';
import type { ServerSource } from './serverSource.ts';

const INTERNAL_ERROR = -32603;

/** A server declared to one conversation. */
export interface ForwardedServer extends Disposable {
  readonly declaration: McpServer;
}

/**
 * The editor's side of MCP over ACP, and the only place that knows its wire. Agents of the current
 * generation send `mcp/message` with a server's id; those of the one before connect first. Both
 * declare alike, and the first call shows which it is.
 */
export class Forwarding {
  readonly #provider = new McpOverAcpProvider();
  readonly #second = new MessagesOfSecondGeneration((serverId) => this.#sources.get(serverId));
  readonly #sources = new Map<string, ServerSource>();

  /** Adds the handlers, before the app connects. */
  register(app: ClientApp): void {
    const raw = { parse: (params: unknown) => params as Record<string, unknown> };
    app.onRequest('mcp/connect', raw, ({ params, agent }) => this.#second.connect(params, agent));
    app.onRequest('mcp/disconnect', raw, ({ params }) => this.#second.disconnect(params));
    app.onNotification('mcp/message', raw, ({ params }) => this.#second.notify(params));
    app.onRequest('mcp/message', raw, (context) => {
      const { params } = context;
      if ('connectionId' in params) return this.#second.request(params, context.signal);
      if (typeof params['serverId'] !== 'string' || typeof params['requestId'] !== 'string')
        throw RequestError.invalidParams(undefined, 'mcp/message needs serverId and requestId');
      return this.#provider.handleRequest(context as never);
    });
  }

  /** Declares a server to one conversation, under an id that is never used again. */
  async declare(context: ClientContext, name: string, source: ServerSource): Promise<ForwardedServer> {
    const { fromMcpServer } = await import('@agentclientprotocol/sdk/experimental/mcp-server');
    const ended = new AbortController();
    const adapter = fromMcpServer(() => source.open(ended.signal));
    const registration = this.#provider.registerServer(context, {
      name,
      handler: async (operation) => {
        await startFor(source, operation.signal);
        // The adapter leaves a cancelled subscription unsettled: the signal settles it.
        return raceAbort(Promise.resolve(adapter.handler(operation)), operation.signal);
      },
    });
    const { serverId } = registration;
    this.#sources.set(serverId, source);
    const listening = source.onListChanged((kind) => {
      if (kind === 'tools') adapter.notify.toolsChanged();
      else if (kind === 'prompts') adapter.notify.promptsChanged();
      else adapter.notify.resourcesChanged();
    });
    return {
      declaration: registration.declaration as McpServer,
      dispose: () => {
        ended.abort();
        listening.dispose();
        this.#sources.delete(serverId);
        this.#second.serverGone(serverId);
        void adapter.close().then(() => registration.dispose());
      },
    };
  }
}

/** Why a server does not start travels as MCP's own error: the agent shows it. */
async function startFor(source: ServerSource, signal: AbortSignal): Promise<void> {
  try {
    await source.ready(signal);
  } catch (error) {
    if (isCancelled(error)) throw error;
    const { cause } = error as { cause?: unknown };
    const data = wantsSignIn(cause) ? SIGN_IN_WANTED : undefined;
    throw new McpProtocolError(INTERNAL_ERROR, errorMessage(error), data);
  }
}
