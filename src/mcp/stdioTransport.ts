import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client';
import { ExpectedError } from '../base/errors.ts';
import { isRecord, parseJson } from '../base/json.ts';
import { LineDecoder } from '../base/jsonl.ts';
import { type Disposable, DisposableStore } from '../base/lifecycle.ts';
import type { ServerLog } from './serverLog.ts';
import type { ServerExit, ServerProcess } from './serverProcess.ts';

/** How long a server may take to end by itself after its input ended. */
const GRACE_MS = 500;

/**
 * MCP over a child's stdin and stdout. Lines that are no JSON-RPC are noise for the log, never an
 * error and never answered; byte-order marks, CRLF, batches, and long lines are taken as they come.
 * Closing ends the whole process group.
 */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** With `pid` the mark by which the SDK tells a pipe from HTTP: silence then means the older era. */
  readonly stderr = null;
  readonly #spawn: () => Promise<ServerProcess>;
  readonly #log: ServerLog;
  readonly #lines = new LineDecoder();
  readonly #subscriptions = new DisposableStore();
  readonly #inbox: JSONRPCMessage[] = [];
  #isDelivering = false;
  #process: ServerProcess | undefined;
  #exit: ServerExit | undefined;
  #closing: Promise<void> | undefined;

  constructor(spawn: () => Promise<ServerProcess>, log: ServerLog) {
    this.#spawn = spawn;
    this.#log = log;
  }

  get pid(): number | null {
    return this.#process?.pid ?? null;
  }

  /** How the process ended; undefined while it runs. */
  get exit(): ServerExit | undefined {
    return this.#exit;
  }

  /** Starts the process. Rejects with `ExpectedError` `spawn` when the system can't. */
  async start(): Promise<void> {
    const child = await this.#spawn();
    this.#process = child;
    if (this.#closing) await child.kill();
    this.#listen(child);
    void child.exited.then((exit) => this.#ended(exit));
    if (child.pid !== undefined) return;
    const exit = await child.exited;
    throw new ExpectedError(
      'spawn',
      `the program could not be started: ${exit.error?.message ?? 'unknown'}`,
      {
        cause: exit.error,
      },
    );
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.#process || this.#exit || this.#closing) throw new Error('the server is not running');
    await this.#process.write(`${JSON.stringify(message)}\n`);
  }

  /** Ends input, gives the server a moment, then ends its group. Resolves when all of it is gone. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  #listen(child: ServerProcess): void {
    const add = (item: Disposable) => this.#subscriptions.add(item);
    add(child.onStderr((bytes) => this.#log.stderr(bytes)));
    add(child.onStdout((bytes) => this.#receive(bytes)));
  }

  #receive(bytes: Uint8Array): void {
    try {
      for (const line of this.#lines.push(bytes)) this.#take(line);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
      void this.close();
    }
  }

  #take(line: string): void {
    if (line.trim() === '') return;
    const parsed = parseJson(line);
    const messages = parsed.ok ? (Array.isArray(parsed.value) ? parsed.value : [parsed.value]) : [];
    if (messages.length === 0 || !messages.every(isMessage)) this.#log.stdoutNoise(line);
    else this.#deliver(messages);
  }

  #deliver(messages: readonly JSONRPCMessage[]): void {
    this.#inbox.push(...messages);
    if (this.#isDelivering) return;
    this.#isDelivering = true;
    void this.#empty();
  }

  /**
   * Hands messages on in order. The SDK takes a notification a moment later than a response: one that
   * comes in the same piece as the response behind it must be taken before.
   */
  async #empty(): Promise<void> {
    for (let message = this.#inbox.shift(); message !== undefined; message = this.#inbox.shift()) {
      this.#hand(message);
      const isNotification = 'method' in message && !('id' in message);
      if (isNotification) await nextTurn();
    }
    // In the same breath as the last look: what comes next begins anew.
    this.#isDelivering = false;
  }

  #hand(message: JSONRPCMessage): void {
    try {
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  async #ended(exit: ServerExit): Promise<void> {
    await this.#process?.drained();
    while (this.#isDelivering) await nextTurn();
    this.#exit = exit;
    this.#log.flush();
    this.#subscriptions.dispose();
    // What the server started and left behind goes with it.
    if (!exit.error) await this.#process?.kill();
    this.onclose?.();
  }

  async #end(): Promise<void> {
    const child = this.#process;
    if (!child || child.pid === undefined) return;
    child.endInput();
    const timer = new AbortController();
    await Promise.race([child.exited, pause(GRACE_MS, timer.signal)]);
    timer.abort();
    await child.kill();
    await child.exited;
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

function isMessage(value: unknown): value is JSONRPCMessage {
  return isRecord(value) && value['jsonrpc'] === '2.0';
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
