import { Emitter } from '../../src/base/event.ts';
import { isRecord } from '../../src/base/json.ts';
import { LineDecoder } from '../../src/base/jsonl.ts';
import { AgentClient } from '../../src/extension/acp/agentClient.ts';
import type { ClientHandlers } from '../../src/extension/acp/clientHandlers.ts';
import type { AgentPipes } from '../../src/extension/acp/stream.ts';
import type { EditorServers } from '../../src/extension/mcp/editorServers.ts';
import { problemsWith } from './acpSchema.ts';

export interface Frame {
  readonly id?: number | string | null;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

type Answer = (params: Record<string, unknown>, frame: Frame) => unknown;

/**
 * An agent in memory that writes the frames a test wants, in the order it wants. What our client sends
 * is checked against the protocol's schema. A handler's `undefined` leaves the request open.
 */
export class RawAgent {
  readonly frames: Frame[] = [];
  readonly problems: string[] = [];
  readonly #stdout = new Emitter<Uint8Array>();
  readonly #ended = Promise.withResolvers<void>();
  readonly #decoder = new LineDecoder();
  readonly #answers = new Map<string, Answer>();
  readonly #asked = new Map<string, (frame: Frame) => void>();
  readonly #watchers = new Set<() => void>();
  #nextId = 1000;

  readonly pipes: AgentPipes = {
    onStdout: this.#stdout.event,
    ended: this.#ended.promise,
    write: async (text) => {
      for (const line of this.#decoder.push(new TextEncoder().encode(text))) this.#hear(JSON.parse(line));
    },
    endInput: () => undefined,
  };

  constructor(answers: Readonly<Record<string, Answer>> = {}) {
    this.on('initialize', () => ({ protocolVersion: 1 }));
    for (const [method, answer] of Object.entries(answers)) this.on(method, answer);
  }

  on(method: string, answer: Answer): this {
    this.#answers.set(method, answer);
    return this;
  }

  /** Writes a frame, or any text as one line. */
  send(frame: Frame | string): void {
    const line = typeof frame === 'string' ? frame : JSON.stringify({ jsonrpc: '2.0', ...frame });
    this.#stdout.fire(new TextEncoder().encode(`${line}\n`));
  }

  update(sessionId: string, update: Record<string, unknown>): void {
    this.send({ method: 'session/update', params: { sessionId, update } });
  }

  say(sessionId: string, text: string, messageId?: string): void {
    this.update(sessionId, {
      sessionUpdate: 'agent_message_chunk',
      messageId,
      content: { type: 'text', text },
    });
  }

  /** Asks the client; resolves with its answer, error or not. */
  ask(method: string, params: unknown): Promise<Frame> {
    this.#nextId += 1;
    const id = `agent-${this.#nextId}`;
    const answer = new Promise<Frame>((resolve) => this.#asked.set(id, resolve));
    this.send({ id, method, params });
    return answer;
  }

  /** Resolves with the first frame, past or to come, that fits. */
  async received(fits: (frame: Frame) => boolean): Promise<Frame> {
    for (;;) {
      const frame = this.frames.find(fits);
      if (frame) return frame;
      await new Promise<void>((resolve) => this.#watchers.add(resolve));
    }
  }

  request(method: string): Promise<Frame> {
    return this.received((frame) => frame.method === method);
  }

  end(): void {
    this.#ended.resolve();
  }

  #hear(frame: Frame): void {
    this.frames.push(frame);
    for (const watcher of this.#watchers) watcher();
    this.#watchers.clear();
    if (frame.method === undefined) {
      this.#asked.get(String(frame.id))?.(frame);
      return;
    }
    const shape = frame.id === undefined ? 'Notification' : 'Request';
    if (!frame.method.startsWith('$/') && frame.method !== 'session/set_model')
      this.problems.push(...problemsWith('agent', frame.method, shape, frame.params));
    if (frame.id === undefined) return;
    const answer = this.#answers.get(frame.method);
    if (!answer) {
      this.send({ id: frame.id, error: { code: -32601, message: `Method not found: ${frame.method}` } });
      return;
    }
    try {
      const result = answer(isRecord(frame.params) ? frame.params : {}, frame);
      if (result !== undefined) this.send({ id: frame.id, result });
    } catch (error) {
      this.send({ id: frame.id, error: error as NonNullable<Frame['error']> });
    }
  }
}

const notOffered = () => Promise.reject(new Error('not offered in this test'));

/** Handlers of a client that nobody answers, with what a test puts over them. */
export function clientHandlers(over: Partial<ClientHandlers> = {}): ClientHandlers {
  return {
    permission: () => new Promise(() => undefined),
    elicit: () => new Promise(() => undefined),
    elicitationDone: () => undefined,
    readFile: async () => undefined,
    missingFile: () => undefined,
    writeFile: async () => undefined,
    vak: {
      editorModels: async () => ({ models: [] }),
      editorChat: notOffered,
      openUrl: notOffered,
      secretGet: async () => ({ value: null }),
      secretSet: async () => ({}),
    },
    changed: () => undefined,
    mcpChanged: () => undefined,
    progress: () => undefined,
    ...over,
  };
}

/** Our client, connected to a raw agent. */
export function connectTo(
  agent: RawAgent,
  over: Partial<ClientHandlers> = {},
  options: { own?: boolean; noise?: (line: string) => void } = {},
): Promise<AgentClient> {
  return AgentClient.connect(
    {
      pipes: agent.pipes,
      own: options.own ?? false,
      version: '0.0.0',
      powers: { editorModels: true, documents: true, trust: true, openUrl: true, secrets: true },
      handlers: clientHandlers(over),
      servers: { register: () => undefined },
      noise: options.noise ?? (() => undefined),
    },
    new AbortController().signal,
  );
}

/** An editor that brings no MCP servers. */
export function noEditorServers(): EditorServers {
  const changed = new Emitter<void>();
  return {
    register: () => undefined,
    declare: async () => ({ servers: [], dispose: () => undefined }),
    notOffered: () => [],
    allow: async () => undefined,
    signIn: async () => undefined,
    restart: async () => undefined,
    onDidChange: changed.event,
    end: async () => undefined,
    dispose: () => changed.dispose(),
  };
}
