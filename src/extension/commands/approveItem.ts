import { window } from 'vscode';
import type { InventoryItem } from '../../protocol/inventory.ts';
import type { AgentClient } from '../acp/agentClient.ts';

interface ApproveDeps {
  /** Our own agent: the only one that knows the catalogue. */
  ownAgent(): Promise<AgentClient>;
  cwd(): string;
  refresh(): void;
}

/** Lets something run that a project brings: what that is, and what changed, stands in the question. */
export async function approveItem(item: InventoryItem, deps: ApproveDeps): Promise<void> {
  const { kind, name, origin, reason, description } = item;
  const detail = [description, reason ?? 'It can run code on this machine.', origin.path];
  const choice = await window.showWarningMessage(
    `Let ${name} run?`,
    { modal: true, detail: detail.filter((part) => part !== '').join('\n\n') },
    'Approve',
  );
  if (choice !== 'Approve') return;
  await (await deps.ownAgent()).call('approve', { cwd: deps.cwd(), kind, name, approved: true });
  deps.refresh();
}
