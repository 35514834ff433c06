import { describe, expect, test } from 'vitest';
import { plainOutput, revealHidden, tailOf } from '../../../../src/webview/tools/plainOutput.ts';

describe('output as plain text', () => {
  test.each([
    ['colours', '\u001b[1;32mok\u001b[0m', 'ok'],
    ['a cursor that moves', 'a\u001b[2K\u001b[1Gb', 'ab'],
    ['a title, ended by a bell', '\u001b]0;title\u0007text', 'text'],
    ['a write to the clipboard', '\u001b]52;c;c2VjcmV0\u0007text', 'text'],
    ['a link, its text kept', '\u001b]8;;https://x\u001b\\here\u001b]8;;\u001b\\', 'here'],
    ['a sequence that never ends', 'text\u001b]0;never', 'text'],
    ['one-byte sequences', '\u009b31mred', 'red'],
    ['bells and backspaces', 'a\u0007b\u0008c', 'abc'],
    ['null bytes', 'a\u0000b', 'ab'],
  ])('loses %s', (_, raw, plain) => {
    expect(plainOutput(raw)).toBe(plain);
  });

  test.each([
    ['a line that was written over', 'progress 10%\rprogress 99%\ndone', 'progress 99%\ndone'],
    ['what a shorter line leaves standing', 'abcdef\rxy', 'xycdef'],
    ['the lines of a file with CRLF', 'a\r\nb\r\n', 'a\nb\n'],
    ['tabs', 'a\tb', 'a\tb'],
  ])('shows %s as a terminal does', (_, raw, plain) => {
    expect(plainOutput(raw)).toBe(plain);
  });

  test.each([
    ['a mark that turns the direction', 'rm \u202egnp.exe', 'rm ⟨U+202E⟩gnp.exe'],
    ['a zero-width space', 'a\u200bb', 'a⟨U+200B⟩b'],
    ['a tag character', 'a\u{e0041}b', 'a⟨U+E0041⟩b'],
    ['a carriage return', 'safe\rrm -rf', 'safe⟨U+000D⟩rm -rf'],
  ])('reveals %s in a command', (_, raw, shown) => {
    expect(revealHidden(raw)).toBe(shown);
  });

  test('keeps the lines and tabs of a command as they are', () => {
    expect(revealHidden('a \\\n\tb')).toBe('a \\\n\tb');
  });

  test('keeps the end of a long output, from a line’s beginning on', () => {
    expect(tailOf('one\ntwo\nthree\n', 8)).toEqual({ text: 'three\n', cut: 8 });
    expect(tailOf('short', 8)).toEqual({ text: 'short', cut: 0 });
    expect(tailOf('0123456789', 4)).toEqual({ text: '6789', cut: 6 });
  });
});
