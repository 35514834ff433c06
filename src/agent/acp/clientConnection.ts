import {
  type AgentContext,
  type AvailableCommand,
  methods,
  type SessionConfigOption,
  type SessionModeState,
  type SessionUpdate,
} from '@agentclientprotocol/sdk/unstable';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { MODES } from '../../protocol/modes.ts';
import { notifications } from '../../protocol/vak.ts';
import type { Host } from '../host/host.ts';
import type { ServerPowers } from '../mcp/serverPowers.ts';
import type { Approver } from '../permissions/permission.ts';
import type { CommandInfo } from '../session/builtins/builtin.ts';
import type { Conversation } from '../session/conversation.ts';
import type { Client } from '../session/parts.ts';
import type { SettingChoice } from '../session/settings.ts';
import type { ConversationEvent } from '../session/talk.ts';
import type { Documents } from '../tools/tool.ts';
import { askPermission } from './askPermission.ts';
import type { ClientCapabilities } from './clientCapabilities.ts';
import { ClientDocuments } from './clientDocuments.ts';
import type { ClientServerPowers } from './serverPowers.ts';
import { UpdateEncoder } from './updates.ts';

/** So many updates of a replay go out before the pipe is waited for. */
const REPLAY_BATCH = 256;

/** What the client of one connection sees of its conversations, and what they ask of it. */
export class ClientConnection implements Client, Disposable {
  readonly capabilities: ClientCapabilities;
  readonly #client: AgentContext;
  readonly #host: Host;
  readonly #serverPowers: ClientServerPowers;
  readonly #store = new DisposableStore();
  readonly #encoders = new Map<string, UpdateEncoder>();
  /** The conversation that each id stands for. */
  readonly #met = new Map<string, Conversation>();
  readonly #shown = new Map<string, Disposable>();
  #openDocuments: ReadonlySet<string> | undefined;

  /** `commands` gives what can be typed in a conversation now. */
  readonly #commands: (conversation: Conversation) => Promise<readonly CommandInfo[]>;

  constructor(options: {
    readonly client: AgentContext;
    readonly capabilities: ClientCapabilities;
    readonly host: Host;
    readonly serverPowers: ClientServerPowers;
    readonly commands: (conversation: Conversation) => Promise<readonly CommandInfo[]>;
  }) {
    this.capabilities = options.capabilities;
    this.#client = options.client;
    this.#host = options.host;
    this.#commands = options.commands;
    this.#serverPowers = options.serverPowers;
    if (options.capabilities.vak?.documents) this.#openDocuments = new Set();
  }

