import { expect, test } from 'vitest';
import { limitProblem } from '../../../src/protocol/fieldLimits.ts';

test.each<
  [string, { least?: number; most?: number }, number | boolean | string | string[], string | undefined]
>([
  ['a number at its least', { least: 1 }, 1, undefined],
  ['a number below its least', { least: 1 }, 0.5, 'At least 1.'],
  ['a number above its most', { most: 12 }, 13, 'At most 12.'],
  ['a text that is long enough', { least: 3 }, 'tea', undefined],
  ['a text that is too short', { least: 3 }, 'te', 'At least 3 characters.'],
  ['a text of one character too many', { most: 1 }, 'te', 'At most 1 character.'],
  ['characters outside the first plane count once', { most: 2 }, '🍵🍵', undefined],
  ['too few choices', { least: 2 }, ['a'], 'At least 2 choices.'],
  ['a box has no size', { least: 2 }, true, undefined],
])('%s', (_, limits, value, problem) => {
  expect(limitProblem({ limits }, value)).toBe(problem);
});

test('a field without limits takes everything', () => {
  expect(limitProblem({}, 1e9)).toBeUndefined();
});
