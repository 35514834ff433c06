import type { ContentBlock } from '@agentclientprotocol/sdk/unstable';
import { ExpectedError, isCancelled } from '../../base/errors.ts';
import { Emitter } from '../../base/event.ts';
import { type Disposable, DisposableStore, MutableDisposable } from '../../base/lifecycle.ts';
import type { ChatState, ConfigOptionView } from '../../protocol/chat.ts';
import type { AgentClient, OpenedSession, SessionPlace } from '../acp/agentClient.ts';
import type {
  ElicitationAnswer,
  ElicitationQuestion,
  PermissionAnswer,
  PermissionQuestion,
} from '../acp/clientHandlers.ts';
import { readConfigOptions, withMode } from '../acp/configOptions.ts';
import type { SessionUpdate } from '../acp/updates.ts';
import { commandViews } from './commandViews.ts';
import { Questions } from './questions.ts';
import { Transcript } from './transcript.ts';
import { TranscriptWriter } from './transcriptWriter.ts';
import { failureNotice, stopNotice } from './turnNotices.ts';
import type { OwnMessage } from './userItem.ts';
import { Workers } from './workers.ts';

/** The part of the view's state that belongs to one conversation. */
export type ConversationState = Pick<
  ChatState,
  | 'conversationId'
  | 'title'
  | 'phase'
  | 'cwd'
  | 'configOptions'
  | 'commands'
  | 'usage'
  | 'queue'
  | 'canSteer'
  | 'permissions'
  | 'elicitations'
  | 'workers'
>;

/** A message on its way: what the transcript shows and what the agent gets. */
export interface Outgoing extends Omit<OwnMessage, 'steered'> {
  /** Made when the message is sent, so that a file is read as it is then. */
  blocks(): Promise<ContentBlock[]>;
}

interface Queued {
  readonly id: string;
  readonly message: Outgoing;
}

/** One conversation: its transcript, what is chosen in it, its running turn and what waits for the person. */
export class Conversation implements Disposable {
  readonly cwd: string;
  readonly transcript = new Transcript();
  readonly writer: TranscriptWriter;
  readonly questions = new Questions(() => this.#fire());
  readonly workers: Workers;
  readonly #changed = new Emitter<void>();
  /** Something besides the transcript differs. */
  readonly onDidChange = this.#changed.event;
  readonly #turnEnded = new Emitter<string>();
  /** A turn is over; with its stop reason, or `failed`. */
  readonly onDidEndTurn = this.#turnEnded.event;
  readonly #store = new DisposableStore();
  readonly #link = this.#store.add(new MutableDisposable<Disposable>());
  #client: AgentClient | undefined;
  #id = '';
  #title = '';
  #phase: ChatState['phase'] = 'starting';
  #options: ConfigOptionView[] = [];
  #commands: ChatState['commands'] = [];
  #usage: ChatState['usage'] = null;
  #queue: readonly Queued[] = [];
  #count = 0;

  constructor(cwd: string, now: () => number) {
    this.cwd = cwd;
    this.writer = new TranscriptWriter(this.transcript, now);
    this.workers = this.#store.add(
      new Workers({
        listen: (id, listener) => this.#client?.listen(id, listener) ?? { dispose: () => undefined },
        changed: () => this.#fire(),
        now,
      }),
    );
  }

  get id(): string {
    return this.#id;
  }

  get title(): string {
    return this.#title;
  }

  get phase(): ChatState['phase'] {
    return this.#phase;
  }

  get client(): AgentClient | undefined {
    return this.#client;
  }

  get state(): ConversationState {
    return {
      conversationId: this.#id,
      title: this.#title,
      phase: this.#phase,
      cwd: this.cwd,
      configOptions: this.#options,
      commands: this.#commands,
      usage: this.#usage,
      queue: this.#queue.map(({ id, message }) => ({ id, text: message.text })),
      canSteer: this.#client?.info.can.steer ?? false,
      permissions: this.questions.permissions,
      elicitations: this.questions.elicitations,
      workers: this.workers.live,
    };
  }

  /** True for its own session and for those of its workers. */
  owns(sessionId: string): boolean {
    return sessionId === this.#id || this.workers.get(sessionId) !== undefined;
  }

