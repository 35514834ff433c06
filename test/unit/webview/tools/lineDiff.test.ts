import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LineDiff, lineDiff } from '../../../../src/webview/tools/lineDiff.ts';

const SIGNS = { same: ' ', add: '+', remove: '-' } as const;

/** A diff as people write it down. */
function written(diff: LineDiff): string[] {
  return diff.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart} +${hunk.newStart} @@`,
    ...hunk.lines.map((line) => SIGNS[line.kind] + line.text),
  ]);
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));
const text = (...lines: string[]) => lines.map((line) => `${line}\n`).join('');

describe('a line difference', () => {
  test.each<[string, string | null, string, string[]]>([
    ['nothing for equal texts', 'a\nb\n', 'a\nb\n', []],
    ['every line of a new file', null, 'a\nb\n', ['@@ -1 +1 @@', '+a', '+b']],
    ['every line of an emptied file', 'a\nb\n', '', ['@@ -1 +1 @@', '-a', '-b']],
    ['a changed line with its neighbours', 'a\nb\nc\n', 'a\nB\nc\n', ['@@ -1 +1 @@', ' a', '-b', '+B', ' c']],
    ['no line for a missing last line end', 'a\nb', 'a\nb\n', []],
    ['no line for other line ends', 'a\r\nb\r\n', 'a\nb\n', []],
    [
      'a moved line as gone here and come there',
      'a\nb\nc\n',
      'b\nc\na\n',
      ['@@ -1 +1 @@', '-a', ' b', ' c', '+a'],
    ],
  ])('shows %s', (_, before, after, lines) => {
    expect(written(lineDiff(before, after))).toEqual(lines);
  });

  test('keeps three lines around a change and begins a new hunk after a gap', () => {
    const before = numbers(30);
    const after = before.map((line) => (line === '5' || line === '20' ? `${line}!` : line));
    expect(written(lineDiff(text(...before), text(...after)))).toEqual([
      '@@ -2 +2 @@',
      ...[' 2', ' 3', ' 4', '-5', '+5!', ' 6', ' 7', ' 8'],
      '@@ -17 +17 @@',
      ...[' 17', ' 18', ' 19', '-20', '+20!', ' 21', ' 22', ' 23'],
    ]);
  });

  test('joins changes whose neighbours touch into one hunk', () => {
    const before = numbers(12);
    const after = before.map((line) => (line === '3' || line === '9' ? `${line}!` : line));
    expect(lineDiff(text(...before), text(...after)).hunks).toHaveLength(1);
  });

  test('counts added and removed lines', () => {
    expect(lineDiff('a\nb\nc\n', 'a\nx\ny\nc\nd\n')).toMatchObject({ added: 3, removed: 1 });
  });

  test('calls the middle replaced when two large texts have little in common', () => {
    const before = Array.from({ length: 4000 }, (_, i) => `before ${i}`);
    const after = Array.from({ length: 4000 }, (_, i) => `after ${i}`);
    expect(lineDiff(text('head', ...before), text('head', ...after))).toMatchObject({
      added: 4000,
      removed: 4000,
    });
  });

  test('turns the text before into the text after, whatever they are', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', ''), { maxLength: 40 });
    fc.assert(
      fc.property(lines, lines, (a, b) => {
        const diff = lineDiff(text(...a), text(...b));
        const shown = diff.hunks.flatMap((hunk) => hunk.lines);
        expect(shown.filter((line) => line.kind === 'add')).toHaveLength(diff.added);
        expect(applied(a, diff)).toEqual(b);
      }),
    );
  });
});

/** The lines that come of following the hunks from top to bottom. */
function applied(before: readonly string[], diff: LineDiff): string[] {
  const result: string[] = [];
  let at = 0;
  for (const hunk of diff.hunks) {
    result.push(...before.slice(at, hunk.oldStart - 1));
    at = hunk.oldStart - 1;
    for (const line of hunk.lines) {
      if (line.kind !== 'add') expect(before[at++]).toBe(line.text);
      if (line.kind !== 'remove') result.push(line.text);
    }
  }
  return [...result, ...before.slice(at)];
}
