import { expect, test } from 'vitest';
import { holdsUnseen, showUnseen } from '../../../src/base/unseenText.ts';

test.each([
  ['plain name-1.x é 名', false, 'plain name-1.x é 名'],
  ['a\nb', true, 'a‹U+000A›b'],
  ['a\u2028b\u202ec', true, 'a‹U+2028›b‹U+202E›c'],
  ['\u{e0041}', true, '‹U+E0041›'],
])('%j holds what is not seen: %s', (text, holds, shown) => {
  expect([holdsUnseen(text), holdsUnseen(text), showUnseen(text)]).toEqual([holds, holds, shown]);
});
