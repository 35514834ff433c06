import { describe, expect, test } from 'vitest';
import { LinkifyIt } from '../../../../src/webview/markdown/plainLinks.ts';

const links = new LinkifyIt();

describe('an address in plain text', () => {
  test.each([
    ['see https://example.org/a', ['https://example.org/a']],
    ['http://a.b, https://c.d!', ['http://a.b', 'https://c.d']],
    ['(https://example.org/a)', ['https://example.org/a']],
    ['https://en.example.org/wiki/Ring_(mathematics)', ['https://en.example.org/wiki/Ring_(mathematics)']],
    ['"https://example.org"', ['https://example.org']],
    ['**https://example.org**', ['https://example.org']],
    ['main.rs and example.org', null],
    ['', null],
  ])('of %j is %j', (text, found) => {
    expect(links.match(text)?.map((link) => link.url) ?? null).toEqual(found);
  });

  test('says where it stands', () => {
    expect(links.match('go: https://x.y.')?.[0]).toMatchObject({ index: 4, lastIndex: 15 });
  });

  test('is found at the start only when it stands there', () => {
    expect(links.matchAtStart('https://x.y z')?.url).toBe('https://x.y');
    expect(links.matchAtStart('z https://x.y')).toBeNull();
  });
});
