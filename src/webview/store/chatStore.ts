import { batch, type ReadonlySignal, signal } from '@preact/signals';
import type { ChatState, NotificationOf, Snapshot, WorkerView } from '../../protocol/chat.ts';
import { TranscriptModel } from './transcriptModel.ts';

/** What the view shows until the first snapshot comes. */
export const EMPTY_STATE: ChatState = {
  conversationId: '',
  title: '',
  phase: 'starting',
  cwd: '',
  folders: [],
  trusted: true,
  agentName: '',
  configOptions: [],
  commands: [],
  usage: null,
  queue: [],
  canSteer: false,
  permissions: [],
  elicitations: [],
  workers: [],
  changes: [],
  setup: null,
  counts: { servers: 0, skills: 0 },
  toApprove: [],
  draft: '',
};

/** The host's truth as this view has it: a snapshot, and the updates that followed it without a gap. */
export class ChatStore {
  readonly transcript = new TranscriptModel();
  readonly #state = signal<ChatState>(EMPTY_STATE);
  readonly #worker = signal<WorkerView | null>(null);
  readonly #loaded = signal(false);
  readonly #generation = signal(0);
  #seq = -1;

  get state(): ReadonlySignal<ChatState> {
    return this.#state;
  }

  /** The worker whose transcript is shown, or null for the conversation's own. */
  get worker(): ReadonlySignal<WorkerView | null> {
    return this.#worker;
  }

  /** False until the first snapshot. */
  get loaded(): ReadonlySignal<boolean> {
    return this.#loaded;
  }

  /** Grows with each snapshot: what belongs to the transcript shown before starts over. */
  get generation(): ReadonlySignal<number> {
    return this.#generation;
  }

  reset(snapshot: Snapshot): void {
    batch(() => {
      this.#seq = snapshot.seq;
      this.#state.value = snapshot.state;
      this.#worker.value = snapshot.worker;
      this.transcript.reset(snapshot);
      this.#loaded.value = true;
      this.#generation.value++;
    });
  }

  /**
   * Applies an update. `stale`: the snapshot contains it already. `gap`: one before it is missing,
   * nothing was changed, and the caller asks for a snapshot.
   */
  apply(update: NotificationOf<'chat/update'>): 'applied' | 'stale' | 'gap' {
    if (this.#seq < 0) return 'gap';
    if (update.seq <= this.#seq) return 'stale';
    if (update.seq !== this.#seq + 1) return 'gap';
    batch(() => {
      this.#seq = update.seq;
      if (Object.keys(update.state).length > 0)
        this.#state.value = { ...this.#state.peek(), ...update.state };
      this.transcript.apply(update.deltas);
    });
    return 'applied';
  }
}
