import { commands, window } from 'vscode';
import { ExpectedError } from '../../base/errors.ts';
import type { InventoryItem } from '../../protocol/inventory.ts';
import type { AgentClient } from '../acp/agentClient.ts';
import { openFile } from '../editor/openers.ts';
import type { Reports } from '../editor/reports.ts';
import type { InventoryNode } from '../view/inventoryTree.ts';
import { approveItem } from './approveItem.ts';
import type { CommandHandlers } from './commandIds.ts';
import { createItem } from './createItem.ts';
import { readTrial, trialQuestion } from './hookTrial.ts';
import { slashText } from './slashText.ts';

interface ItemCommandDeps {
  /** Our own agent: the only one that knows the catalogue. */
  ownAgent(): Promise<AgentClient>;
  cwd(): string;
  refresh(): void;
  send(text: string): Promise<void>;
  readonly reports: Reports;
}

/** What the rows of the tree *Extensions* offer, and new items from templates. */
export function itemCommands(deps: ItemCommandDeps) {
  return {
    'vak.extensions.refresh': async () => {
      await (await deps.ownAgent()).call('reload', {});
      deps.refresh();
    },
    'vak.item.open': async (node: unknown) => open(node as InventoryNode, deps.cwd()),
    'vak.item.run': async (node: unknown) => deps.send(slashText(itemOf(node), '')),
    'vak.hook.try': async (node: unknown) => tryHook(itemOf(node), deps),
    'vak.item.enable': async (node: unknown) => setEnabled(itemOf(node), true, deps),
    'vak.item.disable': async (node: unknown) => setEnabled(itemOf(node), false, deps),
    'vak.item.approve': async (node: unknown) => approveItem(itemOf(node), deps),
    'vak.trustWorkspace': async () => commands.executeCommand('workbench.trust.manage'),
    'vak.item.explain': async (node: unknown) => {
      const { kind, name } = itemOf(node);
      const { text } = await (await deps.ownAgent()).call('explain', { cwd: deps.cwd(), kind, name });
      await deps.reports.show(`Why ${name}`, text);
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

/** Runs one hook dry on an event that the person describes, and shows what it would have done. */
async function tryHook({ name }: InventoryItem, deps: ItemCommandDeps): Promise<void> {
  const event = /#(\w+)/.exec(name)?.[1] ?? 'SessionStart';
  const question = trialQuestion(event);
  const validateInput = (text: string) => {
    const read = readTrial(event, text);
    return read.ok ? undefined : read.problem;
  };
  const options = { ...question, title: `Try ${name}`, ignoreFocusOut: true, validateInput };
  const answer = question ? await window.showInputBox(options) : undefined;
  if (question && answer === undefined) return;
  const read = answer === undefined ? undefined : readTrial(event, answer);
  const trial = read?.ok ? read.trial : {};
  const agent = await deps.ownAgent();
  const { text } = await agent.call('hooksTest', { ...trial, cwd: deps.cwd(), event, hook: name });
  await deps.reports.show(`Trial of ${name}`, text);
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
