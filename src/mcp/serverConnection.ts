import type { Client, OAuthClientProvider, RequestOptions } from '@modelcontextprotocol/client';
import { z } from 'zod';
import { CancelledError, ExpectedError } from '../base/errors.ts';
import { Emitter, type Event } from '../base/event.ts';
import { CallClock, type Timers } from './callClock.ts';
import { httpStatus, isSessionLost, seconds } from './connectFailure.ts';
import { NO_LIMIT_MS, type OpenedServer, openServer } from './openServer.ts';
import { type Page, readPages } from './pagedList.ts';
import {
  type CallResult,
  CallResultSchema,
  type Items,
  ListPageSchema,
  type PromptResult,
  PromptResultSchema,
  parseItems,
  ResourceContentsSchema,
  type ServerPrompt,
  ServerPromptSchema,
  type ServerResource,
  ServerResourceSchema,
  type ServerTool,
  ServerToolSchema,
} from './serverItems.ts';
import type { ServerLog } from './serverLog.ts';
import type { ServerExit } from './serverProcess.ts';
import type { ServerRequestPorts } from './serverRequests.ts';
import type { Era, ServerSpec } from './serverSpec.ts';
import { StdioTransport } from './stdioTransport.ts';
import { type ListKind, watchLists } from './watchLists.ts';

export interface ConnectionOptions {
  /** The server's id, for questions to a person. */
  readonly server: string;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly ports: ServerRequestPorts;
  readonly auth?: OAuthClientProvider;
  readonly era?: Era;
  readonly timers: Timers;
  readonly log: ServerLog;
}

export interface CallOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly onProgress?: (progress: {
    readonly progress: number;
    readonly total?: number;
    readonly message?: string;
  }) => void;
}

/** One request while a list is read; pages are many. */
const LIST_TIMEOUT_MS = 30_000;
const PING_TIMEOUT_MS = 5_000;
/** A connection used this recently counts as alive without asking. */
const FRESH_MS = 30_000;

/** The error by which a server asks for addresses to be visited before it runs a tool. */
const UrlsRequiredSchema = z.looseObject({
  code: z.literal(-32042),
  data: z.looseObject({
    elicitations: z
      .array(z.looseObject({ message: z.string(), url: z.url(), elicitationId: z.string() }))
      .min(1),
  }),
});

/** One MCP server, connected, whichever era and transport. Made by `connectServer`; `close` ends it. */
export class ServerConnection {
  readonly #spec: ServerSpec;
  readonly #options: ConnectionOptions;
  readonly #clock: CallClock;
  readonly #lists = new Emitter<ListKind>();
  /** A list may have changed: the server said so. */
  readonly onListChanged: Event<ListKind> = this.#lists.event;
  readonly #closed = new Emitter<void>();
  /** The server is gone and not because of `close`. */
  readonly onClosed: Event<void> = this.#closed.event;
  #opened: OpenedServer;
  #watch: { dispose(): void } | undefined;
  #reopening: Promise<void> | undefined;
  #ended = false;
  #lastUse: number;

  constructor(spec: ServerSpec, options: ConnectionOptions, clock: CallClock, opened: OpenedServer) {
    this.#spec = spec;
    this.#options = options;
    this.#clock = clock;
    this.#opened = opened;
    this.#lastUse = options.timers.ticks();
    this.#adopt(opened);
  }

  get era(): Era {
    return this.#opened.era;
  }

  get via(): OpenedServer['via'] {
    return this.#opened.via;
  }

  /** The revision of MCP that was agreed on. */
  get protocolVersion(): string | undefined {
    return this.#opened.client.getNegotiatedProtocolVersion();
  }

  get instructions(): string | undefined {
    return this.#opened.client.getInstructions();
  }

  /** The server's name for itself, when it gives one. */
  get serverInfo(): { readonly name: string; readonly version: string } | undefined {
    return this.#opened.client.getServerVersion();
  }

  get capabilities(): ReturnType<Client['getServerCapabilities']> {
    return this.#opened.client.getServerCapabilities();
  }

  /** How the process ended; undefined while it runs, and for other transports. */
  get exit(): ServerExit | undefined {
    const { transport } = this.#opened;
    return transport instanceof StdioTransport ? transport.exit : undefined;
  }

