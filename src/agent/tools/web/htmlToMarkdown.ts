import { decodeEntities, type HtmlToken, htmlTokens } from './htmlTokens.ts';

/** Levels of a list that are shown by indentation. */
const MAX_INDENT = 10;

/** Parts of a page that are no content. */
const CHROME = new Set(['nav', 'footer', 'aside', 'form', 'button', 'select', 'dialog', 'head']);
const BLOCKS = new Set([
  'p',
  'div',
  'section',
  'article',
  'main',
  'header',
  'figure',
  'figcaption',
  'details',
  'summary',
  'dl',
  'dt',
  'dd',
  'address',
  'table',
  'thead',
  'tbody',
  'tfoot',
  'body',
  'html',
]);
const MARKS: Readonly<Record<string, string>> = {
  strong: '**',
  b: '**',
  em: '*',
  i: '*',
  code: '`',
  kbd: '`',
  samp: '`',
  del: '~~',
  s: '~~',
};

/** Characters of the text's end that are kept at hand. */
const MOST_OPEN = 1024;
const LEAST_OPEN = 256;

/** The readable text of a page as Markdown. Links become absolute; navigation, forms and scripts are left out. */
export function htmlToMarkdown(html: string, url: string): string {
  const tokens = [...htmlTokens(html)];
  const title = titleOf(html);
  const writer = new MarkdownWriter(url);
  for (const token of contentOf(tokens)) writer.take(token);
  const body = writer.text();
  return title && !body.startsWith('# ') ? `# ${title}\n\n${body}` : body;
}

function titleOf(html: string): string | undefined {
  const open = html.search(/<title[\s>]/i);
  const start = open < 0 ? -1 : html.indexOf('>', open);
  const end = start < 0 ? -1 : html.indexOf('<', start);
  if (end < 0) return undefined;
  return decodeEntities(html.slice(start + 1, end))
    .replace(/\s+/g, ' ')
    .trim();
}

/** What stands inside `main` or the only `article`, when the page says so. */
function contentOf(tokens: readonly HtmlToken[]): readonly HtmlToken[] {
  for (const name of ['main', 'article']) {
    const opens = tokens.flatMap((token, at) => (token.kind === 'open' && token.name === name ? [at] : []));
    const end = tokens.findLastIndex((token) => token.kind === 'close' && token.name === name);
    const [first] = opens;
    if (opens.length === 1 && first !== undefined && end > first) return tokens.slice(first, end + 1);
  }
  return tokens;
}

class MarkdownWriter {
  readonly #url: string;
  /** What is finished, and the end of the text, which may still be trimmed: a whole page must not be copied for that. */
  readonly #done: string[] = [];
  #out = '';
  /** Depth inside parts that are left out. */
  #hidden: string[] = [];
  #lists: { ordered: boolean; count: number }[] = [];
  #pre = 0;
  #links: (string | undefined)[] = [];
  #row: string[] | undefined;
  #rows = 0;

  constructor(url: string) {
    this.#url = url;
  }

