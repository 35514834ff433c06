/**
 * What markdown-it asks of the package `entities` (an alias in esbuild.mjs). The browser knows every
 * name already, so its table need not be shipped: a textarea's content is text, never elements.
 */
let area: HTMLTextAreaElement | undefined;

/** The character of one entity with its semicolon; a name that HTML does not know stays as it is. */
export function decodeHTMLStrict(entity: string): string {
  area ??= document.createElement('textarea');
  area.innerHTML = entity;
  // A browser also takes the beginning of a name (`&notit;` begins with `&not`), which Markdown does not.
  const whole = !area.value.endsWith(';') || area.value === ';';
  return whole ? area.value : entity;
}
