import { ExpectedError } from '../../base/errors.ts';
import { Emitter } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { Log } from '../../base/log.ts';
import type { AgentClient, SessionInfo, SessionPlace } from '../acp/agentClient.ts';
import type { DeclaredServers, EditorServers } from '../mcp/editorServers.ts';
import type { AgentState, AgentSupervisor } from '../process/supervisor.ts';
import { authNotice, isAuthRequired } from './authNotice.ts';
import { Conversation } from './conversation.ts';
import { holdReadOnly, release } from './restrictedMode.ts';

/** What outlives the window: enough to show the same conversation again. */
export interface ChatMemory {
  readonly id: string;
  readonly cwd: string;
  readonly title: string;
  /** A turn ran when this was written. */
  readonly running: boolean;
}

export interface ChatsPorts {
  readonly agent: AgentSupervisor<AgentClient>;
  readonly servers: EditorServers;
  readonly log: Log;
  /** The folder a conversation starts in when the person names none. */
  defaultCwd(): string;
  /** True in a workspace that the person does not trust (yet). */
  restricted(): boolean;
  /** Options that the person's settings choose for every new conversation, by category. */
  preferredOptions(): readonly { readonly category: string; readonly value: string }[];
  remembered(): ChatMemory | undefined;
  remember(memory: ChatMemory | undefined): void;
  now(): number;
}

/** All conversations that are open at the agent; one of them is shown. */
export class Chats implements Disposable {
  readonly #ports: ChatsPorts;
  readonly #store = new DisposableStore();
  readonly #open = new Set<Conversation>();
  readonly #declared = new Map<Conversation, Disposable>();
  /** Conversations whose turn ran when the editor's servers changed. */
  readonly #stale = new Set<Conversation>();
  /** The last attempt to bring a conversation to the agent. */
  readonly #attempts = new WeakMap<Conversation, Promise<void>>();
  readonly #shown = this.#store.add(new Emitter<Conversation>());
  /** Another conversation is shown now. */
  readonly onDidShow = this.#shown.event;
  readonly #changed = this.#store.add(new Emitter<Conversation>());
  /** A conversation's state differs (not its transcript). */
  readonly onDidChange = this.#changed.event;
  readonly #turnEnded = this.#store.add(new Emitter<Conversation>());
  readonly onDidEndTurn = this.#turnEnded.event;
  /** Conversations that Restricted Mode holds at reading. */
  readonly #held = new Set<Conversation>();
  /** Titles of the last list. */
  #titles: ReadonlyMap<string, string> = new Map();
  #current: Conversation | undefined;
  #restored = false;

  constructor(ports: ChatsPorts) {
    this.#ports = ports;
    this.#store.add(ports.agent.onDidChange((state) => this.#onAgent(state)));
    this.#store.add(ports.servers.onDidChange(() => void this.#redeclare()));
  }

  get current(): Conversation | undefined {
    return this.#current;
  }

  get all(): Iterable<Conversation> {
    return this.#open;
  }

