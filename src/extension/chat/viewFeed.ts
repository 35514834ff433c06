import type * as z from 'zod';
import { type Disposable, MutableDisposable } from '../../base/lifecycle.ts';
import type {
  ChatState,
  HostNotification,
  hostNotifications,
  Snapshot,
  WorkerView,
} from '../../protocol/chat.ts';
import type { TranscriptDelta } from '../../protocol/transcript.ts';
import type { Transcript } from './transcript.ts';

/** Items in a snapshot; older ones come by page. */
const SNAPSHOT_ITEMS = 80;
/** One frame at 60 Hz. */
export const FRAME_MS = 16;

export interface FeedPorts {
  state(): ChatState;
  post<M extends HostNotification>(method: M, params: z.input<(typeof hostNotifications)[M]>): void;
  after(ms: number, act: () => void): Disposable;
}

/**
 * What the view is told: a snapshot, then numbered updates, at most one a frame. Text that came in
 * pieces meanwhile goes as one piece, and of the state only what differs.
 */
export class ViewFeed implements Disposable {
  readonly #ports: FeedPorts;
  readonly #timer = new MutableDisposable<Disposable>();
  readonly #link = new MutableDisposable<Disposable>();
  #transcript: Transcript | undefined;
  #worker: WorkerView | null = null;
  #attached = false;
  #seq = 0;
  #deltas: TranscriptDelta[] = [];
  #stateDirty = false;
  #sent: Partial<Record<keyof ChatState, string>> = {};

  constructor(ports: FeedPorts) {
    this.#ports = ports;
  }

  /** A view is there and has what was so far. */
  get attached(): boolean {
    return this.#attached;
  }

  get transcript(): Transcript | undefined {
    return this.#transcript;
  }

  /** Session id of the worker whose transcript is shown, if one is. */
  get shownWorker(): string | undefined {
    return this.#worker?.sessionId;
  }

  /** Shows another transcript from here on; the view is told as a whole. */
  show(transcript: Transcript, worker: WorkerView | null): void {
    this.#transcript = transcript;
    this.#worker = worker;
    this.#link.value = transcript.onDidChange((delta) => {
      if (!this.#attached) return;
      merge(this.#deltas, delta);
      this.#schedule();
    });
    if (this.#attached) this.#ports.post('chat/reset', this.snapshot());
  }

  /** Everything a fresh view needs; updates follow from here. */
  snapshot(): Snapshot {
    this.#attached = true;
    this.#clear();
    this.#seq += 1;
    const state = this.#ports.state();
    this.#sent = Object.fromEntries(
      Object.entries(state).map(([key, value]) => [key, JSON.stringify(value)]),
    );
    const total = this.#transcript?.items.length ?? 0;
    const page = this.#transcript?.page(total, SNAPSHOT_ITEMS) ?? { items: [], first: 0 };
    return { seq: this.#seq, state, ...page, total, worker: this.#worker };
  }

  /** The view is gone; nothing is gathered until the next one asks for a snapshot. */
  detach(): void {
    this.#attached = false;
    this.#clear();
  }

  stateChanged(): void {
    if (!this.#attached) return;
    this.#stateDirty = true;
    this.#schedule();
  }

  /** Sends what was gathered now. */
  flush(): void {
    this.#timer.value = undefined;
    if (!this.#attached) return;
    const state = this.#stateDirty ? this.#changedState() : {};
    const deltas = this.#deltas;
    this.#clear();
    if (deltas.length === 0 && Object.keys(state).length === 0) return;
    this.#seq += 1;
    this.#ports.post('chat/update', { seq: this.#seq, deltas, state });
  }

  dispose(): void {
    this.#timer.dispose();
    this.#link.dispose();
  }

  #schedule(): void {
    this.#timer.value ??= this.#ports.after(FRAME_MS, () => this.flush());
  }

  #clear(): void {
    this.#deltas = [];
    this.#stateDirty = false;
    this.#timer.value = undefined;
  }

  #changedState(): Partial<ChatState> {
    const changed = Object.entries(this.#ports.state()).filter(([key, value]) => {
      const text = JSON.stringify(value);
      const differs = this.#sent[key as keyof ChatState] !== text;
      if (differs) this.#sent[key as keyof ChatState] = text;
      return differs;
    });
    return Object.fromEntries(changed);
  }
}

/** Adds a delta; pieces of one text become one, and an item that is put again replaces itself. */
export function merge(deltas: TranscriptDelta[], delta: TranscriptDelta): void {
  const last = deltas.at(-1);
  const grows =
    delta.op === 'append' && last?.op === 'append' && last.id === delta.id && last.field === delta.field;
  const replaces = delta.op === 'put' && last?.op === 'put' && last.item.id === delta.item.id;
  if (grows) deltas[deltas.length - 1] = { ...last, text: last.text + delta.text };
  else if (replaces) deltas[deltas.length - 1] = delta;
  else deltas.push(delta);
}