  /** Cheap when it was used a moment ago, else a ping. Never rejects but when cancelled. */
  async isAlive(signal: AbortSignal): Promise<boolean> {
    if (this.#ended || this.exit) return false;
    if (this.era === 'stateless' || this.#options.timers.ticks() - this.#lastUse < FRESH_MS) return true;
    try {
      await this.#request((client, options) => client.ping(options), signal, PING_TIMEOUT_MS);
      return true;
    } catch (error) {
      if (signal.aborted) throw error;
      // An answer is an answer: a server that knows no ping is alive.
      return typeof (error as { code?: unknown }).code === 'number' && httpStatus(error) === undefined;
    }
  }

  /** Tools with the server's own names, each parsed alone. */
  async listTools(signal: AbortSignal): Promise<Items<ServerTool>> {
    return this.#list('tools', ServerToolSchema, (tool) => tool.name, signal);
  }

  async listPrompts(signal: AbortSignal): Promise<Items<ServerPrompt>> {
    return this.#list('prompts', ServerPromptSchema, (prompt) => prompt.name, signal);
  }

  async listResources(signal: AbortSignal): Promise<Items<ServerResource>> {
    return this.#list('resources', ServerResourceSchema, (resource) => resource.uri, signal);
  }

  /**
   * Calls a tool. Rejects with `CancelledError`, `ExpectedError` `timeout`, or what the connection or
   * the server failed with; a tool's own failure is a result with `isError`.
   */
  async callTool(tool: ServerTool, args: Record<string, unknown>, options: CallOptions): Promise<CallResult> {
    try {
      return await this.#callTool(tool, args, options);
    } catch (error) {
      if (!(await this.#visitAddresses(error, options.signal))) throw error;
      return this.#callTool(tool, args, options);
    }
  }

  #callTool(tool: ServerTool, args: Record<string, unknown>, options: CallOptions): Promise<CallResult> {
    const params = { name: tool.name, arguments: args };
    const request = { method: 'tools/call', params };
    return this.#request(
      (client, each) => {
        if (this.era === 'stateful' || this.via !== 'http' || !mirrorsHeaders(tool))
          return client.request(request, CallResultSchema, each);
        // HTTP headers that the tool's schema asks for are made by the SDK's own verb.
        const toolDefinition = { name: tool.name, inputSchema: tool.inputSchema as { type: 'object' } };
        return client.callTool(params, { ...each, toolDefinition }) as Promise<CallResult>;
      },
      options.signal,
      options.timeoutMs,
      options.onProgress,
    );
  }

  async getPrompt(name: string, args: Record<string, string>, signal: AbortSignal): Promise<PromptResult> {
    const request = { method: 'prompts/get', params: { name, arguments: args } };
    return this.#request(
      (client, each) => client.request(request, PromptResultSchema, each),
      signal,
      LIST_TIMEOUT_MS,
    );
  }

  async readResource(uri: string, signal: AbortSignal): Promise<z.infer<typeof ResourceContentsSchema>> {
    const request = { method: 'resources/read', params: { uri } };
    return this.#request(
      (client, each) => client.request(request, ResourceContentsSchema, each),
      signal,
      LIST_TIMEOUT_MS,
    );
  }

