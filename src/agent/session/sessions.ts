import { ExpectedError } from '../../base/errors.ts';
import { ModeIdSchema, stricterMode } from '../../protocol/modes.ts';
import type { Catalogue } from '../inventory/catalogue.ts';
import type { SessionHead } from '../store/sessionIndex.ts';
import type { StoreErrorCode } from '../store/sessionLog.ts';
import type { OpenSession, SessionStore } from '../store/sessionStore.ts';
import { spillFolder } from '../tools/spill.ts';
import { VERSION } from '../version.ts';
import { brokenConfig } from './answerPrompt.ts';
import { checkpointFolder } from './checkpoints.ts';
import { contractExtensions } from './contract.ts';
import { Conversation } from './conversation.ts';
import { closingEntries, contractOf } from './history.ts';
import { removeLeftovers } from './leftovers.ts';
import type { AgentParts, Client } from './parts.ts';
import { agentModel, type Choices, type Settings } from './settings.ts';
import type { ConversationPlace } from './talk.ts';

/** Models are listed this long after a conversation opened: finding them is slow and must not be in the way. */
const LIST_MODELS_AFTER_MS = 100;
/** SessionStart hooks run behind the answer that opened the conversation: the client knows it then. */
const START_HOOKS_AFTER_MS = 20;
const PAGE_SIZE = 100;

export interface SessionPage {
  readonly sessions: readonly SessionHead[];
  /** Names the place behind this page; undefined when it is the last. */
  readonly nextCursor: string | undefined;
}

/** All conversations of a client: those that are open, and the way to those that are stored. */
export class Sessions {
  readonly #parts: AgentParts;
  readonly #store: SessionStore;
  readonly #client: Client;
  /** Open ones, and those that are just being opened. */
  readonly #open = new Map<string, Promise<Conversation>>();
  /** Everything that this client had open, also without a word said in it yet. */
  readonly #seen = new Set<string>();

  constructor(parts: AgentParts, store: SessionStore, client: Client) {
    this.#parts = parts;
    this.#store = store;
    this.#client = client;
  }

  /** A fresh conversation; `wanted` stands over what is configured. Fails with `bad-path` when its folder is not there. */
  async create(place: ConversationPlace, wanted: Partial<Settings> = {}): Promise<Conversation> {
    if ((await this.#parts.host.files.stat(place.cwd))?.kind !== 'folder')
      throw new ExpectedError('bad-path', `There is no folder ${place.cwd}.`);
    const catalogue = await this.#catalogue(place.cwd);
    const choices: Choices = { models: [], agents: catalogue.agents };
    const settings = await this.#firstSettings(catalogue, choices, wanted);
    const session = await this.#store.create({
      ...settings,
      cwd: place.cwd,
      roots: [...place.roots],
      ...contractExtensions(catalogue, [], []),
      versions: { vakil: VERSION },
    });
    const conversation = this.#adopt(session, { place, settings, choices, source: 'startup' });
    this.#open.set(conversation.id, Promise.resolve(conversation));
    return conversation;
  }

