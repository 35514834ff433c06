import type { ClientApp, ClientContext, McpServer } from '@agentclientprotocol/sdk/unstable';
import { ExpectedError, errorMessage, isCancelled } from '../../base/errors.ts';
import { Emitter } from '../../base/event.ts';
import { type Disposable, DisposableStore, disposeAll, toDisposable } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';
import { redactor } from '../../mcp/redaction.ts';
import type { SecretStore } from '../../mcp/secretStore.ts';
import { ServerLog } from '../../mcp/serverLog.ts';
import type { ServerRequestPorts } from '../../mcp/serverRequests.ts';
import type { ServerState } from '../../protocol/vak.ts';
import type { AgentInfo } from '../acp/agentInfo.ts';
import type { ApprovalQuestion, Approvals } from './approvals.ts';
import { handOver, wayFor } from './declareServers.ts';
import type { DeclaredServers, EditorServers } from './editorServers.ts';
import { type FoundServer, type FoundServers, findServers, type ServerPlaces } from './findServers.ts';
import { Forwarding } from './forwarding.ts';
import { forwardServer } from './forwardServer.ts';
import { type ResolvedServer, type ResolvePorts, resolveServer } from './resolveServer.ts';
import type { ServerSource } from './serverSource.ts';
import { inputsOf } from './substitute.ts';
import { Upstream } from './upstream.ts';
import { Upstreams } from './upstreams.ts';

/** What the editor does for its servers. */
export interface WorkspaceServersPorts extends ResolvePorts {
  places(): ServerPlaces;
  /** Drops what `input` kept for this server. */
  forgetInput(server: FoundServer, id: string): Promise<void>;
  readonly approvals: Approvals;
  /** Asks once whether these may run; resolves with those that may. */
  approve(questions: readonly ApprovalQuestion[]): Promise<readonly FoundServer[]>;
  readonly requests: ServerRequestPorts;
  readonly secrets: SecretStore;
  readonly version: string;
  readonly log: Log;
  environment(extra: Readonly<Record<string, string>>): Promise<Record<string, string>>;
  /** The absolute path of a program, or undefined. */
  which(program: string, env: Readonly<Record<string, string>>): Promise<string | undefined>;
  /** Asks whether to sign in to a server. */
  offerSignIn(name: string): Promise<boolean>;
  /** Signs in at the address in the browser. Rejects with `ExpectedError`, or `CancelledError` when the person gave up. */
  signIn(name: string, url: string): Promise<void>;
  /** Tools that only the editor can reach, when the person turned them on. */
  editorTools(): ServerSource | undefined;
}

const TOOLS_NAME = 'vscode-tools';

type Session = { readonly cwd: string; readonly agent: AgentInfo; readonly context: ClientContext };

/** The MCP servers of the workspace and the person, run here and forwarded to whichever agent converses (E9, M12). */
export class WorkspaceServers implements EditorServers {
  readonly #ports: WorkspaceServersPorts;
  readonly #forwarding = new Forwarding();
  readonly #upstreams: Upstreams;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;
  /** Approvals that were asked for in this window, by hash: a «no» counts until the file changes. */
  readonly #asked = new Set<string>();
  /** Servers that an input was refused to, by hash: their agents try on, and the person is left in peace. */
  readonly #withoutInput = new Set<string>();
  /** Servers whose question about a sign-in stands on the screen. */
  readonly #offering = new Set<string>();
  #notOffered = new Map<string, ServerState>();
  /** What the last declaration was made of. */
  #declared = '';

  constructor(ports: WorkspaceServersPorts) {
    this.#ports = ports;
    this.#upstreams = new Upstreams((server) => this.#upstream(server));
  }

  register(app: ClientApp): void {
    this.#forwarding.register(app);
  }

