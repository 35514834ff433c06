import { deferred, onAbort } from '../../base/abort.ts';
import { ExpectedError, invariant, isCancelled } from '../../base/errors.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { DisposableStore } from '../../base/lifecycle.ts';
import type { Catalogue } from '../inventory/catalogue.ts';
import type { McpServers } from '../mcp/mcpServers.ts';
import { readClientServers } from '../mcp/readClientServers.ts';
import type { Entry, EntryOf, NewEntry } from '../store/entry.ts';
import type { OpenSession } from '../store/sessionStore.ts';
import { titleOf } from '../store/title.ts';
import type { TurnEvent, UserContent } from '../turn/events.ts';
import { LastContext } from '../turn/measureContext.ts';
import type { TurnPrompt } from '../turn/turn.ts';
import { answerPrompt } from './answerPrompt.ts';
import { Checkpoints, checkpointFolder } from './checkpoints.ts';
import { type ContextReport, contextReport } from './contextReport.ts';
import { contractOf, effectiveEntries, missingResults } from './history.ts';
import { LifeHooks } from './lifeHooks.ts';
import type { AgentParts, Client, ConversationParts, PromptAnswer } from './parts.ts';
import type { PromptContext } from './promptContext.ts';
import { PromptQueue } from './promptQueue.ts';
import { replayEvents } from './replay.ts';
import { replayWorkers } from './replayWorkers.ts';
import { type RestoreResult, restoreFiles } from './restore.ts';
import { sampling } from './sampling.ts';
import {
  type Choices,
  changeSetting,
  type SettingChoice,
  type Settings,
  settingChoices,
} from './settings.ts';
import type { ConversationEvent, ConversationPlace, Talk } from './talk.ts';

/** What a prompt consists of. */
export interface PromptRequest {
  readonly content: readonly UserContent[];
}

export interface RestoreWish {
  readonly filesOnly: boolean;
  /** Overwrite files that somebody else changed in between. */
  readonly force: boolean;
}

/** How long a turn may take to end once it was called off; children are killed within it. */
const CANCEL_GRACE_MS = 4_000;
const CANCELLED: PromptAnswer = { kind: 'ended', stopReason: 'cancelled' };

/**
 * One conversation: its log, its settings, the prompts that wait and the turn that runs. One turn at a
 * time. Everything it tells it has handed to the system before.
 */
export class Conversation implements Talk {
  readonly id: string;
  readonly #parts: AgentParts;
  readonly #client: Client;
  readonly #session: OpenSession;
  readonly #store = new DisposableStore();
  readonly #events = this.#store.add(new Emitter<ConversationEvent>());
  readonly #queue = new PromptQueue<PromptAnswer>(CANCELLED);
  readonly #own: ConversationParts;
  readonly #life: LifeHooks;
  #entries: readonly Entry[];
  #settings: Settings;
  #choices: Choices;
  #steering: TurnPrompt[] = [];
  #place: ConversationPlace;
  #title: string | undefined;
  #closed: Promise<void> | undefined;