  /** Any request, passed on as it is: for forwarding a server to somebody else. */
  async forward(
    method: string,
    params: Record<string, unknown> | undefined,
    options: CallOptions,
  ): Promise<unknown> {
    return this.#request(
      (client, each) => client.request({ method, ...(params ? { params } : {}) }, z.unknown(), each),
      options.signal,
      options.timeoutMs,
      options.onProgress,
    );
  }

  /** Tells a server of the stateful era that `roots/list` answers differently now. */
  async rootsChanged(): Promise<void> {
    if (this.era === 'stateful' && this.#options.ports.roots)
      await this.#opened.client.sendRootsListChanged();
  }

  /** Ends the connection, and the process when there is one. Resolves when it is gone. */
  async close(): Promise<void> {
    this.#ended = true;
    this.#watch?.dispose();
    this.#lists.dispose();
    this.#closed.dispose();
    const { transport, client } = this.#opened;
    if ('terminateSession' in transport)
      await (transport as { terminateSession(): Promise<void> }).terminateSession().catch(() => undefined);
    await client.close();
    await transport.close();
  }

  /** A server of 2025-11-25 may want addresses visited before a call; true when the person visited all of them. */
  async #visitAddresses(error: unknown, signal: AbortSignal): Promise<boolean> {
    const { elicit } = this.#options.ports;
    const wanted = UrlsRequiredSchema.safeParse(error);
    if (!elicit || !wanted.success) return false;
    for (const { message, url, elicitationId } of wanted.data.data.elicitations) {
      const question = { kind: 'url', server: this.#options.server, message, url, elicitationId } as const;
      const answer = await this.#clock.whileAsking(() => elicit(question, signal));
      if (answer.action !== 'accept') return false;
    }
    return true;
  }

  async #list<T>(
    kind: ListKind,
    schema: z.ZodType<T>,
    keyOf: (item: T) => string,
    signal: AbortSignal,
  ): Promise<Items<T>> {
    if (!this.capabilities?.[kind]) return { items: [], notes: [] };
    const fetchPage = async (cursor: string | undefined): Promise<Page> => {
      const request = { method: `${kind}/list`, params: cursor === undefined ? {} : { cursor } };
      const page = await this.#request(
        (client, each) => client.request(request, ListPageSchema, each),
        signal,
        LIST_TIMEOUT_MS,
      );
      return { items: page[kind] ?? [], ...(page.nextCursor ? { nextCursor: page.nextCursor } : {}) };
    };
    const all = await readPages(fetchPage, () => this.#options.timers.ticks());
    const parsed = parseItems(all.items, schema, keyOf);
    return { items: parsed.items, notes: all.note ? [...parsed.notes, all.note] : parsed.notes };
  }

  /** Every request goes through here: time limit, cancellation, and one fresh session when the old one is lost. */
  async #request<T>(
    act: (client: Client, options: RequestOptions) => Promise<T>,
    signal: AbortSignal,
    timeoutMs: number,
    onProgress?: CallOptions['onProgress'],
  ): Promise<T> {
    if (signal.aborted) throw new CancelledError();
    const stop = new AbortController();
    let timedOut = false;
    const limit = this.#clock.limit(timeoutMs, () => {
      timedOut = true;
      stop.abort();
    });
    const options: RequestOptions = {
      signal: AbortSignal.any([signal, stop.signal]),
      timeout: NO_LIMIT_MS,
      ...(onProgress ? { onprogress: onProgress } : {}),
    };
    try {
      return await this.#inSession((client) => act(client, options), options.signal ?? signal);
    } catch (error) {
      if (signal.aborted) throw new CancelledError();
      if (timedOut)
        throw new ExpectedError('timeout', `no answer within ${seconds(timeoutMs)}`, {
          cause: error,
        });
      throw error;
    } finally {
      limit.dispose();
      this.#lastUse = this.#options.timers.ticks();
    }
  }

  async #inSession<T>(act: (client: Client) => Promise<T>, signal: AbortSignal): Promise<T> {
    const before = this.#opened;
    try {
      return await act(before.client);
    } catch (error) {
      if (before.via !== 'http' || !before.transport.sessionId || !isSessionLost(error)) throw error;
      // Several calls may find out at once; one of them opens the fresh session.
      if (this.#opened === before) await (this.#reopening ??= this.#reopen(signal));
      return act(this.#opened.client);
    }
  }

  async #reopen(signal: AbortSignal): Promise<void> {
    try {
      this.#options.log.add('the session was lost; opening a fresh one');
      const opened = await openServer(this.#spec, { ...this.#options, clock: this.#clock }, signal);
      const old = this.#opened;
      old.client.onclose = undefined;
      this.#adopt(opened);
      await old.transport.close();
    } finally {
      this.#reopening = undefined;
    }
  }

  #adopt(opened: OpenedServer): void {
    this.#opened = opened;
    this.#watch?.dispose();
    this.#watch = watchLists(opened, (kind) => this.#lists.fire(kind), this.#options.log);
    opened.client.onclose = () => {
      if (this.#ended) return;
      this.#ended = true;
      this.#watch?.dispose();
      this.#closed.fire();
    };
  }
}

/** Connects to a server. Rejects with what the last try failed with, or `CancelledError`. */
export async function connectServer(
  spec: ServerSpec,
  options: ConnectionOptions,
  signal: AbortSignal,
): Promise<ServerConnection> {
  const clock = new CallClock(options.timers);
  const opened = await openServer(spec, { ...options, clock }, signal);
  return new ServerConnection(spec, options, clock, opened);
}

/** True when the tool's schema wants arguments repeated as HTTP headers (2026-07-28). */
function mirrorsHeaders(tool: ServerTool): boolean {
  return JSON.stringify(tool.inputSchema ?? null).includes('"x-mcp-header"');
}
