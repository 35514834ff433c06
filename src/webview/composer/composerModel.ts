import { type ReadonlySignal, signal } from '@preact/signals';
import type { Disposable } from '../../base/lifecycle.ts';
import type { Attachment } from '../../protocol/chat.ts';

/** How long typing rests before the unsent text goes to the host. */
const DRAFT_DELAY_MS = 300;

/** The unsent prompt: its text, its attachments, and the draft that the host keeps of it. */
export class ComposerModel implements Disposable {
  readonly #text = signal('');
  readonly #attachments = signal<readonly Attachment[]>([]);
  readonly #saveDraft: (text: string) => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #place: string | undefined;
  /** Before the first snapshot the host's draft is not known, and must not be written over. */
  #keepsDraft = false;

  constructor(saveDraft: (text: string) => void) {
    this.#saveDraft = saveDraft;
  }

  get text(): ReadonlySignal<string> {
    return this.#text;
  }

  get attachments(): ReadonlySignal<readonly Attachment[]> {
    return this.#attachments;
  }

  /**
   * A snapshot came. In another conversation (or worker) its draft stands here now; in the same one
   * what is typed here is newer than what the host knows.
   */
  show(place: string, draft: string, keepsDraft: boolean): void {
    if (place === this.#place) return;
    const before = this.#place;
    const typed = this.#text.peek();
    this.#cancelTimer();
    this.#place = place;
    this.#keepsDraft = keepsDraft;
    if (!before && (typed !== '' || this.#attachments.peek().length > 0)) {
      // A conversation that gets its id while its first prompt is written is still the same one, and what is
      // written before the first snapshot stands behind what the host kept.
      if (before === undefined && draft !== '')
        this.#text.value = typed === '' ? draft : `${draft}\n${typed}`;
      this.saveNow();
      return;
    }
    this.#text.value = draft;
    this.#attachments.value = [];
  }

  type(text: string): void {
    this.#text.value = text;
    if (!this.#keepsDraft) return;
    this.#cancelTimer();
    this.#timer = setTimeout(() => this.saveNow(), DRAFT_DELAY_MS);
  }

  /** Adds words at the end, with a space before them where one is missing. */
  insert(words: string): void {
    const text = this.#text.peek();
    if (words !== '') this.type(text === '' || /\s$/.test(text) ? text + words : `${text} ${words}`);
  }

  attach(added: readonly Attachment[]): void {
    const known = new Set(this.#attachments.peek().map(attachmentKey));
    const fresh = added.filter((each) => !known.has(attachmentKey(each)));
    if (fresh.length > 0) this.#attachments.value = [...this.#attachments.peek(), ...fresh];
  }

  detach(attachment: Attachment): void {
    this.#attachments.value = this.#attachments.peek().filter((each) => each !== attachment);
  }

  /** Takes the prompt out to send it; undefined when there is nothing to send. */
  take(): { text: string; attachments: readonly Attachment[] } | undefined {
    const text = this.#text.peek();
    const attachments = this.#attachments.peek();
    if (text.trim() === '' && attachments.length === 0) return undefined;
    this.#text.value = '';
    this.#attachments.value = [];
    this.saveNow();
    return { text, attachments };
  }

  /** Puts a prompt back that could not be sent, unless something else was typed meanwhile. */
  putBack(prompt: { text: string; attachments: readonly Attachment[] }): void {
    if (this.#text.peek() !== '') return;
    this.type(prompt.text);
    this.#attachments.value = prompt.attachments;
  }

  /** Sends the draft to the host without waiting. */
  saveNow(): void {
    this.#cancelTimer();
    if (this.#keepsDraft) this.#saveDraft(this.#text.peek());
  }

  /** Saves nothing any more: the host has what rested long enough. */
  dispose(): void {
    this.#cancelTimer();
    this.#keepsDraft = false;
  }

  #cancelTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function attachmentKey(attachment: Attachment): string {
  switch (attachment.kind) {
    case 'file':
      return `file ${attachment.path}`;
    case 'range':
      return `range ${attachment.path}:${attachment.start}-${attachment.end}`;
    case 'text':
      return `text ${attachment.uri} ${attachment.text.length}`;
    case 'link':
      return `link ${attachment.uri}`;
    case 'image':
      return `image ${attachment.label} ${attachment.data.length} ${attachment.data.slice(-64)}`;
  }
}