  constructor(
    parts: AgentParts,
    client: Client,
    session: OpenSession,
    opened: {
      readonly place: ConversationPlace;
      readonly settings: Settings;
      readonly choices: Choices;
      readonly source: 'startup' | 'resume';
    },
  ) {
    this.id = session.id;
    this.#place = opened.place;
    this.#parts = parts;
    this.#client = client;
    this.#session = session;
    this.#entries = effectiveEntries(session.entries);
    this.#settings = opened.settings;
    this.#choices = opened.choices;
    this.#own = parts.forConversation({
      sessionId: this.id,
      cwd: opened.place.cwd,
      roots: opened.place.roots,
      powers: {
        ...client.serverPowers?.(this.id),
        sample: sampling({ sessionId: this.id, parts, client, model: () => this.#settings.model }),
      },
    });
    this.#followServers(parts.catalogues.peek(opened.place.cwd));
    this.#title = titleIn(this.#entries);
    this.#life = new LifeHooks(opened.source, {
      parts,
      place: () => ({ sessionId: this.id, cwd: this.place.cwd }),
      emit: (event) => this.#events.fire(event),
    });
    this.#store.add(
      parts.catalogues.onDidChange(({ cwd, catalogue }) => {
        if (cwd !== this.place.cwd) return;
        this.offer({ agents: catalogue.agents });
        this.#own.servers?.setCatalogue(catalogue);
        this.#events.fire({ kind: 'commands' });
      }),
    );
  }

  get onEvent(): Event<ConversationEvent> {
    return this.#events.event;
  }

  get place(): ConversationPlace {
    return this.#place;
  }

  get title(): string | undefined {
    return this.#title;
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** The entries that count, in order. */
  get entries(): readonly Entry[] {
    return this.#entries;
  }

  get isBusy(): boolean {
    return this.#queue.isBusy;
  }

  settingChoices(): readonly SettingChoice[] {
    return settingChoices(this.#settings, this.#choices);
  }

  /** The whole talk so far, then those of its workers, for someone who was not there. */
  async *replay(): AsyncGenerator<TurnEvent> {
    yield* replayEvents(this.#entries, await this.#parts.hooks.runs(this.id));
    yield* replayWorkers(this.#parts.store, this.id);
  }

  async catalogue(): Promise<Catalogue> {
    return this.#parts.catalogues.get(this.place.cwd);
  }

  /**
   * Sends a prompt; one that comes while another is answered waits for its turn. `signal` calls off
   * this prompt alone. Rejects only for a bug.
   */
  prompt(request: PromptRequest, signal?: AbortSignal): Promise<PromptAnswer> {
    return this.#queue.add((own) => this.#answer(request, own), signal);
  }

  /** Puts a message into the running turn, before its next model call; false when none runs. */
  steer(request: PromptRequest): boolean {
    if (!this.#queue.isBusy) return false;
    this.#steering.push({ from: 'person', content: request.content });
    return true;
  }

  /** Calls off the running prompt and all that wait; each is answered `cancelled`. */
  cancel(): void {
    this.#steering = [];
    this.#queue.cancelAll();
  }

  /** Fails with `ExpectedError<SettingErrorCode>` for what can't be chosen. */
  async set(id: string, value: string): Promise<void> {
    const next = changeSetting(this.#settings, this.#choices, id, value);
    if (next === this.#settings) return;
    this.#settings = next;
    await this.#recordContract();
    this.#events.fire({ kind: 'settings' });
  }

  /** New models or agents can be chosen from. */
  offer(choices: Partial<Choices>): void {
    if (this.#closed !== undefined) return;
    const before = JSON.stringify(this.settingChoices());
    this.#choices = { ...this.#choices, ...choices };
    if (JSON.stringify(this.settingChoices()) !== before) this.#events.fire({ kind: 'settings' });
  }

  /** The client opened the conversation anew in its folder: the next turn uses what it said then. */
  async moveTo(place: ConversationPlace): Promise<void> {
    const { roots } = this.#place;
    this.#place = place;
    this.#takeClientServers();
    if (roots.join('\0') === place.roots.join('\0')) return;
    await this.#recordContract();
    this.#events.fire({ kind: 'commands' });
  }

  async rename(title: string): Promise<void> {
    await this.record({ type: 'title', title });
    this.#title = title;
    this.#events.fire({ kind: 'title', title });
  }

  /** Forgets the talk so far; the log keeps it. */
  async clear(): Promise<void> {
    const first = this.#entries.find((entry) => entry.type !== 'contract' && entry.type !== 'title');
    if (first !== undefined) await this.record({ type: 'rewind', to: first.id });
    this.#life.arm('startup');
  }

  /** Runs the SessionStart hooks, unless they ran already. */
  begin(): void {
    this.#life.begin();
  }

  /** What fills the context. */
  context(): ContextReport {
    return contextReport(this.#entries, LastContext.of(this.#own.toolState).parts);
  }

  /**
   * Brings files, and the talk unless `filesOnly`, back to before a message. With conflicts nothing is
   * changed unless forced. Fails with `busy` while a turn runs, and as `restoreFiles` does.
   */
  async restore(messageId: string, { filesOnly, force }: RestoreWish): Promise<RestoreResult> {
    if (this.#queue.isBusy) throw new ExpectedError('busy', 'A turn is running. Stop it first.');
    const { files, environment } = this.#parts.host;
    const checkpoints = new Checkpoints(files, checkpointFolder(environment, this.id), (entry) =>
      this.record(entry),
    );
    const documents = this.#client.documents(this.id);
    const result = await restoreFiles(this.#entries, messageId, { files, documents, checkpoints, force });
    if (!filesOnly && result.conflicts.length === 0) await this.record({ type: 'rewind', to: messageId });
    return result;
  }

  /** Hands an entry to the system. */
  async record(entry: NewEntry): Promise<Entry> {
    const whole = await this.#session.log.append(entry);
    this.#entries =
      whole.type === 'rewind' ? effectiveEntries([...this.#entries, whole]) : [...this.#entries, whole];
    return whole;
  }

  /** Ends what runs, gives the session free. The talk stays stored. */
  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** The client is gone and what it provided with it. */
  clientGone(): void {
    this.#own.servers?.clientGone();
  }

  /** Its MCP servers; undefined when this agent has none. */
  get servers(): McpServers | undefined {
    return this.#own.servers;
  }

  #followServers(catalogue: Catalogue | undefined): void {
    const { servers } = this.#own;
    if (!servers) return;
    if (catalogue) servers.setCatalogue(catalogue);
    this.#takeClientServers();
    let prompts = '';
    this.#store.add(
      servers.onDidChange(() => {
        this.#events.fire({ kind: 'servers' });
        const now = JSON.stringify(servers.prompts());
        if (now !== prompts) this.#events.fire({ kind: 'commands' });
        prompts = now;
      }),
    );
  }

  #takeClientServers(): void {
    const read = readClientServers(this.#place.clientServers);
    const warnings = [...read.warnings, ...(this.#own.servers?.setClientServers(read.servers) ?? [])];
    for (const title of warnings) this.#events.fire({ kind: 'notice', severity: 'warning', title });
  }

  async #close(): Promise<void> {
    this.cancel();
    await this.#queue.idle();
    await this.#life.end();
    await this.#own.close();
    this.#store.dispose();
    await this.#session.log.close();
  }

  /** One prompt, and what was still to be said when its turn ended. */
  async #answer(request: PromptRequest, signal: AbortSignal): Promise<PromptAnswer> {
    let answer = await this.#turn({ from: 'person', content: request.content }, signal);
    while (answer.kind === 'ended' && answer.stopReason === 'end_turn') {
      const next = this.#steering.shift();
      if (next === undefined) break;
      answer = await this.#turn(next, signal);
    }
    this.#steering = [];
    return answer;
  }

  async #turn(prompt: TurnPrompt, signal: AbortSignal): Promise<PromptAnswer> {
    let over = false;
    const emit = (event: ConversationEvent) => {
      if (!over) this.#events.fire(event);
    };
    try {
      const work = answerPrompt(this.#turnContext(emit), prompt, signal);
      const answer = await this.#settled(work, signal);
      await this.#endTurn(answer.kind === 'ended' ? answer.stopReason : 'failed', answer);
      return answer;
    } catch (error) {
      await this.#endTurn('failed');
      throw error;
    } finally {
      over = true;
    }
  }

  #turnContext(emit: (event: ConversationEvent) => void): PromptContext {
    return {
      conversation: this,
      parts: this.#parts,
      client: this.#client,
      own: this.#own,
      emit,
      takeSteering: () => this.#steering.splice(0),
      started: (signal) => this.#life.take(signal),
      named: (title) => {
        if (this.#title !== undefined || title === undefined) return;
        this.#title = title;
        emit({ kind: 'title', title });
      },
    };
  }

  /** The answer, or `cancelled` when the work does not end soon after it was called off. */
  async #settled(work: Promise<PromptAnswer>, signal: AbortSignal): Promise<PromptAnswer> {
    const late = deferred<PromptAnswer>();
    const timers = new DisposableStore();
    const stop = onAbort(signal, () =>
      timers.add(this.#parts.host.clock.after(CANCEL_GRACE_MS, () => late.resolve(CANCELLED))),
    );
    try {
      const answer = await Promise.race([work, late.promise]);
      return signal.aborted ? CANCELLED : answer;
    } catch (error) {
      if (signal.aborted || isCancelled(error)) return CANCELLED;
      if (error instanceof ExpectedError) return { kind: 'failed', error };
      throw error;
    } finally {
      stop.dispose();
      timers.dispose();
    }
  }

  /** Writes the end of the turn; the disk may take its time behind the answer. */
  async #endTurn(stopReason: string, answer?: PromptAnswer): Promise<void> {
    for (const entry of missingResults(this.#entries)) await this.record(entry);
    const error = answer?.kind === 'failed' ? answer.error.message : undefined;
    if (this.#entries.at(-1)?.type !== 'turn-end') await this.record({ type: 'turn-end', stopReason, error });
    this.#session.log.sync().catch((cause: unknown) => console.error('The log could not be synced:', cause));
  }

  async #recordContract(): Promise<void> {
    const { id: _id, at: _at, ...contract } = invariantContract(this.#entries);
    const { cwd, roots } = this.#place;
    await this.record({ ...contract, ...this.#settings, cwd, roots: [...roots] });
  }
}

function invariantContract(entries: readonly Entry[]): EntryOf<'contract'> {
  const contract = contractOf(entries);
  invariant(contract, 'a conversation without a contract');
  return contract;
}

function titleIn(entries: readonly Entry[]): string | undefined {
  const given = entries.findLast((entry) => entry.type === 'title');
  if (given?.type === 'title') return given.title;
  const first = entries.find((entry) => entry.type === 'user' && entry.role === 'prompt');
  return first?.type === 'user' ? titleOf(first.content) : undefined;
}
