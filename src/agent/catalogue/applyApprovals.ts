import type { HookDefinition, ServerDefinition } from '../inventory/catalogue.ts';
import type { Found } from '../inventory/loaded.ts';
import { approvalProblem, approvalQuestion } from '../trust/approval.ts';
import type { Approval } from '../trust/trustStore.ts';

/** Something that can run code, with the text that an approval is about. */
export interface CodeItem {
  /** Key of its approval. */
  readonly key: string;
  readonly kind: 'hook' | 'mcp';
  readonly name: string;
  readonly path: string;
  readonly content: string;
  /** The plugin that brings it. */
  readonly plugin?: string;
  readonly under: 'project' | 'user' | 'builtin';
}

export function approvalKey(found: Pick<Found<unknown>, 'kind' | 'name' | 'origin'>): string {
  return `${found.kind}:${found.origin.path}:${found.name}`;
}

interface ApprovalDeps<T> {
  readonly approvals: Readonly<Record<string, Approval>>;
  readonly contentOf: (value: T) => Promise<string>;
  /** Everything that can run code is put here, approved or not. */
  readonly code: CodeItem[];
}

/**
 * Holds back what can run code until the person has agreed to its content (R5). In a project every
 * hook and server needs that; in the user's own layer a file needs none, and what an installed plugin
 * brought needs it only to stay what was agreed to.
 */
export async function applyApprovals<T extends HookDefinition | ServerDefinition>(
  found: readonly Found<T>[],
  under: 'project' | 'user' | 'builtin',
  deps: ApprovalDeps<T>,
): Promise<readonly Found<T>[]> {
  const results: Found<T>[] = [];
  for (const entry of found) {
    const { value } = entry;
    if (!value || (under !== 'project' && entry.origin.scope !== 'plugin')) {
      results.push(entry);
      continue;
    }
    const key = approvalKey(entry);
    const content = await deps.contentOf(value);
    deps.code.push({
      key,
      kind: entry.kind === 'hook' ? 'hook' : 'mcp',
      name: entry.name,
      path: entry.origin.path,
      content,
      under,
      ...(entry.origin.plugin !== undefined && { plugin: entry.origin.plugin }),
    });
    const given = deps.approvals[key];
    const question = under === 'project' || given ? approvalQuestion(given, content) : undefined;
    if (question === undefined || entry.state !== 'active')
      results.push(given ? { ...entry, value: { ...value, approvedContent: content } } : entry);
    else {
      const { value: _, ...rest } = entry;
      results.push({ ...rest, state: 'untrusted', reason: approvalProblem(question), approval: question });
    }
  }
  return results;
}
