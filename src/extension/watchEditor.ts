import { commands, lm, workspace } from 'vscode';
import type { Core } from './core.ts';
import { trustedFolders } from './trust/workspaceTrust.ts';

/** Hands on what changes in the editor to whom it concerns, and what the agent changes to the editor. */
export function watchEditor(core: Core): void {
  const { store, agents, chats, changes, surroundings, setup, documents, log } = core;
  const tell = (act: (client: (typeof agents.running)[number]) => Promise<unknown>) => {
    for (const client of agents.running)
      act(client).catch((error) => log.warn('the agent was not told', error));
  };
  const tellTrust = () => {
    tell((client) => client.call('trust', { folders: trustedFolders() }));
    surroundings.changed();
  };
  store.add(workspace.onDidGrantWorkspaceTrust(tellTrust));
  store.add(workspace.onDidChangeWorkspaceFolders(tellTrust));
  store.add(
    documents.onDidChange(() => tell((client) => client.notify('documents', { open: documents.open }))),
  );
  store.add(lm.onDidChangeChatModels(() => tell((client) => client.notify('editorModelsChanged', {}))));
  store.add(
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('vak.agent'))
        agents.main.restart().catch((error) => log.error('restart failed', error));
    }),
  );
  store.add(
    agents.onDidLaunch(() => {
      setup.lookAgain();
      void surroundings.count();
    }),
  );
  store.add(core.onInventory(() => void surroundings.count()));
  store.add(agents.main.onDidChange(() => surroundings.changed()));
  watchChanges(core);
  store.add(chats.onDidShow(() => changes.clear()));
}

/** Follows the diffs of the shown conversation, and shows which files are under review. */
function watchChanges({ store, chats, changes, log }: Core): void {
  store.add(
    chats.onDidShow(({ transcript }) => {
      store.add(
        transcript.onDidChange((delta) => {
          if (
            delta.op !== 'put' ||
            chats.current?.transcript !== transcript ||
            chats.current.phase !== 'running'
          )
            return;
          changes.hear(delta.item).catch((error) => log.warn('a change could not be followed', error));
        }),
      );
    }),
  );
  store.add(
    changes.onDidChange(() => {
      const paths = Object.fromEntries(changes.list.map(({ path }) => [path, true]));
      void commands.executeCommand('setContext', 'vak.changedFiles', paths);
    }),
  );
}
