/**
 * As much of the `vscode` module as tests need: files and documents in memory, and edits that change
 * them. Tests reach it through the alias of the test configuration; `reset` gives a fresh editor.
 */
type Listener<T> = (value: T) => void;

export class EventEmitter<T> {
  readonly #listeners = new Set<Listener<T>>();
  readonly event = (listener: Listener<T>) => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }
}

export class Uri {
  readonly scheme: string;
  readonly fsPath: string;
  private constructor(scheme: string, fsPath: string) {
    this.scheme = scheme;
    this.fsPath = fsPath;
  }
  static file(path: string): Uri {
    return new Uri('file', path);
  }
  static untitled(name: string): Uri {
    return new Uri('untitled', name);
  }
  toString(): string {
    return `${this.scheme}:${this.fsPath}`;
  }
}

export class FileSystemError extends Error {
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(start: Position, end: Position) {
    this.start = start;
    this.end = end;
  }
}

export class WorkspaceEdit {
  readonly edits: { uri: Uri; range: Range; text: string }[] = [];
  replace(uri: Uri, range: Range, text: string): void {
    this.edits.push({ uri, range, text });
  }
}

/** A document that is open in the editor. */
export class TextDocument {
  readonly uri: Uri;
  isClosed = false;
  isDirty = false;
  saves = 0;
  /** Ranges that edits touched, as offsets. */
  readonly touched: [number, number][] = [];
  #text: string;
  constructor(uri: Uri, text: string) {
    this.uri = uri;
    this.#text = text;
  }
  getText(): string {
    return this.#text;
  }
  /** The person types: the whole text is this from now on, unsaved. */
  type(text: string): void {
    this.#text = text;
    this.isDirty = true;
  }
  positionAt(offset: number): Position {
    const before = this.#text.slice(0, offset).split('\n');
    return new Position(before.length - 1, before.at(-1)?.length ?? 0);
  }
  offsetAt({ line, character }: Position): number {
    const lines = this.#text.split('\n').slice(0, line);
    return lines.reduce((sum, l) => sum + l.length + 1, 0) + character;
  }
  change(range: Range, text: string): void {
    const [start, end] = [this.offsetAt(range.start), this.offsetAt(range.end)];
    this.touched.push([start, end]);
    this.type(this.#text.slice(0, start) + text + this.#text.slice(end));
  }
  async save(): Promise<boolean> {
    this.saves += 1;
    this.isDirty = false;
    disk.set(this.uri.fsPath, new TextEncoder().encode(this.#text));
    return true;
  }
}

const opened = new EventEmitter<TextDocument>();
const closed = new EventEmitter<TextDocument>();

/** Files by path. */
export const disk = new Map<string, Uint8Array>();

export const workspace = {
  textDocuments: [] as TextDocument[],
  isTrusted: true,
  onDidOpenTextDocument: opened.event,
  onDidCloseTextDocument: closed.event,
  async applyEdit(edit: WorkspaceEdit): Promise<boolean> {
    for (const { uri, range, text } of edit.edits) {
      const document = workspace.textDocuments.find((d) => String(d.uri) === String(uri));
      if (!document || editsRefused) return false;
      document.change(range, text);
    }
    return true;
  },
  fs: {
    async readFile(uri: Uri): Promise<Uint8Array> {
      const bytes = disk.get(uri.fsPath);
      if (!bytes) throw new FileSystemError('FileNotFound');
      return bytes;
    },
    async writeFile(uri: Uri, bytes: Uint8Array): Promise<void> {
      disk.set(uri.fsPath, bytes);
    },
    async delete(uri: Uri): Promise<void> {
      disk.delete(uri.fsPath);
    },
  },
};

let editsRefused = false;

/** An editor without files, documents and memories. */
export function reset(): void {
  disk.clear();
  workspace.textDocuments.length = 0;
  editsRefused = false;
}

/** From here on the editor takes no edit. */
export function refuseEdits(): void {
  editsRefused = true;
}

export function openDocument(uri: Uri, text: string): TextDocument {
  const document = new TextDocument(uri, text);
  workspace.textDocuments.push(document);
  opened.fire(document);
  return document;
}

export function closeDocument(document: TextDocument): void {
  document.isClosed = true;
  workspace.textDocuments.splice(workspace.textDocuments.indexOf(document), 1);
  closed.fire(document);
}
