import path from 'node:path';
import {
  EventEmitter,
  MarkdownString,
  ThemeColor,
  ThemeIcon,
  type TreeDataProvider,
  TreeItem,
  TreeItemCollapsibleState,
  Uri,
} from 'vscode';
import { errorMessage } from '../../base/errors.ts';
import type { Inventory, InventoryItem, ItemKind, ItemState } from '../../protocol/inventory.ts';
import { type InventoryNode, inventoryTree, itemContext, waitingWords } from './inventoryTree.ts';

const KIND_ICONS: Readonly<Record<ItemKind, string>> = {
  skill: 'mortar-board',
  command: 'terminal',
  agent: 'hubot',
  hook: 'git-pull-request-create',
  mcp: 'server',
  plugin: 'extensions',
  instructions: 'book',
};

const STATE_ICONS: Readonly<Record<ItemState, { icon: string; color?: string } | undefined>> = {
  active: undefined,
  shadowed: { icon: 'circle-slash', color: 'disabledForeground' },
  disabled: { icon: 'circle-outline', color: 'disabledForeground' },
  untrusted: { icon: 'shield', color: 'list.warningForeground' },
  error: { icon: 'error', color: 'list.errorForeground' },
  skipped: { icon: 'warning', color: 'list.warningForeground' },
};

/** The tree *Extensions*: every skill, command, hook, server, plugin, agent and AGENTS.md, and why not. */
export class ExtensionsTree implements TreeDataProvider<InventoryNode> {
  readonly #load: () => Promise<Inventory>;
  readonly #changed = new EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(load: () => Promise<Inventory>) {
    this.#load = load;
  }

  refresh(): void {
    this.#changed.fire(undefined);
  }

  async getChildren(node?: InventoryNode): Promise<InventoryNode[]> {
    if (node) return [...node.children];
    try {
      return inventoryTree(await this.#load());
    } catch (error) {
      return [{ kind: 'failure', message: errorMessage(error), children: [] }];
    }
  }

  getTreeItem(node: InventoryNode): TreeItem {
    switch (node.kind) {
      case 'group':
        return kindRow(node.itemKind, node.label, node.children);
      case 'problems':
        return groupRow('Problems', String(node.children.length), 'problems', 'warning');
      case 'item':
        return itemRow(node.item, node.children.length > 0);
      case 'problem':
        return problemRow(node.diagnostic);
      case 'failure':
        return failureRow(node.message);
    }
  }
}

function groupRow(label: string, description: string, context: string, icon: string): TreeItem {
  const row = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  row.description = description;
  row.contextValue = context;
  row.iconPath = new ThemeIcon(icon);
  row.id = context;
  return row;
}

/** How many there are, and how many of them wait for the person: those are in sight at once. */
function kindRow(kind: ItemKind, label: string, children: readonly InventoryNode[]): TreeItem {
  const waiting = children.filter((row) => row.kind === 'item' && row.item.approval !== undefined).length;
  const words = [String(children.length), waitingWords(waiting)].filter(Boolean).join(' · ');
  const row = groupRow(label, words, `group ${kind}`, KIND_ICONS[kind]);
  if (waiting > 0) row.collapsibleState = TreeItemCollapsibleState.Expanded;
  return row;
}

/** Where it comes from, and its state in a person's words when it does not count. */
function sourceWords({ label, state, approval }: InventoryItem): string {
  if (state === 'active') return label;
  return `${label} · ${approval ? 'waits for approval' : state}`;
}

function itemRow(item: InventoryItem, hasShadowed: boolean): TreeItem {
  const row = new TreeItem(
    item.name,
    hasShadowed ? TreeItemCollapsibleState.Collapsed : TreeItemCollapsibleState.None,
  );
  row.description = sourceWords(item);
  row.tooltip = itemTooltip(item);
  row.contextValue = itemContext(item);
  const style = STATE_ICONS[item.state];
  row.iconPath = new ThemeIcon(
    style?.icon ?? KIND_ICONS[item.kind],
    style?.color ? new ThemeColor(style.color) : undefined,
  );
  row.command = {
    command: 'vak.item.open',
    title: 'Open',
    arguments: [{ kind: 'item', item, children: [] }],
  };
  row.accessibilityInformation = {
    label: `${item.name}, ${item.label}, ${item.state}. ${item.reason ?? item.description}`,
  };
  return row;
}

function itemTooltip(item: InventoryItem): MarkdownString {
  const text = new MarkdownString();
  text.appendText(item.description);
  if (item.reason) text.appendMarkdown('\n\n').appendText(`${item.state}: ${item.reason}`);
  text.appendMarkdown('\n\n').appendText(item.origin.path);
  return text;
}

function problemRow(diagnostic: Extract<InventoryNode, { kind: 'problem' }>['diagnostic']): TreeItem {
  const row = new TreeItem(diagnostic.message);
  const place = diagnostic.line === undefined ? '' : `:${diagnostic.line}`;
  row.description = `${path.basename(diagnostic.path)}${place}`;
  const error = diagnostic.severity === 'error';
  row.iconPath = new ThemeIcon(
    error ? 'error' : 'warning',
    new ThemeColor(error ? 'list.errorForeground' : 'list.warningForeground'),
  );
  row.tooltip = diagnostic.fix ? `${diagnostic.message}\n\n${diagnostic.fix}` : diagnostic.message;
  row.resourceUri = Uri.file(diagnostic.path);
  row.contextValue = 'problem';
  row.command = {
    command: 'vak.item.open',
    title: 'Open',
    arguments: [{ kind: 'problem', diagnostic, children: [] }],
  };
  return row;
}

function failureRow(message: string): TreeItem {
  const row = new TreeItem(message);
  row.iconPath = new ThemeIcon('error', new ThemeColor('list.errorForeground'));
  row.tooltip = 'Click to restart the agent';
  row.command = { command: 'vak.restartAgent', title: 'Restart Agent' };
  return row;
}
