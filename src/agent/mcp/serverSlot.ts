import { raceAbort, throwIfCancelled } from '../../base/abort.ts';
import { ExpectedError, isCancelled } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { type Disposable, MutableDisposable } from '../../base/lifecycle.ts';
import { type ConnectFailure, connectFailure, timeoutFailure } from '../../mcp/connectFailure.ts';
import { OAuthSession } from '../../mcp/oauthSession.ts';
import type { SecretStore } from '../../mcp/secretStore.ts';
import { connectServer, type ServerConnection } from '../../mcp/serverConnection.ts';
import { ServerLog } from '../../mcp/serverLog.ts';
import type { ServerExit } from '../../mcp/serverProcess.ts';
import type { ServerRequestPorts } from '../../mcp/serverRequests.ts';
import type { Host } from '../host/host.ts';
import { backOffMs } from './backOff.ts';
import type { KeptCatalogue } from './keptCatalogue.ts';
import { LiveCatalogue } from './liveCatalogue.ts';
import { notApproved } from './notApproved.ts';
import type { PooledServer } from './pooledServer.ts';

/** What is known of a server now. */
export type SlotState =
  | { readonly kind: 'idle' | 'ready' | 'disabled' }
  /** `since` in monotonic milliseconds. */
  | { readonly kind: 'connecting'; readonly since: number }
  /** `retryAt` in epoch milliseconds: it is tried again then by itself. */
  | { readonly kind: 'failed'; readonly reason: string; readonly remedy: string; readonly retryAt: number }
  | { readonly kind: 'needs-auth' | 'gone' | 'untrusted'; readonly reason: string; readonly remedy: string };

export interface SlotDeps {
  readonly host: Host;
  readonly ports: ServerRequestPorts;
  readonly secrets: SecretStore;
  readonly version: string;
  readonly idleMs: number;
  readonly random: () => number;
  /** It was not started because it is no longer what the person agreed to. */
  readonly onNotApproved?: () => void;
}

/**
 * One server of a conversation: started on first use, ended when idle, and after a failed start tried
 * again by a timer of its own (M3–M7). A failure is a state, never an exception of its own making.
 */
export class ServerSlot implements Disposable {
  readonly server: PooledServer;
  readonly log: ServerLog;
  readonly #deps: SlotDeps;
  readonly #changed = new Emitter<void>();
  /** State or catalogue differ. */
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly #retry = new MutableDisposable();
  readonly #idle = new MutableDisposable();
  readonly #ended = new AbortController();
  readonly #catalogue: LiveCatalogue;
  #state: SlotState;
  #connection: ServerConnection | undefined;
  #attempt: { readonly over: Promise<void>; readonly stop: AbortController } | undefined;
  #closing: Promise<unknown> = Promise.resolve();
  #failures = 0;
  #busy = 0;
  #exit: ServerExit | undefined;
  #searchPath = '';
  #lastError: string | undefined;

  constructor(server: PooledServer, deps: SlotDeps) {
    this.server = server;
    this.log = new ServerLog(server.redact);
    this.#deps = deps;
    this.#catalogue = new LiveCatalogue(server, deps.host, this.log);
    this.#catalogue.onDidChange(() => this.#changed.fire());
    this.#state = { kind: server.disabled ? 'disabled' : 'idle' };
  }

  get state(): SlotState {
    return this.#state;
  }

  /** Undefined until the server was listed once, by whichever conversation. */
  get catalogue(): KeptCatalogue | undefined {
    return this.#catalogue.value;
  }

  get lastError(): string | undefined {
    return this.#lastError;
  }

  /** The connection as it is; undefined when there is none. Starts nothing. */
  get open(): ServerConnection | undefined {
    return this.#connection;
  }

  /** Reads what the cache keeps of the server; once. */
  load(): Promise<void> {
    return this.#catalogue.load();
  }

