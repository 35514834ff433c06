import fc from 'fast-check';
import { expect, test } from 'vitest';
import { HeightIndex } from '../../../../src/webview/transcript/heightIndex.ts';

const ids = (count: number) => Array.from({ length: count }, (_, i) => `r${i}`);

function indexOf(count: number, guess = 10): HeightIndex {
  const index = new HeightIndex(() => guess);
  index.setIds(ids(count));
  return index;
}

test('guesses a row that was never drawn and takes the measured height of others', () => {
  const index = indexOf(3);
  expect(index.measure('r1', 25)).toBe(true);
  expect(index.measure('r1', 25)).toBe(false);
  expect([0, 1, 2, 3, 9].map((i) => index.offsetOf(i))).toEqual([0, 10, 35, 45, 45]);
});

test.each([
  [-5, 0],
  [0, 0],
  [9, 0],
  [10, 1],
  [25, 2],
  [999, 2],
])('finds the row at pixel %d: %d', (pixel, row) => {
  expect(indexOf(3).indexAt(pixel)).toBe(row);
});

test('keeps measured heights when rows come before, behind or go', () => {
  const index = indexOf(2);
  index.measure('r1', 30);
  index.setIds(['older', 'r0', 'r1', 'r2']);
  expect(index.offsetOf(3)).toBe(50);
  index.setIds(['r1']);
  expect(index.total).toBe(30);
});

test('counts only from the changed row on', () => {
  let asked = 0;
  const index = new HeightIndex(() => {
    asked++;
    return 10;
  });
  index.setIds(ids(10_000));
  expect(index.total).toBe(100_000);
  asked = 0;
  index.measure('r9990', 11);
  expect(index.total).toBe(100_001);
  expect(asked).toBeLessThan(20);
});

test('agrees with adding up all heights, whatever was measured when', () => {
  const row = fc.record({ row: fc.nat(49), height: fc.integer({ min: 1, max: 99 }) });
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.nat(5000), (measured, pixel) => {
      const index = indexOf(50);
      const heights = new Array<number>(50).fill(10);
      for (const { row, height } of measured) {
        index.measure(`r${row}`, height);
        heights[row] = height;
        expect(index.total).toBe(heights.reduce((sum, each) => sum + each, 0));
      }
      let top = 0;
      let expected = 0;
      while (expected < 49 && top + (heights[expected] ?? 0) <= pixel) top += heights[expected++] ?? 0;
      expect(index.indexAt(pixel)).toBe(expected);
    }),
  );
});
