import { raceAbort } from '../../base/abort.ts';
import type { HookVerdict } from '../turn/turnHooks.ts';

/**
 * The SessionStart hooks of a conversation: they run once for each opening, in the background soon
 * after it or at the latest before the first prompt, which takes what they came to.
 */
export class SessionStart {
  readonly #run: (source: 'startup' | 'resume') => Promise<HookVerdict>;
  #armed: 'startup' | 'resume' | undefined;
  #running: Promise<HookVerdict> | undefined;

  constructor(source: 'startup' | 'resume', run: (source: 'startup' | 'resume') => Promise<HookVerdict>) {
    this.#armed = source;
    this.#run = run;
  }

  /** The conversation starts again: it was cleared. */
  arm(source: 'startup' | 'resume'): void {
    this.#armed = source;
    this.#running = undefined;
  }

  begin(): void {
    if (this.#armed === undefined) return;
    this.#running = this.#run(this.#armed);
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
}
