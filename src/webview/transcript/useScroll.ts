import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useChat } from '../chatContext.ts';
import { guessRowHeight } from './rowHeight.ts';
import { ScrollWindow } from './scrollWindow.ts';

/** Items asked for at a time when the person scrolls up to where the loaded ones begin. */
const PAGE = 200;

/** A document without layout, as in a test, shows as much as a tall window. */
const NO_LAYOUT = { scrollTop: 0, clientHeight: 600, scrollHeight: 600 };

/** The transcript's scrolling element, the rows to draw in it, and who measures them. */
export interface Scroll {
  readonly window: ScrollWindow;
  readonly element: { readonly current: HTMLElement | null };
  /** Rows observe themselves by it; undefined where nothing is measured. */
  readonly observer: ResizeObserver | undefined;
  onScroll(): void;
}

/** Joins the rules of `ScrollWindow` with the document. */
export function useScroll(ids: readonly string[]): Scroll {
  const { store, controller, view } = useChat();
  const element = useRef<HTMLElement>(null);
  const [, setDrawing] = useState(0);
  const redraw = () => setDrawing((n) => n + 1);
  const generation = store.generation.value;
  const window = useMemo(() => {
    view.following.value = true;
    return new ScrollWindow((id) => guessRowHeight(store.transcript.peek(id)));
    // A snapshot starts the list anew.
  }, [generation]);
  window.following = view.following.value;
  window.heights.setIds(ids);
  if (window.range.end > ids.length || window.range.end === 0) window.choose(element.current ?? NO_LAYOUT);

  /** Brings rows and scroll position in step with what was measured. */
  const settle = () => {
    const scroller = element.current;
    if (!scroller) return;
    const wanted = window.correction(scroller);
    if (wanted !== undefined) scroller.scrollTop = wanted;
    if (window.choose(scroller)) redraw();
    // Too few rows to scroll: nobody could ask for the older ones.
    if (scroller.clientHeight > 0 && scroller.scrollHeight <= scroller.clientHeight)
      void controller.loadOlder(PAGE);
  };
  const latest = useRef({ settle, redraw });
  latest.current = { settle, redraw };
  const observer = useMemo(
    () =>
      typeof ResizeObserver === 'undefined'
        ? undefined
        : new ResizeObserver((entries) => {
            if (!entries.map((entry) => measure(window, entry)).includes(true)) return;
            // The spacers get their new heights before the position is put right.
            latest.current.redraw();
            latest.current.settle();
            if (isSeenWhole(element.current)) view.following.value = true;
          }),
    [window],
  );
  useLayoutEffect(() => {
    if (element.current) observer?.observe(element.current);
    return () => observer?.disconnect();
  }, [observer]);
  useLayoutEffect(() => latest.current.settle());

  const onScroll = () => {
    const scroller = element.current;
    if (!scroller) return;
    window.scrolled(scroller);
    view.following.value = window.following;
    if (window.choose(scroller)) redraw();
    if (scroller.scrollTop <= 2 * scroller.clientHeight) void controller.loadOlder(PAGE);
  };
  return { window, element, observer, onScroll };
}

/** A list that is seen whole is at its end, also when a part of it was just opened. */
function isSeenWhole(list: HTMLElement | null): boolean {
  return list !== null && list.clientHeight > 0 && list.scrollHeight <= list.clientHeight;
}

/** Takes a row's height, or the size of the whole list; true when something differs from before. */
function measure(window: ScrollWindow, entry: ResizeObserverEntry): boolean {
  const row = entry.target as HTMLElement;
  const id = row.dataset['id'];
  if (id === undefined) return true;
  const height = entry.borderBoxSize[0]?.blockSize ?? row.offsetHeight;
  return height > 0 && window.heights.measure(id, height);
}
