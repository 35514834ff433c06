import {
  type ClientConnection,
  type ClientContext,
  type ContentBlock,
  client,
  type McpServer,
  methods,
  type Stream,
} from '@agentclientprotocol/sdk/unstable';
import type * as z from 'zod';
import { raceAbort } from '../../base/abort.ts';
import { CancelledError, ExpectedError } from '../../base/errors.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { ConfigOptionView } from '../../protocol/chat.ts';
import { agentMethods, type ClientPowers, notifications } from '../../protocol/vak.ts';
import type { EditorServers } from '../mcp/editorServers.ts';
import { type AgentInfo, PROTOCOL_VERSION, readAgentInfo } from './agentInfo.ts';
import { type ClientHandlers, registerHandlers } from './clientHandlers.ts';
import { MODE_OPTION, MODEL_OPTION, readConfigOptions, readOpenedOptions } from './configOptions.ts';
import { OpenRequests } from './openRequests.ts';
import {
  ListSessionsSchema,
  LoadSessionSchema,
  NewSessionSchema,
  PromptSchema,
  readResponse,
  SetConfigSchema,
  SteeringSchema,
} from './responses.ts';
import { SessionRouter } from './sessionRouter.ts';
import type { AgentPipes } from './stream.ts';
import { agentStream } from './stream.ts';
import { readUpdate, type SessionUpdate } from './updates.ts';
import { fromWire } from './wireErrors.ts';

export interface ConnectOptions {
  readonly pipes: AgentPipes;
  readonly own: boolean;
  readonly version: string;
  readonly powers: ClientPowers;
  readonly handlers: ClientHandlers;
  readonly servers: Pick<EditorServers, 'register'>;
  trace?(direction: 'in' | 'out', message: unknown): void;
  noise(line: string): void;
}

/** Where a conversation works and what it is given. */
export interface SessionPlace {
  readonly cwd: string;
  readonly servers: readonly McpServer[];
}

export interface OpenedSession {
  readonly sessionId: string;
  readonly options: ConfigOptionView[];
}

export interface SessionInfo {
  readonly id: string;
  readonly cwd: string;
  readonly title: string;
  readonly updatedAt?: string;
}

type AgentMethods = typeof agentMethods;
type MethodKey = keyof AgentMethods;

/** One connection to an agent: ACP as the chat uses it. Every failure is an `ExpectedError` or a cancellation. */
export class AgentClient implements Disposable {
  readonly info: AgentInfo;
  readonly context: ClientContext;
  readonly #connection: ClientConnection;
  readonly #router: SessionRouter;
  readonly #open: OpenRequests;
  /** Sessions whose running turn was asked to stop. */
  readonly #stopping = new Set<string>();

  private constructor(
    connection: ClientConnection,
    info: AgentInfo,
    router: SessionRouter,
    open: OpenRequests,
  ) {
    this.#connection = connection;
    this.context = connection.agent;
    this.info = info;
    this.#router = router;
    this.#open = open;
  }

  /** Connects and shakes hands; rejects when the agent ends first, speaks another version, or the signal aborts. */
  static async connect(options: ConnectOptions, signal: AbortSignal): Promise<AgentClient> {
    const router = new SessionRouter();
    const open = new OpenRequests();
    const stream: Stream = agentStream(options.pipes, {
      update: (params) => {
        const routed = readUpdate(params);
        if (routed) router.route(routed);
      },
      trace: options.trace,
      noise: options.noise,
    });
    const app = client({ name: 'vakil-vscode' });
    registerHandlers(app, options.handlers, open);
    options.servers.register(app);
    const connection = app.connect(stream);
    connection.signal.addEventListener('abort', () => open.cancelAll());
    try {
      const answer = await raceAbort(
        connection.agent.request(methods.agent.initialize, initializeParams(options)),
        signal,
      );
      return new AgentClient(connection, readAgentInfo(answer, options.own), router, open);
    } catch (error) {
      connection.close();
      throw fromWire(error);
    }
  }

