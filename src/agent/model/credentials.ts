import { Emitter, type Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';

/** A key and an address from the editor's secret storage. */
export interface Credential {
  readonly apiKey?: string;
  readonly baseUrl?: string;
}

/** What the editor handed over, by provider; it stands over the environment. Never logged. */
export class Credentials implements Disposable {
  readonly #changed = new Emitter<void>();
  #providers: Readonly<Record<string, Credential>> = {};

  readonly onDidChange: Event<void> = this.#changed.event;

  /** Replaces what was said before. */
  set(providers: Readonly<Record<string, Credential>>): void {
    this.#providers = { ...providers };
    this.#changed.fire();
  }

  get(provider: string): Credential {
    return this.#providers[provider] ?? {};
  }

  /** Every key, for redaction. */
  get secrets(): readonly string[] {
    return Object.values(this.#providers).flatMap(({ apiKey }) => (apiKey ? [apiKey] : []));
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
