import type { HookDefinition, ServerDefinition } from '../inventory/catalogue.ts';
import type { CodeContent } from '../inventory/codeContent.ts';
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
  /** What else the person has to know before they agree. */
  readonly notes: readonly string[];
  /** The plugin that brings it. */
  readonly plugin?: string;
  readonly under: 'project' | 'user' | 'builtin';
}

/** Something of which it can't be told what it would run. */
export interface RefusedItem extends Pick<CodeItem, 'kind' | 'name' | 'path'> {
  readonly problem: string;
}

function approvalKey(found: Pick<Found<unknown>, 'kind' | 'name' | 'origin'>): string {
  return `${found.kind}:${found.origin.path}:${found.name}`;
}

interface ApprovalDeps<T> {
  readonly approvals: Readonly<Record<string, Approval>>;
  readonly contentOf: (value: T) => Promise<CodeContent>;
  readonly notesOf: (name: string) => readonly string[];
  /** Everything that can run code is put here, approved or not. */
  readonly code: CodeItem[];
  /** And what nobody can agree to. */
  readonly refused: RefusedItem[];
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
    const key = approvalKey(entry);
    const given = deps.approvals[key];
    if (entry.state === 'error') {
      results.push({ ...withoutValue(entry), ...guardHeldTo(given, value) });
      continue;
    }
    if (!value || (under !== 'project' && entry.origin.scope !== 'plugin')) {
      results.push(entry);
      continue;
    }
    const { text: content, problem } = await deps.contentOf(value);
    if (under === 'project' && problem !== undefined) {
      deps.refused.push({ ...named(entry), problem });
      results.push(heldBack(entry, given, `Nobody can agree to what it runs: ${problem}.`));
      continue;
    }
    const notes = under === 'project' ? deps.notesOf(entry.name) : [];
    deps.code.push({
      key,
      ...named(entry),
      content,
      notes,
      under,
      ...(entry.origin.plugin !== undefined && { plugin: entry.origin.plugin }),
    });
    const question = under === 'project' || given ? approvalQuestion(given, content) : undefined;
    if (question === undefined || entry.state !== 'active')
      results.push(given ? { ...entry, value: { ...value, approvedContent: content } } : entry);
    else {
      const approval = { ...question, ...(notes.length > 0 && { notes: [...notes] }) };
      results.push({ ...heldBack(entry, given, approvalProblem(question)), approval });
    }
  }
  return results;
}

function named(found: Found<unknown>): Pick<CodeItem, 'kind' | 'name' | 'path'> {
  return { kind: found.kind === 'hook' ? 'hook' : 'mcp', name: found.name, path: found.origin.path };
}

function heldBack<T extends HookDefinition | ServerDefinition>(
  entry: Found<T>,
  given: Approval | undefined,
  reason: string,
): Found<T> {
  const rest = withoutValue(entry);
  if (entry.state !== 'active') return rest;
  return { ...rest, ...guardHeldTo(given, entry.value), state: 'untrusted', reason };
}

function withoutValue<T>({ value: _, ...rest }: Found<T>): Found<T> {
  return rest;
}

/** A guard that was approved once stays, held to that, so that it fails closed: nobody gets past it by breaking it. */
function guardHeldTo<T extends HookDefinition | ServerDefinition>(
  given: Approval | undefined,
  value: T | undefined,
): Pick<Found<T>, 'value'> {
  const isGuard = value !== undefined && 'failure' in value && value.enabled && value.failure === 'closed';
  return isGuard && given ? { value: { ...value, approvedContent: given.content } } : {};
}
