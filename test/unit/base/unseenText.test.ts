import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsUnseen, showUnseen, showUnseenLines } from '../../../src/base/unseenText.ts';

test.each([
  ['plain name-1.x é 名', false, 'plain name-1.x é 名'],
  ['a\nb', true, 'a‹U+000A›b'],
  ['a\u2028b\u202ec', true, 'a‹U+2028›b‹U+202E›c'],
  ['\u{e0041}', true, '‹U+E0041›'],
])('%j holds what is not seen: %s', (text, holds, shown) => {
  expect([holdsUnseen(text), holdsUnseen(text), showUnseen(text)]).toEqual([holds, holds, shown]);
});

test.each([
  ['a\tb', 'a\tb'],
  ['one\ntwo\n\nthree', 'one\n  two\n  \n  three'],
  ['touch evil; #\x1b[2K\r    command: true', 'touch evil; #‹U+001B›[2K‹U+000D›    command: true'],
  ['a ‹U+000D›', 'a ‹U+2039›U+000D›'],
])('lines of %j begin with a blank but for the first, and show what is not seen', (text, shown) => {
  expect(showUnseenLines(text)).toBe(shown);
});

test('two texts have different lines', () => {
  const text = fc.string({
    unit: fc.constantFrom('\n', ' ', '\r', '‹', 'U', '+', '000D', '000A', '2039', '›', 'a'),
  });
  fc.assert(fc.property(text, text, (a, b) => a === b || showUnseenLines(a) !== showUnseenLines(b)));
});
