import { expect, test } from 'vitest';
import { titleOf } from '../../../../src/agent/store/title.ts';

test.each([
  ['the first line with words in it', '\n---\n  Fix   the tests \nplease', 'Fix the tests'],
  ['nothing, when nothing is said', ' \n\n', undefined],
  ['other scripts as they are', '修复测试', '修复测试'],
  ['a long line cut at a word', `${'word '.repeat(40)}`, `${'word '.repeat(16).slice(0, 79)}…`],
  ['a long word cut anywhere', 'x'.repeat(200), `${'x'.repeat(80)}…`],
])('a title is %s', (_, text, title) => {
  expect(titleOf([{ type: 'text', text }])).toBe(title);
});

test('a message of an image alone has no title', () => {
  expect(titleOf([{ type: 'image', mimeType: 'image/png', data: '' }])).toBeUndefined();
});
