import { FileSystemError, Range, type TextDocument, Uri, WorkspaceEdit, workspace } from 'vscode';
import { ExpectedError } from '../../base/errors.ts';
import { Emitter } from '../../base/event.ts';
import { type Disposable, DisposableStore } from '../../base/lifecycle.ts';
import { minimalEdit } from './minimalEdit.ts';

/**
 * Files as the editor has them: one that is open is its document, unsaved text included, and is
 * changed by an edit that can be undone; one that is not open is what the disk holds.
 */
export class Documents implements Disposable {
  readonly #store = new DisposableStore();
  readonly #changed = this.#store.add(new Emitter<void>());
  /** The list of open documents differs. */
  readonly onDidChange = this.#changed.event;

  constructor() {
    const fire = (document: TextDocument) => {
      if (document.uri.scheme === 'file') this.#changed.fire();
    };
    this.#store.add(workspace.onDidOpenTextDocument(fire));
    this.#store.add(workspace.onDidCloseTextDocument(fire));
  }

  /** Absolute paths of the open documents. */
  get open(): string[] {
    return workspace.textDocuments
      .filter((document) => document.uri.scheme === 'file' && !document.isClosed)
      .map((document) => document.uri.fsPath);
  }

  /** Undefined when there is no such file. */
  async read(path: string): Promise<string | undefined> {
    const document = find(path);
    if (document) return document.getText();
    try {
      return new TextDecoder('utf-8', { ignoreBOM: true }).decode(
        await workspace.fs.readFile(Uri.file(path)),
      );
    } catch (error) {
      if (error instanceof FileSystemError && error.code === 'FileNotFound') return undefined;
      throw error;
    }
  }

  /** Makes the file and its folders when they are missing. */
  async write(path: string, content: string): Promise<void> {
    const document = find(path);
    if (!document) {
      await workspace.fs.writeFile(Uri.file(path), new TextEncoder().encode(content));
      return;
    }
    const edit = minimalEdit(document.getText(), content);
    if (!edit) return;
    const wasDirty = document.isDirty;
    const change = new WorkspaceEdit();
    const range = new Range(document.positionAt(edit.start), document.positionAt(edit.end));
    change.replace(document.uri, range, edit.text);
    if (!(await workspace.applyEdit(change)))
      throw new ExpectedError('edit-refused', `The editor did not take the change to ${path}.`);
    // Text that the person had not saved stays unsaved: saving it is theirs to decide.
    if (!wasDirty) await document.save();
  }

  async remove(path: string): Promise<void> {
    await workspace.fs.delete(Uri.file(path), { useTrash: true });
  }

  dispose(): void {
    this.#store.dispose();
  }
}

function find(path: string): TextDocument | undefined {
  return workspace.textDocuments.find(
    (document) => document.uri.scheme === 'file' && document.uri.fsPath === path && !document.isClosed,
  );
}
