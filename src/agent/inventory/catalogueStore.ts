import type { Event } from '../../base/event.ts';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Diagnostic, ExplainStep, Inventory, ItemKind } from '../../protocol/inventory.ts';
import type { Catalogue } from './catalogue.ts';

/**
 * Keeps the current catalogue of each working folder: builds it on first use, watches the places it
 * was built from, and swaps a fresh one in whole. A holder of an older one keeps reading that one:
 * a running turn takes the catalogue once, at its start.
 */
export interface CatalogueStore extends Disposable {
  /** The current catalogue of a working folder; waits for the first build only. A catalogue with `fatal` is given, not thrown. */
  get(cwd: string): Promise<Catalogue>;
  /** The same without waiting; undefined before the first `get` has settled. */
  peek(cwd: string): Catalogue | undefined;
  /**
   * Builds every known folder afresh and swaps. Where the fresh one fails as a whole (N7) the old one
   * stays and `ok` is false; `diagnostics` are the errors that kept it.
   */
  reload(): Promise<ReloadResult>;
  /** Fires after a swap, and when a rebuild was refused (the inventory's diagnostics then differ). */
  readonly onDidChange: Event<CatalogueChange>;
  /** Items and diagnostics for people; errors of a refused rebuild stand first. */
  inventory(cwd: string): Promise<Inventory>;
  /** Every place that was looked at for one item and why it won or lost; reads only what loaders recorded. */
  explain(cwd: string, kind: ItemKind, name: string): Promise<Explanation>;
  /** The editor's word on trust; replaces what was said before, and from then on counts instead of `vak trust`. */
  setEditorTrust(folders: readonly { readonly path: string; readonly trusted: boolean }[]): Promise<void>;
  /** VS Code's `vak.*` settings (nested or dotted keys); they stand over the user layer and below the project's. */
  setSettings(settings: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Agrees to what an item would run, as it stands now, or takes the agreement back. Rejects with
   * `ExpectedError` when that is not the `content` that the person was shown.
   */
  approve(
    cwd: string,
    item: Pick<ItemAddress, 'kind' | 'name'>,
    approved: boolean,
    content?: string,
  ): Promise<void>;
  /** Writes to the item's own file that it is on or off; the entry stays there. */
  setEnabled(cwd: string, item: ItemAddress, enabled: boolean): Promise<void>;
}

export interface ItemAddress {
  readonly kind: ItemKind;
  readonly name: string;
  /** `origin.path` of the item. */
  readonly path: string;
}

export interface CatalogueChange {
  readonly cwd: string;
  /** The current catalogue: the fresh one, or the kept one when `refused` is set. */
  readonly catalogue: Catalogue;
  /** Why a rebuild was not taken over. */
  readonly refused?: Diagnostic;
}

export interface ReloadResult {
  readonly ok: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

export interface Explanation {
  readonly steps: readonly ExplainStep[];
  /** The same as lines for a person. */
  readonly text: string;
}
