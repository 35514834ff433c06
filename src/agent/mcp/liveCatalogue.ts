import { isCancelled } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import { MutableDisposable } from '../../base/lifecycle.ts';
import type { ServerConnection } from '../../mcp/serverConnection.ts';
import type { ServerLog } from '../../mcp/serverLog.ts';
import type { Host } from '../host/host.ts';
import { type KeptCatalogue, readKept, writeKept } from './keptCatalogue.ts';
import type { PooledServer } from './pooledServer.ts';

/** How often a server that does not announce changes is asked again while in use. */
const POLL_MS = 60_000;

/** What one server offers, as known: from the cache, from its last start, and after each change (M3, M5). */
export class LiveCatalogue implements Disposable {
  readonly #server: PooledServer;
  readonly #host: Host;
  readonly #log: ServerLog;
  readonly #changed = new Emitter<void>();
  readonly onDidChange: Event<void> = this.#changed.event;
  readonly #poll = new MutableDisposable();
  readonly #ended = new AbortController();
  #value: KeptCatalogue | undefined;
  #kept: Promise<void> | undefined;
  #refreshing: Promise<void> | undefined;
  #again = false;

  constructor(server: PooledServer, host: Host, log: ServerLog) {
    this.#server = server;
    this.#host = host;
    this.#log = log;
  }

  /** Undefined until the server was listed once, by whichever conversation. */
  get value(): KeptCatalogue | undefined {
    return this.#value;
  }

  /** Reads what the cache keeps; once. Never rejects. */
  load(): Promise<void> {
    this.#kept ??= this.#load();
    return this.#kept;
  }

  /** Reads the lists of a server that just started. Rejects when its tools can't be listed. */
  async read(connection: ServerConnection, signal: AbortSignal): Promise<void> {
    const tools = await connection.listTools(signal);
    const prompts = await connection.listPrompts(signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return { items: [], notes: ['its prompts could not be listed'] };
    });
    const next: KeptCatalogue = {
      version: 1,
      era: connection.era,
      listChanged: connection.capabilities?.tools?.listChanged === true,
      ...(connection.instructions ? { instructions: connection.instructions } : {}),
      tools: [...tools.items],
      prompts: [...prompts.items],
      notes: [...tools.notes, ...prompts.notes],
    };
    const differs = JSON.stringify(next) !== JSON.stringify(this.#value);
    this.#value = next;
    if (!differs) return;
    this.#changed.fire();
    if (this.#server.keeps) await writeKept(this.#host, this.#server.hash, next);
  }

  /** Reads the lists again. One reading at a time; a change that comes while it reads makes it read once more. */
  refresh(connection: ServerConnection): void {
    if (this.#refreshing) {
      this.#again = true;
      return;
    }
    this.#refreshing = this.read(connection, this.#ended.signal)
      .catch((error: unknown) => {
        if (!isCancelled(error)) this.#log.add(`its lists could not be read again: ${String(error)}`);
      })
      .finally(() => {
        this.#refreshing = undefined;
        if (!this.#again) return;
        this.#again = false;
        this.refresh(connection);
      });
  }

  /** The server was used: one that announces no changes is asked again in a while. */
  used(connection: ServerConnection): void {
    if (this.#value?.listChanged || this.#poll.value) return;
    this.#poll.value = this.#host.clock.after(POLL_MS, () => {
      this.#poll.value = undefined;
      this.refresh(connection);
    });
  }

  /** The connection ended: nothing is asked any more. */
  rest(): void {
    this.#poll.value = undefined;
    this.#again = false;
  }

  dispose(): void {
    this.#ended.abort();
    this.#poll.dispose();
    this.#changed.dispose();
  }

  async #load(): Promise<void> {
    if (!this.#server.keeps) return;
    const kept = await readKept(this.#host, this.#server.hash);
    if (!kept || this.#value) return;
    this.#value = kept;
    this.#changed.fire();
  }
}
