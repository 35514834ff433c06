import { expect, test } from 'vitest';
import { promptArguments } from '../../../../src/agent/mcp/serverPrompts.ts';

const prompt = {
  name: 'p',
  arguments: [{ name: 'who', required: true }, { name: 'how' }],
};

test.each([
  ['Ada', { who: 'Ada' }],
  ['Ada with a long song', { who: 'Ada', how: 'with a long song' }],
  ['"Ada Lovelace" kindly', { who: 'Ada Lovelace', how: 'kindly' }],
  ['who=Ada how="very kindly"', { who: 'Ada', how: 'very kindly' }],
  ["how='x' who=Ada", { who: 'Ada', how: 'x' }],
  // Not all of it names an argument: then none of it does.
  ['who=Ada and more', { who: 'who=Ada', how: 'and more' }],
])('%s', (rest, values) => {
  expect(promptArguments(prompt, rest)).toEqual(values);
});

test('a missing argument is named', () => {
  expect(() => promptArguments(prompt, 'how=x')).toThrow('The prompt "p" needs "who": who=… how=…');
});
