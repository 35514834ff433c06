import { lm, workspace } from 'vscode';
import type { Core } from './core.ts';
import { trustedFolders } from './trust/workspaceTrust.ts';
import { userSettings } from './view/userSettings.ts';
import { watchChanges } from './watchChanges.ts';

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
  store.add(
    workspace.onDidGrantWorkspaceTrust(() => {
      tellTrust();
      chats.release().catch((error) => log.warn('the mode could not be changed', error));
    }),
  );
  store.add(workspace.onDidChangeWorkspaceFolders(tellTrust));
  store.add(
    documents.onDidChange(() => tell((client) => client.notify('documents', { open: documents.open }))),
  );
  store.add(lm.onDidChangeChatModels(() => tell((client) => client.notify('editorModelsChanged', {}))));
  store.add(
    workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('vak.agent'))
        agents.main.restart().catch((error) => log.error('restart failed', error));
      else if (event.affectsConfiguration('vak'))
        tell((client) =>
          client.call('settings', { settings: userSettings(workspace.getConfiguration('vak')) }),
        );
    }),
  );
  store.add(
    agents.main.onDidChange((state) => {
      surroundings.changed();
      if (state.kind !== 'running') return;
      if (state.client.info.own) setup.lookAgain();
      void surroundings.count();
    }),
  );
  store.add(
    core.onInventory(() => {
      void surroundings.count();
      // What kept the conversation from opening may be repaired.
      if (chats.current?.phase === 'failed') void chats.retry();
    }),
  );
  store.add(chats.onDidShow(() => void surroundings.count()));
  store.add(watchChanges({ chats, changes, log, storage: core.storage }));
}
