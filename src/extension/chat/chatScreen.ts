import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';
import type { Attachment, ChatState } from '../../protocol/chat.ts';
import type { MessagePortEnd } from '../../protocol/portTransport.ts';
import type { Changes } from './changes.ts';
import { type ChatChannel, openChatChannel } from './chatDispatch.ts';
import { type ChatEditor, chatHandlers } from './chatHandlers.ts';
import type { Chats } from './chats.ts';
import { ViewFeed } from './viewFeed.ts';

/** What the view shows that belongs to no conversation. */
export type SurroundingState = Pick<
  ChatState,
  'folders' | 'trusted' | 'agentName' | 'setup' | 'counts' | 'toApprove' | 'commands'
>;

export interface ScreenPorts {
  surroundings(): SurroundingState;
  draft(): string;
  rememberDraft(text: string): void;
  after(ms: number, act: () => void): Disposable;
  readonly log: Log;
}

/** The one chat view: what is shown in it, and its channel while a view is there. */
export class ChatScreen implements Disposable {
  readonly feed: ViewFeed;
  readonly #chats: Chats;
  readonly #changes: Changes;
  readonly #ports: ScreenPorts;
  readonly #editor: ChatEditor;
  readonly #store = new DisposableStore();
  #channel: ChatChannel | undefined;
  /** What a view is told once it is there. */
  #waiting: ((channel: ChatChannel) => void)[] = [];

  constructor(chats: Chats, changes: Changes, editor: ChatEditor, ports: ScreenPorts) {
    this.#chats = chats;
    this.#changes = changes;
    this.#editor = editor;
    this.#ports = ports;
    this.feed = this.#store.add(
      new ViewFeed({
        state: () => this.#state(),
        post: (method, params) => this.#channel?.post(method, params),
        after: (ms, act) => ports.after(ms, act),
      }),
    );
    this.#store.add(chats.onDidShow((conversation) => this.feed.show(conversation.transcript, null)));
    this.#store.add(
      chats.onDidChange((conversation) => {
        if (conversation === chats.current) this.feed.stateChanged();
      }),
    );
    this.#store.add(changes.onDidChange(() => this.feed.stateChanged()));
  }

  /** Serves a view until the result is disposed. There is one view at a time. */
  attach(port: MessagePortEnd): Disposable {
    this.#channel?.dispose();
    const { log } = this.#ports;
    const handlers = chatHandlers({
      chats: this.#chats,
      feed: this.feed,
      changes: this.#changes,
      editor: this.#editor,
    });
    const snapshot: (typeof handlers)['view/snapshot'] = async (params, signal) => {
      const answer = await handlers['view/snapshot'](params, signal);
      setImmediate(() => this.#postWaiting());
      return answer;
    };
    const channel = openChatChannel(
      port,
      { ...handlers, 'view/snapshot': snapshot },
      {
        'draft/changed': ({ text }) => this.#ports.rememberDraft(text),
        'view/error': ({ message, stack }) => log.error(`the view failed: ${message}`, stack),
      },
      log,
    );
    this.#channel = channel;
    return {
      dispose: () => {
        if (this.#channel !== channel) return;
        this.feed.detach();
        this.#channel = undefined;
        channel.dispose();
      },
    };
  }

  /** Puts the cursor into the composer, now or when a view comes. */
  focus(): void {
    this.#whenReady((channel) => channel.post('composer/focus', {}));
  }

  /** Adds to what the person is writing. */
  insert(addition: { text: string; attachments: Attachment[] }): void {
    this.#whenReady((channel) => channel.post('composer/insert', addition));
  }

  /** Words for a screen reader; without a view there is nobody to hear them. */
  announce(text: string): void {
    this.#channel?.post('announce', { text });
  }

  dispose(): void {
    this.#channel?.dispose();
    this.#store.dispose();
  }

  #whenReady(act: (channel: ChatChannel) => void): void {
    this.#waiting.push(act);
    if (this.feed.attached) this.#postWaiting();
  }

  #postWaiting(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    if (this.#channel) for (const act of waiting) act(this.#channel);
  }

  #state(): ChatState {
    const conversation = this.#chats.ensure().state;
    const surroundings = this.#ports.surroundings();
    return {
      ...conversation,
      ...surroundings,
      commands: [...conversation.commands, ...surroundings.commands],
      changes: this.#changes.views,
      draft: this.#ports.draft(),
    };
  }
}
