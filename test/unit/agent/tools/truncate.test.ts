import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countLines, keepEnds, keepHead, keepTail } from '../../../../src/agent/tools/truncate.ts';

const limit = (maxCharacters: number, maxLines: number) => ({ maxCharacters, maxLines });

describe('keepHead', () => {
  test('leaves a text within the limit as it is', () => {
    expect(keepHead('a\nb\n', limit(10, 2))).toEqual({ text: 'a\nb\n', cut: undefined });
  });

  test('cuts after the last allowed line and says so', () => {
    expect(keepHead('a\nb\nc\n', limit(100, 2))).toEqual({
      text: 'a\nb',
      cut: { characters: 2, lines: 1, because: 'lines' },
    });
  });

  test('cuts at a line end when there are too many characters', () => {
    expect(keepHead('aaaa\nbbbb\ncccc', limit(11, 100))).toEqual({
      text: 'aaaa\nbbbb',
      cut: { characters: 4, lines: 1, because: 'characters' },
    });
  });

  test('cuts inside a line that alone is too long, but not inside a character', () => {
    expect(keepHead('😀😀😀', limit(3, 5)).text).toBe('😀');
  });
});

describe('keepEnds', () => {
  test('keeps beginning and end, with a line between that says what is missing', () => {
    const lines = Array.from({ length: 10 }, (_, at) => `line ${at}`).join('\n');
    const { text, cut } = keepEnds(lines, limit(1000, 4), (missing) => `<${missing.lines}>`);
    expect(text).toBe('line 0\nline 1\n<7>\nline 8\nline 9');
    expect(cut?.because).toBe('lines');
  });

  test('never gives more than the limit and what stands between', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 300 }), fc.integer({ min: 4, max: 60 }), (text, most) => {
        const kept = keepEnds(text, limit(most, 1000), () => '');
        expect(kept.text.length).toBeLessThanOrEqual(most + 2);
        expect(kept.cut === undefined).toBe(kept.text === text);
      }),
    );
  });
});

test('keepTail begins at a line', () => {
  expect(keepTail('aaaa\nbbbb\ncccc\n', limit(11, 5))).toBe('bbbb\ncccc\n');
  expect(keepTail('aaaa\nbbbb\ncccc\n', limit(100, 1))).toBe('cccc\n');
});

test.each([
  ['', 0],
  ['a', 1],
  ['a\n', 1],
  ['a\nb', 2],
  ['\n\n', 2],
])('counts the lines of %j as %i', (text, lines) => {
  expect(countLines(text)).toBe(lines);
});