  /**
   * Opens a stored conversation; one that is open already in that folder stays as it is and takes the new
   * place. In another folder it is opened anew: what it has for itself belongs to its folder.
   * `before` is done before anybody else gets the conversation: prompts that came meanwhile wait.
   */
  async load(
    id: string,
    place: ConversationPlace,
    before: (conversation: Conversation) => Promise<void> = async () => undefined,
  ): Promise<Conversation> {
    const known = this.#open.get(id);
    if (known !== undefined) {
      const conversation = await known;
      if (conversation.place.cwd === place.cwd) {
        await conversation.moveTo(place);
        await before(conversation);
        return conversation;
      }
      await conversation.close();
    }
    const opening = this.#openStored(id, place).then(async (conversation) => {
      await before(conversation);
      return conversation;
    });
    this.#open.set(id, opening);
    opening.catch(() => this.#open.delete(id));
    return opening;
  }

  /** An open conversation. Fails with `session-unknown`. */
  get(id: string): Promise<Conversation> {
    const open = this.#open.get(id);
    if (open !== undefined) return open;
    return Promise.reject(unknownSession(id));
  }

  /** A copy of a conversation, up to and without the message `before` when it is given. */
  async fork(id: string, place: ConversationPlace, before?: string): Promise<Conversation> {
    const catalogue = await this.#catalogue(place.cwd);
    const from = contractOf((await this.#store.load(id)).entries)?.cwd;
    const session = await this.#store.fork(id, { cwd: place.cwd, roots: [...place.roots] }, before);
    const conversation = await this.#fromStored(session, place, catalogue, from);
    this.#open.set(conversation.id, Promise.resolve(conversation));
    return conversation;
  }

  /** Stored conversations of a working folder, or all; the last changed first. Those of workers are left out. */
  async list(cwd: string | undefined, cursor: string | undefined): Promise<SessionPage> {
    const all = (await this.#store.list()).filter(
      (head) =>
        head.parent === undefined &&
        (cwd === undefined || head.cwd === cwd) &&
        (head.title !== undefined || this.#seen.has(head.id)),
    );
    const start = cursor === undefined ? 0 : all.findIndex((head) => head.id === cursor) + 1;
    const sessions = all.slice(start, start + PAGE_SIZE);
    const more = start + PAGE_SIZE < all.length;
    return { sessions, nextCursor: more ? sessions.at(-1)?.id : undefined };
  }

  async rename(id: string, title: string): Promise<void> {
    const open = this.#open.get(id);
    if (open !== undefined) return (await open).rename(title);
    await this.#store.append(id, { type: 'title', title });
  }

  /** Ends what runs in it; it stays stored. Fails with `session-unknown` when it is not open. */
  async close(id: string): Promise<void> {
    const conversation = await this.get(id);
    await conversation.close();
    this.#open.delete(id);
  }

  /** Removes a conversation for good; one that is not there is removed already. */
  async delete(id: string): Promise<void> {
    if (this.#open.has(id)) await this.close(id);
    this.#seen.delete(id);
    // Only an id that names a session is made part of a path.
    if (!(await this.#store.exists(id))) return;
    await this.#store.delete(id);
    const { files, environment } = this.#parts.host;
    await files.remove(checkpointFolder(environment, id));
    await files.remove(spillFolder(environment, id));
  }

  /** Asks again which models there are, for every open conversation. */
  offerModels(): void {
    for (const opening of this.#open.values()) void opening.then((open) => this.#offerModels(open));
  }

  async closeAll(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.allSettled(open.map(async (conversation) => (await conversation).close()));
  }

  async #openStored(id: string, place: ConversationPlace): Promise<Conversation> {
    const catalogue = await this.#catalogue(place.cwd);
    return this.#fromStored(await this.#store.open(id), place, catalogue);
  }

  /** `from`: the folder that it was in, where its log does not say so any more. A project's mode binds what comes to it. */
  async #fromStored(
    session: OpenSession,
    place: ConversationPlace,
    catalogue: Catalogue,
    from?: string,
  ): Promise<Conversation> {
    const contract = contractOf(session.entries);
    if (contract === undefined) {
      await session.log.close();
      throw new ExpectedError<StoreErrorCode>(
        'session-unreadable',
        `The conversation ${session.id} has no beginning.`,
      );
    }
    const choices: Choices = { models: [], agents: catalogue.agents };
    const settings: Settings = {
      model: contract.model,
      mode: ModeIdSchema.catch('ask').parse(contract.mode),
      thinking: contract.thinking,
      agent: contract.agent,
    };
    const conversation = this.#adopt(session, { place, settings, choices, source: 'resume' });
    await removeLeftovers(conversation.entries, this.#parts.host.files);
    for (const entry of closingEntries(conversation.entries)) await conversation.record(entry);
    const { projectMode } = catalogue.config;
    if ((from ?? contract.cwd) !== place.cwd)
      await conversation.set('mode', stricterMode(settings.mode, projectMode));
    return conversation;
  }

  #adopt(session: OpenSession, opened: ConstructorParameters<typeof Conversation>[3]): Conversation {
    const conversation = new Conversation(this.#parts, this.#client, session, opened);
    this.#seen.add(session.id);
    const { clock } = this.#parts.host;
    if (!this.#client.headless) clock.after(LIST_MODELS_AFTER_MS, () => void this.#offerModels(conversation));
    clock.after(START_HOOKS_AFTER_MS, () => conversation.begin());
    return conversation;
  }

  async #catalogue(cwd: string): Promise<Catalogue> {
    const catalogue = await this.#parts.catalogues.get(cwd);
    if (catalogue.fatal) throw brokenConfig(catalogue.fatal);
    return catalogue;
  }

  async #offerModels(conversation: Conversation): Promise<void> {
    try {
      conversation.offer({ models: await this.#parts.models.list() });
    } catch (error) {
      console.error('The models could not be listed:', error);
    }
  }

  async #firstSettings(
    { config }: Catalogue,
    choices: Choices,
    wanted: Partial<Settings>,
  ): Promise<Settings> {
    const agent = wanted.agent ?? config.agent;
    const { givenModel, models } = this.#parts;
    const model = wanted.model ?? givenModel ?? agentModel(choices, agent) ?? (await models.defaultId());
    const mode = ModeIdSchema.catch('ask').parse(wanted.mode ?? config.mode);
    return { agent, model, mode, thinking: wanted.thinking };
  }
}

function unknownSession(id: string): ExpectedError<StoreErrorCode> {
  return new ExpectedError('session-unknown', `There is no open conversation ${id}; load it first.`);
}
