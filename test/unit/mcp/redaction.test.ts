import { describe, expect, test } from 'vitest';
import { redactJson, redactor } from '../../../src/mcp/redaction.ts';

const open = ['/home/me/project', '/home/me'];
const redact = (values: Record<string, string>, text: string) => redactor(values, open)(text);

describe('redaction', () => {
  test.each([
    ['8 characters of any value', { MODE: 'abcdefgh' }, 'is abcdefgh!', 'is [redacted MODE]!'],
    ['7 characters of a plain value stay', { MODE: 'abcdefg' }, 'is abcdefg', 'is abcdefg'],
    ['4 characters under a key that speaks of a secret', { API_KEY: 'wxyz' }, 'wxyz', '[redacted API_KEY]'],
    ['lower-case keys too', { my_token: 'wxyz' }, 'wxyz', '[redacted my_token]'],
    ['3 characters stay', { API_KEY: 'wxy' }, 'wxy', 'wxy'],
    ['numbers stay', { PORT_KEY: '12345678' }, '12345678', '12345678'],
    ['booleans stay', { PASS_THROUGH: 'true' }, 'true', 'true'],
    [
      'paths of the workspace stay',
      { ROOT_DIR: '/home/me/project/src' },
      '/home/me/project/src',
      '/home/me/project/src',
    ],
    ['the home folder stays', { HOME_DIR: '/home/me' }, '/home/me/x', '/home/me/x'],
    [
      'a bearer without its word',
      { Authorization: 'Bearer abcdefgh' },
      'got abcdefgh',
      'got [redacted Authorization]',
    ],
    ['inside JSON', { A: 'quote"and\\more' }, '{"x":"quote\\"and\\\\more"}', '{"x":"[redacted A]"}'],
    ['in a URL', { A: 'a b&c=d+e' }, 'https://x/?q=a%20b%26c%3Dd%2Be', 'https://x/?q=[redacted A]'],
    ['in base64', { A: 'secret-value' }, 'c2VjcmV0LXZhbHVl', '[redacted A]'],
    ['characters of patterns', { A: 'a.c*e(g)[h' }, 'xa.c*e(g)[hx abcXe', 'x[redacted A]x abcXe'],
    ['the longer of two', { A: 'abcdefgh', B: 'abcdefghij' }, 'abcdefghij', '[redacted B]'],
  ])('%s', (_what, values, text, expected) => {
    expect(redact(values as Record<string, string>, text)).toBe(expected);
  });

  test('every string of a value is redacted', () => {
    const act = redactor({ A: 'abcdefgh' }, open);
    expect(redactJson({ a: ['abcdefgh', 1, { b: 'x abcdefgh' }], c: null }, act)).toEqual({
      a: ['[redacted A]', 1, { b: 'x [redacted A]' }],
      c: null,
    });
  });
});