  text(): string {
    const lines = (this.#done.join('') + this.#out).split('\n').map((line) => line.trimEnd());
    return lines
      .filter((line, at) => line !== '' || lines[at - 1] !== '')
      .join('\n')
      .trim();
  }

  take(token: HtmlToken): void {
    if (this.#out.length > MOST_OPEN) {
      this.#done.push(this.#out.slice(0, -LEAST_OPEN));
      this.#out = this.#out.slice(-LEAST_OPEN);
    }
    if (token.kind === 'open' && CHROME.has(token.name) && !token.empty) this.#hidden.push(token.name);
    if (this.#hidden.length > 0) {
      if (token.kind === 'close' && token.name === this.#hidden.at(-1)) this.#hidden.pop();
      return;
    }
    if (token.kind === 'text') this.#text(token.text);
    else if (token.kind === 'open') this.#open(token);
    else this.#close(token.name);
  }

  #text(text: string): void {
    if (this.#pre > 0) {
      this.#out += text;
      return;
    }
    const squeezed = text.replace(/\s+/g, ' ');
    const atStart = this.#out === '' || /[\s|]$/.test(this.#out);
    this.#out += atStart ? squeezed.trimStart() : squeezed;
  }

  #open({ name, attributes }: Extract<HtmlToken, { kind: 'open' }>): void {
    const level = /^h([1-6])$/.exec(name)?.[1];
    if (level) this.#block(`${'#'.repeat(Number(level))} `);
    else if (name === 'br') this.#out += '\n';
    else if (name === 'hr') this.#block('---\n\n');
    else if (name === 'blockquote') this.#block('> ');
    else if (name === 'pre') this.#openPre();
    else if (name === 'ul' || name === 'ol') this.#lists.push({ ordered: name === 'ol', count: 0 });
    else if (name === 'li') this.#openItem();
    else if (name === 'a') this.#openLink(attributes.get('href'));
    else if (name === 'img') this.#image(attributes.get('alt'));
    else if (name === 'tr') this.#openRow();
    else if (name === 'td' || name === 'th') this.#openCell();
    else if (BLOCKS.has(name)) this.#block('');
    else if (this.#pre === 0) this.#out += MARKS[name] ?? '';
  }

  #close(name: string): void {
    if (/^h[1-6]$/.test(name) || name === 'blockquote') this.#block('');
    else if (name === 'pre') this.#closePre();
    else if (name === 'ul' || name === 'ol') this.#closeList();
    else if (name === 'a') this.#closeLink();
    else if (name === 'tr') this.#closeRow();
    else if (name === 'td' || name === 'th') this.#out = `${this.#out.trimEnd()} |`;
    else if (BLOCKS.has(name)) this.#block('');
    else if (this.#pre === 0 && MARKS[name]) this.#out = this.#out.trimEnd() + MARKS[name];
  }

  /** Ends what stands before, and begins a block; inside a list item and a table row a block is only a space. */
  #block(prefix: string): void {
    if (this.#row || /(^|\n) *(- |\d+\. )$/.test(this.#out)) {
      this.#out += prefix;
      return;
    }
    this.#out = `${this.#out.trimEnd()}\n\n${this.#indent(this.#lists.length)}${prefix}`;
  }

  #indent(depth: number): string {
    return '  '.repeat(Math.min(Math.max(0, depth), MAX_INDENT));
  }

  #openPre(): void {
    if (this.#pre++ === 0) this.#out = `${this.#out.trimEnd()}\n\n\`\`\`\n`;
  }

  #closePre(): void {
    if (this.#pre === 0 || --this.#pre > 0) return;
    this.#out = `${this.#out.replace(/\n+$/, '')}\n\`\`\`\n\n`;
  }

  #openItem(): void {
    const list = this.#lists.at(-1);
    const mark = list?.ordered ? `${++list.count}. ` : '- ';
    this.#out = `${this.#out.trimEnd()}\n${this.#indent(this.#lists.length - 1)}${mark}`;
  }

  #closeList(): void {
    this.#lists.pop();
    if (this.#lists.length === 0) this.#out = `${this.#out.trimEnd()}\n\n`;
  }

  #openLink(href: string | undefined): void {
    const target =
      href && !href.startsWith('#') && URL.canParse(href, this.#url) ? new URL(href, this.#url) : undefined;
    const shown = target && /^(https?|mailto):$/.test(target.protocol) ? target.href : undefined;
    this.#links.push(shown);
    if (shown) this.#out += '[';
  }

  #closeLink(): void {
    const target = this.#links.pop();
    if (target) this.#out = `${this.#out.trimEnd()}](${target})`;
  }

  #image(alt: string | undefined): void {
    if (alt) this.#out += `[image: ${alt}]`;
  }

  #openRow(): void {
    this.#row = [];
    this.#out = `${this.#out.trimEnd()}\n|`;
  }

  #openCell(): void {
    this.#row?.push('');
    this.#out += ' ';
  }

  #closeRow(): void {
    const cells = this.#row?.length ?? 0;
    this.#row = undefined;
    if (this.#rows++ === 0 && cells > 0) this.#out += `\n|${' --- |'.repeat(cells)}`;
  }
}