  setTitle(title: string): void {
    this.#title = title;
    this.#fire();
  }

  /** Begins at the agent; the person can type and choose from here on. */
  async begin(client: AgentClient, place: SessionPlace): Promise<void> {
    await this.#open(client, () => client.newSession(place));
  }

  /** What was sent before the agent was ready goes out now. */
  ready(): void {
    if (this.#phase === 'idle') this.#sendNext();
  }

  /** Shows an earlier conversation: the agent replays it. */
  async load(client: AgentClient, sessionId: string, place: SessionPlace): Promise<void> {
    this.transcript.clear();
    await this.#open(client, () => client.loadSession(sessionId, place), sessionId);
  }

  /** Goes on at an agent that was restarted; what the transcript shows stays. */
  async resume(client: AgentClient, sessionId: string, place: SessionPlace): Promise<void> {
    await this.#open(client, () => client.resumeSession(sessionId, place), sessionId);
  }

  /** The agent went away: whatever ran is over. `notice` says so in the transcript when something ran. */
  lost(notice: boolean, error?: ExpectedError): void {
    const ran = this.#phase === 'running';
    this.#link.value = undefined;
    this.#client = undefined;
    this.#endTurn();
    this.#phase = 'starting';
    if (notice && ran)
      this.writer.notice({
        severity: 'warning',
        title: 'The agent stopped while it worked. What it had done until then is above.',
        detail: error?.detail,
      });
    this.#fire();
  }

  failed(error: unknown): void {
    if (isCancelled(error)) return;
    this.#phase = 'failed';
    this.writer.notice({ id: 'failed', ...failureNotice(error) });
    this.#fire();
  }

  /**
   * Sends, queues or steers, as the person chose. Until the agent is ready it is queued. Idle always
   * sends: what still waits after a stop goes first, so that nothing overtakes it.
   */
  async send(message: Outgoing, how: 'queue' | 'steer'): Promise<void> {
    if (this.#phase === 'running' && how === 'steer' && (await this.#steer(message))) return;
    this.#count += 1;
    this.#queue = [...this.#queue, { id: `queued-${this.#count}`, message }];
    if (this.#phase === 'idle') this.#sendNext();
    else this.#fire();
  }

  removeQueued(id: string): void {
    this.#queue = this.#queue.filter((queued) => queued.id !== id);
    this.#fire();
  }

  /** Takes a queued message out of its turn: into the running one, or, when nothing runs, sends it. */
  async steerQueued(id: string): Promise<void> {
    const queued = this.#queue.find((q) => q.id === id);
    if (!queued) return;
    this.removeQueued(id);
    if (this.#phase === 'idle') void this.#run(queued.message);
    else if (this.#phase !== 'running' || !(await this.#steer(queued.message))) {
      this.#queue = [queued, ...this.#queue];
      this.#fire();
    }
  }

  /** The agent brought the conversation back to before this message of the person. */
  restoredTo(messageId: string): void {
    const item = this.transcript.items.find((i) => i.kind === 'user' && i.messageId === messageId);
    if (item) this.transcript.remove(item.id, true);
    this.#fire();
  }

  /** Asks the running turn to stop; queued messages stay, in order, until the person sends or removes them. */
  async stop(): Promise<void> {
    if (this.#phase === 'running') await this.#client?.cancel(this.#id);
  }

  async setOption(id: string, value: string | boolean): Promise<void> {
    const options = await this.#live().setOption(this.#id, id, value);
    this.#options =
      options ?? this.#options.map((option) => (option.id === id ? { ...option, value } : option));
    this.#fire();
  }

  async permission(question: PermissionQuestion, signal: AbortSignal): Promise<PermissionAnswer | undefined> {
    const worker = this.workers.get(question.sessionId);
    const { writer, transcript } = worker ?? this;
    writer.tool(question.tool);
    const item = transcript.get(question.tool.callId);
    return item?.kind === 'tool' ? this.questions.permission(question, item, signal) : undefined;
  }

  elicit(question: ElicitationQuestion, signal: AbortSignal): Promise<ElicitationAnswer> {
    return this.questions.elicit(question, signal);
  }

  dispose(): void {
    this.#store.dispose();
    this.#changed.dispose();
    this.#turnEnded.dispose();
  }

  async #open(client: AgentClient, open: () => Promise<OpenedSession>, sessionId?: string): Promise<void> {
    this.#client = client;
    this.#phase = 'starting';
    this.transcript.remove('failed');
    this.#fire();
    if (sessionId !== undefined) this.#listen(client, sessionId);
    const opened = await open();
    if (sessionId === undefined) this.#listen(client, opened.sessionId);
    if (opened.options.length > 0) this.#options = opened.options;
    // What a replay left open ended with the process that ran it.
    this.writer.endTurn();
    this.#phase = 'idle';
    this.#fire();
  }

  #listen(client: AgentClient, sessionId: string): void {
    this.#id = sessionId;
    this.#link.value = client.listen(sessionId, (update) => this.#hear(update));
  }

  #hear(update: SessionUpdate): void {
    this.writer.apply(update);
    switch (update.kind) {
      case 'commands':
        this.#commands = commandViews(update.commands);
        break;
      case 'mode':
        this.#options = withMode(this.#options, update.modeId);
        break;
      case 'config':
        this.#options = readConfigOptions(update.options) ?? this.#options;
        break;
      case 'info':
        if (update.title !== undefined) this.#title = update.title ?? '';
        break;
      case 'usage':
        this.#hearUsage(update);
        break;
      case 'subagent':
        this.workers.know(update.sessionId, { title: update.title, state: update.state });
        return;
      case 'tool':
        if (update.meta.worker) this.#hearWorker(update.callId, update.meta.worker);
        return;
      default:
        return;
    }
    this.#fire();
  }

  #hearUsage({ used, size, cost }: Extract<SessionUpdate, { kind: 'usage' }>): void {
    const before = this.#usage;
    this.#usage = {
      used: used ?? before?.used ?? 0,
      size: size ?? before?.size ?? 0,
      cost: cost ? `${cost.amount.toFixed(2)} ${cost.currency}` : before?.cost,
    };
  }

