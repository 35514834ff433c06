import { commands, Uri, workspace } from 'vscode';
import { type Disposable, DisposableStore, MutableDisposable } from '../base/lifecycle.ts';
import type { Log } from '../base/log.ts';
import type { Changes } from './chat/changes.ts';
import { ChangesMemory } from './chat/changesMemory.ts';
import type { Chats } from './chat/chats.ts';
import type { Conversation } from './chat/conversation.ts';

interface ChangesDeps {
  readonly chats: Chats;
  readonly changes: Changes;
  readonly log: Log;
  /** Folder of this workspace's own files; undefined in a window without a folder. */
  readonly storage: Uri | undefined;
}

/** Follows what the shown conversation changes, remembers it, and tells the menus which files are under review. */
export function watchChanges({ chats, changes, log, storage }: ChangesDeps): Disposable {
  const store = new DisposableStore();
  const memory = new ChangesMemory(changesFile(storage), log);
  const shown = store.add(new MutableDisposable<Disposable>());
  store.add(
    chats.onDidShow((conversation) => {
      changes.clear();
      shown.value = follow(conversation, changes, memory, log);
    }),
  );
  store.add(
    changes.onDidChange(() => {
      const paths = Object.fromEntries(changes.list.map(({ path }) => [path, true]));
      void commands.executeCommand('setContext', 'vak.changedFiles', paths);
    }),
  );
  return store;
}

function follow(conversation: Conversation, changes: Changes, memory: ChangesMemory, log: Log): Disposable {
  const store = new DisposableStore();
  let restoredFor = '';
  const restore = async () => {
    const { id } = conversation;
    if (id === '' || id === restoredFor) return;
    restoredFor = id;
    const files = await memory.get(id);
    if (!store.isDisposed) changes.restore(files);
  };
  store.add(conversation.onDidChange(() => void restore()));
  store.add(
    conversation.transcript.onDidChange((delta) => {
      // A replay tells of changes that were made, kept or undone long ago.
      if (delta.op !== 'put' || conversation.phase !== 'running') return;
      changes.hear(delta.item).catch((error) => log.warn('a change could not be followed', error));
    }),
  );
  store.add(
    changes.onDidChange(() => {
      if (conversation.id !== '' && conversation.id === restoredFor)
        void memory.set(conversation.id, changes.list);
    }),
  );
  void restore();
  return store;
}

function changesFile(storage: Uri | undefined) {
  const file = storage && Uri.joinPath(storage, 'changes.json');
  return {
    read: async () => {
      const there = file && (await Promise.resolve(workspace.fs.stat(file)).catch(() => undefined));
      return file && there ? new TextDecoder().decode(await workspace.fs.readFile(file)) : undefined;
    },
    write: async (text: string) => {
      if (file) await workspace.fs.writeFile(file, new TextEncoder().encode(text));
    },
  };
}
