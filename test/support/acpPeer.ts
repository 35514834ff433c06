import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { LineDecoder } from '../../src/base/jsonl.ts';
import { isAcpMethod, problemsWith, type Side } from './acpSchema.ts';

/** A JSON-RPC message as it travels. */
export interface Message {
  readonly jsonrpc?: string;
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** One line of the connection. `line` is the text; `message` is absent when it is no JSON object. */
export interface Frame {
  readonly from: 'us' | 'them';
  readonly line: string;
  readonly message: Message | undefined;
  /** Milliseconds since the peer was started. */
  readonly atMs: number;
}

/** An answer of the other side that is an error. */
export class AcpError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(error: NonNullable<Message['error']>) {
    super(error.message);
    this.name = 'AcpError';
    this.code = error.code;
    this.data = error.data;
  }
}

export interface PeerOptions {
  readonly command: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  /** The whole environment of the child; nothing is inherited but `PATH`. */
  readonly env?: Readonly<Record<string, string>>;
  /** Which side we play; the child is the other one. Default: we are the client of an agent. */
  readonly side?: Side;
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Answers a request or takes a notification; what it throws becomes an error answer. */
export type Handler = (params: never, message: Message) => unknown;

const defaultDeadlineMs = 15_000;

/**
 * The other end of an agent (or of a client) under test: starts the command in a process group of its
 * own, speaks newline-delimited JSON-RPC with it and checks every frame, both ways, against the
 * protocol's schema. Nothing in it comes from the SDK, so a mistake of the SDK shows too.
 */
export class AcpPeer {
  readonly frames: Frame[] = [];
  /** What did not fit the schema so far. `expectValid` fails when there is any. */
  readonly problems: string[] = [];
  readonly exited: Promise<Exit>;
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #side: Side;
  readonly #handlers = new Map<string, Handler>();
  readonly #asked = new Map<number | string, { method: string; settle: (message: Message) => void }>();
  readonly #theirRequests = new Map<number | string, string>();
  readonly #listeners = new Set<(frame: Frame | undefined) => void>();
  readonly #startedAt = performance.now();
  #nextId = 0;
  #stderr = '';
  #exit: Exit | undefined;

  constructor(options: PeerOptions) {
    this.#side = options.side ?? 'client';
    const child = spawn(options.command, options.args ?? [], {
      cwd: options.cwd,
      env: { PATH: process.env['PATH'] ?? '', ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: true,
    });
    this.#child = child;
    this.#input = child.stdin;
    // A write to a process that just ended is no failure of the test: its exit is what tests look at.
    child.stdin.on('error', () => undefined);
    this.#read(child.stdout);
    child.stderr.on('data', (bytes: Buffer) => {
      this.#stderr += bytes.toString();
    });
    this.exited = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => resolve(this.#ended({ code, signal })));
    });
    this.exited.catch(() => undefined);
  }

