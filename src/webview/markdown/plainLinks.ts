/**
 * What markdown-it asks of the package `linkify-it` (a stand-in, see esbuild.mjs): addresses that are
 * written out with `http://` or `https://`. Bare host names stay text, because `main.rs` is one too.
 */
interface FoundLink {
  readonly index: number;
  readonly lastIndex: number;
  readonly schema: string;
  readonly text: string;
  readonly raw: string;
  readonly url: string;
}

const ADDRESS = /https?:\/\/[^\s<>"'`\u0000-\u0020|]+/gi;

export class LinkifyIt {
  /** Options are not needed: there is one kind of link. */
  set(): this {
    return this;
  }

  test(text: string): boolean {
    return text.search(ADDRESS) >= 0;
  }

  match(text: string): FoundLink[] | null {
    const found = [...text.matchAll(ADDRESS)].map((match) => foundLink(match[0], match.index));
    return found.length > 0 ? found : null;
  }

  matchAtStart(text: string): FoundLink | null {
    const first = this.match(text)?.[0];
    return first?.index === 0 ? first : null;
  }
}

function foundLink(raw: string, index: number): FoundLink {
  const url = withoutTail(raw);
  return { index, lastIndex: index + url.length, schema: 'http:', text: url, raw: url, url };
}

/** Punctuation that ends the sentence, and brackets that were opened before the address, are no part of it. */
function withoutTail(address: string): string {
  let end = address.length;
  for (; end > 0; end--) {
    const last = address[end - 1] ?? '';
    if (/[.,;:!?*_~]/.test(last)) continue;
    const pair = { ')': '(', ']': '[', '}': '{' }[last];
    if (!pair || count(address, pair, end) >= count(address, last, end)) break;
  }
  return address.slice(0, end);
}

function count(text: string, character: string, end: number): number {
  return text.slice(0, end).split(character).length - 1;
}
