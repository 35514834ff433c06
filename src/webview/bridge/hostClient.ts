import type { MessageConnection } from 'vscode-jsonrpc';
import { errorMessage } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import {
  type ChatNotification,
  type ChatRequest,
  chatRequests,
  type HostNotification,
  hostNotifications,
  type NotificationOf,
  type ParamsOf,
  type ResponseOf,
} from '../../protocol/chat.ts';
import { type MessagePortEnd, portReader, portWriter } from '../../protocol/portTransport.ts';
import { openConnection } from './openConnection.ts';

/** What the view hears from the host, already parsed. */
export type HostListener = {
  readonly [M in HostNotification]: (params: NotificationOf<M>) => void;
};

/** The host as the view calls it. Requests reject with a sentence a person can read. */
export interface HostClient extends Disposable {
  request<M extends ChatRequest>(method: M, params: ParamsOf<M>): Promise<ResponseOf<M>>;
  notify(method: 'draft/changed', params: { text: string }): void;
  /** Puts an error of the view into the host's log. */
  report(error: unknown): void;
}

/**
 * Connects to the host. `listener` hears only what fits its schema; anything else is reported and
 * dropped (a dropped update shows as a gap in `seq`, so the view asks for a snapshot).
 */
export function connectHost(port: MessagePortEnd, listener: HostListener): HostClient {
  const connection = openConnection(portReader(port), portWriter(port));
  const client = hostClient(connection);
  for (const method of Object.keys(hostNotifications) as HostNotification[])
    hear(connection, method, listener, client.report);
  connection.onError(([error]) => client.report(error));
  connection.listen();
  return client;
}

function hostClient(connection: MessageConnection): HostClient {
  const send = async (method: ChatNotification, params: object) => {
    try {
      await connection.sendNotification(method, params);
    } catch {
      // The host is gone, and nobody is left to hear it.
    }
  };
  return {
    async request(method, params) {
      const answer: unknown = await connection.sendRequest(method, params);
      const parsed = chatRequests[method].response.safeParse(answer);
      if (!parsed.success) throw new Error(`The answer to ${method} does not fit its schema.`);
      return parsed.data as never;
    },
    notify: (method, params) => void send(method, params),
    report(error) {
      const stack = error instanceof Error ? error.stack : undefined;
      void send('view/error', { message: errorMessage(error), ...(stack === undefined ? {} : { stack }) });
    },
    dispose: () => connection.dispose(),
  };
}

function hear<M extends HostNotification>(
  connection: MessageConnection,
  method: M,
  listener: HostListener,
  report: (error: unknown) => void,
): void {
  connection.onNotification(method, (params: unknown) => {
    const parsed = hostNotifications[method].safeParse(params);
    if (parsed.success) listener[method](parsed.data as NotificationOf<M>);
    else report(new Error(`${method} from the host does not fit its schema: ${parsed.error.message}`));
  });
}
