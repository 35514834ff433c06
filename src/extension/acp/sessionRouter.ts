import type { Disposable } from '../../base/lifecycle.ts';
import { toDisposable } from '../../base/lifecycle.ts';
import type { RoutedUpdate, SessionUpdate } from './updates.ts';

type Listener = (update: SessionUpdate) => void;

const MAX_SESSIONS = 64;
const MAX_UPDATES = 5000;

/**
 * Brings updates to the session they name. An agent may speak of a session before the answer that
 * tells its id has been read: such updates are kept, in order, until the id is known. What belongs to
 * ids that never become known is dropped, oldest first.
 */
export class SessionRouter {
  readonly #listeners = new Map<string, Listener>();
  readonly #waiting = new Map<string, SessionUpdate[]>();

  route({ sessionId, update }: RoutedUpdate): void {
    const listener = this.#listeners.get(sessionId);
    if (listener) {
      listener(update);
      return;
    }
    const waiting = this.#waiting.get(sessionId) ?? [];
    if (waiting.length < MAX_UPDATES) waiting.push(update);
    this.#waiting.set(sessionId, waiting);
    if (this.#waiting.size > MAX_SESSIONS) {
      const [oldest] = this.#waiting.keys();
      if (oldest !== undefined) this.#waiting.delete(oldest);
    }
  }

  /** Hears a session's updates from its first one on. A second listener of the same session replaces the first. */
  listen(sessionId: string, listener: Listener): Disposable {
    this.#listeners.set(sessionId, listener);
    const waiting = this.#waiting.get(sessionId) ?? [];
    this.#waiting.delete(sessionId);
    for (const update of waiting) listener(update);
    return toDisposable(() => {
      if (this.#listeners.get(sessionId) === listener) this.#listeners.delete(sessionId);
    });
  }
}
