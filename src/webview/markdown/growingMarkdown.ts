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
 * Renders a message that grows at its end. Only the last block can still change its meaning, and the one
 * before it while the last is a line that has not ended: `1` becomes `1.` and goes on a list. So each update
 * parses from there; the blocks before keep their identity, and what shows them need not be drawn again. Text that does not continue what was there before is rendered from its beginning.
 */
export class GrowingMarkdown {
  readonly #md: MarkdownIt;
  #text = '';
  #done = false;
  #blocks: readonly MarkdownBlock[] = [];
  /** Blocks that nothing can change any more, the length of their text, and the references in it. */
  #settled: readonly MarkdownBlock[] = [];
  #settledLength = 0;
  #references: NonNullable<RenderEnv['references']> = {};

  constructor(md: MarkdownIt) {
    this.#md = md;
  }

  /** The blocks of `text`. `done` says that nothing follows: references defined late then count everywhere. */
  update(text: string, done: boolean): readonly MarkdownBlock[] {
    const normal = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
    if (normal === this.#text && done === this.#done) return this.#blocks;
    if (!normal.startsWith(this.#text)) this.#restart();
    this.#text = normal;
    this.#done = done;
    this.#blocks = this.#grow();
    return this.#blocks;
  }

  #restart(): void {
    this.#settled = [];
    this.#settledLength = 0;
    this.#references = {};
  }

  #grow(): readonly MarkdownBlock[] {
    const tail = this.#text.slice(this.#settledLength);
    const env: RenderEnv = { references: { ...this.#references } };
    const groups = topLevelGroups(this.#md.parse(tail, env));
    if (this.#done && this.#settledLength > 0 && Object.keys(env.references ?? {}).length > 0) {
      this.#restart();
      return this.#grow();
    }
    const offsets = lineOffsets(tail);
    const starts = groups.map((group, i) => (i === 0 ? 0 : (offsets[group.line] ?? tail.length)));
    const blocks = groups.map((group, i) => {
      const made = {
        key: this.#settled.length + i,
        source: tail.slice(starts[i], starts[i + 1] ?? tail.length),
        html: this.#md.renderer.render(group.tokens, this.#md.options, env),
        hasCode: group.tokens.some((token) => token.type === 'fence' && token.info.trim() !== ''),
      };
      const before = this.#blocks[made.key];
      return before?.source === made.source && before.html === made.html ? before : made;
    });
    const all = [...this.#settled, ...blocks];
    const begun = !tail.endsWith('\n') && !tail.includes('\n', starts.at(-1) ?? 0);
    const open = begun ? 2 : 1;
    this.#settle(
      all.slice(0, this.#settled.length + Math.max(0, blocks.length - open)),
      tail.slice(0, starts.at(-open) ?? 0),
    );
    return all;
  }

  /** Blocks that are final, and so are the references defined in their text. */
  #settle(blocks: readonly MarkdownBlock[], text: string): void {
    if (text === '') return;
    this.#settled = blocks;
    this.#settledLength += text.length;
    if (text.includes(']:')) this.#md.parse(text, { references: this.#references });
  }
}

/** Tokens grouped by top-level block, each with the line it begins at. */
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
