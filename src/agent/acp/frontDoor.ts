import type { Stream } from '@agentclientprotocol/sdk/unstable';
import { deferred } from '../../base/abort.ts';
import { errorMessage } from '../../base/errors.ts';
import { isRecord, parseJson } from '../../base/json.ts';
import { encodeLine, LineDecoder } from '../../base/jsonl.ts';
import { answerInitialize } from './handshake.ts';

/** The longest message taken, in UTF-16 units. */
const MAX_MESSAGE_LENGTH = 64 * 1024 * 1024;
const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;

type SdkMessage = Stream['readable'] extends ReadableStream<infer M> ? M : never;

/**
 * The pipe to the client: frames lines, answers what is no message, and answers `initialize` itself.
 * That answer needs nothing but constants, while the SDK's schemas cost more than the whole rest of
 * the start; they load behind it. Every other message goes on to the SDK through `stream`.
 */
export class FrontDoor {
  readonly #write: (line: string) => Promise<void>;
  readonly #decoder = new LineDecoder(MAX_MESSAGE_LENGTH);
  readonly #inbox: SdkMessage[] = [];
  readonly #initialized = deferred<unknown>();
  #open = true;
  #hasInitialized = false;
  #wake: (() => void) | undefined;

  /** `write` resolves when the client's end can take more. */
  constructor(write: (line: string) => Promise<void>) {
    this.#write = write;
  }

  /** The raw parameters of the first `initialize`, once it was answered. Never settles without one. */
  get initialized(): Promise<unknown> {
    return this.#initialized.promise;
  }

  /** Takes bytes from the client, cut anywhere. */
  take(bytes: Uint8Array): void {
    if (!this.#open) return;
    try {
      for (const line of this.#decoder.push(bytes)) this.#takeLine(line);
    } catch (error) {
      this.#refuse(null, INVALID_REQUEST, errorMessage(error));
      this.end();
    }
  }

  /** The client sends nothing more: the SDK's reading ends behind what came before. */
  end(): void {
    this.#open = false;
    this.#wake?.();
  }

  /** The two ends for the SDK. Call once. */
  stream(): Stream {
    return {
      readable: new ReadableStream<SdkMessage>({ pull: (controller) => this.#deliver(controller) }),
      writable: new WritableStream<SdkMessage>({ write: (message) => this.#write(encodeLine(message)) }),
    };
  }

  /**
   * Hands over one message for each turn of the event loop. The SDK runs handlers after as many
   * microtasks as stand before them in its list, so two messages at once could overtake each other.
   */
  async #deliver(controller: ReadableStreamDefaultController<SdkMessage>): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#inbox.length === 0 && this.#open)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    this.#wake = undefined;
    const next = this.#inbox.shift();
    if (next !== undefined) controller.enqueue(next);
    else controller.close();
  }

  #takeLine(line: string): void {
    if (line.trim() === '') return;
    const json = parseJson(line);
    if (!json.ok) this.#refuse(null, PARSE_ERROR, `This line is not JSON: ${json.reason}`);
    else this.#takeMessage(json.value);
  }

  #takeMessage(message: unknown): void {
    const wrong = this.#wrongWith(message);
    if (wrong !== undefined) {
      this.#refuse(idOf(message), INVALID_REQUEST, wrong);
      return;
    }
    if (isRecord(message) && message['method'] === 'initialize' && 'id' in message) {
      this.#initialize(message);
      return;
    }
    this.#inbox.push(message as SdkMessage);
    this.#wake?.();
  }

  #wrongWith(message: unknown): string | undefined {
    if (Array.isArray(message)) return 'Batches are not supported.';
    if (!isRecord(message) || message['jsonrpc'] !== '2.0')
      return 'A message is an object with "jsonrpc": "2.0".';
    const { method } = message;
    const early = !this.#hasInitialized && method !== undefined && method !== 'initialize' && 'id' in message;
    return early ? 'Send "initialize" first.' : undefined;
  }

  #initialize(message: Readonly<Record<string, unknown>>): void {
    const id = idOf(message);
    const answered = answerInitialize(message['params']);
    if ('wrong' in answered) {
      this.#refuse(id, INVALID_PARAMS, answered.wrong);
      return;
    }
    this.#send({ jsonrpc: '2.0', id, result: answered.result });
    this.#hasInitialized = true;
    this.#initialized.resolve(message['params']);
  }

  #refuse(id: string | number | null, code: number, message: string): void {
    this.#send({ jsonrpc: '2.0', id, error: { code, message } });
  }

  #send(message: object): void {
    // A client that is gone can't be told; the end of its input ends this process.
    this.#write(encodeLine(message)).catch(() => undefined);
  }
}

function idOf(message: unknown): string | number | null {
  const id = isRecord(message) ? message['id'] : null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
