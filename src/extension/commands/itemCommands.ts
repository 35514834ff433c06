import { window } from 'vscode';
import { ExpectedError } from '../../base/errors.ts';
import type { InventoryItem } from '../../protocol/inventory.ts';
import type { AgentClient } from '../acp/agentClient.ts';
import { openFile, openText } from '../editor/openers.ts';
import type { InventoryNode } from '../view/inventoryTree.ts';
import type { CommandHandlers } from './commandIds.ts';
import { createItem } from './createItem.ts';
import { slashText } from './slashText.ts';

interface ItemCommandDeps {
  /** Our own agent: the only one that knows the catalogue. */
  ownAgent(): Promise<AgentClient>;
  cwd(): string;
  refresh(): void;
  send(text: string): Promise<void>;
}

/** What the rows of the tree *Extensions* offer, and new items from templates. */
export function itemCommands(deps: ItemCommandDeps) {
  return {
    'vak.extensions.refresh': async () => {
      await (await deps.ownAgent()).call('reload', {});
      deps.refresh();
    },
    'vak.item.open': async (node: unknown) => open(node as InventoryNode, deps.cwd()),
    'vak.item.run': async (node: unknown) => runItem(itemOf(node), deps),
    'vak.item.enable': async (node: unknown) => setEnabled(itemOf(node), true, deps),
    'vak.item.disable': async (node: unknown) => setEnabled(itemOf(node), false, deps),
    'vak.item.approve': async (node: unknown) => approve(itemOf(node), deps),
    'vak.item.explain': async (node: unknown) => {
      const { kind, name } = itemOf(node);
      const { text } = await (await deps.ownAgent()).call('explain', { cwd: deps.cwd(), kind, name });
      await openText(text, 'plaintext');
    },
    'vak.new.skill': () => createItem('skill', deps.cwd()),
    'vak.new.command': () => createItem('command', deps.cwd()),
    'vak.new.agent': () => createItem('agent', deps.cwd()),
    'vak.new.hook': () => createItem('hook', deps.cwd()),
  } satisfies Partial<CommandHandlers>;
}

function itemOf(node: unknown): InventoryItem {
  const row = node as InventoryNode | undefined;
  if (row?.kind !== 'item') throw new ExpectedError('no-item', 'Choose an item in the view Extensions.');
  return row.item;
}

async function open(node: InventoryNode, cwd: string): Promise<void> {
  if (node.kind === 'item') await openFile(node.item.origin.path, node.item.origin.line, cwd);
  else if (node.kind === 'problem') await openFile(node.diagnostic.path, node.diagnostic.line, cwd);
}

async function runItem(item: InventoryItem, deps: ItemCommandDeps): Promise<void> {
  if (item.kind !== 'hook') return deps.send(slashText(item, ''));
  const event = /#(\w+)/.exec(item.name)?.[1] ?? 'SessionStart';
  const agent = await deps.ownAgent();
  const { text } = await agent.call('hooksTest', { cwd: deps.cwd(), event, hook: item.name });
  return openText(text, 'plaintext');
}

async function setEnabled(
  { kind, name, origin }: InventoryItem,
  enabled: boolean,
  deps: ItemCommandDeps,
): Promise<void> {
  await (await deps.ownAgent()).call('setEnabled', {
    cwd: deps.cwd(),
    kind,
    name,
    path: origin.path,
    enabled,
  });
  deps.refresh();
}

/** Approving lets something run: what that is stands in the question. */
async function approve({ kind, name, origin, reason }: InventoryItem, deps: ItemCommandDeps): Promise<void> {
  const choice = await window.showWarningMessage(
    `Let ${name} run?`,
    { modal: true, detail: `${reason ?? 'It can run code on this machine.'}\n\n${origin.path}` },
    'Approve',
  );
  if (choice !== 'Approve') return;
  await (await deps.ownAgent()).call('approve', { cwd: deps.cwd(), kind, name, approved: true });
  deps.refresh();
}
