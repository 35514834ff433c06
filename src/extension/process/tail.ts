/** The last lines of a child's stderr, for the message that says why it failed. */
export class Tail {
  readonly #maxLines: number;
  readonly #decoder = new TextDecoder();
  #text = '';

  constructor(maxLines = 20) {
    this.#maxLines = maxLines;
  }

  push(bytes: Uint8Array): void {
    this.#text += this.#decoder.decode(bytes, { stream: true });
    const lines = this.#text.split('\n');
    if (lines.length > this.#maxLines + 1) this.#text = lines.slice(-this.#maxLines - 1).join('\n');
    if (this.#text.length > 16_384) this.#text = this.#text.slice(-16_384);
  }

  /** What was said last; control characters (colours, cursor moves) are left out. */
  toString(): string {
    return this.#text
      .replace(/\x1b\[[0-9;?]*[ -/]*[@-~]/g, '')
      .replace(/[\x00-\x08\x0b-\x1f\x7f]/g, '')
      .trim();
  }
}
