import path from 'node:path';
import { commands, EventEmitter, type TextDocumentContentProvider, Uri, window, workspace } from 'vscode';
import { ExpectedError } from '../../base/errors.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import type { ChangedFile, Changes } from '../chat/changes.ts';
import { proposedText } from '../chat/proposedText.ts';
import { isFinal, type ToolItem } from '../chat/toolItem.ts';

const BEFORE = 'vak-before';
const PROPOSED = 'vak-proposed';

/** Texts that are in no file, shown in real diff editors: a file before a change, and as it is proposed. */
export class Diffs implements Disposable {
  readonly #texts = new Map<string, string>();
  readonly #store = new DisposableStore();
  readonly #read: (path: string) => Promise<string | undefined>;

  constructor(read: (path: string) => Promise<string | undefined>) {
    this.#read = read;
    const changed = new EventEmitter<Uri>();
    const provider: TextDocumentContentProvider = {
      onDidChange: changed.event,
      provideTextDocumentContent: (uri) => this.#texts.get(uri.toString()) ?? '',
    };
    for (const scheme of [BEFORE, PROPOSED])
      this.#store.add(workspace.registerTextDocumentContentProvider(scheme, provider));
  }

  /** One diff of a call: what it would make of the file while it waits, what it made of it afterwards. */
  async showCall(item: ToolItem, index: number): Promise<void> {
    const diff = item.content.filter((content) => content.type === 'diff')[index];
    if (!diff) throw new ExpectedError('gone', 'This change is not there any more.');
    const name = path.basename(diff.path);
    if (isFinal(item.status)) {
      const before = this.#text(BEFORE, diff.path, item.id, diff.oldText ?? '');
      await show(
        before,
        this.#text(PROPOSED, diff.path, `${item.id}:done`, diff.newText),
        `${name} (changed)`,
      );
      return;
    }
    const now = (await this.#read(diff.path)) ?? '';
    const before = this.#text(BEFORE, diff.path, item.id, now);
    const after = this.#text(PROPOSED, diff.path, item.id, proposedText(now, diff));
    await show(before, after, `${name} (proposed)`);
  }

  /** A changed file against what it was. */
  async showFile({ path: file, before }: ChangedFile): Promise<void> {
    await show(
      this.#text(BEFORE, file, 'review', before ?? ''),
      Uri.file(file),
      `${path.basename(file)} (changed by the agent)`,
    );
  }

  async review(changes: Changes): Promise<void> {
    const [only] = changes.list;
    if (changes.list.length === 1 && only) return this.showFile(only);
    const resources = changes.list.map((file) => [
      Uri.file(file.path),
      this.#text(BEFORE, file.path, 'review', file.before ?? ''),
      Uri.file(file.path),
    ]);
    if (resources.length > 0)
      await commands.executeCommand('vscode.changes', 'Changes by the agent', resources);
    return undefined;
  }

  /** The call whose proposal an editor shows. */
  static callOf(uri: Uri): string | undefined {
    return uri.scheme === PROPOSED ? (new URLSearchParams(uri.query).get('key') ?? undefined) : undefined;
  }

  /** Closes the diff editors of a proposal that was answered. */
  async close(callId: string): Promise<void> {
    const tabs = window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter((tab) => {
        const input = tab.input as { modified?: Uri } | undefined;
        return input?.modified instanceof Uri && Diffs.callOf(input.modified) === callId;
      });
    if (tabs.length > 0) await window.tabGroups.close(tabs, true);
  }

  dispose(): void {
    this.#store.dispose();
  }

  /** The query tells proposals of one file apart; the path keeps its ending, so that it is highlighted. */
  #text(scheme: string, file: string, key: string, text: string): Uri {
    const uri = Uri.file(file).with({ scheme, query: new URLSearchParams({ key }).toString() });
    this.#texts.set(uri.toString(), text);
    return uri;
  }
}

async function show(before: Uri, after: Uri, title: string): Promise<void> {
  await commands.executeCommand('vscode.diff', before, after, title, { preview: true });
}
