import { createHash } from 'node:crypto';
import type { Approval } from './trustStore.ts';

export function approvalOf(content: string): Approval {
  return { hash: createHash('sha256').update(content).digest('hex'), content };
}

/** Why something that can run code may not run yet, or undefined when the person agreed to exactly this. */
export function approvalProblem(given: Approval | undefined, content: string): string | undefined {
  if (!given) return 'It can run code and has not been approved yet.';
  if (given.hash === approvalOf(content).hash) return undefined;
  return `It changed since it was approved: ${changedLines(given.content, content).join('; ')}.`;
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
