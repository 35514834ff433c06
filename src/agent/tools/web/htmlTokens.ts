/** A piece of an HTML document, as a reader of text needs it. */
export type HtmlToken =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'open';
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
      readonly empty: boolean;
    }
  | { readonly kind: 'close'; readonly name: string };

/** Characters of a tag, and tags without an end, that are looked at. */
const MAX_TAG = 8_000;
const MAX_BROKEN = 1_000;

/** Elements whose content is no markup. */
const RAW = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'textarea',
  'title',
  'svg',
  'math',
]);
const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

/**
 * Splits HTML into text and tags, in one pass from left to right. Lenient: what is no tag is text.
 * The content of scripts, styles and drawings is left out.
 */
export function* htmlTokens(html: string): Generator<HtmlToken> {
  let at = 0;
  let broken = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    if (open < 0) {
      yield { kind: 'text', text: decodeEntities(html.slice(at)) };
      return;
    }
    if (open > at) yield { kind: 'text', text: decodeEntities(html.slice(at, open)) };
    if (html.startsWith('<!--', open)) {
      const end = html.indexOf('-->', open + 4);
      at = end < 0 ? html.length : end + 3;
      continue;
    }
    const end = tagEnd(html, open);
    const tag = end === undefined ? undefined : parseTag(html.slice(open + 1, end));
    if (end === undefined || !tag) {
      // A page of nothing but broken tags must not take for ever.
      if (++broken > MAX_BROKEN) {
        yield { kind: 'text', text: html.slice(open) };
        return;
      }
      yield { kind: 'text', text: '<' };
      at = open + 1;
      continue;
    }
    at = end + 1;
    if (tag.kind === 'skip') continue;
    yield tag;
    if (tag.kind === 'open' && RAW.has(tag.name) && !tag.empty) at = skipRaw(html, at, tag.name);
  }
}

/** Offset of the `>` that ends the tag; one inside quotes does not. */
function tagEnd(html: string, open: number): number | undefined {
  let quote = '';
  const most = Math.min(html.length, open + MAX_TAG);
  for (let at = open + 1; at < most; at++) {
    const character = html[at] ?? '';
    if (quote !== '') {
      if (character === quote) quote = '';
    } else if (character === '>') return at;
    else if ((character === '"' || character === "'") && html[at - 1] === '=') quote = character;
  }
  return undefined;
}

function parseTag(tag: string): HtmlToken | { readonly kind: 'skip' } | undefined {
  if (tag.startsWith('!') || tag.startsWith('?')) return { kind: 'skip' };
  const [, slash, name = '', rest = ''] = /^(\/?)([A-Za-z][\w:-]*)([\s\S]*)$/.exec(tag) ?? [];
  if (name === '') return undefined;
  const lower = name.toLowerCase();
  if (slash) return { kind: 'close', name: lower };
  return {
    kind: 'open',
    name: lower,
    attributes: attributesOf(rest),
    empty: VOID.has(lower) || rest.endsWith('/'),
  };
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = '', a, b, c] of text.matchAll(
    /([^\s=/"']+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g,
  ))
    attributes.set(name.toLowerCase(), decodeEntities(a ?? b ?? c ?? ''));
  return attributes;
}

function skipRaw(html: string, at: number, name: string): number {
  const close = new RegExp(`</${name}[\\s>]`, 'gi');
  close.lastIndex = at;
  return close.exec(html)?.index ?? html.length;
}

const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  bull: '•',
  middot: '·',
  times: '×',
  rarr: '→',
  larr: '←',
  para: '¶',
  sect: '§',
  deg: '°',
  euro: '€',
};

/** Text with character references resolved; one that is not known stays as it is. */
export function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|(\w{2,8}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return NAMED[name as string] ?? whole;
    const code = Number.parseInt((decimal ?? hex) as string, decimal === undefined ? 16 : 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}
