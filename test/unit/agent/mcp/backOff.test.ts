import fc from 'fast-check';
import { expect, test } from 'vitest';
import { backOffMs } from '../../../../src/agent/mcp/backOff.ts';

test('the first wait is at most 2 s and the longest 300 s', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (failures, random) => {
        const wait = backOffMs(failures, () => random);
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(failures === 1 ? 2_000 : 300_000);
      },
    ),
  );
});

test('it doubles until then', () => {
  expect([1, 2, 3, 4, 8, 9, 20].map((failures) => backOffMs(failures, () => 0.5))).toEqual([
    1_500, 3_000, 6_000, 12_000, 192_000, 300_000, 300_000,
  ]);
});
