import { window } from 'vscode';
import { ExpectedError } from '../../base/errors.ts';
import type { InventoryItem } from '../../protocol/inventory.ts';
import type { AgentClient } from '../acp/agentClient.ts';
import { openFile } from '../editor/openers.ts';
import { approvalQuestion } from './approvalQuestion.ts';

interface ApproveDeps {
  /** Our own agent: the only one that knows the catalogue. */
  ownAgent(): Promise<AgentClient>;
  cwd(): string;
  refresh(): void;
}

/** Lets something run that a project brings: exactly what that is, and what changed, stands in the question. */
export async function approveItem(item: InventoryItem, deps: ApproveDeps): Promise<void> {
  const { kind, name, origin, approval } = item;
  if (!approval) throw new ExpectedError('not-waiting', item.reason ?? `${name} waits for no approval.`);
  const { message, detail } = approvalQuestion({ ...item, approval });
  // The first answer is the one that Enter gives: it must not be the one that lets something run.
  const choice = await window.showWarningMessage(message, { modal: true, detail }, 'Open File', 'Approve');
  if (choice === 'Open File') return openFile(origin.path, origin.line, deps.cwd());
  if (choice !== 'Approve') return;
  const agreed = { approved: true, content: approval.content };
  await (await deps.ownAgent()).call('approve', { cwd: deps.cwd(), kind, name, ...agreed });
  deps.refresh();
}
