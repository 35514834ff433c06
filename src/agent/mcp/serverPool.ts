import { raceAbort } from '../../base/abort.ts';
import { ExpectedError, errorMessage, isCancelled } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { UnknownRecord } from '../../base/json.ts';
import { memorySecrets, type SecretStore } from '../../mcp/secretStore.ts';
import { signIn } from '../../mcp/signIn.ts';
import { fullToolName } from '../../mcp/toolNames.ts';
import type { ServerState } from '../../protocol/vak.ts';
import type { ToolResult } from '../tools/tool.ts';
import { loadArgumentChecks, type MakeCheck } from './argumentCheck.ts';
import { nameClientServers } from './clientServerIds.ts';
import type {
  ClientServer,
  McpServers,
  McpServersOptions,
  ServerAction,
  ServerCatalogue,
  ServerSelection,
  TurnServers,
} from './mcpServers.ts';
import { offeredTools, type ServerOffer } from './offeredTools.ts';
import { fromClient, fromDefinition, type PooledServer } from './pooledServer.ts';
import { expandPrompt, promptCommands } from './serverPrompts.ts';
import { findResources, readResource } from './serverResources.ts';
import { ServerSlot } from './serverSlot.ts';
import { slotStatus, unusableStatus } from './serverStatus.ts';
import { statusText } from './serverTexts.ts';
import { callServer } from './serverTool.ts';
import { turnServers } from './turnServers.ts';

/** Longest that a turn or a list waits for servers that were never listed, all together (M7). */
const PROBE_BUDGET_MS = 10_000;
const LOCAL = 'local';

/** Makes the pool of a conversation; nothing is started. */
export function createMcpServers(options: McpServersOptions): McpServers {
  return new ServerPool(options);
}

class ServerPool implements McpServers {
  readonly #options: McpServersOptions;
  readonly #secrets: SecretStore;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;
  #slots: readonly ServerSlot[] = [];
  #catalogue: ServerCatalogue | undefined;
  #clientServers: readonly ClientServer[] = [];
  #offers: readonly ServerOffer[] | undefined;
  #checks: Promise<MakeCheck> | undefined;
  #makeCheck: MakeCheck = () => () => undefined;
  #announced = false;
  #closed = false;

  constructor(options: McpServersOptions) {
    this.#options = options;
    this.#secrets = options.powers.secrets ?? memorySecrets();
  }

  setCatalogue(catalogue: ServerCatalogue): void {
    this.#catalogue = catalogue;
    this.#rebuild();
  }

  setClientServers(servers: readonly ClientServer[]): readonly string[] {
    this.#clientServers = servers;
    return this.#rebuild();
  }

  clientGone(): void {
    for (const slot of this.#slots) if (slot.server.transport === 'acp') slot.gone();
  }

  async prepareTurn(selection: ServerSelection, signal: AbortSignal): Promise<TurnServers> {
    await this.#load();
    const chosen = this.#slots.filter(({ server }) => isSelected(server, selection));
    const leftOut = selection.leftOut ?? new Set<string>();
    const exposure = this.#catalogue?.config.mcpExposure ?? 'auto';
    const unknown = exposure === 'meta' ? [] : chosen.filter(({ server }) => !leftOut.has(server.id));
    const required = chosen.filter(({ server }) => server.required && !server.disabled);
    const [, failures] = await Promise.all([
      this.#probe(unknown, signal),
      Promise.all(
        required.map(async (slot) => ((await slot.waitReady(signal)) ? [] : [slot.unavailable().message])),
      ),
      chosen.length > 0 ? this.#loadChecks() : undefined,
    ]);
    const [failure] = failures.flat();
    return turnServers({
      exposure,
      allowed: new Set(chosen.map(({ server }) => server.id)),
      leftOut,
      unapproved: () => this.#unapproved(selection),
      ...(failure === undefined ? {} : { failedRequired: `${failure} It is required.` }),
      offers: () => this.#currentOffers(),
      probe: (ids, now) =>
        this.#probe(
          this.#slots.filter(({ server }) => ids.includes(server.id)),
          now,
        ),
    });
  }

  /** Servers of the catalogue that wait for the person's approval, of those that a turn may use. */
  #unapproved(selection: ServerSelection): readonly string[] {
    const items = this.#catalogue?.items ?? [];
    return items
      .filter((item) => item.kind === 'mcp' && item.approval !== undefined)
      .map((item) => item.name)
      .filter((id) => isSelected({ id, fromClient: false }, selection))
      .filter((id) => !this.#slots.some(({ server }) => server.id === id));
  }

