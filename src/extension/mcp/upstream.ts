import { raceAbort } from '../../base/abort.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { systemTimers } from '../../mcp/callClock.ts';
import { connectFailure } from '../../mcp/connectFailure.ts';
import { OAuthSession } from '../../mcp/oauthSession.ts';
import type { SecretStore } from '../../mcp/secretStore.ts';
import { connectServer, type ServerConnection } from '../../mcp/serverConnection.ts';
import type { ServerLog } from '../../mcp/serverLog.ts';
import type { ServerExit } from '../../mcp/serverProcess.ts';
import type { ServerRequestPorts } from '../../mcp/serverRequests.ts';
import type { ServerSpec } from '../../mcp/serverSpec.ts';
import type { ListKind } from '../../mcp/watchLists.ts';
import { OwnedChild } from '../../node/child.ts';
import type { ResolvedServer } from './resolveServer.ts';

export interface UpstreamOptions {
  readonly name: string;
  readonly version: string;
  readonly log: ServerLog;
  readonly ports: ServerRequestPorts;
  readonly secrets: SecretStore;
  /** The definition with everything filled in; asks the person when it must. */
  resolve(signal: AbortSignal): Promise<ResolvedServer>;
  /** What a program of ours gets as environment, with `extra` laid over it. */
  environment(extra: Readonly<Record<string, string>>): Promise<Record<string, string>>;
  /** The server wants a sign-in; `signInAddress` says where. */
  signInNeeded(): void;
}

/** How long a server may take to start before whoever asked is told that it failed. */
const STARTUP_MS = 30_000;

/**
 * One of the editor's servers, run in the extension host: started when an agent first asks it for
 * something, started again after it ended, shared by all conversations of the window.
 */
export class Upstream implements Disposable {
  readonly #options: UpstreamOptions;
  readonly #lists = new Emitter<ListKind>();
  readonly onListChanged: Event<ListKind> = this.#lists.event;
  readonly #ended = new AbortController();
  #connection: ServerConnection | undefined;
  #starting: Promise<ServerConnection> | undefined;
  #exit: ServerExit | undefined;
  #target = '';
  #signInAddress: string | undefined;

  constructor(options: UpstreamOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  /** The address of a server that refused for want of a sign-in; undefined while it asks for none. */
  get signInAddress(): string | undefined {
    return this.#signInAddress;
  }

  /** The server's process or connection, as it is; starts nothing. */
  get running(): boolean {
    return this.#connection !== undefined;
  }

  /** Connected, started when needed. Rejects with `Error` and a sentence for people, or `CancelledError`. */
  async connection(signal: AbortSignal): Promise<ServerConnection> {
    if (this.#connection && (await this.#connection.isAlive(signal))) return this.#connection;
    this.#starting ??= this.#start().finally(() => {
      this.#starting = undefined;
    });
    return raceAbort(this.#starting, signal);
  }

  /** Ends the server; the next request starts it afresh. */
  async stop(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    await connection?.close();
  }

  dispose(): void {
    void this.end();
  }

  /** Resolves when its process is gone. */
  async end(): Promise<void> {
    this.#ended.abort();
    this.#lists.dispose();
    // A start under way is called off; its end is waited for.
    await this.#starting?.catch(() => undefined);
    await this.stop();
  }

  async #start(): Promise<ServerConnection> {
    await this.stop();
    const { name, version, log, ports, secrets } = this.#options;
    let url: string | undefined;
    let limit: AbortSignal | undefined;
    try {
      const server = await this.#options.resolve(this.#ended.signal);
      // The time that a person takes to answer questions is not the server's.
      limit = AbortSignal.timeout(STARTUP_MS);
      url = server.kind === 'stdio' ? undefined : server.url;
      this.#target = server.kind === 'stdio' ? server.command : server.url;
      this.#exit = undefined;
      this.#signInAddress = undefined;
      const connection = await connectServer(
        this.#spec(server),
        {
          server: name,
          clientInfo: { name: 'vakil-vscode', version },
          ports,
          timers: systemTimers,
          log,
          ...(url ? { auth: new OAuthSession(url, secrets) } : {}),
        },
        AbortSignal.any([this.#ended.signal, limit]),
      );
      this.#adopt(connection);
      return connection;
    } catch (error) {
      if (this.#ended.signal.aborted) throw error;
      const failure = connectFailure(error, {
        target: this.#target,
        stderr: log.lastWords(3),
        ...(this.#exit ? { exit: this.#exit } : {}),
      });
      if (failure.kind === 'needs-auth' && url) {
        this.#signInAddress = url;
        this.#options.signInNeeded();
      }
      log.add(failure.reason);
      throw new Error(limit?.aborted ? `no answer within ${STARTUP_MS / 1000} s` : failure.reason, {
        cause: error,
      });
    }
  }

  #adopt(connection: ServerConnection): void {
    this.#connection = connection;
    connection.onListChanged((kind) => this.#lists.fire(kind));
    connection.onClosed(() => {
      if (this.#connection !== connection) return;
      this.#options.log.add('the server ended');
      void this.stop();
    });
  }

  #spec(server: ResolvedServer): ServerSpec {
    if (server.kind !== 'stdio') {
      const { kind, url, headers, orSse } = server;
      return kind === 'sse' ? { kind, url, headers } : { kind, url, headers, orSse };
    }
    return {
      kind: 'stdio',
      spawn: async () => {
        const env = await this.#options.environment(server.env);
        const { command, args, cwd } = server;
        const child = new OwnedChild({ command, args, cwd, env, stdin: 'pipe' });
        this.#options.log.processStarted();
        void child.exited.then((exit) => {
          this.#exit = exit;
        });
        return child;
      },
    };
  }
}