  /** True while any conversation, shown or not, waits for the person. */
  get waiting(): boolean {
    return [...this.#open].some((conversation) => conversation.questions.waiting);
  }

  /** The conversation a session belongs to, a worker's too. */
  owner(sessionId: string): Conversation | undefined {
    return [...this.#open].find((conversation) => conversation.owns(sessionId));
  }

  /** The shown conversation; the first call brings back the one of before, or begins one. */
  ensure(): Conversation {
    if (this.#current) return this.#current;
    const memory = this.#restored ? undefined : this.#ports.remembered();
    this.#restored = true;
    const conversation = this.#add(memory?.cwd || this.#ports.defaultCwd());
    this.#show(conversation);
    void this.#attach(conversation, memory);
    return conversation;
  }

  begin(cwd?: string): Conversation {
    this.#restored = true;
    const conversation = this.#add(cwd ?? this.#current?.cwd ?? this.#ports.defaultCwd());
    this.#show(conversation);
    void this.#attach(conversation);
    return conversation;
  }

  /** Shows an earlier conversation; one that is open here is shown as it is, running turn and all. */
  async open(id: string, cwd: string): Promise<void> {
    const known = [...this.#open].find((conversation) => conversation.id === id);
    if (known) {
      this.#show(known);
      return;
    }
    const conversation = this.#add(cwd || this.#ports.defaultCwd());
    this.#show(conversation);
    await this.#attach(conversation, { id, cwd, title: this.#titles.get(id) ?? '', running: false });
  }

  async fork(messageId?: string): Promise<void> {
    const source = this.#current;
    const client = source?.client;
    if (!source || !client?.info.can.fork)
      throw new ExpectedError('unsupported', 'This agent can not fork a conversation.');
    const { cwd, id } = source;
    const declared = await this.#ports.servers.declare({ cwd, agent: client.info, context: client.context });
    try {
      const { sessionId } = await client.forkSession(id, { cwd, servers: declared.servers }, messageId);
      await this.open(sessionId, cwd);
    } finally {
      declared.dispose();
    }
  }

  async list(): Promise<SessionInfo[]> {
    const client = await this.#ports.agent.client();
    const sessions = client.info.can.list ? await client.listSessions() : [];
    this.#titles = new Map(sessions.map(({ id, title }) => [id, title]));
    const listed = new Set(sessions.map((session) => session.id));
    const own = [...this.#open].filter(
      (c) => c.id !== '' && !listed.has(c.id) && c.transcript.items.length > 0,
    );
    return [...own.map((c) => ({ id: c.id, cwd: c.cwd, title: c.title })), ...sessions];
  }

  async rename(id: string, title: string): Promise<void> {
    const client = await this.#ports.agent.client();
    if (!client.info.can.rename)
      throw new ExpectedError('unsupported', 'This agent can not rename a conversation.');
    await client.setTitle(id, title);
    this.owner(id)?.setTitle(title);
  }

  async delete(id: string): Promise<void> {
    const client = await this.#ports.agent.client();
    if (!client.info.can.delete)
      throw new ExpectedError('unsupported', 'This agent can not delete a conversation.');
    const open = this.owner(id);
    await client.deleteSession(id);
    if (!open) return;
    this.#drop(open);
    if (open === this.#current) {
      this.#current = undefined;
      this.begin(open.cwd);
    }
  }

  /** Signs in with one of the agent's methods, then tries the conversation again. */
  async authenticate(methodId: string): Promise<void> {
    const client = await this.#ports.agent.client();
    await client.authenticate(methodId);
    if (this.#current) await this.#attach(this.#current);
  }

  /** The person trusts the workspace now: what was held may do more. */
  async release(): Promise<void> {
    const preferred = this.#ports.preferredOptions().find((option) => option.category === 'mode')?.value;
    const held = [...this.#held];
    this.#held.clear();
    for (const conversation of held) if (this.#open.has(conversation)) await release(conversation, preferred);
  }

  /** Tries again to bring the shown conversation to the agent. */
  async retry(): Promise<void> {
    if (this.#current) await this.#attach(this.#current);
  }

  dispose(): void {
    for (const conversation of [...this.#open]) this.#drop(conversation);
    this.#store.dispose();
  }

  #add(cwd: string): Conversation {
    const conversation = new Conversation(cwd, this.#ports.now);
    this.#open.add(conversation);
    conversation.onDidChange(() => {
      if (conversation === this.#current) this.#write(conversation);
      this.#changed.fire(conversation);
    });
    conversation.onDidEndTurn(() => {
      this.#turnEnded.fire(conversation);
      if (conversation !== this.#current) void this.#close(conversation);
      else if (this.#stale.has(conversation)) void this.#redeclareIn(conversation);
    });
    return conversation;
  }

  #show(conversation: Conversation): void {
    const before = this.#current;
    this.#current = conversation;
    this.#write(conversation);
    this.#shown.fire(conversation);
    if (before && before !== conversation && before.phase !== 'running') void this.#close(before);
  }

  #write({ id, cwd, title, phase }: Conversation): void {
    if (id !== '') this.#ports.remember({ id, cwd, title, running: phase === 'running' });
  }

  /** Lets go of a conversation that is not shown and does nothing; the agent keeps it. */
  async #close(conversation: Conversation): Promise<void> {
    const { client, id } = conversation;
    this.#drop(conversation);
    if (client && id !== '')
      await client.closeSession(id).catch((error) => this.#ports.log.warn(`closing ${id} failed`, error));
  }

  #drop(conversation: Conversation): void {
    this.#open.delete(conversation);
    this.#stale.delete(conversation);
    this.#declared.get(conversation)?.dispose();
    this.#declared.delete(conversation);
    conversation.dispose();
  }

  #onAgent(state: AgentState<AgentClient>): void {
    for (const conversation of this.#open) {
      if (state.kind === 'running') {
        if (conversation.client !== state.client) void this.#attach(conversation);
      } else if (state.kind !== 'starting' && conversation.client) {
        conversation.lost(true, state.kind === 'failed' ? state.error : undefined);
      }
      if (state.kind === 'failed' && state.retryInMs === undefined) conversation.failed(state.error);
    }
  }

  /**
   * Brings a conversation to the agent that runs now. One attempt at a time: the agent's start is heard
   * both by who waits for it and as an event, and a conversation opened twice would be deaf to the first.
   */
  #attach(conversation: Conversation, memory?: ChatMemory): Promise<void> {
    const before = this.#attempts.get(conversation) ?? Promise.resolve();
    const attempt = before.then(() => this.#attachNow(conversation, memory));
    this.#attempts.set(conversation, attempt);
    return attempt;
  }

  async #attachNow(conversation: Conversation, memory: ChatMemory | undefined): Promise<void> {
    try {
      const client = await this.#ports.agent.client();
      if (conversation.client === client && conversation.phase !== 'failed') return;
      const place = await this.#place(conversation, client);
      // An agent need not tell the title of what it loads.
      if (memory && conversation.title === '') conversation.setTitle(memory.title);
      const id = memory?.id ?? conversation.id;
      if (id === '') await this.#begin(conversation, client, place);
      else await this.#continue(conversation, client, place, id);
      if (memory?.running) conversation.writer.notice(INTERRUPTED);
      if (this.#ports.restricted() && (await holdReadOnly(conversation))) this.#held.add(conversation);
      if (this.#stale.has(conversation)) await this.#redeclareIn(conversation);
      conversation.ready();
    } catch (error) {
      if (isAuthRequired(error)) conversation.failed(error);
      const client = conversation.client;
      if (client && isAuthRequired(error)) conversation.writer.notice(authNotice(client.info.authMethods));
      else if (this.#ports.agent.state.kind !== 'failed' || !isGone(error)) conversation.failed(error);
      this.#ports.log.error('opening the conversation failed', error);
    }
  }

  async #begin(conversation: Conversation, client: AgentClient, place: SessionPlace): Promise<void> {
    await conversation.begin(client, place);
    for (const { category, value } of this.#ports.preferredOptions()) {
      // Our own agent has the setting itself, and lets a project tighten it.
      if (category === 'mode' && client.info.own) continue;
      const option = conversation.state.configOptions.find((o) => o.category === category);
      if (option && option.value !== value)
        await conversation
          .setOption(option.id, value)
          .catch((error) => this.#ports.log.warn(`${category} ${value} was not taken`, error));
    }
  }

  async #continue(
    conversation: Conversation,
    client: AgentClient,
    place: SessionPlace,
    id: string,
  ): Promise<void> {
    const blank = conversation.transcript.items.length === 0;
    try {
      if (client.info.can.resume && !blank) return await conversation.resume(client, id, place);
      if (client.info.can.load) return await conversation.load(client, id, place);
    } catch (error) {
      if (!(error instanceof ExpectedError) || error.code === 'agent-gone') throw error;
      this.#ports.log.warn(`conversation ${id} could not be opened`, error);
      if (!blank)
        conversation.writer.notice({ severity: 'warning', title: error.message, detail: error.detail });
    }
    await this.#begin(conversation, client, place);
    if (!blank) conversation.writer.notice(FORGOTTEN);
  }

  async #place(conversation: Conversation, client: AgentClient): Promise<SessionPlace> {
    return this.#adopt(conversation, await this.#declare(conversation, client));
  }

  #declare(conversation: Conversation, client: AgentClient): Promise<DeclaredServers> {
    this.#stale.delete(conversation);
    const { cwd } = conversation;
    return this.#ports.servers.declare({ cwd, agent: client.info, context: client.context });
  }

  /** From now on these are the servers of the conversation; those before end with their declaration. */
  #adopt(conversation: Conversation, declared: DeclaredServers): SessionPlace {
    this.#declared.get(conversation)?.dispose();
    this.#declared.set(conversation, declared);
    return { cwd: conversation.cwd, servers: declared.servers };
  }

  /** The editor's servers differ: idle conversations are resumed with the new list, others once they are idle. */
  async #redeclare(): Promise<void> {
    for (const conversation of this.#open) {
      if (conversation.phase === 'idle') await this.#redeclareIn(conversation);
      else this.#stale.add(conversation);
    }
  }

  async #redeclareIn(conversation: Conversation): Promise<void> {
    this.#stale.delete(conversation);
    const { client, id } = conversation;
    if (!client || id === '') return;
    if (!client.info.can.resume) {
      conversation.writer.notice(NEXT_TIME);
      return;
    }
    const declared = await this.#declare(conversation, client);
    if (conversation.phase !== 'idle') {
      // The next prompt was faster: its turn keeps the servers it began with.
      declared.dispose();
      this.#stale.add(conversation);
      return;
    }
    try {
      await conversation.resume(client, id, this.#adopt(conversation, declared));
      conversation.ready();
    } catch (error) {
      this.#ports.log.warn('the servers of the editor could not be passed on', error);
      if (!isGone(error)) conversation.failed(error);
    }
  }
}

function isGone(error: unknown): boolean {
  return (
    error instanceof ExpectedError && (error.code === 'agent-gone' || error.code === 'agent-not-started')
  );
}

const NEXT_TIME = {
  severity: 'info',
  title: 'The MCP servers of the editor changed. This agent gets them in the next conversation.',
} as const;

const INTERRUPTED = {
  severity: 'warning',
  title: 'The window was closed while a turn ran, so the turn ended there.',
} as const;

const FORGOTTEN = {
  severity: 'warning',
  title: 'This agent can not go on with the conversation above: it begins anew here and knows nothing of it.',
} as const;
