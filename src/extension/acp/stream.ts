import type { AnyMessage, Stream } from '@agentclientprotocol/sdk/unstable';
import type { Event } from '../../base/event.ts';
import { isRecord, parseJson, type UnknownRecord } from '../../base/json.ts';
import { encodeLine, LineDecoder } from '../../base/jsonl.ts';

/** The two pipes of an agent, as its process offers them. */
export interface AgentPipes {
  readonly onStdout: Event<Uint8Array>;
  /** Settles when nothing more will come. */
  readonly ended: Promise<unknown>;
  write(text: string): Promise<void>;
  endInput(): void;
}

export interface StreamHooks {
  /** A `session/update`, in the order of the wire and before anything that came later. */
  update(params: unknown): void;
  /** Every message, for the protocol log. */
  trace?(direction: 'in' | 'out', message: unknown): void;
  /** A line on stdout that is no JSON-RPC message: a banner, a warning of the runtime. */
  noise(line: string): void;
}

const MAX_LINE = 64 * 1024 * 1024;

/**
 * The agent's pipes as messages. Updates are taken out here and handed over synchronously: the SDK
 * dispatches concurrently and drops an update it does not know whole, so behind it neither their
 * order nor their arrival could be relied on. Lines that are no messages are skipped, not answered:
 * agents print banners.
 */
export function agentStream(pipes: AgentPipes, hooks: StreamHooks): Stream {
  const decoder = new LineDecoder(MAX_LINE);
  let closed = false;
  let close: () => void = () => undefined;
  const readable = new ReadableStream<AnyMessage>({
    start(controller) {
      const onLine = (line: string) => {
        const message = readMessage(line, hooks);
        if (message) controller.enqueue(message);
      };
      const fail = (error: unknown) => {
        if (closed) return;
        closed = true;
        subscription.dispose();
        controller.error(error);
      };
      const subscription = pipes.onStdout((bytes) => {
        try {
          for (const line of decoder.push(bytes)) if (!closed) onLine(line);
        } catch (error) {
          fail(error);
        }
      });
      close = () => {
        if (closed) return;
        closed = true;
        subscription.dispose();
        controller.close();
      };
      pipes.ended.then(close, fail);
    },
    cancel() {
      closed = true;
    },
  });
  const writable = new WritableStream<AnyMessage>({
    async write(message) {
      hooks.trace?.('out', message);
      await pipes.write(encodeLine(message));
    },
    close: () => pipes.endInput(),
    abort: () => pipes.endInput(),
  });
  return { readable, writable };
}

/** A message for the SDK, or undefined when the line was dealt with here. */
function readMessage(line: string, hooks: StreamHooks): AnyMessage | undefined {
  if (line.trim() === '') return undefined;
  const parsed = parseJson(line);
  if (!parsed.ok || !isMessage(parsed.value)) {
    hooks.noise(line);
    return undefined;
  }
  hooks.trace?.('in', parsed.value);
  if (parsed.value.method === 'session/update' && !('id' in parsed.value)) {
    hooks.update(parsed.value.params);
    return undefined;
  }
  return parsed.value as AnyMessage;
}

function isMessage(value: unknown): value is UnknownRecord {
  return isRecord(value) && (typeof value.method === 'string' || 'result' in value || 'error' in value);
}
