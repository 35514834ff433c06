import { describe, expect, test } from 'vitest';
import { readPages } from '../../../src/mcp/pagedList.ts';

const still = () => 0;

describe('paging', () => {
  test('reads to the end', async () => {
    const pages = [{ items: [1, 2], nextCursor: 'a' }, { items: [3], nextCursor: 'b' }, { items: [4] }];
    const asked: (string | undefined)[] = [];
    const list = await readPages(async (cursor) => {
      asked.push(cursor);
      return pages[asked.length - 1] ?? { items: [] };
    }, still);
    expect({ list, asked }).toEqual({ list: { items: [1, 2, 3, 4] }, asked: [undefined, 'a', 'b'] });
  });

  test('a cursor that repeats ends it', async () => {
    let count = 0;
    const list = await readPages(async () => ({ items: [count++], nextCursor: 'same' }), still);
    expect(list).toEqual({ items: [0, 1], note: 'the list came back to a page it had given before' });
  });

  test('cursors that never end stop at a hundred pages', async () => {
    let count = 0;
    const list = await readPages(async () => ({ items: [count], nextCursor: String(count++) }), still);
    expect([list.items.length, list.note]).toEqual([100, 'the list did not end within 100 pages']);
  });

  test('a slow list stops after ten seconds', async () => {
    let now = 0;
    const list = await readPages(
      async () => {
        now += 4_000;
        return { items: [now], nextCursor: String(now) };
      },
      () => now,
    );
    expect(list).toEqual({ items: [4_000, 8_000, 12_000], note: 'the list did not end within 10 s' });
  });

  test('an empty cursor is an end', async () => {
    expect(await readPages(async () => ({ items: [1], nextCursor: '' }), still)).toEqual({ items: [1] });
  });

  test('a later page that fails leaves what came before', async () => {
    const list = await readPages(async (cursor) => {
      if (cursor) throw new Error('broken');
      return { items: [1], nextCursor: 'x' };
    }, still);
    expect(list).toEqual({ items: [1], note: 'page 2 of the list failed; the 1 entries before it count' });
  });

  test('a first page that fails is a failure', async () => {
    await expect(readPages(() => Promise.reject(new Error('broken')), still)).rejects.toThrow('broken');
  });
});
