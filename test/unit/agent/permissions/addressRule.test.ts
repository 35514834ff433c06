import { describe, expect, test } from 'vitest';
import { addressMatches, isWebAddress } from '../../../../src/agent/permissions/addressRule.ts';
import { createPermissions } from '../../../../src/agent/permissions/decide.ts';
import { createPlaces } from '../../../../src/agent/permissions/places.ts';
import { withheldFrom } from '../../../../src/agent/permissions/withheld.ts';
import { decideInput, testHost } from './decideInput.ts';

const decide = createPermissions(testHost());
const fetching = async (url: string, change: Parameters<typeof decideInput>[0] = {}) =>
  (
    await decide(
      decideInput({ tool: 'web_fetch', aliases: ['WebFetch'], ...change, subject: { kind: 'url', url } }),
    )
  ).outcome;

describe('a deny rule on addresses holds in auto', () => {
  test.each([
    'https://evil.com/x',
    'HTTPS://evil.com/x',
    'https://EVIL.com/x',
    'https://evil.com:443/x',
    'https://evil.com:0443/x',
    ' https://evil.com/x',
    '\thttps://evil.com/x\n',
    'https:evil.com/x',
    'https:/evil.com/x',
    'https:///evil.com/x',
    'https:\\\\evil.com\\x',
    'https://evil%2ecom/x',
    'https://evil。com/x',
    'https://evil.com./x',
    'https://evil.com.:443/x',
    'ht\ttps://ev\til.com/x',
    'https://someone@evil.com/x',
    'https://evil.com',
    'https://evil.com?x',
    'https://evil.com/a/../x#part',
  ])('for %j', async (url) => {
    expect(await fetching(url, { mode: 'auto', deny: ['WebFetch(https://evil.com/*)'] })).toBe('deny');
  });

  test.each([
    'https://EVIL.com/*',
    ' HTTPS://evil.com:443/*',
    'https://evil.com./*',
    'https://evil.com*',
    'https://*.com/*',
    'https://*/x',
    'https://*',
    'https://evil.com:*/*',
    'http*://evil.com/*',
    '*://evil.com/*',
    '*evil.com*',
    '*Evil.com/*',
    'https://evil.com/%78',
  ])('when it is written %j', async (pattern) => {
    expect(await fetching('https://evil.com/x', { mode: 'auto', deny: [`WebFetch(${pattern})`] })).toBe(
      'deny',
    );
  });
});

test.each([
  ['https://h/@me/*', 'https://h/%40me/x', true],
  ['https://h/%40me/*', 'https://h/@me/x', true],
  ['*//h/%40me/*', 'https://h/@me/x', true],
  ["https://h/a:b|c$d'e(f+g/*", 'https://h/a%3Ab%7cc%24d%27e%28f%2bg/x', true],
  ['https://h/a%3ab%7Cc%24d%27e%28f%2Bg/*', "https://h/a:b|c$d'e(f+g/x", true],
  ['https://h/?q=a b', 'https://h/?q=a%20b', true],
  ['https://h/\\*/@me', 'https://h/*/%40me', true],
  ['https://h/%2A/x', 'https://h/*/x', true],
  ['https://h/%2A/x', 'https://h/a/x', false],
  ['https://h/a/b', 'https://h/a%2fb', false],
  ['https://h/a', 'https://h/a%3Fb', false],
  ['https://h/a%2540', 'https://h/a%40', false],
  ['https://example.com/*', 'https://example.com.evil.com/', false],
  ['https://example.com/*', 'https://evil.com/https://example.com/', false],
  ['https://example.com/*', 'https://example.com@evil.com/', false],
  ['https://example.com/*', 'http://example.com/', false],
  ['https://example.com/*', 'https://example.com:8443/', false],
  ['https://*.example.com/*', 'https://docs.example.com/a', true],
  ['https://*.example.com/*', 'https://evil.com/a.example.com/', false],
  ['https://*.example.com/*', 'https://evil.com/?a.example.com/', false],
  ['https://example.com/docs/*', 'https://example.com/docs/%2e%2e/private', false],
  ['https://example.com/private/*', 'https://example.com/%70rivate/x', true],
  ['https://example.com/a\\*', 'https://example.com/a*', true],
  ['https://example.com/a\\*', 'https://example.com/ab', false],
  ['https://example.com', 'https://example.com/', true],
  ['https://example.com', 'https://example.com/a', false],
  ['https://bücher.example/*', 'https://xn--bcher-kva.example/a', true],
  ['http://localhost:*/*', 'http://localhost:3000/a', true],
])('the rule %s and %s: %s', (pattern, url, expected) => {
  expect(addressMatches(pattern, url)).toBe(expected);
});

test.each(['file:///etc/passwd', 'ftp://example.com/', 'javascript:1', 'nonsense', '', 'https://'])(
  '%j is no address that can be fetched, and denied whatever the rules say',
  async (url) => {
    expect([isWebAddress(url), await fetching(url, { mode: 'auto', allow: ['WebFetch'] })]).toEqual([
      false,
      'deny',
    ]);
  },
);

test.each([
  [{ deny: ['WebFetch(https://example.com/private/*)'] }, true],
  [{ deny: ['WebFetch'] }, false],
  [{ ask: ['WebFetch(https://example.com/*)'] }, true],
  [{ ask: ['WebFetch(https://example.com/*)'], mode: 'auto' }, false],
  [{ deny: ['Read(https://example.com/*)'] }, false],
] as const)('with %j a redirect within the site is kept back: %s', (change, expected) => {
  const input = decideInput({ tool: 'web_fetch', aliases: ['WebFetch'], ...(change as object) });
  const withheld = withheldFrom(input, createPlaces(testHost()));
  expect(withheld.address('https://EXAMPLE.com/private/x')).toBe(expected);
});
