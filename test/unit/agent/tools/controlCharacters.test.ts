import { expect, test } from 'vitest';
import { stripControlCharacters } from '../../../../src/agent/tools/controlCharacters.ts';

test.each([
  ['plain text stays', 'a\tb\nc é 😀', 'a\tb\nc é 😀'],
  ['colours go', '\x1b[31mred\x1b[0m', 'red'],
  ['a clipboard write goes', 'a\x1b]52;c;ZXZpbA==\x07b', 'ab'],
  ['a link keeps its text only', '\x1b]8;;https://x.example\x1b\\text\x1b]8;;\x1b\\', 'text'],
  ['an unfinished sequence goes to its end', 'a\x1b]0;title', 'a'],
  ['a device control string goes', 'a\x1bPq#0\x1b\\b', 'ab'],
  ['eight-bit sequences go', 'a\x9b31mb', 'ab'],
  ['a carriage return hides nothing', 'rm -rf /\rls', 'rm -rf /\nls'],
  ['Windows line ends become plain', 'a\r\nb\r\r\nc', 'a\nb\nc'],
  ['backspaces go', 'safe\b\b\b\bevil', 'safeevil'],
  ['zero bytes go', 'a\0b', 'ab'],
  ['invisible tag characters go', 'a\u{e0041}\u{e0042}b', 'ab'],
])('%s', (_title, text, expected) => {
  expect(stripControlCharacters(text)).toBe(expected);
});
