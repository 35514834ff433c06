import type { Disposable } from '../../base/lifecycle.ts';
import type { ToolState } from './tool.ts';

/** A value whose end takes time: a command that still runs. */
export interface Endable {
  /** Resolves when nothing of it is left. */
  end(): Promise<void>;
}

/** The state of a conversation's tools. Whoever opens the conversation owns it. */
export class ConversationToolState implements ToolState, Disposable {
  readonly #values = new Map<string, object>();
  #ended: Promise<void> | undefined;

  get<T extends object>(key: string, make: () => T): T {
    const known = this.#values.get(key);
    if (known) return known as T;
    const value = make();
    this.#values.set(key, value);
    return value;
  }

  /** Ends what the tools left running; resolves when all of it is gone. */
  end(): Promise<void> {
    this.#ended ??= Promise.allSettled(
      [...this.#values.values()].filter(isEndable).map((value) => value.end()),
    ).then(() => undefined);
    return this.#ended;
  }

  /** As `end`, without waiting. */
  dispose(): void {
    void this.end();
  }
}

function isEndable(value: object): value is Endable {
  return 'end' in value && typeof value.end === 'function';
}
