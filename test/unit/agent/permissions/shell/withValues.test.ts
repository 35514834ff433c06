import { describe, expect, test } from 'vitest';
import { withValues } from '../../../../../src/agent/permissions/shell/withValues.ts';

describe('values stand in the place of variables', () => {
  test.each([
    ['outside quotes as words', "x='a  b*'; c $x", ["x='a  b*'; c a  b*"]],
    ['and no other signs', "x='a;b$c'; d $x", ["x='a;b$c'; d a\\;b\\$c"]],
    ['inside quotes as one text', `x='a"b'; c "$x"`, [`x='a"b'; c "a\\"b"`]],
    ['also in braces', 'x=a; b ${x}c', ['x=a; b ac']],
    ['put together from its own', 'x=a; x=$x/b; c $x', ['x=a; x=a/b; c a/b', 'x=a; x=a/b; c a']],
    ['put together from others', 'x=a; y=$x/b; c $y', ['x=a; y=a/b; c a/b']],
    [
      'the one before, and each other one',
      'x=a; b $x; x=c; d $x',
      ['x=a; b a; x=c; d c', 'x=a; b a; x=c; d a', 'x=a; b c; x=c; d c'],
    ],
    [
      'each one, though one of them stands before too',
      'x=a; x=b; c $x; x=a; x=d',
      ['x=a; x=b; c b; x=a; x=d', 'x=a; x=b; c a; x=a; x=d', 'x=a; x=b; c d; x=a; x=d'],
    ],
    ['with what is added to it', 'x=a; x+=b; c $x', ['x=a; x+=b; c ab', 'x=a; x+=b; c a']],
    [
      'each of a loop',
      'for x in a b; do c $x; done',
      ['for x in a b; do c b; done', 'for x in a b; do c a; done'],
    ],
    ['its own text', 'c ${x:-a b}', ['c a b']],
    ['the text that it is given on the way', ': ${x:=a}; c "$x"', [': a; c "a"']],
    ['and of braces', "c a{b,'d e'}", ["c ab a'd e'"]],
    ['what is known of home and folder', 'c $HOME/x "${PWD}/y"', ['c /home/me/x "/home/me/shop/y"']],
    ['but none that is not known', 'x=$(a); b $x $y', []],
    ['but none in single quotes', "x=a; b '$x'", []],
    ['but none of a list', 'x=(a b); c $x', []],
    ['but none in what does not parse', 'x=a; b $x )', []],
    [
      'but not of too many',
      `for x in ${Array.from({ length: 70 }, (_, i) => `a${i}`).join(' ')}; do $x; done`,
      undefined,
    ],
    ['but not braces that make too many', `c ${'{a,b}'.repeat(12)}`, undefined],
  ])('%s', async (_, line, filled) =>
    expect(await withValues(line, { HOME: '/home/me', PWD: '/home/me/shop' })).toEqual(filled),
  );
});