  /** Starts the server unless it runs or waits for its next try. Settles when the try is over. Never rejects. */
  probe(): Promise<void> {
    if (this.#attempt) return this.#attempt.over;
    return this.#isStartable() ? this.#start() : Promise.resolve();
  }

  /** Starts afresh whatever the state is: a person asked for it. Never rejects. */
  async restart(): Promise<void> {
    this.#failures = 0;
    await this.#stop();
    this.#set({ kind: 'idle' });
    await this.#start();
  }

  /**
   * The connection, started when needed and checked for life. Rejects with `ExpectedError`
   * `mcp-unavailable` or `not-approved` and the reason, or `CancelledError`.
   */
  async connection(signal: AbortSignal): Promise<ServerConnection> {
    const open = this.#connection;
    if (open) {
      if (await open.isAlive(signal)) return open;
      this.log.add('it did not answer any more and is started again');
      await this.#disconnect();
      this.#set({ kind: 'idle' });
    }
    if (this.#isStartable() || this.#attempt) await raceAbort(this.probe(), signal);
    if (this.#connection) return this.#connection;
    throw this.unavailable();
  }

  /**
   * Waits for a required server: for the start under way, or for its next try when that comes within
   * the time that a start may take.
   */
  async waitReady(signal: AbortSignal): Promise<boolean> {
    const { clock } = this.#deps.host;
    const before = this.#state;
    if (before.kind === 'failed' && !this.#attempt) {
      const wait = before.retryAt - clock.now();
      if (wait > this.server.startupTimeoutMs) return false;
      await clock.sleep(Math.max(0, wait) + 1, signal);
    }
    await raceAbort(this.probe(), signal);
    return this.#connection !== undefined;
  }

  /** Runs something on the connection that keeps it from counting as idle. */
  async use<T>(act: (connection: ServerConnection) => Promise<T>, signal: AbortSignal): Promise<T> {
    const connection = await this.connection(signal);
    this.#busy += 1;
    this.#idle.value = undefined;
    try {
      return await act(connection);
    } catch (error) {
      if (!isCancelled(error)) this.#notice(error);
      throw error;
    } finally {
      this.#busy -= 1;
      this.#touch();
    }
  }

  /** Why it can't be used now. */
  unavailable(): ExpectedError<'mcp-unavailable' | 'not-approved'> {
    const { id } = this.server;
    const state = this.#state;
    if (state.kind === 'untrusted') return notApproved(id);
    const { clock } = this.#deps.host;
    const why =
      state.kind === 'failed'
        ? `${state.reason}. Next try in ${Math.max(1, Math.ceil((state.retryAt - clock.now()) / 1000))} s. ${state.remedy}`
        : state.kind === 'needs-auth' || state.kind === 'gone'
          ? `${state.reason}. ${state.remedy}`
          : `it is ${state.kind}`;
    return new ExpectedError('mcp-unavailable', `The MCP server "${id}" is not available: ${why}`);
  }

  /** What the failure of a call says of the server: sign-in, gone, or how its process ended. */
  describe(error: unknown): ConnectFailure {
    return this.#describe(error, 20);
  }

  setDisabled(disabled: boolean): void {
    void this.#stop();
    this.#set({ kind: disabled ? 'disabled' : 'idle' });
  }

  /** The client's connection is gone and with it what it provides. */
  gone(): void {
    void this.#stop();
    this.#set({
      kind: 'gone',
      reason: 'the editor disconnected',
      remedy: 'Reopen the conversation in the editor.',
    });
  }

  dispose(): void {
    void this.close();
  }

  /** Resolves when the server's process is gone. */
  async close(): Promise<void> {
    this.#ended.abort();
    this.#changed.dispose();
    this.#catalogue.dispose();
    await this.#stop();
  }

  /** What is not approved is looked at anew at each use: it may be as it was again. */
  #isStartable(): boolean {
    return this.#state.kind === 'idle' || this.#state.kind === 'untrusted';
  }

