import type { JSONRPCMessage, JSONRPCRequest, Transport } from '@modelcontextprotocol/client';
import { errorMessage } from '../base/errors.ts';

/**
 * One MCP request to a server behind the ACP connection. The outcome is MCP's own; failures of the
 * connection itself reject, with JSON-RPC's `code` where there is one.
 */
export type CallOverAcp = (
  serverId: string,
  method: string,
  params: Record<string, unknown> | undefined,
  options: {
    readonly signal: AbortSignal;
    readonly onNotification: (notification: {
      readonly method: string;
      readonly params?: Record<string, unknown> | null;
    }) => void;
  },
) => Promise<
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }
>;

const CANCELLED = -32800;
const INTERNAL = -32603;

/**
 * MCP to a server behind the ACP connection. Only 2026-07-28 travels there: every message is a request
 * of its own, with its notifications on the way, and nothing comes unasked.
 */
export class AcpTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #call: CallOverAcp;
  readonly #serverId: string;
  readonly #running = new Map<string | number, AbortController>();
  #refusal: Error | undefined;
  #closed = false;

  constructor(call: CallOverAcp, serverId: string) {
    this.#call = call;
    this.#serverId = serverId;
  }

  /** Why the server could not be asked what it is; the SDK's negotiation keeps that to itself. */
  get refusal(): Error | undefined {
    return this.#refusal;
  }

  async start(): Promise<void> {
    // The connection is there already.
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) throw new Error('the editor is gone');
    if ('method' in message && 'id' in message) void this.#request(message as JSONRPCRequest);
    else if ('method' in message && message.method === 'notifications/cancelled') {
      const id = (message.params as { requestId?: string | number } | undefined)?.requestId;
      if (id !== undefined) this.#running.get(id)?.abort();
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    for (const running of this.#running.values()) running.abort();
    this.onclose?.();
  }

  async #request(request: JSONRPCRequest): Promise<void> {
    const controller = new AbortController();
    this.#running.set(request.id, controller);
    const base = { jsonrpc: '2.0', id: request.id } as const;
    try {
      const outcome = await this.#call(this.#serverId, request.method, request.params, {
        signal: controller.signal,
        onNotification: ({ method, params }) =>
          this.onmessage?.({ jsonrpc: '2.0', method, ...(params ? { params } : {}) }),
      });
      if ('error' in outcome) this.#refuse(request, base, outcome.error);
      else this.onmessage?.({ ...base, result: outcome.result as Record<string, unknown> });
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      if (code === CANCELLED || controller.signal.aborted) return;
      const message = errorMessage(error);
      this.#refuse(request, base, { code: typeof code === 'number' ? code : INTERNAL, message });
    } finally {
      this.#running.delete(request.id);
    }
  }

  #refuse(
    request: JSONRPCRequest,
    base: { readonly jsonrpc: '2.0'; readonly id: string | number },
    error: { readonly code: number; readonly message: string; readonly data?: unknown },
  ): void {
    if (request.method === 'server/discover')
      this.#refusal = Object.assign(new Error(error.message), { code: error.code, data: error.data });
    this.onmessage?.({ ...base, error });
  }
}
