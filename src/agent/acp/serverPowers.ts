import {
  type AgentApp,
  type AgentContext,
  McpOverAcpCaller,
  methods,
} from '@agentclientprotocol/sdk/unstable';
import { z } from 'zod';
import type { CallOverAcp } from '../../mcp/acpTransport.ts';
import type { ElicitationAnswer, ElicitationRequest } from '../../mcp/serverRequests.ts';
import { clientMethods } from '../../protocol/vak.ts';
import type { ServerPowers } from '../mcp/serverPowers.ts';
import { VERSION } from '../version.ts';
import type { ClientCapabilities } from './clientCapabilities.ts';

const AnswerSchema = z.discriminatedUnion('action', [
  z.looseObject({
    action: z.literal('accept'),
    content: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
      .nullish()
      .transform((content) => content ?? undefined),
  }),
  z.looseObject({ action: z.enum(['decline', 'cancel']) }),
]);

/** What the client behind one connection can do for MCP servers. */
export class ClientServerPowers {
  readonly #caller = new McpOverAcpCaller({ clientInfo: { name: 'vak', version: VERSION } });
  readonly #client: () => AgentContext;
  readonly #capabilities: ClientCapabilities;

  constructor(client: () => AgentContext, capabilities: ClientCapabilities) {
    this.#client = client;
    this.#capabilities = capabilities;
  }

  /** Notifications of forwarded servers come through here; call before the app connects. */
  register(app: AgentApp): void {
    app.onNotification(methods.agent.mcp.message, this.#caller.handleNotification);
  }

  /** What servers of this conversation may ask for. Absent: the client did not offer it. */
  forSession(sessionId: string): ServerPowers {
    const { elicitation, vak } = this.#capabilities;
    const elicit = (request: ElicitationRequest, signal: AbortSignal) =>
      this.#elicit(sessionId, request, signal);
    return {
      callOverAcp: this.#call,
      ...(elicitation.form || elicitation.url ? { elicit } : {}),
      ...(vak?.openUrl ? { openUrl: (url, reason, signal) => this.#openUrl(url, reason, signal) } : {}),
      ...(vak?.secrets ? { secrets: this.#secrets } : {}),
    };
  }

  readonly #call: CallOverAcp = (serverId, method, params, { signal, onNotification }) =>
    this.#caller.request(this.#client(), serverId, method, params, { signal, onNotification });

  readonly #secrets = {
    get: async (key: string) => {
      const { name, response } = clientMethods.secretGet;
      return response.parse(await this.#client().request(name, { key })).value ?? undefined;
    },
    set: async (key: string, value: string | undefined) => {
      await this.#client().request(clientMethods.secretSet.name, { key, value: value ?? null });
    },
  };

  /** Always answers: a client that fails to has not agreed, and a kind of question it does not know is declined. */
  async #elicit(
    sessionId: string,
    request: ElicitationRequest,
    signal: AbortSignal,
  ): Promise<ElicitationAnswer> {
    if (!this.#capabilities.elicitation[request.kind]) return { action: 'decline' };
    const message = `${request.server}: ${request.message}`;
    const question =
      request.kind === 'form'
        ? { mode: 'form', message, requestedSchema: request.requestedSchema }
        : { mode: 'url', message, url: request.url, elicitationId: request.elicitationId };
    try {
      const answer = await this.#client().request<unknown>(
        methods.client.elicitation.create,
        { sessionId, ...question },
        { cancellationSignal: signal, stopWaitingOnCancel: true },
      );
      const read = AnswerSchema.safeParse(answer);
      return read.success ? read.data : { action: 'cancel' };
    } catch {
      // Gone, or it could not show the question: nobody agreed.
      return { action: 'cancel' };
    }
  }

  async #openUrl(url: string, reason: string, signal: AbortSignal): Promise<boolean> {
    const { name, response } = clientMethods.openUrl;
    const answer = await this.#client().request<unknown>(
      name,
      { url, reason },
      { cancellationSignal: signal, stopWaitingOnCancel: true },
    );
    return response.parse(answer).opened;
  }
}
