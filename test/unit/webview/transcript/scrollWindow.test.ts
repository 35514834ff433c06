import { describe, expect, test } from 'vitest';
import { MAX_ROWS, ScrollWindow } from '../../../../src/webview/transcript/scrollWindow.ts';

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `r${from + i}`);

/** A list of rows, each `height` high, in a window of 500 pixels. */
function testList(count: number, height = 50) {
  const window = new ScrollWindow(() => height);
  window.heights.setIds(ids(count));
  const view = { scrollTop: 0, clientHeight: 500, scrollHeight: window.heights.total };
  /** What the document does: the element scrolls, then says so. */
  const scrollTo = (top: number) => {
    view.scrollHeight = window.heights.total;
    view.scrollTop = Math.max(0, Math.min(top, view.scrollHeight - view.clientHeight));
    window.scrolled(view);
  };
  const settle = () => {
    view.scrollHeight = window.heights.total;
    const wanted = window.correction(view);
    if (wanted !== undefined) scrollTo(wanted);
    window.choose(view);
  };
  return { window, view, scrollTo, settle };
}

describe('the rows in the document', () => {
  test('are those at the end of a fresh list', () => {
    const { window, settle, view } = testList(1000);
    settle();
    expect(window.range.end).toBe(1000);
    expect(view.scrollTop).toBe(1000 * 50 - 500);
  });

  test('are those seen and some around them', () => {
    const { window, scrollTo, settle, view } = testList(1000);
    settle();
    scrollTo(25_000);
    window.choose(view);
    expect(window.range).toEqual({ start: 488, end: 523 });
  });

  test.each([1, 3, 8, 24])('are never too many when each is %d pixels high', (height) => {
    const { window, scrollTo, settle, view } = testList(20_000, height);
    settle();
    for (const share of [0, 0.3, 0.999, 1]) {
      scrollTo(share * window.heights.total);
      window.choose(view);
      expect(window.range.end - window.range.start).toBeLessThanOrEqual(MAX_ROWS);
      expect(window.range.start).toBeLessThanOrEqual(window.heights.indexAt(view.scrollTop));
    }
  });

  test('are all of a short list, and none of an empty one', () => {
    const short = testList(3);
    short.settle();
    expect(short.window.range).toEqual({ start: 0, end: 3 });
    const empty = testList(0);
    empty.settle();
    expect(empty.window.range).toEqual({ start: 0, end: 0 });
  });
});

describe('following the end', () => {
  test('goes on while the list grows', () => {
    const { window, settle, view } = testList(100);
    settle();
    window.heights.setIds(ids(130));
    settle();
    expect(view.scrollTop).toBe(130 * 50 - 500);
    expect(window.following).toBe(true);
  });

  test('ends when the person scrolls up, and begins again at the end', () => {
    const { window, settle, scrollTo } = testList(100);
    settle();
    scrollTo(4000);
    expect(window.following).toBe(false);
    scrollTo(99_999);
    expect(window.following).toBe(true);
  });

  test('goes on when what is shown became shorter', () => {
    const { window, settle, scrollTo } = testList(100);
    settle();
    window.heights.setIds(ids(60));
    scrollTo(2_000);
    expect(window.following).toBe(true);
  });
});

describe('what is read', () => {
  test('stays in place when the list grows at its end', () => {
    const { window, settle, scrollTo, view } = testList(100);
    settle();
    scrollTo(1010);
    window.heights.setIds(ids(200));
    settle();
    expect(view.scrollTop).toBe(1010);
  });

  test('stays in place when a row above turns out higher than guessed', () => {
    const { window, settle, scrollTo, view } = testList(100);
    settle();
    scrollTo(1010);
    window.heights.measure('r3', 150);
    settle();
    expect(view.scrollTop).toBe(1110);
  });

  test('stays in place when older rows come before it', () => {
    const { window, settle, scrollTo, view } = testList(100);
    settle();
    scrollTo(110);
    window.heights.setIds([...ids(40, 1000), ...ids(100)]);
    settle();
    expect(view.scrollTop).toBe(110 + 40 * 50);
  });
});
