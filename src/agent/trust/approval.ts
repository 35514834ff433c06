import { createHash } from 'node:crypto';
import type { ApprovalQuestion } from '../../protocol/inventory.ts';
import type { Approval } from './trustStore.ts';

export function approvalOf(content: string): Approval {
  return { hash: createHash('sha256').update(content).digest('hex'), content };
}

/** What the person still has to agree to, or undefined when they agreed to exactly this. */
export function approvalQuestion(given: Approval | undefined, content: string): ApprovalQuestion | undefined {
  if (given?.hash === approvalOf(content).hash) return undefined;
  return { content, changes: given ? changedLines(given.content, content) : [] };
}

/** Why something that waits for an approval does not run. */
export function approvalProblem({ changes }: ApprovalQuestion): string {
  return changes.length === 0
    ? 'It can run code and has not been approved yet.'
    : `It changed since it was approved: ${changes.join('; ')}.`;
}

/** Lines that went (`- `) and that came (`+ `), in order. */
export function changedLines(before: string, after: string): string[] {
  const old = before.split('\n');
  const now = after.split('\n');
  return [
    ...old.filter((l) => !now.includes(l)).map((l) => `- ${l}`),
    ...now.filter((l) => !old.includes(l)).map((l) => `+ ${l}`),
  ];
}
