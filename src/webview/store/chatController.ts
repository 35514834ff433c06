import { type ReadonlySignal, signal } from '@preact/signals';
import type { Disposable } from '../../base/lifecycle.ts';
import type { NotificationOf } from '../../protocol/chat.ts';
import type { HostClient, HostListener } from '../bridge/hostClient.ts';
import type { ChatStore } from './chatStore.ts';
import { type FrameClock, FrameQueue } from './frameQueue.ts';

type Update = NotificationOf<'chat/update'>;

/** Keeps the store in step with the host: updates once a frame, a snapshot after a gap. */
export class ChatController implements Disposable {
  readonly #store: ChatStore;
  readonly #host: () => HostClient;
  readonly #updates: FrameQueue<Update>;
  readonly #onFailure: (error: unknown) => void;
  #asking = false;
  readonly #failed = signal(false);
  /** Updates that came while a snapshot was asked for. */
  #held: Update[] = [];
  #page: Promise<void> | undefined;

  /** `host` is called late, because the connection's listener is this controller. */
  constructor(
    store: ChatStore,
    host: () => HostClient,
    clock: FrameClock,
    onFailure: (error: unknown) => void,
  ) {
    this.#store = store;
    this.#host = host;
    this.#onFailure = onFailure;
    this.#updates = new FrameQueue(clock, (updates) => this.#apply(updates));
  }

  readonly listener: Pick<HostListener, 'chat/update' | 'chat/reset'> = {
    'chat/update': (update) => this.#updates.push(update),
    'chat/reset': (snapshot) => {
      this.#updates.dispose();
      this.#store.reset(snapshot);
    },
  };

  /** True when the last question for everything failed. */
  get failed(): ReadonlySignal<boolean> {
    return this.#failed;
  }

  /** Asks the host for everything; at the start and after a gap. Only one such question is open at a time. */
  async refresh(): Promise<void> {
    if (this.#asking) return;
    this.#asking = true;
    this.#failed.value = false;
    try {
      this.#store.reset(await this.#host().request('view/snapshot', {}));
      for (const update of this.#held) this.#store.apply(update);
    } catch (error) {
      this.#failed.value = true;
      this.#onFailure(error);
    } finally {
      this.#asking = false;
      this.#held = [];
    }
  }

  /** Loads the page before the loaded items, if there is one and it is not on its way. */
  loadOlder(count: number): Promise<void> {
    const before = this.#store.transcript.first.peek();
    if (before === 0) return Promise.resolve();
    this.#page ??= this.#loadPage(before, count).finally(() => {
      this.#page = undefined;
    });
    return this.#page;
  }

  async #loadPage(before: number, count: number): Promise<void> {
    try {
      const page = await this.#host().request('transcript/page', { before, count });
      this.#store.transcript.prepend(page.items, page.first);
    } catch (error) {
      this.#onFailure(error);
    }
  }

  #apply(updates: readonly Update[]): void {
    for (const update of updates) {
      // While a snapshot is on its way, its own number will say which of these it contains.
      if (this.#asking) this.#held.push(update);
      else if (this.#store.apply(update) === 'gap') {
        this.#held.push(update);
        void this.refresh();
      }
    }
  }

  dispose(): void {
    this.#updates.dispose();
  }
}
