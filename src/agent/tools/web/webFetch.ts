import { z } from 'zod';
import { ExpectedError } from '../../../base/errors.ts';
import { defineTool } from '../defineTool.ts';
import { showBytes } from '../files/openFile.ts';
import type { Tool, ToolContext, ToolResult } from '../tool.ts';
import type { FetchOptions, Page } from './fetchPage.ts';
import { htmlToMarkdown } from './htmlToMarkdown.ts';
import description from './webFetch.md';

const TIME_LIMIT_MS = 30_000;

const InputSchema = z.object({ url: z.string().min(1) });
type Input = z.output<typeof InputSchema>;

export interface WebFetchOptions extends Pick<FetchOptions, 'lookup'> {
  /** Asked at each call: a changed setting counts. */
  readonly allowPrivate: () => boolean;
}

export function createWebFetch(options: WebFetchOptions): Tool<Input> {
  return defineTool({
    name: 'web_fetch',
    aliases: ['WebFetch'],
    description,
    schema: InputSchema,
    kind: 'fetch',
    present: ({ url }) => ({ title: `Fetch ${url}` }),
    claims: () => ({ readOnly: true }),
    subject: ({ url }) => ({ kind: 'url', url }),
    execute: (input, context) => webFetch(input, context, options),
  });
}

async function webFetch({ url }: Input, context: ToolContext, options: WebFetchOptions): Promise<ToolResult> {
  const deadline = new AbortController();
  const timer = context.host.clock.after(TIME_LIMIT_MS, () => deadline.abort());
  const signal = AbortSignal.any([context.signal, deadline.signal]);
  // Node's http takes long to load (it brings all of undici): only who fetches waits for it.
  const { fetchPage } = await import('./fetchPage.ts');
  try {
    const allowPrivate = options.allowPrivate();
    const withheld = (target: string) => context.withheld.address(target);
    return resultOf(await fetchPage(url, { ...options, allowPrivate, withheld, signal }));
  } catch (error) {
    if (context.signal.aborted) throw error;
    if (deadline.signal.aborted)
      return { text: `${url} did not answer within ${TIME_LIMIT_MS / 1000} seconds.`, isError: true };
    if (error instanceof ExpectedError) return { text: error.message, isError: true };
    throw error;
  } finally {
    timer.dispose();
  }
}

function resultOf(page: Page): ToolResult {
  const isError = page.status >= 400;
  const text = textOf(page);
  if (text === undefined)
    return {
      text: `${page.url} is ${page.type || 'of an unknown type'} (${showBytes(page.bytes.length)}), which is no text.`,
      isError: true,
    };
  const status = isError ? `The server answered ${page.status}.\n\n` : '';
  const note = page.cut ? '\n\n[the page is longer; the rest is left out]' : '';
  return { text: `${status}${text.trim()}${note}`, isError };
}

function textOf(page: Page): string | undefined {
  const isHtml = page.type === 'text/html' || page.type === 'application/xhtml+xml';
  const isText =
    isHtml ||
    page.type === '' ||
    page.type.startsWith('text/') ||
    /json|xml|javascript|yaml|toml/.test(page.type);
  if (!isText || page.bytes.subarray(0, 1024).includes(0)) return undefined;
  const text = decode(page, isHtml);
  return isHtml || /^\s*<(!doctype html|html)/i.test(text) ? htmlToMarkdown(text, page.url) : text;
}

function decode(page: Page, isHtml: boolean): string {
  const inPage = isHtml
    ? /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(
        Buffer.from(page.bytes.subarray(0, 2048)).toString('latin1'),
      )?.[1]
    : undefined;
  try {
    return new TextDecoder(page.charset ?? inPage ?? 'utf-8').decode(page.bytes);
  } catch {
    // A name of a character set that nobody knows: most pages are UTF-8 all the same.
    return new TextDecoder().decode(page.bytes);
  }
}
