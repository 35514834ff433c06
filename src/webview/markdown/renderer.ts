import MarkdownItClass, { type Env, type MarkdownIt, type RendererRule, type Token } from 'markdown-it';
import { isAllowedLink } from './links.ts';
import { taskLists } from './taskLists.ts';

/** Gives a code block's HTML in colours, or undefined when the language is not known. */
export type Highlight = (code: string, language: string) => string | undefined;

/** What one render is given besides the text; markdown-it keeps link references in it too. */
export interface RenderEnv extends Env {
  highlight?: Highlight;
}

/**
 * The one Markdown renderer. A line of the text stays a line. Raw HTML is shown as text, links lead only where `linkTarget` allows,
 * nothing is loaded from the network, and no style attribute is written (the view's policy forbids it).
 */
export function createRenderer(): MarkdownIt {
  const md = new MarkdownItClass({ html: false, linkify: true, typographer: false, breaks: true });
  md.validateLink = isAllowedLink;
  md.linkify.set({ fuzzyLink: false, fuzzyEmail: false });
  md.use(taskLists);
  const { escapeHtml } = md.utils;
  const { rules } = md.renderer;

  rules['image'] = (tokens, index) => {
    const token = tokens[index];
    const source = String(token?.attrGet('src') ?? '');
    const label = escapeHtml(token?.content || source);
    return `<a class="image-link" href="${escapeHtml(source)}"><i class="codicon codicon-file-media" aria-hidden="true"></i>${label}</a>`;
  };
  rules['fence'] = (tokens, index, _options, env) => {
    const token = tokens[index];
    const language = /^[^\s{]*/.exec(token?.info.trim() ?? '')?.[0] ?? '';
    return codeBlock(token?.content ?? '', language, (env as RenderEnv | undefined)?.highlight, escapeHtml);
  };
  rules['code_block'] = (tokens, index) => codeBlock(tokens[index]?.content ?? '', '', undefined, escapeHtml);
  const cell: RendererRule = (tokens, index, options, _env, self) => {
    alignByAttribute(tokens, index);
    return self.renderToken(tokens, index, options);
  };
  rules['th_open'] = cell;
  rules['td_open'] = cell;
  rules['table_open'] = () =>
    '<div class="table-scroll" tabindex="0" role="region" aria-label="Table"><table>';
  rules['table_close'] = () => '</table></div>';
  return md;
}

/** A code block with its language and a copy button; the view listens for clicks on `data-copy`. */
function codeBlock(
  code: string,
  language: string,
  highlight: Highlight | undefined,
  escapeHtml: (text: string) => string,
): string {
  const body = (language && highlight?.(code, language)) || escapeHtml(code);
  return (
    `<div class="code-block"><div class="code-head"><span>${escapeHtml(language)}</span>` +
    '<button type="button" class="icon-button" data-copy aria-label="Copy code" title="Copy">' +
    '<i class="codicon codicon-copy" aria-hidden="true"></i></button></div>' +
    `<pre tabindex="0"><code>${body}</code></pre></div>`
  );
}

/** Turns a table cell's `style="text-align:…"` into `data-align`, which the stylesheet reads. */
function alignByAttribute(tokens: Token[], index: number): void {
  const token = tokens[index];
  const style = token?.attrGet('style');
  if (!token || !style) return;
  token.attrs = (token.attrs ?? []).filter(([name]) => name !== 'style');
  token.attrSet('data-align', /text-align:\s*(\w+)/.exec(String(style))?.[1] ?? 'left');
}
