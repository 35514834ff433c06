import { randomUUID } from 'node:crypto';
import { type ClientContext, RequestError } from '@agentclientprotocol/sdk/unstable';
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { type Deferred, deferred, onAbort } from '../../base/abort.ts';
import type { ServerSource } from './serverSource.ts';

/** Binding error: no such server, or not any more. */
const SERVER_UNAVAILABLE = -33001;

type Params = Record<string, unknown>;

/**
 * MCP over ACP as agents of the generation before speak it: `mcp/connect`, then `mcp/message` with the
 * connection's id in both directions, with MCP's own handshake inside.
 */
export class MessagesOfSecondGeneration {
  readonly #find: (serverId: string) => ServerSource | undefined;
  readonly #connections = new Map<string, Connection>();

  constructor(find: (serverId: string) => ServerSource | undefined) {
    this.#find = find;
  }

  async connect(params: Params, agent: ClientContext): Promise<{ connectionId: string }> {
    const serverId = String(params['serverId'] ?? params['acpId'] ?? '');
    const found = this.#find(serverId);
    if (!found) throw new RequestError(SERVER_UNAVAILABLE, `there is no server "${serverId}"`);
    const connectionId = randomUUID();
    const connection = new Connection(serverId, (message) =>
      agent.notify('mcp/message', { connectionId, ...message }),
    );
    const server = await found.open(connection.signal);
    await server.connect(connection);
    const changed = found.onListChanged((kind) => {
      const method = `notifications/${kind}/list_changed` as const;
      void agent.notify('mcp/message', { connectionId, method });
    });
    connection.signal.addEventListener('abort', () => changed.dispose());
    this.#connections.set(connectionId, connection);
    return { connectionId };
  }

  async disconnect(params: Params): Promise<Record<string, never>> {
    const id = String(params['connectionId']);
    await this.#connections.get(id)?.close();
    this.#connections.delete(id);
    return {};
  }

  request(params: Params, signal: AbortSignal): Promise<unknown> {
    const connection = this.#connections.get(String(params['connectionId']));
    if (!connection) throw new RequestError(SERVER_UNAVAILABLE, 'there is no such connection');
    return connection.request(String(params['method']), params['params'] as Params | undefined, signal);
  }

  notify(params: Params): void {
    const connection = this.#connections.get(String(params['connectionId']));
    connection?.receive({
      jsonrpc: '2.0',
      method: String(params['method']),
      ...(params['params'] ? { params: params['params'] as Params } : {}),
    });
  }

  serverGone(serverId: string): void {
    for (const [id, connection] of this.#connections) {
      if (connection.serverId !== serverId) continue;
      void connection.close();
      this.#connections.delete(id);
    }
  }
}

/** The transport of one such connection: requests come in with a way to answer, notifications go out. */
class Connection implements Transport {
  readonly serverId: string;
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #notify: (message: { method: string; params?: Params }) => Promise<void>;
  readonly #waiting = new Map<string | number, Deferred<unknown>>();
  readonly #ended = new AbortController();
  #next = 1;

  constructor(serverId: string, notify: (message: { method: string; params?: Params }) => Promise<void>) {
    this.serverId = serverId;
    this.#notify = notify;
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  async start(): Promise<void> {
    // It is open as soon as it is made.
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if ('method' in message) {
      if (!('id' in message)) await this.#notify(message as { method: string; params?: Params });
      return;
    }
    const { id } = message;
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if ('error' in message)
      waiting?.reject(new RequestError(message.error.code, message.error.message, message.error.data));
    else waiting?.resolve(message.result);
  }

  async request(method: string, params: Params | undefined, signal: AbortSignal): Promise<unknown> {
    const id = this.#next++;
    const answer = deferred<unknown>();
    this.#waiting.set(id, answer);
    const stop = onAbort(signal, () => {
      this.receive({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } });
      answer.reject(RequestError.requestCancelled());
    });
    try {
      this.receive({ jsonrpc: '2.0', id, method, ...(params ? { params } : {}) });
      return await answer.promise;
    } finally {
      stop.dispose();
      this.#waiting.delete(id);
    }
  }

  receive(message: JSONRPCMessage): void {
    this.onmessage?.(message);
  }

  async close(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    this.#ended.abort();
    for (const waiting of this.#waiting.values())
      waiting.reject(new RequestError(SERVER_UNAVAILABLE, 'the connection was closed'));
    this.onclose?.();
  }
}
