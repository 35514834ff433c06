import type { ExtensionContext, TreeDataProvider, TreeView, WebviewView } from 'vscode';
import { commandHandlers, runCommand } from './commands/commandHandlers.ts';
import type { CommandId } from './commands/commandIds.ts';
import { Core } from './core.ts';
import { showAttention } from './view/attention.ts';
import { showChat } from './view/chatView.ts';
import { ExtensionsTree } from './view/extensionsTree.ts';
import { type InventoryNode, waitingWords } from './view/inventoryTree.ts';
import { type ServerNode, ServersTree } from './view/serversTree.ts';
import { watchEditor } from './watchEditor.ts';

/** Everything of the extension that does not have to be there from the start. */
export interface Host {
  /** Runs one of the manifest's commands; a failure is told to the person. */
  run(id: CommandId, args: unknown[]): Promise<unknown>;
  showChat(view: WebviewView): void;
  readonly extensions: TreeDataProvider<InventoryNode>;
  readonly servers: TreeDataProvider<ServerNode>;
  /** Ends the agents and all they started. */
  dispose(): Promise<void>;
}

/** `tree` is the view *Extensions*: it says beside its name how much waits for an approval. */
export function startHost(context: ExtensionContext, tree: Pick<TreeView<unknown>, 'description'>): Host {
  const core = new Core(context);
  const { store, agents, chats, screen, surroundings } = core;
  const extensions = new ExtensionsTree(() => surroundings.inventory());
  const servers = new ServersTree(() => serverStates(core));
  const refresh = () => {
    extensions.refresh();
    servers.refresh();
  };
  store.add(core.onInventory(() => extensions.refresh()));
  store.add(core.onServers(() => servers.refresh()));
  store.add(chats.onDidShow(refresh));
  let opened = '';
  store.add(
    chats.onDidChange(({ id }) => {
      if (id === opened || id !== chats.current?.id) return;
      opened = id;
      servers.refresh();
    }),
  );
  store.add(
    surroundings.onDidChange(() => {
      tree.description = waitingWords(surroundings.state.toApprove.length);
    }),
  );
  watchEditor(core);
  const handlers = commandHandlers(core, extensions);
  return {
    extensions,
    servers,
    run: (id, args) => runCommand(core, handlers, id, args),
    showChat: (view) => {
      showChat(view, screen, context.extensionUri);
      const attention = showAttention(view, chats);
      view.onDidDispose(() => attention.dispose());
    },
    dispose: async () => {
      chats.dispose();
      await agents.dispose();
      await core.editorServers.end();
      store.dispose();
    },
  };
}

/** The servers of the shown conversation, as our own agent tells of them, and those of the editor that it was not given. */
async function serverStates({ chats, editorServers }: Core) {
  const conversation = chats.current;
  const left = editorServers.notOffered();
  if (!conversation?.client?.info.own || conversation.id === '') return left;
  const { servers } = await conversation.client.call('mcpStatus', { sessionId: conversation.id });
  return [...servers, ...left.filter(({ id }) => !servers.some((server) => server.id === id))];
}
