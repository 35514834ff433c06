import type { MarkdownIt, Token } from 'markdown-it';
import type { RenderEnv } from './renderer.ts';

/** One top-level block of a message: a paragraph, a list, a table, a code block. */
export interface MarkdownBlock {
  /** Position among the message's blocks; stays the same while the message grows. */
  readonly key: number;
  readonly source: string;
  readonly html: string;
  readonly hasCode: boolean;
}

/**
 * Renders a message that grows at its end. Only the last block can still change its meaning, so each
 * update parses from there; the blocks before keep their identity, and what shows them need not be
 * drawn again. Text that does not continue what was there before is rendered from its beginning.
 */
export class GrowingMarkdown {
  readonly #md: MarkdownIt;
  #text = '';
  #env: RenderEnv = {};
  #settled: MarkdownBlock[] = [];
  #settledLength = 0;

  constructor(md: MarkdownIt) {
    this.#md = md;
  }

  /** The blocks of `text`. `done` says that nothing follows: references defined late then count everywhere. */
  update(text: string, done: boolean): readonly MarkdownBlock[] {
    const normal = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    if (!normal.startsWith(this.#text)) this.#restart();
    const known = Object.keys(this.#env.references ?? {}).length;
    this.#text = normal;
    let blocks = this.#grow();
    if (done && Object.keys(this.#env.references ?? {}).length > known && this.#settled.length > 0) {
      const { references } = this.#env;
      this.#restart();
      this.#text = normal;
      this.#env = { references };
      blocks = this.#grow();
    }
    return blocks;
  }

  #restart(): void {
    this.#text = '';
    this.#env = {};
    this.#settled = [];
    this.#settledLength = 0;
  }

  #grow(): readonly MarkdownBlock[] {
    const tail = this.#text.slice(this.#settledLength);
    const groups = topLevelGroups(this.#md.parse(tail, this.#env));
    const offsets = lineOffsets(tail);
    const last = groups.at(-1);
    if (!last) return this.#settled;
    const starts = groups.map((group, i) => (i === 0 ? 0 : (offsets[group.line] ?? tail.length)));
    const blocks = groups.map((group, i) => {
      const source = tail.slice(starts[i], starts[i + 1] ?? tail.length);
      return this.#block(group.tokens, source, this.#settled.length + i);
    });
    const growing = blocks.pop();
    this.#settled = blocks.length > 0 ? [...this.#settled, ...blocks] : this.#settled;
    this.#settledLength += starts.at(-1) ?? 0;
    return growing ? [...this.#settled, growing] : this.#settled;
  }

  #block(tokens: Token[], source: string, key: number): MarkdownBlock {
    return {
      key,
      source,
      html: this.#md.renderer.render(tokens, this.#md.options, this.#env),
      hasCode: tokens.some((token) => token.type === 'fence' && token.info.trim() !== ''),
    };
  }
}

/** Token[] grouped by top-level block, each with the line it begins at. */
function topLevelGroups(tokens: Token[]): { line: number; tokens: Token[] }[] {
  const groups: { line: number; tokens: Token[] }[] = [];
  for (const token of tokens) {
    const begins = token.level === 0 && token.nesting >= 0;
    const group = groups.at(-1);
    if (begins || !group) groups.push({ line: token.map?.[0] ?? 0, tokens: [token] });
    else group.tokens.push(token);
  }
  return groups;
}

function lineOffsets(text: string): number[] {
  const offsets = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) offsets.push(at + 1);
  return offsets;
}