  /** Aborts when the connection is over. */
  get signal(): AbortSignal {
    return this.#connection.signal;
  }

  listen(sessionId: string, listener: (update: SessionUpdate) => void): Disposable {
    return this.#router.listen(sessionId, listener);
  }

  async newSession(place: SessionPlace): Promise<OpenedSession> {
    const answer = await this.#request(methods.agent.session.new, wirePlace(place));
    const read = readResponse('session/new', NewSessionSchema, answer);
    return { sessionId: read.sessionId, options: readOpenedOptions(read) };
  }

  /** Replays the whole conversation to the listener before it resolves. */
  async loadSession(sessionId: string, place: SessionPlace): Promise<OpenedSession> {
    const answer = await this.#request(methods.agent.session.load, { sessionId, ...wirePlace(place) });
    return { sessionId, options: readOpenedOptions(readResponse('session/load', LoadSessionSchema, answer)) };
  }

  /** Goes on with a conversation without a replay. */
  async resumeSession(sessionId: string, place: SessionPlace): Promise<OpenedSession> {
    const answer = await this.#request(methods.agent.session.resume, { sessionId, ...wirePlace(place) });
    return {
      sessionId,
      options: readOpenedOptions(readResponse('session/resume', LoadSessionSchema, answer)),
    };
  }

  async forkSession(sessionId: string, place: SessionPlace, messageId?: string): Promise<OpenedSession> {
    const _meta = messageId === undefined ? undefined : { vak: { messageId } };
    const answer = await this.#request(methods.agent.session.fork, { sessionId, ...wirePlace(place), _meta });
    const read = readResponse('session/fork', NewSessionSchema, answer);
    return { sessionId: read.sessionId, options: readOpenedOptions(read) };
  }

