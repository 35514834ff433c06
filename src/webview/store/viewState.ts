import { signal } from '@preact/signals';

/** Lists that open above the composer or under the header; one at a time. */
export type PopupName = 'sessions' | 'more' | 'folder' | 'usage' | `config:${string}`;

/** What only this view knows: what is open, what was said to the screen reader. It dies with the view. */
export class ViewState {
  readonly popup = signal<PopupName | null>(null);
  /** Why the host could not do what was asked last, for a line above the composer. */
  readonly problem = signal<string | null>(null);
  /** The list of what waits for an approval that the person waved away; another list is shown again. */
  readonly waivedApprovals = signal('');
  /** The live region's words. */
  readonly announcement = signal('');
  /** True while the list follows the newest item. */
  readonly following = signal(true);
  readonly #opened = signal<ReadonlyMap<string, boolean>>(new Map());
  #focusComposer: () => void = () => undefined;
  #times = 0;

  /** Whether the person opened or closed this part; undefined while they did neither. */
  opened(key: string): boolean | undefined {
    return this.#opened.value.get(key);
  }

  /** Opens or closes a part of the transcript; the list stops following, so that it stays in place. */
  setOpened(key: string, open: boolean): void {
    this.following.value = false;
    this.#opened.value = new Map(this.#opened.peek()).set(key, open);
  }

  /** Another conversation is shown: its parts begin as they are by themselves. */
  forgetOpened(): void {
    this.#opened.value = new Map();
  }

  togglePopup(name: PopupName): void {
    this.popup.value = this.popup.peek() === name ? null : name;
  }

  /** Says `text` to a screen reader; the same words twice in a row are said twice. */
  announce(text: string): void {
    this.#times++;
    this.announcement.value = this.#times % 2 === 0 ? text : `${text}\u00a0`;
  }

  /** The composer registers how to focus it. */
  set composerFocus(focus: () => void) {
    this.#focusComposer = focus;
  }

  focusComposer(): void {
    this.#focusComposer();
  }
}
