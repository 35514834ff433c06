import { EventEmitter, type ExtensionContext, type TreeDataProvider, window } from 'vscode';
import { registerCommands } from './commands/registerCommands.ts';
import type { Host } from './host.ts';

/**
 * What VS Code loads when one of our views or commands is first used. Everything heavy stands in
 * `host.cjs` and loads with the first thing a person asks for.
 */
let host: Host | undefined;

export function activate(context: ExtensionContext): void {
  const extensions = window.createTreeView('vak.extensions', {
    treeDataProvider: lazyTree(() => load().extensions),
  });
  const load = (): Host => {
    if (!host) {
      const { startHost } = require('./host.cjs') as typeof import('./host.ts');
      host = startHost(context, extensions);
    }
    return host;
  };
  context.subscriptions.push(
    ...registerCommands((id, args) => load().run(id, args)),
    window.registerWebviewViewProvider('vak.chat', { resolveWebviewView: (view) => load().showChat(view) }),
    extensions,
    window.registerTreeDataProvider(
      'vak.servers',
      lazyTree(() => load().servers),
    ),
  );
}

export function deactivate(): Promise<void> | undefined {
  return host?.dispose();
}

/** A tree that is made when VS Code first asks for its rows. */
function lazyTree<T>(make: () => TreeDataProvider<T>): TreeDataProvider<T> {
  const changed = new EventEmitter<T | T[] | undefined | null>();
  let tree: TreeDataProvider<T> | undefined;
  const get = () => {
    if (!tree) {
      tree = make();
      tree.onDidChangeTreeData?.((row) => changed.fire(row ?? undefined));
    }
    return tree;
  };
  return {
    onDidChangeTreeData: changed.event,
    getChildren: (row) => get().getChildren(row),
    getTreeItem: (row) => get().getTreeItem(row),
  };
}
