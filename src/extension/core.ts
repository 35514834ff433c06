import path from 'node:path';
import { type ExtensionContext, type Uri, workspace } from 'vscode';
import { Emitter } from '../base/event.ts';
import { DisposableStore, toDisposable } from '../base/lifecycle.ts';
import type { AgentClient } from './acp/agentClient.ts';
import { agentRequests, elicit } from './agentRequests.ts';
import { Agents } from './agents.ts';
import { Changes } from './chat/changes.ts';
import { ChatScreen } from './chat/chatScreen.ts';
import { Chats } from './chat/chats.ts';
import { chatEditor } from './chatEditor.ts';
import { Diffs } from './editor/diffs.ts';
import { Documents } from './editor/documents.ts';
import { Reports } from './editor/reports.ts';
import { createEditorServers } from './mcp/createEditorServers.ts';
import type { EditorServers } from './mcp/editorServers.ts';
import { Memory } from './memory.ts';
import { editorModels } from './models/editorModels.ts';
import { ProgressBoard } from './progressBoard.ts';
import { Credentials } from './setup/credentials.ts';
import { Setup } from './setup/setup.ts';
import { defaultCwd, Surroundings } from './surroundings.ts';
import { trustedFolders } from './trust/workspaceTrust.ts';
import { Logs } from './view/log.ts';
import { agentSettings, preferredOptions } from './view/settings.ts';
import { userSettings } from './view/userSettings.ts';

/** The parts behind views and commands, each built from those above it. Nothing runs until a view or a command asks. */
export class Core {
  readonly #context: ExtensionContext;
  readonly store = new DisposableStore();
  readonly logs = this.store.add(new Logs());
  readonly log = this.logs.log;
  readonly documents = this.store.add(new Documents());
  readonly diffs = this.store.add(new Diffs((file) => this.documents.read(file)));
  readonly reports = this.store.add(new Reports());
  readonly progress = new ProgressBoard();
  readonly #inventory = this.store.add(new Emitter<void>());
  readonly onInventory = this.#inventory.event;
  readonly #servers = this.store.add(new Emitter<void>());
  readonly onServers = this.#servers.event;
  readonly editorServers: EditorServers;
  readonly #memory: Memory;
  readonly #credentials: Credentials;
  readonly agents: Agents;
  readonly chats: Chats;
  readonly setup: Setup;
  readonly surroundings: Surroundings;
  readonly changes = new Changes({
    read: (file) => this.documents.read(file),
    write: (file, text) => this.documents.write(file, text),
    remove: (file) => this.documents.remove(file),
  });
  readonly editor: ReturnType<typeof chatEditor>;
  readonly screen: ChatScreen;

  constructor(context: ExtensionContext) {
    this.#context = context;
    this.#memory = new Memory(context.workspaceState);
    this.#credentials = new Credentials(context.secrets);
    this.editorServers = this.store.add(
      createEditorServers({
        context,
        log: this.log,
        elicit: (question, signal) => elicit(question, this.chats, signal),
      }),
    );
    this.store.add(this.editorServers.onDidChange(() => this.#servers.fire()));
    this.agents = this.#buildAgents();
    this.chats = this.store.add(this.#buildChats());
    this.setup = this.#buildSetup();
    const parts = { chats: () => this.chats, setup: () => this.setup, screen: () => this.screen };
    this.surroundings = this.store.add(new Surroundings({ ...parts, agents: this.agents, log: this.log }));
    const { agents, documents, diffs, setup, logs } = this;
    this.editor = chatEditor({ ...parts, agents, documents, diffs, setup, logs });
    this.screen = this.store.add(this.#buildScreen());
    this.store.add(this.surroundings.onDidChange(() => this.screen.feed.stateChanged()));
  }

  /** Folder of this workspace's own files; undefined in a window without a folder. */
  get storage(): Uri | undefined {
    return this.#context.storageUri;
  }

  /** The agent that converses, while it runs. */
  get agent(): AgentClient | undefined {
    const { state } = this.agents.main;
    return state.kind === 'running' ? state.client : undefined;
  }

  #buildAgents(): Agents {
    const { extension, extensionPath } = this.#context;
    return new Agents({
      settings: () => agentSettings(path.join(extensionPath, 'dist'), defaultCwd()),
      handlers: agentRequests({
        chats: () => this.chats,
        documents: this.documents,
        credentials: this.#credentials,
        agent: () => this.agent,
        running: () => this.agents.running,
        changed: (what) => (what === 'models' ? this.setup.lookAgain() : this.#inventory.fire()),
        mcpChanged: () => this.#servers.fire(),
        progress: (token, message) => this.progress.tell(token, message),
      }),
      servers: this.editorServers,
      version: String((extension.packageJSON as { version?: unknown }).version),
      log: this.log,
      trace: (direction, message) => this.logs.trace(direction, message),
      greeting: async () => ({
        folders: trustedFolders(),
        settings: userSettings(workspace.getConfiguration('vak')),
        providers: await this.#credentials.providers(),
        open: this.documents.open,
      }),
    });
  }

  #buildChats(): Chats {
    return new Chats({
      agent: this.agents.main,
      servers: this.editorServers,
      log: this.log,
      defaultCwd,
      restricted: () => !workspace.isTrusted,
      preferredOptions,
      remembered: () => this.#memory.chat,
      remember: (chat) => this.#memory.remember(chat),
      now: () => Date.now(),
    });
  }

  #buildSetup(): Setup {
    return new Setup({
      credentials: this.#credentials,
      models: async () => (await this.agents.own()).call('models', {}),
      editorModels,
      sendCredentials: async () => {
        const providers = await this.#credentials.providers();
        for (const client of this.agents.running) await client.call('credentials', { providers });
      },
      use: (model) => this.#useModel(model),
      changed: () => this.surroundings.changed(),
      log: this.log,
    });
  }

  async #useModel(model: string): Promise<void> {
    await (await this.agents.own()).call('setDefaultModel', { model });
    const conversation = this.chats.ensure();
    const option = conversation.state.configOptions.find((o) => o.category === 'model');
    if (option && option.value !== model) await conversation.setOption(option.id, model);
  }

  #buildScreen(): ChatScreen {
    return new ChatScreen(this.chats, this.changes, this.editor, {
      surroundings: () => this.surroundings.state,
      draft: () => this.#memory.draft,
      rememberDraft: (text) => {
        this.#memory.draft = text;
      },
      after: (ms, act) => {
        const timer = setTimeout(act, ms);
        return toDisposable(() => clearTimeout(timer));
      },
      log: this.log,
    });
  }
}
