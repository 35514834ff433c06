/**
 * Where each row of a long list stands, from heights that were measured or are guessed. Offsets are
 * counted again only from the first row that changed.
 */
export class HeightIndex {
  readonly #guess: (id: string) => number;
  readonly #measured = new Map<string, number>();
  #ids: readonly string[] = [];
  #positions = new Map<string, number>();
  #offsets: number[] = [0];
  /** Offsets up to and including this index are right. */
  #valid = 0;

  /** `guess` gives the height, in pixels, of a row that was never drawn. */
  constructor(guess: (id: string) => number) {
    this.#guess = guess;
  }

  get count(): number {
    return this.#ids.length;
  }

  get total(): number {
    return this.offsetOf(this.#ids.length);
  }

  setIds(ids: readonly string[]): void {
    if (ids === this.#ids) return;
    const before = this.#ids;
    const last = before.length - 1;
    const grew = last >= 0 && ids.length > last && ids[0] === before[0] && ids[last] === before[last];
    if (!grew) {
      this.#positions = new Map();
      this.#valid = 0;
    }
    for (let i = grew ? before.length : 0; i < ids.length; i++) this.#positions.set(ids[i] ?? '', i);
    this.#ids = ids;
    if (this.#measured.size > 4 * ids.length + 1000)
      for (const id of this.#measured.keys()) if (!this.#positions.has(id)) this.#measured.delete(id);
  }

  idAt(index: number): string | undefined {
    return this.#ids[index];
  }

  positionOf(id: string): number | undefined {
    return this.#positions.get(id);
  }

  /** Notes a drawn row's height; false when it is what was known. */
  measure(id: string, height: number): boolean {
    if (this.#measured.get(id) === height) return false;
    this.#measured.set(id, height);
    const position = this.#positions.get(id);
    if (position !== undefined) this.#valid = Math.min(this.#valid, position);
    return true;
  }

  /** Pixels above the row at `index`; above the end for an index past it. */
  offsetOf(index: number): number {
    const wanted = Math.min(index, this.#ids.length);
    while (this.#valid < wanted) {
      const id = this.#ids[this.#valid] ?? '';
      const height = this.#measured.get(id) ?? this.#guess(id);
      this.#offsets[this.#valid + 1] = (this.#offsets[this.#valid] ?? 0) + height;
      this.#valid++;
    }
    return this.#offsets[wanted] ?? 0;
  }

  /** The row that covers this pixel; the last one for a pixel past the end, 0 for an empty list. */
  indexAt(pixel: number): number {
    let low = 0;
    let high = Math.max(0, this.#ids.length - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.offsetOf(middle) <= pixel) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
