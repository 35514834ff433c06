import {
  type ChatRequest,
  type ChatState,
  chatNotifications,
  chatRequests,
  type ParamsOf,
  type ResponseOf,
  type Snapshot,
} from '../../../src/protocol/chat.ts';
import type { TranscriptDelta } from '../../../src/protocol/transcript.ts';

/** What the view said, in order: requests and notifications with their parameters. */
export interface Said {
  readonly method: string;
  readonly params: unknown;
}

type Answers = { [M in ChatRequest]?: (params: ParamsOf<M>) => ResponseOf<M> | Promise<ResponseOf<M>> };

/** A host that answers the view from a snapshot and from what a test tells it, and holds the view to the contract. */
export class FakeHost {
  readonly said: Said[] = [];
  readonly answers: Answers = {};
  readonly #post: (message: unknown) => void;
  snapshot: Snapshot;

  constructor(snapshot: Snapshot, post: (message: unknown) => void) {
    this.snapshot = snapshot;
    this.#post = post;
  }

  /** Takes what the view posts. */
  receive(message: unknown): void {
    const { id, method, params } = message as { id?: number; method?: string; params: unknown };
    if (method === undefined) return;
    this.said.push({ method, params });
    const schema =
      id === undefined
        ? chatNotifications[method as keyof typeof chatNotifications]
        : chatRequests[method as ChatRequest]?.params;
    const fits = schema?.safeParse(params).success ?? method.startsWith('$/');
    if (!fits) this.said.push({ method: 'out of contract', params: method });
    if (id !== undefined) void this.#answer(id, method as ChatRequest, params);
  }

  /** The parameters of every call of a method. */
  asked<M extends ChatRequest>(method: M): ParamsOf<M>[] {
    return this.said.filter((each) => each.method === method).map((each) => each.params as ParamsOf<M>);
  }

  update(deltas: readonly TranscriptDelta[], state: Partial<ChatState> = {}): void {
    const seq = this.snapshot.seq + 1;
    this.snapshot = { ...this.snapshot, seq, state: { ...this.snapshot.state, ...state } };
    this.notify('chat/update', { seq, deltas, state });
  }

  /** Shows something else as a whole. */
  reset(snapshot: Snapshot): void {
    this.snapshot = { ...snapshot, seq: this.snapshot.seq + 1 };
    this.notify('chat/reset', this.snapshot);
  }

  notify(method: string, params: unknown): void {
    this.#post({ jsonrpc: '2.0', method, params });
  }

  async #answer(id: number, method: ChatRequest, params: unknown): Promise<void> {
    try {
      const answer = this.answers[method] as ((params: unknown) => unknown) | undefined;
      const standard = method === 'view/snapshot' ? this.snapshot : null;
      this.#post({ jsonrpc: '2.0', id, result: answer ? await answer(params) : standard });
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      this.#post({ jsonrpc: '2.0', id, error: { code: -32000, message } });
    }
  }
}
