import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeText, encodeText } from '../../../../../src/agent/tools/files/textFile.ts';

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('decodeText', () => {
  test.each<[string, Uint8Array, string, string, boolean]>([
    ['UTF-8', Buffer.from('é\n'), 'é\n', 'utf-8', false],
    ['UTF-8 with a mark', Buffer.from('\ufeffé'), 'é', 'utf-8', true],
    ['UTF-16 little-endian with a mark', Buffer.from('\ufeffhi é', 'utf16le'), 'hi é', 'utf-16le', true],
    ['UTF-16 big-endian with a mark', utf16be('\ufeffhi é'), 'hi é', 'utf-16be', true],
    ['UTF-16 without a mark', Buffer.from('hello world', 'utf16le'), 'hello world', 'utf-16le', false],
    ['a single-byte encoding', Buffer.from([0x63, 0x61, 0x66, 0xe9]), 'café', 'latin1', false],
    ['nothing', new Uint8Array(), '', 'utf-8', false],
  ])('reads %s', (_title, bytes, text, encoding, mark) => {
    expect(decodeText(bytes)).toEqual({ text, format: { encoding, mark } });
  });

  test.each<[string, Uint8Array]>([
    ['zero bytes', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 8, 0, 1])],
    ['a program', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0])],
    ['bytes that are mostly control characters', Buffer.from([0xff, 1, 2, 3, 4, 5])],
    ['UTF-16 of an odd length', Buffer.from([0xff, 0xfe, 0x41])],
  ])('refuses %s', (_title, bytes) => {
    expect(decodeText(bytes)).toBeUndefined();
  });
});

test('what is read is written back byte for byte', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      const decoded = decodeText(bytes);
      if (!decoded) return;
      expect(Buffer.from(encodeText(decoded.text, decoded.format) ?? []).equals(Buffer.from(bytes))).toBe(
        true,
      );
    }),
    { numRuns: 500 },
  );
});

test('a character without a place in a single-byte encoding is refused', () => {
  expect(encodeText('€', { encoding: 'latin1', mark: false })).toBeUndefined();
});