  #start(): Promise<void> {
    if (this.#attempt) return this.#attempt.over;
    const stop = new AbortController();
    const over = this.#connect(stop.signal).finally(() => {
      if (this.#attempt?.stop === stop) this.#attempt = undefined;
      this.#changed.fire();
    });
    this.#attempt = { over, stop };
    return over;
  }

  async #connect(stopped: AbortSignal): Promise<void> {
    const { server } = this;
    const { clock } = this.#deps.host;
    this.#set({ kind: 'connecting', since: clock.ticks() });
    const limit = new AbortController();
    const timer = clock.after(server.startupTimeoutMs, () => limit.abort());
    const signal = AbortSignal.any([stopped, this.#ended.signal, limit.signal]);
    try {
      await this.#closing;
      await this.load();
      throwIfCancelled(signal);
      this.#exit = undefined;
      const connection = await connectServer(this.#spec(), this.#connectionOptions(), signal);
      this.#adopt(connection);
      await this.#catalogue.read(connection, signal);
      if (this.#connection !== connection) throw new Error('the server closed the connection');
      this.#failures = 0;
      this.#lastError = undefined;
      this.#set({ kind: 'ready' });
      this.#touch();
    } catch (error) {
      void this.#disconnect();
      if (stopped.aborted || this.#ended.signal.aborted) return;
      this.#fail(
        limit.signal.aborted
          ? timeoutFailure(server.startupTimeoutMs, this.#context(3))
          : this.#describe(error, 3),
      );
    } finally {
      timer.dispose();
    }
  }

  #spec() {
    return this.server.spec((process, searchPath) => {
      this.#searchPath = searchPath;
      this.log.processStarted();
      void process.exited.then((exit) => {
        this.#exit = exit;
      });
    });
  }

  #connectionOptions() {
    const { url, id } = this.server;
    const { host, secrets, ports, version } = this.#deps;
    return {
      server: id,
      clientInfo: { name: 'vak', version },
      ports,
      timers: host.clock,
      log: this.log,
      ...(url ? { auth: new OAuthSession(url, secrets) } : {}),
      ...(this.catalogue ? { era: this.catalogue.era } : {}),
    };
  }

  #adopt(connection: ServerConnection): void {
    this.#connection = connection;
    connection.onClosed(() => {
      if (this.#connection !== connection) return;
      void this.#disconnect();
      this.#lastError = this.#describe(new Error('the connection was closed'), 3).reason;
      this.log.add(this.#lastError);
      // Next use starts it at once (M4); back-off is for starts that fail.
      if (this.#state.kind === 'ready') this.#set({ kind: 'idle' });
    });
    connection.onListChanged(() => this.#catalogue.refresh(connection));
  }

  /** After each use the idle time begins anew. */
  #touch(): void {
    if (this.#busy > 0 || !this.#connection) return;
    this.#idle.value = this.#deps.host.clock.after(this.#deps.idleMs, () => void this.#endIdle());
    this.#catalogue.used(this.#connection);
  }

  async #endIdle(): Promise<void> {
    this.log.add('ended: it was not used for a while');
    await this.#disconnect();
    if (this.#state.kind === 'ready') this.#set({ kind: 'idle' });
  }

  #notice(error: unknown): void {
    const failure = this.#describe(error, 3);
    if (failure.kind === 'failed') return;
    void this.#disconnect();
    this.#set({ ...failure, kind: failure.kind });
  }

  #fail(failure: ConnectFailure): void {
    const { clock } = this.#deps.host;
    this.#lastError = failure.reason;
    if (failure.kind !== 'failed') {
      this.#set({ kind: failure.kind, reason: failure.reason, remedy: failure.remedy });
      if (failure.kind === 'untrusted') this.#deps.onNotApproved?.();
      return;
    }
    this.#failures += 1;
    const delay = backOffMs(this.#failures, this.#deps.random);
    this.#set({
      kind: 'failed',
      reason: failure.reason,
      remedy: failure.remedy,
      retryAt: clock.now() + delay,
    });
    this.#retry.value = clock.after(delay, () => void this.#start());
  }

  #describe(error: unknown, lines: number): ConnectFailure {
    const failure = connectFailure(error, this.#context(lines));
    return { ...failure, reason: this.server.redact(failure.reason) };
  }

  #context(lines: number) {
    return {
      target: this.server.target,
      searchPath: this.#searchPath,
      stderr: this.log.lastWords(lines),
      ...(this.#exit ? { exit: this.#exit } : {}),
    };
  }

  /** Ends a start under way, a coming retry, and the connection. */
  async #stop(): Promise<void> {
    this.#retry.value = undefined;
    this.#attempt?.stop.abort();
    await this.#attempt?.over;
    await this.#disconnect();
  }

  #disconnect(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#idle.value = undefined;
    this.#catalogue.rest();
    if (connection) this.#closing = Promise.allSettled([this.#closing, connection.close()]);
    return this.#closing.then(() => undefined);
  }

  #set(state: SlotState): void {
    if (this.#ended.signal.aborted) return;
    this.#state = state;
    this.#changed.fire();
  }
}