  readonly approver: Approver = {
    ask: (question, signal) => {
      const { sessionId, worker, callId } = question;
      const encoder = this.#encoders.get(worker?.parentId ?? sessionId);
      const call = encoder?.describeCall(callId, worker && sessionId) ?? {};
      // A client without subagents knows only the conversation that the worker belongs to.
      const asker = worker && !this.capabilities.subagents ? worker.parentId : sessionId;
      return askPermission(this.#client, { ...question, sessionId: asker }, call, signal);
    },
  };

  serverPowers(sessionId: string): ServerPowers {
    return this.#serverPowers.forSession(sessionId);
  }

  documents(sessionId: string): Documents {
    return new ClientDocuments({
      client: this.#client,
      capabilities: this.capabilities,
      sessionId,
      host: this.#host,
      open: () => this.#openDocuments,
    });
  }

  /** The client's word on which documents are open; replaces what it said before. */
  setOpenDocuments(paths: readonly string[]): void {
    this.#openDocuments = new Set(paths);
  }

  /** Tells the whole talk so far; resolves when all of it is on its way. */
  async replay(conversation: Conversation): Promise<void> {
    this.#meet(conversation);
    const encoder = this.#encoder(conversation);
    let sent = 0;
    let last: Promise<void> | undefined;
    for await (const event of conversation.replay())
      for (const { sessionId, update } of encoder.encode(event, true)) {
        last = this.#send(sessionId, update);
        if (++sent % REPLAY_BATCH === 0) await last;
      }
    await last;
  }

  /**
   * Shows a conversation from now on, its commands first. Begins behind the response to the request
   * that opened it: before that the client does not know the conversation.
   */
  show(conversation: Conversation): void {
    this.#meet(conversation);
    setImmediate(() => {
      if (this.#store.isDisposed) return;
      if (!this.#shown.has(conversation.id))
        this.#shown.set(
          conversation.id,
          this.#store.add(conversation.onEvent((event) => this.#tell(conversation, event))),
        );
      void this.#sendCommands(conversation);
    });
  }

  /** Stops showing a conversation that is closed. */
  forget(sessionId: string): void {
    const shown = this.#shown.get(sessionId);
    if (shown !== undefined) this.#store.delete(shown);
    this.#shown.delete(sessionId);
    this.#encoders.delete(sessionId);
    this.#met.delete(sessionId);
  }

  /** One that was opened anew, for another folder, takes the place of the one that had its id. */
  #meet(conversation: Conversation): void {
    if (this.#met.get(conversation.id) === conversation) return;
    this.forget(conversation.id);
    this.#met.set(conversation.id, conversation);
  }

  /** A notification of our own; only to our own extension. */
  notifyVak(method: string, params: Record<string, unknown>): void {
    if (this.capabilities.vak === undefined || this.#store.isDisposed) return;
    this.#client.notify(method, params).catch(() => undefined);
  }

  dispose(): void {
    this.#store.dispose();
  }

  #encoder(conversation: Conversation): UpdateEncoder {
    const known = this.#encoders.get(conversation.id);
    if (known !== undefined) return known;
    const encoder = new UpdateEncoder({
      sessionId: conversation.id,
      client: this.capabilities,
      cwd: conversation.place.cwd,
      ticks: () => this.#host.clock.ticks(),
    });
    this.#encoders.set(conversation.id, encoder);
    return encoder;
  }

  #tell(conversation: Conversation, event: ConversationEvent): void {
    switch (event.kind) {
      case 'title':
        void this.#send(conversation.id, {
          sessionUpdate: 'session_info_update',
          title: event.title,
          updatedAt: new Date(this.#host.clock.now()).toISOString(),
        });
        return;
      case 'settings':
        this.#tellSettings(conversation);
        return;
      case 'servers':
        this.notifyVak(notifications.mcpChanged.name, { sessionId: conversation.id });
        return;
      case 'commands':
        void this.#sendCommands(conversation);
        return;
      default:
        for (const { sessionId, update } of this.#encoder(conversation).encode(event))
          void this.#send(sessionId, update);
    }
  }

  #tellSettings(conversation: Conversation): void {
    const choices = conversation.settingChoices();
    void this.#send(conversation.id, {
      sessionUpdate: 'current_mode_update',
      currentModeId: conversation.settings.mode,
    });
    void this.#send(conversation.id, {
      sessionUpdate: 'config_option_update',
      configOptions: configOptions(choices),
    });
  }

  async #sendCommands(conversation: Conversation): Promise<void> {
    const commands = await this.#commands(conversation);
    await this.#send(conversation.id, {
      sessionUpdate: 'available_commands_update',
      availableCommands: commands.map(availableCommand),
    });
  }

  /** Never rejects: a client that is gone is told nothing. */
  async #send(sessionId: string, update: SessionUpdate): Promise<void> {
    try {
      await this.#client.notify(methods.client.session.update, { sessionId, update });
    } catch {
      // The connection is closed; its end ends the conversations.
    }
  }
}

/** The modes for clients that do not know settings; kept in step with the setting `mode`. */
export function modeState(currentModeId: string): SessionModeState {
  return {
    currentModeId,
    availableModes: MODES.map(({ id, name, description }) => ({ id, name, description })),
  };
}

export function configOptions(choices: readonly SettingChoice[]): SessionConfigOption[] {
  return choices.map(({ id, name, category, value, options }) => ({
    type: 'select',
    id,
    name,
    category,
    currentValue: value,
    options: options.map((option) => ({ ...option })),
  }));
}

function availableCommand({ name, description, hint, group, source, note }: CommandInfo): AvailableCommand {
  return {
    name,
    description,
    input: hint === undefined ? null : { hint },
    _meta: { vak: { group, source, note } },
  };
}