  get pid(): number {
    return this.#child.pid ?? -1;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Sends a request and gives its result; throws `AcpError` for an error answer. */
  async request<T = unknown>(method: string, params: unknown, deadlineMs = defaultDeadlineMs): Promise<T> {
    const answer = await this.ask(method, params, deadlineMs);
    if (answer.error !== undefined) throw new AcpError(answer.error);
    return answer.result as T;
  }

  /** Sends a request and gives the answer as it came, error or not. */
  ask(method: string, params: unknown, deadlineMs = defaultDeadlineMs): Promise<Message> {
    return this.start(method, params, deadlineMs).answer;
  }

  /** Sends a request and gives its id at once, for `$/cancel_request` and for order tests. */
  start(
    method: string,
    params: unknown,
    deadlineMs = defaultDeadlineMs,
  ): { readonly id: number; readonly answer: Promise<Message> } {
    const id = this.#nextId++;
    const answer = new Promise<Message>((resolve, reject) => {
      const timer = setTimeout(() => reject(this.#tooLate(`no answer to ${method}`, deadlineMs)), deadlineMs);
      const settle = (message: Message) => {
        clearTimeout(timer);
        if (message.jsonrpc === undefined)
          reject(new Error(`the other side ended before it answered ${method}\n${this.#stderr}`));
        else resolve(message);
      };
      this.#asked.set(id, { method, settle });
    });
    answer.catch(() => undefined);
    this.#send({ jsonrpc: '2.0', id, method, params });
    return { id, answer };
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** Writes text as it is, unchecked: for malformed frames. Add the line end yourself. */
  writeRaw(text: string): void {
    for (const line of text.split('\n')) {
      const { id, method = '' } = parse(line) ?? {};
      if (id !== undefined && id !== null) this.#asked.set(id, { method, settle: () => undefined });
    }
    this.#input.write(text);
  }

  /** Says how requests and notifications of this method are answered. Without it, requests get -32601. */
  handle(method: string, handler: Handler): this {
    this.#handlers.set(method, handler);
    return this;
  }

  /** The first frame of theirs, past or to come, that fits. */
  async waitFor(fits: (message: Message) => boolean, deadlineMs = defaultDeadlineMs): Promise<Message> {
    const theirs = (frame: Frame) =>
      frame.from === 'them' && frame.message !== undefined && fits(frame.message);
    const frame = this.frames.find(theirs) ?? (await this.#nextFrame(theirs, deadlineMs));
    return frame.message ?? {};
  }

  /** The first `session/update` that fits, past or to come: its `update`. */
  async waitForUpdate(fits: (update: Update) => boolean, deadlineMs = defaultDeadlineMs): Promise<Update> {
    const message = await this.waitFor((each) => {
      const update = updateOf(each);
      return update !== undefined && fits(update);
    }, deadlineMs);
    return updateOf(message) ?? { sessionUpdate: '' };
  }

  /** The `session/update`s so far, in order; of one session when it is named. */
  updates(sessionId?: string): readonly Update[] {
    return this.frames
      .filter((frame) => frame.from === 'them')
      .map((frame) => frame.message)
      .filter(
        (message) =>
          sessionId === undefined || (message?.params as { sessionId?: string })?.sessionId === sessionId,
      )
      .flatMap((message) => updateOf(message) ?? []);
  }

  /** The agent's answer text so far: all message chunks (of one session) put together. */
  text(sessionId?: string): string {
    return this.updates(sessionId)
      .filter((update) => update.sessionUpdate === 'agent_message_chunk')
      .map((update) => (update['content'] as { text?: string }).text ?? '')
      .join('');
  }

  /** Fails when any frame so far, in either direction, did not fit the protocol's schema. */
  expectValid(): void {
    if (this.problems.length > 0)
      throw new Error(`frames that do not fit the protocol:\n${this.problems.join('\n')}`);
  }

  /** Ends the input as a client does that goes away, and gives how and when the process ended. */
  async endInput(deadlineMs = 5_000): Promise<Exit & { readonly afterMs: number }> {
    const before = performance.now();
    this.#input.end();
    const late = setTimeout(() => this.kill(), deadlineMs);
    const exit = await this.exited;
    clearTimeout(late);
    return { ...exit, afterMs: performance.now() - before };
  }

  /** Ends the child's whole process group at once; idempotent. */
  kill(signal: NodeJS.Signals = 'SIGKILL'): void {
    if (this.#exit !== undefined || this.#child.pid === undefined) return;
    try {
      process.kill(-this.#child.pid, signal);
    } catch {
      // The group is gone already.
    }
  }

  /** For `await using`: ends the child and waits until it is gone. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.kill();
    await this.exited.catch(() => undefined);
  }

  #read(output: Readable): void {
    const decoder = new LineDecoder();
    output.on('data', (bytes: Buffer) => {
      for (const line of decoder.push(bytes)) this.#receive(line);
    });
  }

  #receive(line: string): void {
    const message = parse(line);
    if (message === undefined) this.problems.push(`not a JSON object: ${line.slice(0, 500)}`);
    else this.#check('them', message);
    this.#record({ from: 'them', line, message, atMs: performance.now() - this.#startedAt });
    if (message === undefined) return;
    if (message.method === undefined) this.#settle(message);
    else void this.#answer(message.method, message);
  }

  #settle(message: Message): void {
    if (message.id === undefined || message.id === null) return;
    this.#asked.get(message.id)?.settle(message);
    this.#asked.delete(message.id);
  }

  async #answer(method: string, message: Message): Promise<void> {
    const handler = this.#handlers.get(method);
    if (message.id === undefined || message.id === null) {
      await handler?.(message.params as never, message);
      return;
    }
    const base = { jsonrpc: '2.0', id: message.id };
    if (handler === undefined)
      return this.#send({ ...base, error: { code: -32601, message: `no ${method}` } });
    try {
      this.#send({ ...base, result: await handler(message.params as never, message) });
    } catch (error) {
      const wire = error instanceof AcpError ? error : new AcpError({ code: -32603, message: String(error) });
      this.#send({ ...base, error: { code: wire.code, message: wire.message, data: wire.data } });
    }
  }

  #send(message: Message): void {
    this.#check('us', message);
    const line = JSON.stringify(message);
    this.#record({ from: 'us', line, message, atMs: performance.now() - this.#startedAt });
    this.#input.write(`${line}\n`);
  }

  /** Checks a frame and remembers which method an answer will belong to. */
  #check(from: Frame['from'], message: Message): void {
    const sender = from === 'us' ? this.#side : other(this.#side);
    const complain = (problems: readonly string[]) =>
      this.problems.push(...problems.map((text) => `${from}: ${text}`));
    if (message.jsonrpc !== '2.0')
      complain([`"jsonrpc" is not "2.0" in ${JSON.stringify(message).slice(0, 300)}`]);
    if (message.method !== undefined) {
      const isRequest = message.id !== undefined;
      if (isRequest && from === 'them' && message.id !== null)
        this.#theirRequests.set(message.id ?? '', message.method);
      // A method that we send and the protocol does not know is there to see what the other side says.
      if (from === 'us' && !isAcpMethod(other(sender), message.method)) return;
      complain(
        problemsWith(
          other(sender),
          message.method,
          isRequest ? 'Request' : 'Notification',
          message.params ?? {},
        ),
      );
      return;
    }
    if (message.id === undefined || message.id === null) return;
    const method =
      from === 'them' ? this.#asked.get(message.id)?.method : this.#theirRequests.get(message.id);
    if (method === undefined) complain([`an answer to nothing: ${JSON.stringify(message).slice(0, 300)}`]);
    else if ('result' in message && isAcpMethod(sender, method))
      complain(problemsWith(sender, method, 'Response', message.result));
  }

  #record(frame: Frame): void {
    this.frames.push(frame);
    for (const listener of [...this.#listeners]) listener(frame);
  }

  #nextFrame(fits: (frame: Frame) => boolean, deadlineMs: number): Promise<Frame> {
    return new Promise((resolve, reject) => {
      const done = (act: () => void) => {
        clearTimeout(timer);
        this.#listeners.delete(listener);
        act();
      };
      const listener = (frame: Frame | undefined) => {
        if (frame === undefined)
          done(() => reject(new Error(`the other side ended before the frame came\n${this.#stderr}`)));
        else if (fits(frame)) done(() => resolve(frame));
      };
      const timer = setTimeout(
        () => done(() => reject(this.#tooLate('no such frame', deadlineMs))),
        deadlineMs,
      );
      this.#listeners.add(listener);
      if (this.#exit !== undefined) listener(undefined);
    });
  }

  #ended(exit: Exit): Exit {
    this.#exit = exit;
    for (const { settle } of this.#asked.values()) settle({});
    this.#asked.clear();
    for (const listener of [...this.#listeners]) listener(undefined);
    return exit;
  }

  #tooLate(what: string, deadlineMs: number): Error {
    const last = this.frames.slice(-8).map((frame) => `${frame.from}: ${frame.line.slice(0, 400)}`);
    return new Error(
      `${what} within ${deadlineMs} ms; the last frames were\n${last.join('\n')}\nstderr:\n${this.#stderr.slice(-2_000)}`,
    );
  }
}

/** The `update` of a `session/update`. */
export interface Update {
  readonly sessionUpdate: string;
  readonly [field: string]: unknown;
}

function updateOf(message: Message | undefined): Update | undefined {
  if (message?.method !== 'session/update') return undefined;
  return (message.params as { update?: Update }).update;
}

function other(side: Side): Side {
  return side === 'client' ? 'agent' : 'client';
}

function parse(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    // Not JSON: the caller reports the line.
    return undefined;
  }
}
