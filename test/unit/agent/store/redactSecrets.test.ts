import { expect, test } from 'vitest';
import { redactSecrets } from '../../../../src/agent/store/redactSecrets.ts';

test.each([
  [
    'every place',
    '{"a":"k-12345678","b":"x k-12345678 y"}',
    ['k-12345678'],
    '{"a":"[redacted]","b":"x [redacted] y"}',
  ],
  ['as JSON writes it', '{"a":"say \\"hush\\" now"}', ['say "hush" now'], '{"a":"[redacted]"}'],
  ['but no short word', '{"a":"short"}', ['short'], '{"a":"short"}'],
  ['and nothing else', '{"a":"public"}', ['k-12345678'], '{"a":"public"}'],
])('a secret is taken out of %s', (_, line, secrets, clean) => {
  expect(redactSecrets(line, secrets)).toBe(clean);
});
