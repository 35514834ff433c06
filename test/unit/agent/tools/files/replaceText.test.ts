import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replaceText } from '../../../../../src/agent/tools/files/replaceText.ts';

describe('replaceText', () => {
  test('replaces the one occurrence and names its line', () => {
    expect(replaceText('a\nb\nc\n', 'b', 'B', false)).toEqual({
      ok: true,
      text: 'a\nB\nc\n',
      count: 1,
      line: 2,
    });
  });

  test('keeps Windows line ends, also in what it puts in', () => {
    expect(replaceText('a\r\nb\r\nc\r\n', 'a\nb', 'x\ny\nz', false)).toMatchObject({
      text: 'x\r\ny\r\nz\r\nc\r\n',
    });
  });

  test('takes the line ends of the place in a file with both', () => {
    expect(replaceText('a\nb\r\nc\r\nd\n', 'b\nc', 'b\nC', false)).toMatchObject({
      text: 'a\nb\r\nC\r\nd\n',
    });
  });

  test('replaces all when asked to', () => {
    expect(replaceText('x x x', 'x', 'y', true)).toEqual({ ok: true, text: 'y y y', count: 3, line: 1 });
  });

  test('takes what is put in as it is, whatever it looks like', () => {
    expect(replaceText('a', 'a', "$& $1 $' $$", false)).toMatchObject({ text: "$& $1 $' $$" });
  });

  test('names the lines when the text stands there more than once', () => {
    expect(replaceText('x\ny\nx\n', 'x', 'z', false)).toMatchObject({
      message: expect.stringContaining('2 times (lines 1, 3)'),
    });
  });

  test('shows the nearest lines when white space differs', () => {
    const text = 'function a() {\n\treturn 1;\n}\n';
    const result = replaceText(text, 'function a() {\n  return 1;\n}', 'x', false);
    expect(result).toMatchObject({
      message:
        'old_string was not found. The nearest is lines 1 to 3, which differs only in white space:\nfunction a() {\n\treturn 1;\n}',
    });
  });

  test('says where the nearest lines differ', () => {
    const result = replaceText(
      'one\nconst limit = 10;\nthree\n',
      'one\nconst limit = 12;\nthree',
      'x',
      false,
    );
    expect(result).toMatchObject({
      message: expect.stringContaining('lines 1 to 3, which differs first in line 2'),
    });
  });

  test('says so when nothing is like it', () => {
    expect(replaceText('abc\n', 'something else entirely', 'x', false)).toMatchObject({
      message: 'old_string was not found, and nothing like it.',
    });
  });

  test('leaves everything outside the edit byte-identical', () => {
    const piece = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\n', '\r\n', '\t', 'é'), maxLength: 20 });
    fc.assert(
      fc.property(piece, piece, piece, (before, after, replacement) => {
        const text = `${before}<MARK\r\nHERE>${after}`;
        const result = replaceText(text, '<MARK\nHERE>', replacement, false);
        if (!result.ok) throw new Error(result.message);
        expect(result.text.startsWith(before)).toBe(true);
        expect(result.text.endsWith(after)).toBe(true);
        const inside = result.text.slice(before.length, result.text.length - after.length);
        expect(inside.replaceAll('\r\n', '\n')).toBe(replacement.replaceAll('\r\n', '\n'));
      }),
    );
  });
});
