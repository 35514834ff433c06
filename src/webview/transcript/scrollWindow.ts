import { HeightIndex } from './heightIndex.ts';

/** Which rows are in the document: from `start` up to, not including, `end`. */
export interface RowRange {
  readonly start: number;
  readonly end: number;
}

/** What the scrolling element says of itself, in pixels. */
export interface Viewport {
  readonly scrollTop: number;
  readonly clientHeight: number;
  readonly scrollHeight: number;
}

/** Rows kept ready above and below what is seen, in pixels. */
const OVERSCAN = 600;
/** More rows than this never are in the document: 60 turns of a prompt and an answer. */
export const MAX_ROWS = 120;
/** Nearer to the end than this counts as being there. */
const END_SLACK = 12;

/**
 * The rules of the transcript's scrolling, without the document: which rows to draw, whether the list
 * follows its end, and where to scroll so that what is read stays where it is.
 */
export class ScrollWindow {
  readonly heights: HeightIndex;
  range: RowRange = { start: 0, end: 0 };
  /** True while the end stays in sight as the list grows. */
  following = true;
  #anchor: { readonly id: string; readonly inside: number } | undefined;
  #lastTop = 0;
  #lastHeight = 0;

  constructor(guess: (id: string) => number) {
    this.heights = new HeightIndex(guess);
  }

  /** The person (or this class) scrolled: decides about following, and remembers what is at the top. */
  scrolled(view: Viewport): void {
    const atEnd = view.scrollHeight - view.scrollTop - view.clientHeight <= END_SLACK;
    const up = view.scrollTop < this.#lastTop - 1 && view.scrollHeight >= this.#lastHeight;
    if (atEnd) this.following = true;
    else if (up) this.following = false;
    this.#lastTop = view.scrollTop;
    this.#lastHeight = view.scrollHeight;
    this.#remember(view.scrollTop);
  }

  /** Chooses the rows to draw; true when they differ from before. */
  choose(view: Viewport): boolean {
    const { heights } = this;
    const top = this.following ? Math.max(0, heights.total - view.clientHeight) : view.scrollTop;
    const first = heights.indexAt(top);
    let start = heights.indexAt(Math.max(0, top - OVERSCAN));
    let end = Math.min(heights.count, heights.indexAt(top + view.clientHeight + OVERSCAN) + 1);
    if (end - start > MAX_ROWS) {
      start = Math.max(start, Math.min(first - 30, end - MAX_ROWS));
      end = Math.min(end, start + MAX_ROWS);
    }
    const same = start === this.range.start && end === this.range.end;
    if (!same) this.range = { start, end };
    return !same;
  }

  /** Where the element has to be scrolled to after rows came, went or changed height; undefined: it is right. */
  correction(view: Viewport): number | undefined {
    const wanted = this.following ? view.scrollHeight - view.clientHeight : this.#anchored();
    if (wanted === undefined || Math.abs(wanted - view.scrollTop) < 1) return undefined;
    return Math.max(0, wanted);
  }

  #anchored(): number | undefined {
    if (!this.#anchor) return undefined;
    const position = this.heights.positionOf(this.#anchor.id);
    return position === undefined ? undefined : this.heights.offsetOf(position) + this.#anchor.inside;
  }

  /** Notes the row at the top of what is seen, to find it again. */
  #remember(scrollTop: number): void {
    const index = this.heights.indexAt(scrollTop);
    const id = this.heights.idAt(index);
    this.#anchor = id === undefined ? undefined : { id, inside: scrollTop - this.heights.offsetOf(index) };
  }
}
