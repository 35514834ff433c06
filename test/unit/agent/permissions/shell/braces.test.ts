import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { expandBraces } from '../../../../../src/agent/permissions/shell/braces.ts';

const words = [
  'a{b,c}d',
  '{a,b}{c,d}',
  'a{b,c{d,e}f}g',
  '{a,}x',
  '{,.bak}',
  'a{b',
  'a}b{c,d}',
  '{a}',
  '{}',
  '{a}{b,c}',
  'x{a..e}',
  '{3..1}',
  '{-2..2}',
  '{1..9..3}',
  '{a..a}b',
  '{a..3}',
  '{1..2,x}',
  "{'a,b',c}",
  '{"a}",b}c',
  'a\\{b,c}',
  '{a\\,b,c}',
  '{{a,b},c}',
  '{{a,b}',
  '{a,b}}',
  '{a,{b}',
];

test.each(words)('%s becomes what bash makes of it', (written) => {
  const made = expandBraces(written)?.join(' ');
  const print = (text: string) =>
    spawnSync('bash', ['+B', '-c', `printf '<%s>' ${text}`], { encoding: 'utf8' }).stdout;
  const byBash = spawnSync('bash', ['-c', `printf '<%s>' ${written}`], { encoding: 'utf8' }).stdout;
  // Words that are empty are none outside quotes.
  expect(print(made ?? '')).toBe(byBash);
});

test('of many numbers the ends stand for all', () => {
  expect(expandBraces('x{1..1000}')).toEqual(['x1', 'x1000']);
});

test('more words than anybody writes are not made', () => {
  expect(expandBraces('{a,b}'.repeat(20))).toBeUndefined();
  expect(expandBraces('{a,b}'.repeat(20_000))).toBeUndefined();
});
