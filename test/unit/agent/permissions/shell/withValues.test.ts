import { describe, expect, test } from 'vitest';
import { withValues } from '../../../../../src/agent/permissions/shell/withValues.ts';

describe('values stand in the place of variables', () => {
  test.each([
    ['outside quotes as words', "x='a  b*'; c $x", ["x='a  b*'; c a  b*"]],
    ['and no other signs', "x='a;b$c'; d $x", ["x='a;b$c'; d a\\;b\\$c"]],
    ['inside quotes as one text', `x='a"b'; c "$x"`, [`x='a"b'; c "a\\"b"`]],
    ['also in braces', 'x=a; b ${x}c', ['x=a; b ac']],
    ['put together from others', 'x=a; y=$x/b; c $y', ['x=a; y=a/b; c a/b']],
    [
      'the one before, and each other one',
      'x=a; b $x; x=c; d $x',
      ['x=a; b a; x=c; d c', 'x=a; b a; x=c; d a', 'x=a; b c; x=c; d c'],
    ],
    ['but none that is not known', 'x=$(a); b $x $y', []],
    ['but none in single quotes', "x=a; b '$x'", []],
    ['but none of a list', 'x=(a b); c $x', []],
    ['but none in what does not parse', 'x=a; b $x )', []],
  ])('%s', async (_, line, filled) => expect(await withValues(line)).toEqual(filled));
});
