import { type AgentContext, agent as agentApp } from '@agentclientprotocol/sdk/unstable';
import { invariant } from '../base/errors.ts';
import type { Disposable } from '../base/lifecycle.ts';
import { nullLog } from '../base/log.ts';
import { notifications } from '../protocol/vak.ts';
import { readClientCapabilities } from './acp/clientCapabilities.ts';
import { ClientConnection } from './acp/clientConnection.ts';
import { EditorModels } from './acp/editorModels.ts';
import type { FrontDoor } from './acp/frontDoor.ts';
import { ClientServerPowers } from './acp/serverPowers.ts';
import { registerSessionMethods, type Served } from './acp/sessionMethods.ts';
import { registerSteering } from './acp/steering.ts';
import { registerVakMethods } from './acp/vakMethods.ts';
import { followReloads } from './catalogue/reloadSignal.ts';
import { createAgent } from './createAgent.ts';
import type { CatalogueStore } from './inventory/catalogueStore.ts';
import type { Builtin, CommandInfo } from './session/builtins/builtin.ts';
import { commandList } from './session/commandList.ts';
import type { Conversation } from './session/conversation.ts';
import { profileOf } from './session/profile.ts';
import { Sessions } from './session/sessions.ts';
import { vakHandlers } from './vakHandlers.ts';

/** The agent, serving the client behind a door. `dispose` ends every conversation and every child. */
export interface AgentServer {
  dispose(): Promise<void>;
}

/** Puts the agent behind the door, whose client has said what it can do with `initialize`. */
export function startServer(door: FrontDoor, initialize: unknown): AgentServer {
  const capabilities = readClientCapabilities(initialize);
  const context = later<AgentContext>();
  const served = later<Served>();
  const editor = capabilities.vak?.editorModels ? new EditorModels('The editor', context.get) : undefined;
  const { parts, catalogues, store, models, credentials } = createAgent({
    askLoginShell: capabilities.vak !== undefined,
    editor,
    watch: true,
  });
  const { host } = parts;
  // An editor that will speak of trust has not spoken yet: until then nothing of a workspace counts.
  if (capabilities.vak?.trust) void catalogues.setEditorTrust([]);
  const reloads = followReloads(host, catalogues, nullLog);
  const tellChange = tellChanges(catalogues, served.get);

  const progress = (token: string, message: string) =>
    served.get().client.notifyVak(notifications.progress.name, { token, message });
  const app = agentApp({ name: 'vakil' });
  registerSessionMethods(app, served.get);
  registerSteering(app, served.get);
  registerVakMethods(
    app,
    vakHandlers({ parts, catalogues, models, credentials, served: served.get, progress }),
  );
  editor?.register(app);
  const serverPowers = new ClientServerPowers(context.get, capabilities);
  serverPowers.register(app);
  const { documents, editorModelsChanged } = notifications;
  app.onNotification(documents.name, documents.params, ({ params }) =>
    served.get().client.setOpenDocuments(params.open),
  );
  app.onNotification(editorModelsChanged.name, editorModelsChanged.params, () =>
    served.get().sessions.offerModels(),
  );
  const connection = app.connect(door.stream());
  context.set(connection.client);
  const shownTo = new ClientConnection({
    client: connection.client,
    capabilities,
    host,
    serverPowers,
    commands: (conversation) => commandsOf(conversation, parts.builtins),
  });
  const sessions = new Sessions(parts, store, shownTo);
  served.set({ sessions, client: shownTo, workers: parts.workers });
  return {
    async dispose() {
      tellChange.dispose();
      reloads.dispose();
      catalogues.dispose();
      shownTo.dispose();
      await sessions.closeAll();
      connection.close();
    },
  };
}

/** Tells the client when extensions differ, and when the models to choose from may. */
function tellChanges(catalogues: CatalogueStore, served: () => Served): Disposable {
  let before: string | undefined;
  return catalogues.onDidChange(({ catalogue }) => {
    const { client, sessions } = served();
    client.notifyVak(notifications.inventoryChanged.name, {});
    const { model, providers } = catalogue.config;
    const models = JSON.stringify([model, providers]);
    if (models !== before) {
      client.notifyVak(notifications.modelsChanged.name, {});
      sessions.offerModels();
    }
    before = models;
  });
}

/** Something that is there before the first message, but not yet when its users are made. */
function later<T>(): { get(): T; set(value: T): void } {
  let there: T | undefined;
  return {
    get() {
      invariant(there !== undefined, 'asked for before the connection');
      return there;
    },
    set(value) {
      there = value;
    },
  };
}

/** What can be typed in a conversation now. */
async function commandsOf(
  conversation: Conversation,
  builtins: readonly Builtin[],
): Promise<readonly CommandInfo[]> {
  const catalogue = await conversation.catalogue();
  const profile = profileOf(catalogue, conversation.settings.agent);
  return commandList(catalogue, profile, builtins, conversation.servers?.prompts());
}
