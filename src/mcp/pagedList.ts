/** A page of a list; items are not looked at yet. */
export interface Page {
  readonly items: readonly unknown[];
  readonly nextCursor?: string;
}

export interface PagedList {
  readonly items: readonly unknown[];
  /** Set when the list was not read to its end, and why. */
  readonly note?: string;
}

const MAX_PAGES = 100;
const MAX_ITEMS = 2000;
const BUDGET_MS = 10_000;

/**
 * Reads a list to its end (M15). A cursor that repeats ends it, as do a hundred pages, two thousand
 * items or ten seconds: what was read until then counts. Fails only when the first page does.
 */
export async function readPages(
  fetchPage: (cursor: string | undefined) => Promise<Page>,
  ticks: () => number,
): Promise<PagedList> {
  const start = ticks();
  const seen = new Set<string>();
  const items: unknown[] = [];
  let cursor: string | undefined;
  for (let pages = 1; ; pages += 1) {
    let page: Page;
    try {
      page = await fetchPage(cursor);
    } catch (error) {
      if (pages === 1) throw error;
      return { items, note: `page ${pages} of the list failed; the ${items.length} entries before it count` };
    }
    items.push(...page.items);
    cursor = page.nextCursor;
    // Some servers end with an empty cursor instead of none.
    if (cursor === undefined || cursor === '') return { items };
    if (seen.has(cursor)) return { items, note: 'the list came back to a page it had given before' };
    seen.add(cursor);
    if (pages >= MAX_PAGES) return { items, note: `the list did not end within ${MAX_PAGES} pages` };
    if (items.length >= MAX_ITEMS) return { items, note: `the list has more than ${MAX_ITEMS} entries` };
    if (ticks() - start > BUDGET_MS) return { items, note: 'the list did not end within 10 s' };
  }
}
