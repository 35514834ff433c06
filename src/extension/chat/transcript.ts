import { Emitter } from '../../base/event.ts';
import type { TranscriptDelta, TranscriptItem } from '../../protocol/transcript.ts';

/** The items of one conversation, in order. Every change goes through `apply` and is announced as it is made. */
export class Transcript {
  readonly #items: TranscriptItem[] = [];
  readonly #places = new Map<string, number>();
  readonly #changed = new Emitter<TranscriptDelta>();
  readonly onDidChange = this.#changed.event;

  get items(): readonly TranscriptItem[] {
    return this.#items;
  }

  get last(): TranscriptItem | undefined {
    return this.#items.at(-1);
  }

  get(id: string): TranscriptItem | undefined {
    const place = this.#places.get(id);
    return place === undefined ? undefined : this.#items[place];
  }

  /** Replaces the item with this id where it stands, or adds it at the end. */
  put(item: TranscriptItem): void {
    this.apply({ op: 'put', item });
  }

  append(id: string, field: 'text' | 'output', text: string): void {
    if (text !== '') this.apply({ op: 'append', id, field, text });
  }

  remove(id: string, andAfter = false): void {
    this.apply({ op: 'remove', id, andAfter });
  }

  clear(): void {
    const [first] = this.#items;
    if (first) this.remove(first.id, true);
  }

  /** A page of at most `count` items before index `before`, and the index of its first one. */
  page(before: number, count: number): { items: TranscriptItem[]; first: number } {
    const end = Math.min(Math.max(0, before), this.#items.length);
    const first = Math.max(0, end - Math.max(0, count));
    return { items: this.#items.slice(first, end), first };
  }

  /** A delta that names an item which is not there changes nothing. */
  apply(delta: TranscriptDelta): void {
    const done = this.#apply(delta);
    if (done) this.#changed.fire(delta);
  }

  #apply(delta: TranscriptDelta): boolean {
    if (delta.op === 'put') {
      const place = this.#places.get(delta.item.id);
      if (place === undefined) this.#places.set(delta.item.id, this.#items.push(delta.item) - 1);
      else this.#items[place] = delta.item;
      return true;
    }
    const place = this.#places.get(delta.id);
    if (place === undefined) return false;
    if (delta.op === 'append') return this.#grow(place, delta.field, delta.text);
    const removed = this.#items.splice(place, delta.andAfter ? this.#items.length : 1);
    for (const item of removed) this.#places.delete(item.id);
    for (let i = place; i < this.#items.length; i++) this.#places.set(this.#items[i]?.id ?? '', i);
    return true;
  }

  #grow(place: number, field: 'text' | 'output', text: string): boolean {
    const item = this.#items[place];
    if (field === 'output' && item?.kind === 'tool')
      this.#items[place] = { ...item, output: item.output + text };
    else if (field === 'text' && item?.kind === 'compaction')
      this.#items[place] = { ...item, summary: item.summary + text };
    else if (field === 'text' && (item?.kind === 'assistant' || item?.kind === 'thought'))
      this.#items[place] = { ...item, text: item.text + text };
    else return false;
    return true;
  }
}
