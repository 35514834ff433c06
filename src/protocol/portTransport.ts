import type { DataCallback, Message, MessageReader, MessageWriter } from 'vscode-jsonrpc';
import { Emitter } from '../base/event.ts';
import { isRecord } from '../base/json.ts';
import { type Disposable, toDisposable } from '../base/lifecycle.ts';

/**
 * One end of a postMessage channel between the chat view and the extension host. Messages travel as
 * they are, one JSON-RPC object each; there is no other framing.
 */
export interface MessagePortEnd {
  /** A returned promise is waited for. */
  post(message: unknown): unknown;
  /** Subscribes to everything the other end posts. */
  listen(listener: (message: unknown) => void): Disposable;
}

/** Reads JSON-RPC objects from a port; whatever is none is reported by `onError` and passed over. */
export function portReader(port: MessagePortEnd): MessageReader {
  const errors = new Emitter<Error>();
  const closed = new Emitter<void>();
  const partial = new Emitter<never>();
  return {
    onError: errors.event,
    onClose: closed.event,
    onPartialMessage: partial.event,
    listen: (callback: DataCallback) =>
      port.listen((message) => {
        if (isJsonRpc(message)) callback(message);
        else errors.fire(new Error('a posted message is not a JSON-RPC 2.0 object'));
      }),
    dispose() {
      errors.dispose();
      closed.dispose();
      partial.dispose();
    },
  };
}

/** Writes JSON-RPC objects to a port, in order. A failed post is reported and rejects. */
export function portWriter(port: MessagePortEnd): MessageWriter {
  const errors = new Emitter<[Error, Message | undefined, number | undefined]>();
  const closed = new Emitter<void>();
  return {
    onError: errors.event,
    onClose: closed.event,
    async write(message) {
      try {
        await port.post(message);
      } catch (error) {
        const reason = error instanceof Error ? error : new Error(String(error));
        errors.fire([reason, message, undefined]);
        throw reason;
      }
    },
    end: () => undefined,
    dispose() {
      errors.dispose();
      closed.dispose();
    },
  };
}

/** The view's end: what the host posts comes as `message` events of its window. */
export function windowPort(
  window: {
    addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
    removeEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  },
  post: (message: unknown) => void,
): MessagePortEnd {
  return {
    post,
    listen(listener) {
      const hear = (event: { readonly data: unknown }) => listener(event.data);
      window.addEventListener('message', hear);
      return toDisposable(() => window.removeEventListener('message', hear));
    },
  };
}

function isJsonRpc(value: unknown): value is Message {
  return isRecord(value) && value['jsonrpc'] === '2.0';
}
