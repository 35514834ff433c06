import { raceAbort } from '../../base/abort.ts';
import { ExpectedError } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import type { TurnPrompt } from '../turn/turn.ts';
import type { Worker, WorkerEnd } from './worker.ts';

export interface WorkerLimits {
  /** Children that run at the same time; more wait. */
  readonly atOnce: number;
  /** Children that one turn may start in all. */
  readonly perTurn: number;
}

export type WorkerErrorCode = 'worker-gone' | 'worker-limit';

/**
 * All live children of this process, by their session ids (W3). An entry is there from the moment the
 * child runs until its call returns, so nobody reaches one that is over.
 */
export class WorkerPool {
  readonly #live = new Map<string, { readonly worker: Worker; readonly parentId: string }>();
  readonly #startedIn = new Map<string, number>();
  readonly #waiting: (() => void)[] = [];
  readonly #changed = new Emitter<{ readonly parentId: string }>();
  #running = 0;

  /** Some worker of a conversation came, changed or left. */
  get onDidChange(): Event<{ readonly parentId: string }> {
    return this.#changed.event;
  }

  /** The live children of a conversation, in the order they started. */
  list(parentId: string): readonly Worker[] {
    return [...this.#live.values()].filter((one) => one.parentId === parentId).map((one) => one.worker);
  }

  has(sessionId: string): boolean {
    return this.#live.has(sessionId);
  }

  /** Joins the child's running turn. Fails with `worker-gone` when it is over. */
  steer(sessionId: string, prompt: TurnPrompt): void {
    this.#find(sessionId).steer(prompt);
  }

  /** Starts another turn of the child behind the running one. Fails with `worker-gone` when it is over. */
  followUp(sessionId: string, prompt: TurnPrompt): void {
    this.#find(sessionId).followUp(prompt);
  }

  /** Ends one child. Fails with `worker-gone` when it is over already. */
  stop(sessionId: string): void {
    this.#find(sessionId).stop();
  }

  /** Counts a child of a turn before anything is made for it. Fails with `worker-limit`. */
  admit(turnId: string, limits: WorkerLimits): void {
    const started = this.#startedIn.get(turnId) ?? 0;
    if (started >= limits.perTurn)
      throw new ExpectedError<WorkerErrorCode>(
        'worker-limit',
        `This turn has started ${limits.perTurn} workers already; that is the limit (worker_limits.per_turn).`,
      );
    this.#startedIn.set(turnId, started + 1);
    // A turn's count is of no use once the next ones are under way.
    if (this.#startedIn.size > 64) this.#startedIn.delete(this.#startedIn.keys().next().value ?? '');
  }

  /** Waits for a free place. Resolves with the act that gives it back; rejects when cancelled. */
  async place(limits: WorkerLimits, signal: AbortSignal): Promise<() => void> {
    while (this.#running >= limits.atOnce) await this.#nextFree(signal);
    this.#running++;
    let given = false;
    return () => {
      if (given) return;
      given = true;
      this.#running--;
      this.#waiting.shift()?.();
    };
  }

  /** Runs a child while it is listed. */
  async run(parentId: string, worker: Worker, signal: AbortSignal): Promise<WorkerEnd> {
    this.#live.set(worker.sessionId, { worker, parentId });
    this.#changed.fire({ parentId });
    try {
      return await worker.run(signal);
    } finally {
      this.#live.delete(worker.sessionId);
      this.#changed.fire({ parentId });
    }
  }

  async #nextFree(signal: AbortSignal): Promise<void> {
    let wake: () => void = () => undefined;
    const free = new Promise<void>((resolve) => {
      wake = resolve;
      this.#waiting.push(wake);
    });
    try {
      await raceAbort(free, signal);
    } catch (error) {
      const at = this.#waiting.indexOf(wake);
      if (at >= 0) this.#waiting.splice(at, 1);
      // It was woken and called off at once: the place goes to the next.
      else this.#waiting.shift()?.();
      throw error;
    }
  }

  #find(sessionId: string): Worker {
    const found = this.#live.get(sessionId);
    if (!found)
      throw new ExpectedError<WorkerErrorCode>(
        'worker-gone',
        'This worker is not running any more; nothing can be sent to it.',
      );
    return found.worker;
  }
}
