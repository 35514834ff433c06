import { type ChildProcess, spawn } from 'node:child_process';
import { LineDecoder } from '../../src/base/jsonl.ts';

/** One message of the agent, and when it came (milliseconds, the clock of `performance.now`). */
export interface Received {
  readonly message: {
    readonly id?: number;
    readonly method?: string;
    readonly result?: unknown;
    readonly error?: unknown;
  };
  readonly atMs: number;
}

/** A client that costs next to nothing: it parses lines and takes times. */
export class BenchClient {
  readonly startedAtMs: number;
  readonly pid: number;
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (received: Received) => void>();
  readonly #ended: Promise<never>;
  #onUpdate: ((received: Received) => void) | undefined;
  #nextId = 0;

  constructor(args: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
    this.startedAtMs = performance.now();
    this.#child = spawn(process.execPath, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.pid = this.#child.pid ?? -1;
    this.#ended = new Promise((_, reject) => {
      this.#child.once('close', (code) => reject(new Error(`the agent ended with ${code}`)));
    });
    this.#ended.catch(() => undefined);
    const decoder = new LineDecoder();
    this.#child.stdout?.on('data', (bytes: Buffer) => {
      for (const line of decoder.push(bytes)) this.#receive(line);
    });
  }

  /** Sends a request and gives the answer with its time; throws for an error answer. */
  async request(method: string, params: unknown): Promise<Received> {
    const id = this.#nextId++;
    const answer = new Promise<Received>((resolve) => this.#waiting.set(id, resolve));
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const received = await Promise.race([answer, this.#ended]);
    if (received.message.error !== undefined)
      throw new Error(`${method}: ${JSON.stringify(received.message.error)}`);
    return received;
  }

  async initialize(): Promise<Received> {
    const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
    return this.request('initialize', { protocolVersion: 1, clientCapabilities });
  }

  /** Opens a conversation and gives its id. */
  async open(cwd: string): Promise<string> {
    const { message } = await this.request('session/new', { cwd, mcpServers: [] });
    return (message.result as { sessionId: string }).sessionId;
  }

  /** Runs one turn: milliseconds to the first update and to the end, and how many updates came. */
  async turn(sessionId: string, text: string): Promise<{ firstMs: number; endMs: number; updates: number }> {
    const begin = performance.now();
    let firstAt = 0;
    let updates = 0;
    this.#onUpdate = ({ atMs }) => {
      if (updates++ === 0) firstAt = atMs;
    };
    const end = await this.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
    this.#onUpdate = undefined;
    return { firstMs: firstAt - begin, endMs: end.atMs - begin, updates };
  }

  /** Ends the agent and waits until it is gone. */
  async close(): Promise<void> {
    this.#child.stdin?.end();
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 3_000);
    await this.#ended.catch(() => undefined);
    clearTimeout(late);
  }

  #receive(line: string): void {
    const atMs = performance.now();
    const message = JSON.parse(line) as Received['message'];
    if (message.method === 'session/update') this.#onUpdate?.({ message, atMs });
    if (message.id === undefined || message.method !== undefined) return;
    this.#waiting.get(message.id)?.({ message, atMs });
    this.#waiting.delete(message.id);
  }
}
