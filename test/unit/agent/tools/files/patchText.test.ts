import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parsePatch } from '../../../../../src/agent/tools/files/patchFormat.ts';
import { patchText } from '../../../../../src/agent/tools/files/patchText.ts';

function apply(text: string, ...lines: string[]) {
  const parsed = parsePatch(['*** Begin Patch', '*** Update File: a', ...lines, '*** End Patch'].join('\n'));
  if (!parsed.ok) throw new Error(parsed.message);
  const [step] = parsed.steps;
  if (step?.kind !== 'update') throw new Error('no update');
  const result = patchText(text, step.hunks);
  return result.ok ? result.text : result.message;
}

describe('patchText', () => {
  test.each<[string, string, string[], string]>([
    ['changes a line', 'a\nb\nc\n', [' a', '-b', '+B', ' c'], 'a\nB\nc\n'],
    ['inserts lines', 'a\nc\n', [' a', '+b', ' c'], 'a\nb\nc\n'],
    ['takes lines out', 'a\nb\nc\n', [' a', '-b', ' c'], 'a\nc\n'],
    ['changes several places', 'a\nb\nc\nd\n', ['@@', '-a', '+A', '@@', '-d', '+D'], 'A\nb\nc\nD\n'],
    ['looks below the named line', 'f()\nx\ng()\nx\n', ['@@ g()', '-x', '+y'], 'f()\nx\ng()\ny\n'],
    ['ignores the numbers of a unified diff', 'a\nb\n', ['@@ -1,2 +1,2 @@', ' a', '-b', '+B'], 'a\nB\n'],
    [
      'changes the last of equal places at the end of the file',
      'x\ny\nx\n',
      ['-x', '+z', '*** End of File'],
      'x\ny\nz\n',
    ],
    ['adds to the end of the file', 'a\n', ['+b', '*** End of File'], 'a\nb\n'],
    ['takes an empty line as an empty line of context', 'a\n\nb\n', [' a', '', '-b', '+B'], 'a\n\nB\n'],
    ['keeps Windows line ends', 'a\r\nb\r\n', [' a', '-b', '+B', '+C'], 'a\r\nB\r\nC\r\n'],
    ['keeps a missing final line end', 'a\nb', [' a', '-b', '+B'], 'a\nB'],
    ['forgives white space at line ends and keeps the file’s', 'a  \nb\n', [' a', '-b', '+B'], 'a  \nB\n'],
    [
      'forgives lost indentation of context',
      '\tif (x)\n\t\ty();\n',
      [' if (x)', '-y();', '+\t\tz();'],
      '\tif (x)\n\t\tz();\n',
    ],
    ['forgives typographic quotes', 'say “hi”\nb\n', [' say "hi"', '-b', '+c'], 'say “hi”\nc\n'],
  ])('%s', (_title, text, lines, expected) => {
    expect(apply(text, ...lines)).toBe(expected);
  });

  test('leaves every line outside the change byte-identical', () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '\t', '-'), maxLength: 6 });
    const end = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(line, end), { maxLength: 8 }),
        fc.array(fc.tuple(line, end), { maxLength: 8 }),
        (head, tail) => {
          const before = head.map(([text, lineEnd]) => text + lineEnd).join('');
          const after = tail.map(([text, lineEnd]) => text + lineEnd).join('');
          const result = apply(`${before}<<MARK>>\n${after}`, '-<<MARK>>', '+<<NEW>>');
          expect(result.startsWith(before) && result.endsWith(after)).toBe(true);
          expect(result.slice(before.length, result.length - after.length)).toMatch(/^<<NEW>>\r?\n$/);
        },
      ),
    );
  });
});