  async declare(session: Session): Promise<DeclaredServers> {
    const { approvals, log } = this.#ports;
    const found = await findServers(this.#ports.places());
    this.#declared = this.#fingerprint(found);
    this.#notOffered = new Map();
    for (const { name, place, reason } of found.passedOver) {
      log.info(`MCP server ${name} of ${place} is passed over: ${reason}`);
      if (reason.includes('not trusted'))
        this.#leaveOut(name, place, 'untrusted', reason, 'Trust the workspace.');
    }
    const approved = found.servers.filter((server) => approvals.isApproved(server));
    this.#askFor(found.servers.filter((server) => !approvals.isApproved(server)));
    const store = new DisposableStore();
    const declared = await Promise.all([
      ...approved.map((server) => this.#declareOne(server, session, store)),
      this.#declareTools(session, store),
    ]);
    return { servers: declared.flatMap((each) => each ?? []), dispose: () => store.dispose() };
  }

  notOffered(): readonly ServerState[] {
    return [...this.#notOffered.values()];
  }

  async allow(name?: string): Promise<void> {
    const { approvals, places } = this.#ports;
    const { servers } = await findServers(places());
    const waiting = servers.filter(
      (server) => !approvals.isApproved(server) && (!name || server.name === name),
    );
    await approvals.approve(waiting);
    if (waiting.length > 0) this.#changed.fire();
  }

  async signIn(name: string): Promise<void> {
    const upstream = this.#upstreams.find(name);
    const url = upstream?.signInAddress;
    if (!upstream || url === undefined)
      throw new ExpectedError('sign-in', `The MCP server "${name}" asks for no sign-in.`);
    await this.#ports.signIn(name, url);
    await upstream.stop();
    // Declared anew, a server is tried afresh: what is kept now lets it in.
    this.#changed.fire();
  }

  async restart(name: string, forget: boolean): Promise<void> {
    const { servers } = await findServers(this.#ports.places());
    for (const server of servers.filter((each) => each.name === name)) {
      this.#withoutInput.delete(server.hash);
      if (forget) for (const id of inputsOf(server.definition)) await this.#ports.forgetInput(server, id);
    }
    await this.#upstreams.find(name)?.stop();
  }

  /** A file or a setting is different: looked at again, and running conversations are told when that changes anything. */
  async lookAgain(): Promise<void> {
    const now = await findServers(this.#ports.places());
    if (this.#fingerprint(now) !== this.#declared) this.#changed.fire();
  }

  dispose(): void {
    void this.end();
  }

  async end(): Promise<void> {
    this.#changed.dispose();
    await this.#upstreams.end();
  }

  async #declareOne(
    server: FoundServer,
    session: Session,
    store: DisposableStore,
  ): Promise<McpServer | undefined> {
    const { name, place, definition } = server;
    const way = wayFor(definition.kind, session.agent);
    try {
      if (way.kind === 'none')
        this.#leaveOut(name, place, 'disabled', way.reason, 'Use an agent that takes them.');
      else if (way.kind === 'forward') {
        const { upstream, dispose } = this.#upstreams.hold(server);
        const hold: Disposable = toDisposable(dispose);
        const source: ServerSource = {
          ready: (signal) => upstream.connection(signal),
          open: (signal) => forwardServer(upstream, name, signal),
          onListChanged: upstream.onListChanged,
        };
        const forwarded = await this.#forwarding.declare(session.context, name, source);
        store.add(toDisposable(() => disposeAll([forwarded, hold])));
        return forwarded.declaration;
      } else return await this.#handOver(server);
    } catch (error) {
      this.#leaveOut(name, place, 'failed', errorMessage(error), 'Correct its definition.');
    }
    return undefined;
  }

  async #handOver(server: FoundServer): Promise<McpServer> {
    const resolved = await this.#resolve(server, AbortSignal.timeout(10 * 60_000));
    if (resolved.kind !== 'stdio') return handOver(server.name, resolved, '');
    const env = await this.#ports.environment(resolved.env);
    const command = await this.#ports.which(resolved.command, env);
    if (command === undefined) throw new Error(`"${resolved.command}" was not found on the PATH`);
    return handOver(server.name, resolved, command);
  }

  async #declareTools(session: Session, store: DisposableStore): Promise<McpServer | undefined> {
    const source = this.#ports.editorTools();
    if (!source) return undefined;
    const way = wayFor('tools', session.agent);
    if (way.kind === 'none') {
      this.#leaveOut(TOOLS_NAME, 'VS Code', 'disabled', way.reason, 'Use an agent that takes them.');
      return undefined;
    }
    const forwarded = await this.#forwarding.declare(session.context, TOOLS_NAME, source);
    store.add(forwarded);
    return forwarded.declaration;
  }

  #upstream(server: FoundServer): Upstream {
    const { version, requests, secrets, environment, log } = this.#ports;
    const { definition, name } = server;
    const values = definition.kind === 'stdio' ? definition.env : definition.headers;
    return new Upstream({
      name,
      version,
      ports: requests,
      secrets,
      environment,
      log: new ServerLog(redactor(values, server.folder ? [server.folder] : [])),
      resolve: (signal) => this.#resolve(server, signal),
      signInNeeded: () => {
        this.#offerSignIn(name).catch((error: unknown) => {
          if (!isCancelled(error)) log.warn(`the sign-in to ${name} failed`, error);
        });
      },
    });
  }