  #hearWorker(callId: string, worker: { sessionId: string; state: string; now?: string }): void {
    const item = this.transcript.get(callId);
    const title = item?.kind === 'tool' ? item.title : undefined;
    this.workers.know(worker.sessionId, { callId, title, state: worker.state, now: worker.now });
  }

  async #run(message: Outgoing): Promise<void> {
    this.#phase = 'running';
    this.#fire();
    this.writer.own({ ...message, steered: false });
    let ended = 'failed';
    try {
      ended = await this.#live().prompt(this.#id, await message.blocks());
      const notice = stopNotice(ended, this.transcript.last?.kind === 'assistant');
      this.#endTurn();
      if (notice) this.writer.notice(notice);
    } catch (error) {
      this.#endTurn();
      // An agent that went away says so through `lost`.
      if (this.#client && !this.#client.signal.aborted && !isCancelled(error))
        this.writer.notice(failureNotice(error));
    }
    this.#fire();
    this.#turnEnded.fire(ended);
    if (ended === 'end_turn' && this.phase === 'idle') this.#sendNext();
  }

  #sendNext(): void {
    const [next] = this.#queue;
    if (!next) return;
    this.#queue = this.#queue.slice(1);
    void this.#run(next.message);
  }

  async #steer(message: Outgoing): Promise<boolean> {
    const client = this.#live();
    if (!client.info.can.steer) return false;
    const own = this.writer.own({ ...message, steered: true });
    const taken = await client.steer(this.#id, await message.blocks()).catch(() => false);
    if (!taken) this.transcript.remove(own);
    return taken;
  }

  #endTurn(): void {
    this.writer.endTurn();
    this.workers.endTurn();
    if (this.#phase === 'running') this.#phase = 'idle';
  }

  #live(): AgentClient {
    if (!this.#client || this.#id === '')
      throw new ExpectedError('agent-gone', 'The agent is not ready yet.');
    return this.#client;
  }

  #fire(): void {
    this.#changed.fire();
  }
}
