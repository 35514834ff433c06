import { childController } from '../../base/abort.ts';
import { CancelledError, ExpectedError, errorMessage } from '../../base/errors.ts';
import { Emitter } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { type Backoff, restartBackoff } from './backoff.ts';

/** A started agent with its connection: what the supervisor keeps alive. */
export interface Running<C> {
  readonly client: C;
  /** Settles when the process is gone, with the reason for a person. */
  readonly gone: Promise<ExpectedError>;
  /** Ends the process tree; resolves when nothing of it is left. */
  end(): Promise<void>;
}

export type AgentState<C> =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'running'; readonly client: C }
  /** `retryInMs` absent: it stays down until somebody restarts it. */
  | { readonly kind: 'failed'; readonly error: ExpectedError; readonly retryInMs?: number };

interface SupervisorPorts<C> {
  /** Starts the agent and connects; rejects when that fails, with nothing left running. */
  launch(signal: AbortSignal): Promise<Running<C>>;
  after(ms: number, act: () => void): Disposable;
  now(): number;
  readonly backoff?: Backoff;
}

/**
 * Keeps one agent running: starts it when it is first needed, again when it ends by itself (later
 * each time), and whenever a person says so. There is never more than one.
 */
export class AgentSupervisor<C> {
  readonly #ports: SupervisorPorts<C>;
  readonly #backoff: Backoff;
  readonly #changed = new Emitter<AgentState<C>>();
  readonly onDidChange = this.#changed.event;
  #state: AgentState<C> = { kind: 'stopped' };
  #attempt: Promise<C> | undefined;
  #lifetime = new AbortController();
  #running: Running<C> | undefined;
  #timer: Disposable | undefined;
  #disposed = false;

  constructor(ports: SupervisorPorts<C>) {
    this.#ports = ports;
    this.#backoff = ports.backoff ?? restartBackoff();
  }

  get state(): AgentState<C> {
    return this.#state;
  }

  /** The connected agent, started when it is not there. Rejects when it can't be started. */
  client(): Promise<C> {
    if (this.#disposed) return Promise.reject(new CancelledError());
    this.#attempt ??= this.#launch();
    return this.#attempt;
  }

  /** Ends what runs, whatever state it is in, and starts afresh. */
  async restart(): Promise<C> {
    this.#backoff.reset();
    await this.stop();
    return this.client();
  }

  /** Ends the agent and everything it started. It starts again when it is needed. */
  async stop(): Promise<void> {
    this.#timer?.dispose();
    this.#timer = undefined;
    this.#lifetime.abort();
    this.#lifetime = new AbortController();
    const attempt = this.#attempt;
    this.#attempt = undefined;
    const running = this.#running;
    this.#running = undefined;
    this.#set({ kind: 'stopped' });
    await attempt?.catch(() => undefined);
    await running?.end();
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    await this.stop();
    this.#changed.dispose();
  }

  async #launch(): Promise<C> {
    this.#timer?.dispose();
    const lifetime = childController(this.#lifetime.signal);
    this.#set({ kind: 'starting' });
    try {
      const running = await this.#ports.launch(lifetime.signal);
      if (lifetime.signal.aborted) {
        await running.end();
        throw new CancelledError();
      }
      this.#running = running;
      this.#set({ kind: 'running', client: running.client });
      void running.gone.then((reason) => this.#onGone(running, reason));
      return running.client;
    } catch (error) {
      if (!lifetime.signal.aborted) {
        this.#attempt = undefined;
        this.#set({ kind: 'failed', error: asExpected(error) });
      }
      throw error;
    } finally {
      lifetime.dispose();
    }
  }

  #onGone(running: Running<C>, error: ExpectedError): void {
    if (this.#running !== running) return;
    this.#running = undefined;
    this.#attempt = undefined;
    void running.end();
    const retryInMs = this.#backoff.next(this.#ports.now());
    this.#set({ kind: 'failed', error, retryInMs });
    if (retryInMs === undefined) return;
    this.#timer = this.#ports.after(retryInMs, () => void this.client().catch(() => undefined));
  }

  #set(state: AgentState<C>): void {
    this.#state = state;
    if (!this.#disposed) this.#changed.fire(state);
  }
}

function asExpected(error: unknown): ExpectedError {
  return error instanceof ExpectedError ? error : new ExpectedError('agent-not-started', errorMessage(error));
}