  /** All sessions the agent tells of, newest first as it orders them. */
  async listSessions(): Promise<SessionInfo[]> {
    const sessions: SessionInfo[] = [];
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const answer = await this.#request(methods.agent.session.list, cursor ? { cursor } : {});
      const page = readResponse('session/list', ListSessionsSchema, answer);
      for (const { sessionId, cwd, title, updatedAt } of page.sessions)
        sessions.push({ id: sessionId, cwd, title: title ?? '', updatedAt: updatedAt ?? undefined });
      cursor = page.nextCursor ?? undefined;
      if (cursor !== undefined && seen.has(cursor)) break;
      if (cursor !== undefined) seen.add(cursor);
    } while (cursor !== undefined);
    return sessions;
  }

  async deleteSession(sessionId: string): Promise<void> {
    await this.#request(methods.agent.session.delete, { sessionId });
  }

  async closeSession(sessionId: string): Promise<void> {
    this.#open.cancel(sessionId);
    if (this.info.can.close) await this.#request(methods.agent.session.close, { sessionId });
  }

  async setTitle(sessionId: string, title: string): Promise<void> {
    await this.#request(methods.agent.session.setTitle, { sessionId, title });
  }

  /** The options afterwards, or undefined when the agent's answer does not tell. */
  async setOption(
    sessionId: string,
    id: string,
    value: string | boolean,
  ): Promise<ConfigOptionView[] | undefined> {
    if (id === MODE_OPTION) {
      await this.#request(methods.agent.session.setMode, { sessionId, modeId: String(value) });
      return undefined;
    }
    if (id === MODEL_OPTION) {
      await this.#request('session/set_model', { sessionId, modelId: String(value) });
      return undefined;
    }
    const params =
      typeof value === 'boolean'
        ? { sessionId, configId: id, type: 'boolean' as const, value }
        : { sessionId, configId: id, value };
    const answer = await this.#request(methods.agent.session.setConfigOption, params);
    return readConfigOptions(
      readResponse('session/set_config_option', SetConfigSchema, answer)?.configOptions,
    );
  }

  /**
   * One turn. Resolves with ACP's stop reason; every update of the turn was delivered before. After a
   * stop was asked for, an error counts as `cancelled`: some agents answer so.
   */
  async prompt(sessionId: string, prompt: ContentBlock[]): Promise<string> {
    this.#stopping.delete(sessionId);
    try {
      const answer = await this.#request(methods.agent.session.prompt, { sessionId, prompt });
      return readResponse('session/prompt', PromptSchema, answer).stopReason;
    } catch (error) {
      if (this.#stopping.has(sessionId) && !this.signal.aborted) return 'cancelled';
      throw error;
    } finally {
      this.#stopping.delete(sessionId);
      this.#open.cancel(sessionId);
    }
  }

  /** Asks the running turn to stop. Whatever waits for the person is answered as cancelled first. */
  async cancel(sessionId: string): Promise<void> {
    this.#stopping.add(sessionId);
    this.#open.cancel(sessionId);
    await new Promise((resolve) => setImmediate(resolve));
    if (!this.signal.aborted) await this.context.notify(methods.agent.session.cancel, { sessionId });
  }

  /** Puts words into a running turn; false when the agent wants an ordinary prompt instead. */
  async steer(
    sessionId: string,
    prompt: ContentBlock[],
    meta: Record<string, unknown> = {},
  ): Promise<boolean> {
    const answer = await this.#request('_session/steering', {
      sessionId,
      prompt,
      _meta: { steering: { idleBehavior: 'promptRequired' }, ...meta },
    });
    const { outcome } = readResponse('_session/steering', SteeringSchema, answer);
    return outcome === 'injected' || outcome === 'startedNewTurn';
  }

  async authenticate(methodId: string): Promise<void> {
    await this.#request(methods.agent.authenticate, { methodId });
  }

  /** One of our own methods; only the own agent answers them. The signal takes the request back. */
  async call<K extends MethodKey>(
    key: K,
    params: z.input<AgentMethods[K]['params']>,
    signal?: AbortSignal,
  ): Promise<z.output<AgentMethods[K]['response']>> {
    const method = agentMethods[key];
    if (!this.info.own)
      throw new ExpectedError(
        'unsupported',
        `${this.info.name} does not offer this; Vakil's own agent does.`,
      );
    const answer = await this.#request(method.name, params, signal);
    const schema = method.response as unknown as z.ZodType<z.output<AgentMethods[K]['response']>>;
    return readResponse(method.name, schema, answer ?? {});
  }

  async notify<K extends keyof typeof notifications>(
    key: K,
    params: z.input<(typeof notifications)[K]['params']>,
  ): Promise<void> {
    if (this.info.own && !this.signal.aborted) await this.context.notify(notifications[key].name, params);
  }

  /** Ends the connection; everything that waits is answered. The process is its owner's matter. */
  dispose(): void {
    this.#open.cancelAll();
    this.#connection.close(new CancelledError());
  }

  async #request(method: string, params: unknown, signal?: AbortSignal): Promise<unknown> {
    const options = signal ? { cancellationSignal: signal, stopWaitingOnCancel: true } : undefined;
    try {
      return await this.context.request<unknown>(method, params, options);
    } catch (error) {
      throw signal?.aborted ? new CancelledError() : fromWire(error);
    }
  }
}

function wirePlace(place: SessionPlace): { cwd: string; mcpServers: McpServer[] } {
  return { cwd: place.cwd, mcpServers: [...place.servers] };
}

function initializeParams({ version, powers }: ConnectOptions) {
  return {
    protocolVersion: PROTOCOL_VERSION,
    clientInfo: { name: 'vakil-vscode', title: 'Vakil', version },
    clientCapabilities: {
      fs: { readTextFile: true, writeTextFile: true },
      terminal: false,
      session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
      subagents: {},
      elicitation: { form: {}, url: {} },
      _meta: { terminal_output: true, vak: powers },
    },
  };
}