  status(): readonly ServerState[] {
    const ids = new Set(this.#slots.map(({ server }) => server.id));
    return [
      ...this.#currentOffers().map((offer) => slotStatus(offer)),
      ...unusableStatus(this.#catalogue).filter(({ id }) => !ids.has(id)),
    ];
  }

  async fullStatus(): Promise<readonly ServerState[]> {
    await this.#load();
    return this.status();
  }

  async statusText(): Promise<string> {
    return statusText(await this.fullStatus());
  }

  async act(server: string, action: ServerAction, signal: AbortSignal): Promise<void> {
    const slot = this.#slot(server);
    switch (action) {
      case 'restart':
        return raceAbort(slot.restart(), signal);
      case 'sign-in':
        await this.#signIn(slot, signal);
        return raceAbort(slot.restart(), signal);
      case 'disable':
      case 'enable':
        slot.setDisabled(action === 'disable');
    }
  }

  prompts() {
    return promptCommands(this.#slots);
  }

  expandPrompt(name: string, rest: string, signal: AbortSignal) {
    return expandPrompt(this.#slots, name, rest, signal);
  }

  resources(query: string, signal: AbortSignal) {
    return findResources(this.#slots, query, signal);
  }

  readResource(uri: string, signal: AbortSignal) {
    return readResource(this.#slots, uri, signal);
  }

  async call(
    server: string,
    name: string,
    args: UnknownRecord,
    signal: AbortSignal,
    progress: (title: string) => void,
  ): Promise<ToolResult> {
    const slot = this.#slot(server);
    const turn = await this.prepareTurn({ allowed: [server], worker: false }, signal);
    const tool = await turn.find(fullToolName(server, name), signal);
    const own = slot.catalogue?.tools.find((each) => each.name === name);
    if (!tool || !own)
      throw new ExpectedError('no-tool', `The MCP server "${server}" has no tool "${name}".`);
    const parsed = tool.parse(args);
    if (!parsed.ok) return { text: parsed.message, isError: true };
    const present = ({ title }: { readonly title?: string }) => title !== undefined && progress(title);
    return callServer(slot, own, args, { signal, present });
  }

  async probe(server: string, signal: AbortSignal): Promise<ServerState> {
    const slot = this.#slot(server);
    await Promise.all([raceAbort(slot.restart(), signal), this.#loadChecks()]);
    const offer = this.#currentOffers().find((each) => each.slot === slot);
    if (!offer) throw new ExpectedError('no-server', `The MCP server "${server}" is no longer configured.`);
    return slotStatus(offer);
  }

  dispose(): void {
    void this.close();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#changed.dispose();
    await Promise.all(this.#slots.map((slot) => slot.close()));
  }

  /** Slots for what is configured now; one whose server did not change stays as it is, running or not. */
  #rebuild(): readonly string[] {
    const { servers, warnings } = this.#pooled();
    const before = new Map(this.#slots.map((slot) => [keyOf(slot.server), slot]));
    const kept = new Set<ServerSlot>();
    const slots = servers.map((server) => {
      const old = before.get(keyOf(server));
      const slot = old && !kept.has(old) ? old : this.#makeSlot(server);
      kept.add(slot);
      return slot;
    });
    const gone = this.#slots.filter((slot) => !kept.has(slot));
    this.#slots = slots;
    for (const slot of gone) slot.dispose();
    this.#announce();
    return warnings;
  }

  #pooled(): { readonly servers: readonly PooledServer[]; readonly warnings: readonly string[] } {
    const { host, roots, powers } = this.#options;
    const catalogue = this.#catalogue;
    const cwd = catalogue?.cwd ?? roots[0] ?? host.environment.home;
    const defined = (catalogue?.servers ?? [])
      .filter((definition) => definition.executors.length === 0 || definition.executors.includes(LOCAL))
      .map((definition) => fromDefinition(definition, host, cwd, roots));
    const named = nameClientServers(this.#clientServers, new Set(defined.map(({ id }) => id)));
    const warnings = [...named.warnings];
    const handed = named.servers.flatMap(({ id, server }) => {
      const pooled = fromClient(id, server, host, cwd, roots, powers);
      if (!pooled)
        warnings.push(`The editor's MCP server "${server.name}" can't be reached over this connection.`);
      return pooled ?? [];
    });
    return { servers: [...defined, ...handed], warnings };
  }

  #makeSlot(server: PooledServer): ServerSlot {
    const { host, roots, powers, version, onNotApproved } = this.#options;
    const slot = new ServerSlot(server, {
      host,
      version,
      secrets: this.#secrets,
      idleMs: (this.#catalogue?.config.mcpIdleMinutes ?? 10) * 60_000,
      random: Math.random,
      ...(onNotApproved ? { onNotApproved } : {}),
      ports: {
        roots: () => roots,
        ...(powers.elicit ? { elicit: powers.elicit } : {}),
        ...(powers.sample ? { sample: powers.sample } : {}),
      },
    });
    slot.onDidChange(() => this.#announce());
    void slot.load();
    return slot;
  }

  #slot(id: string): ServerSlot {
    const slot = this.#slots.find(({ server }) => server.id === id);
    if (slot) return slot;
    const known = this.#slots.map(({ server }) => server.id).join(', ');
    throw new ExpectedError(
      'no-server',
      `There is no MCP server "${id}". There ${known ? `are: ${known}` : 'is none'}.`,
    );
  }

  /** Starts those that were never listed, all at once, and waits for them together no longer than the budget. */
  async #probe(slots: readonly ServerSlot[], signal: AbortSignal): Promise<void> {
    const { clock } = this.#options.host;
    const waits = slots.flatMap((slot) => {
      if (slot.catalogue) return [];
      const over = slot.probe();
      const { state } = slot;
      return state.kind === 'connecting'
        ? [{ over, left: PROBE_BUDGET_MS - (clock.ticks() - state.since) }]
        : [];
    });
    const left = Math.max(0, ...waits.map((wait) => wait.left));
    if (left === 0) return;
    const stop = new AbortController();
    const budget = clock.sleep(left, AbortSignal.any([signal, stop.signal])).catch((error: unknown) => {
      if (!isCancelled(error)) throw error;
    });
    await raceAbort(Promise.race([Promise.all(waits.map((wait) => wait.over)), budget]), signal);
    stop.abort();
  }

  #currentOffers(): readonly ServerOffer[] {
    this.#offers ??= offeredTools(this.#slots, this.#makeCheck);
    return this.#offers;
  }

  async #load(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.load()));
  }

  async #loadChecks(): Promise<void> {
    this.#checks ??= loadArgumentChecks();
    this.#makeCheck = await this.#checks;
    this.#offers = undefined;
  }

  async #signIn(slot: ServerSlot, signal: AbortSignal): Promise<void> {
    const { url, id } = slot.server;
    const { openUrl } = this.#options.powers;
    if (url === undefined)
      throw new ExpectedError('sign-in', `The MCP server "${id}" has no sign-in: it is no web address.`);
    if (!openUrl)
      throw new ExpectedError(
        'sign-in',
        'A sign-in needs a browser, and this client opens none. Set a header instead.',
      );
    try {
      const open = (page: string) => openUrl(page, `Sign in to the MCP server "${id}"`, signal);
      await signIn({ url, secrets: this.#secrets, openUrl: open }, signal);
    } catch (error) {
      if (isCancelled(error) || error instanceof ExpectedError) throw error;
      throw new ExpectedError('sign-in', `The sign-in to "${id}" failed: ${errorMessage(error)}`, {
        cause: error,
      });
    }
  }

  /** Many changes in one go are one event. */
  #announce(): void {
    this.#offers = undefined;
    if (this.#announced || this.#closed) return;
    this.#announced = true;
    queueMicrotask(() => {
      this.#announced = false;
      if (!this.#closed) this.#changed.fire();
    });
  }
}

/** Which servers a turn may use (W6). */
function isSelected(
  server: Pick<PooledServer, 'id' | 'fromClient'>,
  { allowed, worker }: ServerSelection,
): boolean {
  if (allowed === undefined || allowed.includes(server.id)) return true;
  return server.fromClient && !worker && allowed.length > 0;
}

/** Equal for two servers that may share a running connection. */
function keyOf(server: PooledServer): string {
  const { id, hash, source, approvedContent, required, disabled, tools } = server;
  const limits = [server.startupTimeoutMs, server.toolTimeoutMs];
  return JSON.stringify([id, hash, source, approvedContent, required, disabled, tools, limits]);
}
