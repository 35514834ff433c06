import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { Snapshot } from '../../protocol/chat.ts';
import type { TranscriptDelta, TranscriptItem } from '../../protocol/transcript.ts';

/**
 * The loaded part of the transcript. Each item is a signal of its own, so that a streamed chunk
 * redraws one row; `ids` changes only when rows come or go.
 */
export class TranscriptModel {
  readonly #ids = signal<readonly string[]>([]);
  readonly #first = signal(0);
  readonly #items = new Map<string, Signal<TranscriptItem>>();

  get ids(): ReadonlySignal<readonly string[]> {
    return this.#ids;
  }

  /** How many items stand before the loaded ones, at the host. */
  get first(): ReadonlySignal<number> {
    return this.#first;
  }

  /** The item's signal, or undefined when it is not loaded. */
  item(id: string): ReadonlySignal<TranscriptItem> | undefined {
    return this.#items.get(id);
  }

  /** The item as it is now, without subscribing. */
  peek(id: string): TranscriptItem | undefined {
    return this.#items.get(id)?.peek();
  }

  reset(snapshot: Pick<Snapshot, 'items' | 'first'>): void {
    this.#items.clear();
    this.#first.value = snapshot.first;
    const ids: string[] = [];
    for (const item of snapshot.items) {
      if (!this.#items.has(item.id)) ids.push(item.id);
      this.#items.set(item.id, signal(item));
    }
    this.#ids.value = ids;
  }

  /** Puts an older page before the loaded items. A page that does not end where they begin is dropped. */
  prepend(items: readonly TranscriptItem[], first: number): void {
    if (first + items.length !== this.#first.peek()) return;
    const older = items.filter((item) => !this.#items.has(item.id));
    for (const item of older) this.#items.set(item.id, signal(item));
    this.#first.value = first;
    this.#ids.value = [...older.map((item) => item.id), ...this.#ids.peek()];
  }

  apply(deltas: readonly TranscriptDelta[]): void {
    const added: string[] = [];
    for (const delta of deltas) {
      if (delta.op === 'put') this.#put(delta.item, added);
      else if (delta.op === 'append') this.#append(delta.id, delta.field, delta.text);
      else this.#remove(delta.id, delta.andAfter, added);
    }
    if (added.length > 0) this.#ids.value = [...this.#ids.peek(), ...added];
  }

  #put(item: TranscriptItem, added: string[]): void {
    const known = this.#items.get(item.id);
    if (known) known.value = item;
    else {
      this.#items.set(item.id, signal(item));
      added.push(item.id);
    }
  }

  #append(id: string, field: 'text' | 'output', text: string): void {
    const known = this.#items.get(id);
    if (!known) return;
    const grown = grow(known.peek(), field, text);
    if (grown) known.value = grown;
  }

  #remove(id: string, andAfter: boolean, added: string[]): void {
    const all = [...this.#ids.peek(), ...added.splice(0)];
    const at = all.indexOf(id);
    if (at >= 0) {
      for (const gone of all.splice(at, andAfter ? all.length - at : 1)) this.#items.delete(gone);
    } else if (andAfter) {
      // The item stands in the part that is not loaded: everything loaded is behind it.
      this.#items.clear();
      all.length = 0;
    }
    this.#ids.value = all;
  }
}

/** The item with `text` added at its end, or undefined when it has no such field. */
function grow(item: TranscriptItem, field: 'text' | 'output', text: string): TranscriptItem | undefined {
  if (field === 'output') return item.kind === 'tool' ? { ...item, output: item.output + text } : undefined;
  if (item.kind === 'compaction') return { ...item, summary: item.summary + text };
  return 'text' in item ? { ...item, text: item.text + text } : undefined;
}
