import type { ApprovalQuestion, Diagnostic, ItemKind, ItemState, Origin } from '../../protocol/inventory.ts';
import type { LookedAt } from './catalogue.ts';
import type { Root } from './roots.ts';

/**
 * One thing that a loader found. With a `value` it can be used, unless a better one has its name;
 * without one `state` and `reason` say why not. A guard that is held back keeps its value. Loaders never throw for a user's file.
 */
export interface Found<T> {
  readonly kind: ItemKind;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly origin: Origin;
  readonly state: Exclude<ItemState, 'shadowed'>;
  readonly reason?: string;
  /** Only while it waits for the person's approval. */
  readonly approval?: ApprovalQuestion;
  readonly value?: T;
}

/** What came of one root: everything found, in order, what to tell about it, and what was looked at. */
export interface Loaded<T> {
  readonly found: readonly Found<T>[];
  readonly diagnostics: readonly Diagnostic[];
  readonly looked: LookedAt;
}

/** The record of a root that was looked at, as `explain` shows it. */
export function lookedAt(
  root: Root,
  kind: ItemKind,
  reason: string,
  outcome: LookedAt['outcome'] = 'absent',
): LookedAt {
  return { kind, path: root.path, label: root.label, outcome, reason };
}

/** Where something in this root comes from. */
export function originIn(root: Root, path: string, line?: number): Origin {
  return {
    scope: root.layer,
    path,
    ...(line !== undefined && { line }),
    ...(root.plugin !== undefined && { plugin: root.plugin }),
  };
}

/** `1 skill`, `3 skills`, for records. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** The short word for where a root's things come from: `project`, `.agents`, `plugin:review`. */
export function labelOf(root: Root): string {
  return root.plugin === undefined ? root.label : `plugin:${root.plugin}`;
}
