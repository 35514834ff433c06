import {
  createMessageConnection,
  ErrorCodes,
  type MessageConnection,
  NullLogger,
  ResponseError,
} from 'vscode-jsonrpc/node';
import type * as z from 'zod';
import { childController } from '../../base/abort.ts';
import { ExpectedError, errorMessage, isCancelled } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';
import {
  type ChatHandlers,
  type ChatNotification,
  type ChatRequest,
  chatNotifications,
  chatRequests,
  type HostNotification,
  type hostNotifications,
  type ParamsOf,
} from '../../protocol/chat.ts';
import { type MessagePortEnd, portReader, portWriter } from '../../protocol/portTransport.ts';

export type ChatListeners = {
  readonly [M in ChatNotification]: (params: z.output<(typeof chatNotifications)[M]>) => void;
};

/** The host's end of one view's channel. */
export interface ChatChannel extends Disposable {
  post<M extends HostNotification>(method: M, params: z.input<(typeof hostNotifications)[M]>): void;
}

/**
 * The one place where messages of the view are read. Params are parsed before a handler sees them;
 * an unknown method, params that fit no schema and a failing handler are answered with an error that
 * says so, logged once here, and change nothing else.
 */
export function openChatChannel(
  port: MessagePortEnd,
  handlers: ChatHandlers,
  listeners: ChatListeners,
  log: Log,
): ChatChannel {
  const connection = createMessageConnection(portReader(port), portWriter(port), NullLogger);
  for (const method of Object.keys(chatRequests) as ChatRequest[]) serve(connection, method, handlers, log);
  for (const method of Object.keys(chatNotifications) as ChatNotification[])
    hear(connection, method, listeners, log);
  connection.onUnhandledNotification(({ method }) =>
    log.warn(`the view sent an unknown notification: ${method}`),
  );
  connection.onError(([error]) => log.error('the channel to the view failed', error));
  connection.listen();
  return {
    post: (method, params) => {
      connection.sendNotification(method, params).catch((error) => log.debug('the view is gone', error));
    },
    dispose: () => connection.dispose(),
  };
}

function serve<M extends ChatRequest>(
  connection: MessageConnection,
  method: M,
  handlers: ChatHandlers,
  log: Log,
): void {
  connection.onRequest(method, async (raw: unknown, token) => {
    const parsed = chatRequests[method].params.safeParse(raw ?? {});
    if (!parsed.success) {
      const problem = describe(method, parsed.error);
      log.warn(problem);
      return new ResponseError(ErrorCodes.InvalidParams, problem);
    }
    const controller = childController();
    const link = token.onCancellationRequested(() => controller.abort());
    try {
      return await handlers[method](parsed.data as ParamsOf<M>, controller.signal);
    } catch (error) {
      if (!isCancelled(error)) log.error(`${method} failed`, error);
      const detail = error instanceof ExpectedError ? error.detail : undefined;
      return new ResponseError(ErrorCodes.InternalError, errorMessage(error), { detail });
    } finally {
      link.dispose();
      controller.dispose();
    }
  });
}

function hear<M extends ChatNotification>(
  connection: MessageConnection,
  method: M,
  listeners: ChatListeners,
  log: Log,
): void {
  connection.onNotification(method, (raw: unknown) => {
    const parsed = chatNotifications[method].safeParse(raw);
    if (parsed.success) listeners[method](parsed.data as never);
    else log.warn(describe(method, parsed.error));
  });
}

function describe(method: string, error: z.core.$ZodError): string {
  const [issue] = error.issues;
  const place = issue?.path.join('.') || 'params';
  return `the view sent ${method} with something that does not fit: ${place}: ${issue?.message ?? 'unreadable'}`;
}
