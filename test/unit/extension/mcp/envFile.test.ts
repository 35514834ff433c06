import { expect, test } from 'vitest';
import { readEnvFile } from '../../../../src/extension/mcp/envFile.ts';

test.each([
  ['A=b', { A: 'b' }],
  ['  export A = b c  ', { A: 'b c' }],
  ['# comment\n\nA=1\r\nB=2', { A: '1', B: '2' }],
  ['A="two\\nlines"', { A: 'two\nlines' }],
  ["A='as $is\\n'", { A: 'as $is\\n' }],
  ['A=b # a comment', { A: 'b' }],
  ['A=b#c', { A: 'b#c' }],
  ['A=', { A: '' }],
  ['A=x=y', { A: 'x=y' }],
  ['A="with \\"quotes\\""', { A: 'with "quotes"' }],
  ['not a variable', {}],
])('%j', (text, variables) => {
  expect(readEnvFile(text)).toEqual(variables);
});
