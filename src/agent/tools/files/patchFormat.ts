/** What a patch asks for, file by file, in its order. */
export type PatchStep =
  | { readonly kind: 'add'; readonly path: string; readonly text: string }
  | { readonly kind: 'delete'; readonly path: string }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly moveTo?: string;
      readonly hunks: readonly PatchHunk[];
    };

/** One place of a file: the lines that are there and those that shall be. */
export interface PatchHunk {
  /** Lines named behind `@@`: the place is below each of them, in order. */
  readonly below: readonly string[];
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The lines are the last of the file. */
  readonly atEnd: boolean;
  /** Line of the patch where it begins, from 1. */
  readonly line: number;
}

export type ParsedPatch =
  | { readonly ok: true; readonly steps: readonly PatchStep[] }
  | { readonly ok: false; readonly message: string };

const HEADER = /^\*\*\* (Add|Update|Delete) File: (.+)$/;

/** Reads a patch in the `*** Begin Patch` format. A fence or a here-document around it is forgiven. */
export function parsePatch(text: string): ParsedPatch {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const begin = lines.findIndex((line) => line.trim() === '*** Begin Patch');
  if (begin < 0) return { ok: false, message: 'The patch must begin with the line "*** Begin Patch".' };
  const end = lines.findIndex((line, at) => at > begin && line.trim() === '*** End Patch');
  if (end < 0) return { ok: false, message: 'The patch must end with the line "*** End Patch".' };
  return new PatchReader(lines.slice(0, end), begin + 1).read();
}

class PatchReader {
  readonly #lines: readonly string[];
  #at: number;

  constructor(lines: readonly string[], start: number) {
    this.#lines = lines;
    this.#at = start;
  }

  read(): ParsedPatch {
    const steps: PatchStep[] = [];
    while (this.#at < this.#lines.length) {
      const line = this.#lines[this.#at] ?? '';
      if (line.trim() === '') {
        this.#at++;
        continue;
      }
      const [, action, path = ''] = HEADER.exec(line.trimEnd()) ?? [];
      if (!action)
        return this.#wrong('expected "*** Add File: …", "*** Update File: …" or "*** Delete File: …"');
      this.#at++;
      const step = this.#step(action, path.trim());
      if ('message' in step) return { ok: false, message: step.message };
      steps.push(step);
    }
    return steps.length > 0 ? { ok: true, steps } : { ok: false, message: 'The patch changes no file.' };
  }

  #step(action: string, path: string): PatchStep | { message: string } {
    if (action === 'Delete') return { kind: 'delete', path };
    return action === 'Add' ? this.#added(path) : this.#updated(path);
  }

  #added(path: string): PatchStep | { message: string } {
    const text: string[] = [];
    for (; this.#at < this.#lines.length; this.#at++) {
      const line = this.#lines[this.#at] ?? '';
      if (HEADER.test(line.trimEnd())) break;
      if (line.startsWith('+')) text.push(line.slice(1));
      else if (line.trim() === '') text.push('');
      else return this.#wrong('every line of an added file begins with "+"');
    }
    while (text.at(-1) === '' && (this.#lines[this.#at - 1] ?? '').trim() === '' && !this.#endsWithPlus())
      text.pop();
    return { kind: 'add', path, text: text.length > 0 ? `${text.join('\n')}\n` : '' };
  }

  /** False for a blank line before the next header, which is no line of the file. */
  #endsWithPlus(): boolean {
    return (this.#lines[this.#at - 1] ?? '').startsWith('+');
  }

  #updated(path: string): PatchStep | { message: string } {
    const move = /^\*\*\* Move to: (.+)$/.exec((this.#lines[this.#at] ?? '').trimEnd());
    if (move) this.#at++;
    const hunks: PatchHunk[] = [];
    while (this.#at < this.#lines.length && !HEADER.test((this.#lines[this.#at] ?? '').trimEnd())) {
      if ((this.#lines[this.#at] ?? '').trim() === '' && this.#onlyBlankUntilHeader()) break;
      const hunk = this.#hunk();
      if ('message' in hunk) return hunk;
      hunks.push(hunk);
    }
    if (hunks.length === 0 && !move) return { message: `The update of ${path} has no changes.` };
    return { kind: 'update', path, ...(move?.[1] ? { moveTo: move[1].trim() } : {}), hunks };
  }

  #hunk(): PatchHunk | { message: string } {
    const line = this.#at + 1;
    const below: string[] = [];
    for (; (this.#lines[this.#at] ?? '').startsWith('@@'); this.#at++) {
      const name = (this.#lines[this.#at] ?? '').slice(2).trim();
      // A unified diff's numbers name nothing that could be looked for.
      if (name !== '' && !/^-\d+(,\d+)? \+\d+(,\d+)? @@/.test(name)) below.push(name);
    }
    const before: string[] = [];
    const after: string[] = [];
    let atEnd = false;
    for (; this.#at < this.#lines.length; this.#at++) {
      const text = this.#lines[this.#at] ?? '';
      if (text.startsWith('@@') || HEADER.test(text.trimEnd())) break;
      if (text.trimEnd() === '*** End of File') {
        atEnd = true;
        this.#at++;
        break;
      }
      if (text === '' && this.#onlyBlankUntilHeader()) break;
      if (text.startsWith('-') || text.startsWith(' ') || text === '') before.push(text.slice(1));
      if (text.startsWith('+') || text.startsWith(' ') || text === '') after.push(text.slice(1));
      if (text !== '' && !/^[ +-]/.test(text))
        return this.#wrong('a line of an update begins with " ", "-" or "+"');
    }
    if (before.length === 0 && after.length === 0) return this.#wrong('this place has no lines');
    return { below, before, after, atEnd, line };
  }

  /** Blank lines between two files belong to neither. */
  #onlyBlankUntilHeader(): boolean {
    for (let at = this.#at; at < this.#lines.length; at++) {
      const line = this.#lines[at] ?? '';
      if (HEADER.test(line.trimEnd())) return true;
      if (line.trim() !== '') return false;
    }
    return true;
  }

  #wrong(expected: string): { ok: false; message: string } {
    const line = this.#lines[this.#at] ?? '';
    return {
      ok: false,
      message: `Line ${this.#at + 1} of the patch: ${expected}. It is: ${line.slice(0, 200)}`,
    };
  }
}
