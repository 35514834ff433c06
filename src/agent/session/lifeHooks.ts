import { raceAbort } from '../../base/abort.ts';
import type { EmitTurnEvent } from '../turn/turn.ts';
import type { HookVerdict } from '../turn/turnHooks.ts';
import type { AgentParts } from './parts.ts';

/** How long the SessionEnd hooks may take: whoever closes waits for them. */
const SESSION_END_MS = 500;

export type StartSource = 'startup' | 'resume';

export interface LifeHooksOptions {
  readonly parts: Pick<AgentParts, 'hooks' | 'catalogues'>;
  readonly place: () => { readonly sessionId: string; readonly cwd: string };
  readonly emit: EmitTurnEvent;
}

/**
 * The hooks at a conversation's start and end. SessionStart runs once for each opening, in the
 * background soon after it or at the latest before the first prompt, which takes what it came to.
 */
export class LifeHooks {
  readonly #options: LifeHooksOptions;
  readonly #life = new AbortController();
  #armed: StartSource | undefined;
  #running: Promise<HookVerdict> | undefined;

  constructor(source: StartSource, options: LifeHooksOptions) {
    this.#armed = source;
    this.#options = options;
  }

  /** The conversation starts again: it was cleared. */
  arm(source: StartSource): void {
    this.#armed = source;
    this.#running = undefined;
  }

  /** Runs the SessionStart hooks, unless they ran already. */
  begin(): void {
    if (this.#armed === undefined || this.#life.signal.aborted) return;
    this.#running = this.#start(this.#armed);
    this.#armed = undefined;
    // Whoever takes it hears of a failure; nobody may.
    this.#running.catch(() => undefined);
  }

  /** What the hooks came to; undefined when an earlier prompt took it. Kept for the next one when cancelled. */
  async take(signal: AbortSignal): Promise<HookVerdict | undefined> {
    this.begin();
    if (!this.#running) return undefined;
    const verdict = await raceAbort(this.#running, signal);
    this.#running = undefined;
    return verdict;
  }

  /** Ends what runs; then the SessionEnd hooks, for a short while. */
  async end(): Promise<void> {
    this.#life.abort();
    const { parts, place } = this.#options;
    const { sessionId, cwd } = place();
    const catalogue = parts.catalogues.peek(cwd);
    if (catalogue) await parts.hooks.end({ sessionId, cwd, catalogue }, 'closed', SESSION_END_MS);
  }

  async #start(source: StartSource): Promise<HookVerdict> {
    const { parts, place, emit } = this.#options;
    const { sessionId, cwd } = place();
    const catalogue = await parts.catalogues.get(cwd);
    return parts.hooks.start({ sessionId, cwd, catalogue, source, emit }, this.#life.signal);
  }
}
