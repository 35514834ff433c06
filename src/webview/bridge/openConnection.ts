import {
  createMessageConnection,
  type MessageConnection,
  type MessageReader,
  type MessageWriter,
  NullLogger,
  RAL,
} from 'vscode-jsonrpc';

/**
 * The little of a platform that vscode-jsonrpc uses when it is given a reader and a writer. Its own
 * browser entry brings streams and buffers along, which a page that posts objects never needs.
 */
const platform = {
  console,
  timer: {
    setTimeout: timer(setTimeout, clearTimeout),
    setInterval: timer(setInterval, clearInterval),
    setImmediate: (act: (...args: unknown[]) => void, ...args: unknown[]) =>
      timer(setTimeout, clearTimeout)(act, 0, ...args),
  },
};

export function openConnection(reader: MessageReader, writer: MessageWriter): MessageConnection {
  RAL.install(platform as unknown as RAL);
  return createMessageConnection(reader, writer, NullLogger);
}

function timer<T>(
  start: (act: () => void, ms: number) => T,
  stop: (handle: T) => void,
): (act: (...args: unknown[]) => void, ms: number, ...args: unknown[]) => { dispose(): void } {
  return (act, ms, ...args) => {
    const handle = start(() => act(...args), ms);
    return { dispose: () => stop(handle) };
  };
}
