// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { decodeHTMLStrict } from '../../../../src/webview/markdown/entities.ts';

test.each([
  ['&amp;', '&'],
  ['&copy;', '©'],
  ['&#35;', '#'],
  ['&#x22;', '"'],
  ['&NotEqualTilde;', '≂̸'],
  ['&nothing;', '&nothing;'],
  ['&lt;/textarea&gt;', '</textarea>'],
])('%s is %s', (entity, character) => {
  expect(decodeHTMLStrict(entity)).toBe(character);
});
