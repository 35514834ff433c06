import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileTarget } from '../../../../src/extension/editor/fileTarget.ts';
import { bestMentions, foldersOf } from '../../../../src/extension/editor/mentionRanking.ts';
import { minimalEdit } from '../../../../src/extension/editor/minimalEdit.ts';

describe('the smallest edit', () => {
  test('turns one text into the other', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r\n', '😀', 'é') });
    fc.assert(
      fc.property(text, text, (before, after) => {
        const edit = minimalEdit(before, after);
        const result = edit ? before.slice(0, edit.start) + edit.text + before.slice(edit.end) : before;
        expect(result).toBe(after);
      }),
    );
  });

  test.each([
    ['a\r\nb', 'a\r\nc', { start: 3, end: 4, text: 'c' }],
    ['a\rb', 'a\r\nb', { start: 1, end: 2, text: '\r\n' }],
    ['same', 'same', undefined],
    ['', 'x', { start: 0, end: 0, text: 'x' }],
  ])('of %j to %j is %j', (before, after, edit) => {
    expect(minimalEdit(before, after)).toEqual(edit);
  });
});

test.each([
  ['src/a.ts', { path: 'src/a.ts', line: undefined }],
  ['src/a.ts:12', { path: 'src/a.ts', line: 12 }],
  ['src/a.ts:12:5', { path: 'src/a.ts', line: 12 }],
  ['src/a.ts#L7', { path: 'src/a.ts', line: 7 }],
  ['src/a.ts#L7-L9', { path: 'src/a.ts', line: 7 }],
  ['file:///home/me/a%20b.ts', { path: '/home/me/a b.ts', line: undefined }],
  ['50%.txt', { path: '50%.txt', line: undefined }],
  ['command:workbench.action.quit', undefined],
  ['javascript:alert(1)', undefined],
  ['vscode://x/y', undefined],
  ['data:text/html,x', undefined],
])('the link %s names %j', (href, target) => {
  expect(fileTarget(href)).toEqual(target);
});

test('mentions rank a name over a path, a start over a middle, short over long', () => {
  const paths = ['src/deep/tea.ts', 'tea.ts', 'tea/index.ts', 'src/steam.ts', 'src/t/e/a.ts', 'README.md'];
  expect(bestMentions(paths, 'tea', 10)).toEqual([
    'tea.ts',
    'src/deep/tea.ts',
    'src/steam.ts',
    'tea/index.ts',
    'src/t/e/a.ts',
  ]);
  expect(bestMentions(paths, 'tea', 2).length).toBe(2);
});

test('folders above files are found once each', () => {
  expect(foldersOf(['a/b/c.ts', 'a/d.ts', 'e.ts']).sort()).toEqual(['a', 'a/b']);
});
