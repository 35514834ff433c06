import { childController } from '../../base/abort.ts';

/**
 * The requests of an agent that wait for a person, by session. Each is settled: by the person, or as
 * cancelled when the turn is stopped or over, the agent takes it back, or the connection ends.
 */
export class OpenRequests {
  readonly #bySession = new Map<string, Set<AbortController>>();

  /** Runs `ask` with a signal; gives `cancelled` as soon as that signal aborts, whatever `ask` does then. */
  async settle<T>(
    sessionId: string,
    parent: AbortSignal,
    cancelled: T,
    ask: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const controller = childController(parent);
    const group = this.#bySession.get(sessionId) ?? new Set();
    this.#bySession.set(sessionId, group.add(controller));
    const over = new Promise<T>((resolve) => {
      const settle = () => resolve(cancelled);
      if (controller.signal.aborted) settle();
      else controller.signal.addEventListener('abort', settle, { once: true });
    });
    try {
      return await Promise.race([ask(controller.signal), over]);
    } finally {
      group.delete(controller);
      controller.dispose();
      if (group.size === 0) this.#bySession.delete(sessionId);
    }
  }

  cancel(sessionId: string): void {
    for (const controller of this.#bySession.get(sessionId) ?? []) controller.abort();
  }

  cancelAll(): void {
    for (const sessionId of [...this.#bySession.keys()]) this.cancel(sessionId);
  }
}
