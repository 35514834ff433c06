import {
  EventEmitter,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
} from 'vscode';
import type { ServerState } from '../../protocol/vak.ts';
import { serverDescription } from './serverDescription.ts';

export type ServerNode =
  | { readonly kind: 'server'; readonly server: ServerState }
  | { readonly kind: 'tool'; readonly name: string; readonly description: string };

const ICONS: Readonly<Record<ServerState['state'], { icon: string; color?: string }>> = {
  idle: { icon: 'circle-outline' },
  connecting: { icon: 'sync~spin' },
  ready: { icon: 'pass', color: 'testing.iconPassed' },
  failed: { icon: 'error', color: 'list.errorForeground' },
  'needs-auth': { icon: 'key', color: 'list.warningForeground' },
  disabled: { icon: 'circle-slash', color: 'disabledForeground' },
  untrusted: { icon: 'shield', color: 'list.warningForeground' },
  gone: { icon: 'debug-disconnect', color: 'disabledForeground' },
};

/** The tree *MCP servers*: those of the shown conversation, with state, reason and tools. */
export class ServersTree implements TreeDataProvider<ServerNode> {
  readonly #load: () => Promise<readonly ServerState[]>;
  readonly #changed = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(load: () => Promise<readonly ServerState[]>) {
    this.#load = load;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(node?: ServerNode): Promise<ServerNode[]> {
    if (!node) return (await this.#load()).map((server) => ({ kind: 'server', server }));
    if (node.kind === 'tool') return [];
    return node.server.tools.map(({ name, description }) => ({ kind: 'tool', name, description }));
  }

  getTreeItem(node: ServerNode): TreeItem {
    if (node.kind === 'tool') {
      const row = new TreeItem(node.name);
      row.description = node.description.split('\n', 1)[0];
      row.tooltip = node.description;
      row.iconPath = new ThemeIcon('tools');
      return row;
    }
    const { server } = node;
    const collapsed =
      server.tools.length > 0 ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None;
    const row = new TreeItem(server.id, collapsed);
    const { icon, color } = ICONS[server.state];
    row.iconPath = new ThemeIcon(icon, color ? new ThemeColor(color) : undefined);
    row.description = serverDescription(server);
    const told = new Set([server.reason, server.remedy, server.lastError]);
    row.tooltip = [...told].filter(Boolean).join('\n\n') || server.source;
    const owner = server.clientName === undefined ? 'agent' : 'editor';
    row.contextValue = `server ${server.state} of-${owner}`;
    row.id = server.id;
    row.accessibilityInformation = { label: `${server.id}, ${server.state}. ${server.reason ?? ''}` };
    return row;
  }
}
