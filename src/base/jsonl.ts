/**
 * Framing of JSON Lines: one value a line, `\n` between them. Only `\n` ends a line (a U+2028 inside
 * a string must not), which is why Node's readline does not serve. Bytes may be cut anywhere, in the
 * middle of a character too.
 */
export class LineDecoder {
  readonly #decoder = new TextDecoder('utf-8');
  readonly #maxLineLength: number;
  #parts: string[] = [];
  #length = 0;

  /** `maxLineLength` in UTF-16 units; a longer line makes `push` throw. */
  constructor(maxLineLength = 64 * 1024 * 1024) {
    this.#maxLineLength = maxLineLength;
  }

  /** Takes bytes, gives the lines that are complete now, without their ends. */
  push(bytes: Uint8Array): string[] {
    return this.#take(this.#decoder.decode(bytes, { stream: true }));
  }

  /** What stands behind the last line end: a line without an end, or nothing. */
  rest(): string {
    const tail = this.#parts.join('') + this.#decoder.decode();
    this.#parts = [];
    this.#length = 0;
    return tail;
  }

  #take(text: string): string[] {
    if (text === '') return [];
    const pieces = text.split('\n');
    const last = pieces.pop() ?? '';
    const lines: string[] = [];
    for (const piece of pieces) {
      this.#parts.push(piece);
      const line = this.#parts.join('');
      lines.push(line.endsWith('\r') ? line.slice(0, -1) : line);
      this.#parts = [];
      this.#length = 0;
    }
    if (last !== '') {
      this.#parts.push(last);
      this.#length += last.length;
      if (this.#length > this.#maxLineLength)
        throw new RangeError(`a line is longer than ${this.#maxLineLength} characters`);
    }
    return lines;
  }
}

/** One value as a line, its end included. */
export function encodeLine(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}
