/**
 * What markdown-it asks of the package `entities` (an alias in esbuild.mjs). The browser knows every
 * name already, so its table need not be shipped: a textarea's content is text, never elements.
 */
let area: HTMLTextAreaElement | undefined;

export function decodeHTML(text: string): string {
  area ??= document.createElement('textarea');
  area.innerHTML = text;
  return area.value;
}

export const decodeHTMLStrict = decodeHTML;