  async #resolve(server: FoundServer, signal: AbortSignal): Promise<ResolvedServer> {
    await this.#holdToApproval(server);
    const input: ResolvePorts['input'] = async (...question) => {
      if (this.#withoutInput.has(server.hash)) return undefined;
      const value = await this.#ports.input(...question);
      if (value === undefined) this.#withoutInput.add(server.hash);
      return value;
    };
    const { values, read } = this.#ports;
    return resolveServer(server, { values, read, input }, signal);
  }

  /** What a server of the workspace runs may have been written anew since it was allowed. */
  async #holdToApproval({ name, place, hash, fromWorkspace }: FoundServer): Promise<void> {
    if (!fromWorkspace) return;
    const { servers } = await findServers(this.#ports.places());
    if (servers.some((now) => now.name === name && now.place === place && now.hash === hash)) return;
    void this.lookAgain();
    throw new ExpectedError(
      'not-approved',
      `What the MCP server "${name}" of ${place} runs has changed since you allowed it. Allow it anew.`,
    );
  }

  /** An agent that tries again and again finds one question, not many. */
  async #offerSignIn(name: string): Promise<void> {
    if (this.#offering.has(name)) return;
    this.#offering.add(name);
    try {
      if (await this.#ports.offerSignIn(name)) await this.signIn(name);
    } finally {
      this.#offering.delete(name);
    }
  }

  /** Asks about servers of the workspace that were never allowed; nobody waits for the answer. */
  #askFor(servers: readonly FoundServer[]): void {
    const { approvals, approve, log } = this.#ports;
    for (const server of servers)
      this.#leaveOut(
        server.name,
        server.place,
        'untrusted',
        `the workspace brings it and it was not allowed yet: ${approvals.question(server).runs}`,
        'Allow it here.',
      );
    const fresh = servers.filter((server) => !this.#asked.has(server.hash));
    if (fresh.length === 0) return;
    for (const server of fresh) this.#asked.add(server.hash);
    approve(fresh.map((server) => approvals.question(server)))
      .then(async (allowed) => {
        await approvals.approve(allowed);
        if (allowed.length > 0) this.#changed.fire();
      })
      .catch((error: unknown) => log.warn('the question about MCP servers failed', error));
  }

  #fingerprint({ servers }: FoundServers): string {
    const tools = this.#ports.editorTools() !== undefined;
    return JSON.stringify([servers.map(({ name, hash, folder }) => [name, hash, folder]), tools]);
  }

  #leaveOut(id: string, source: string, state: ServerState['state'], reason: string, remedy: string): void {
    this.#ports.log.info(`MCP server ${id} is not offered: ${reason}`);
    const told = { source, state, reason, remedy };
    this.#notOffered.set(id, { ...told, id, clientName: id, transport: '', tools: [], log: [] });
  }
}
