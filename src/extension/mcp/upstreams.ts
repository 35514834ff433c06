import type { Disposable } from '../../base/lifecycle.ts';
import type { FoundServer } from './findServers.ts';
import type { Upstream } from './upstream.ts';

/** A hold on a running server; the last one let go ends it. */
export interface UpstreamHold extends Disposable {
  readonly upstream: Upstream;
}

/** The editor's servers that conversations use now: one process each, however many conversations. */
export class Upstreams {
  readonly #make: (server: FoundServer) => Upstream;
  readonly #held = new Map<string, { readonly upstream: Upstream; holds: number }>();

  constructor(make: (server: FoundServer) => Upstream) {
    this.#make = make;
  }

  hold(server: FoundServer): UpstreamHold {
    const key = `${server.hash} ${server.folder ?? ''} ${server.name}`;
    const entry = this.#held.get(key) ?? { upstream: this.#make(server), holds: 0 };
    this.#held.set(key, entry);
    entry.holds += 1;
    let released = false;
    return {
      upstream: entry.upstream,
      dispose: () => {
        if (released) return;
        released = true;
        entry.holds -= 1;
        if (entry.holds > 0) return;
        this.#held.delete(key);
        entry.upstream.dispose();
      },
    };
  }

  /** A server in use, by its name. */
  find(name: string): Upstream | undefined {
    return [...this.#held.values()].find(({ upstream }) => upstream.name === name)?.upstream;
  }

  /** Ends all; resolves when their processes are gone. */
  async end(): Promise<void> {
    const all = [...this.#held.values()];
    this.#held.clear();
    await Promise.all(all.map(({ upstream }) => upstream.end()));
  }
}
