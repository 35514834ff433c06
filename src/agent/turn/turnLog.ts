import type { Entry, NewEntry } from '../store/entry.ts';
import type { TurnDeps } from './turn.ts';
import { type ConversationView, viewOf } from './view.ts';

/** The conversation's entries as they grow in a turn. */
export class TurnLog {
  readonly #entries: Entry[];
  readonly #record: TurnDeps['record'];
  readonly #callIds: Set<string>;
  #view: ConversationView | undefined;

  constructor(history: readonly Entry[], record: TurnDeps['record']) {
    this.#entries = [...history];
    this.#record = record;
    this.#callIds = new Set(history.flatMap((entry) => (entry.type === 'call' ? [entry.callId] : [])));
  }

  /** Hands an entry to the system; what it says may be shown when this resolves. */
  async record(entry: NewEntry): Promise<Entry> {
    const kept = await this.#record(entry);
    this.#entries.push(kept);
    this.#view = undefined;
    return kept;
  }

  /** An id for a call: the provider's, unless the conversation already has it (some count from zero in every answer). */
  uniqueCallId(id: string): string {
    const unique =
      id === '' || this.#callIds.has(id) ? `${id || 'call'}-${crypto.randomUUID().slice(0, 8)}` : id;
    this.#callIds.add(unique);
    return unique;
  }

  view(): ConversationView {
    this.#view ??= viewOf(this.#entries);
    return this.#view;
  }

  get entries(): readonly Entry[] {
    return this.#entries;
  }
}
