import { expect, test } from 'vitest';
import {
  asText,
  formatAgo,
  formatDuration,
  formatTokens,
  plural,
} from '../../../../src/webview/frame/format.ts';

test.each([
  [0, '0 ms'],
  [41.4, '41 ms'],
  [812, '0.8 s'],
  [3000, '3 s'],
  [9960, '10 s'],
  [59_400, '59 s'],
  [59_700, '1 min'],
  [125_000, '2 min 5 s'],
])('%d milliseconds are %s', (ms, text) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  [812, '812'],
  [1000, '1k'],
  [1550, '1.6k'],
  [76_000, '76k'],
  [999_600, '1M'],
  [1_250_000, '1.3M'],
])('%d tokens are %s', (count, text) => {
  expect(formatTokens(count)).toBe(text);
});

const now = Date.parse('2026-11-30T12:00:00Z');
test.each([
  ['2026-11-30T11:59:30Z', 'now'],
  ['2026-11-30T11:55:00Z', '5 min'],
  ['2026-11-30T08:00:00Z', '4 h'],
  ['2026-11-27T12:00:00Z', '3 d'],
  ['2026-11-01T12:00:00Z', '2026-11-01'],
  ['not a date', ''],
  [undefined, ''],
])('%s was %s', (iso, text) => {
  expect(formatAgo(iso, now)).toBe(text);
});

test('counts in words', () => {
  expect([plural(1, 'file'), plural(2, 'file'), plural(0, 'entry', 'entries')]).toEqual([
    '1 file',
    '2 files',
    '0 entries',
  ]);
});

test('shows a value for people, text as it is', () => {
  expect([asText('a\nb'), asText({ a: 1 }), asText(undefined)]).toEqual([
    'a\nb',
    '{\n  "a": 1\n}',
    'undefined',
  ]);
});
