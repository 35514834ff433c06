/** Lines that come at once. */
export const DEFAULT_LINES = 2_000;
/** UTF-16 units of text that come at once. */
const MAX_CHARACTERS = 100_000;
/** UTF-16 units of a line that are shown. */
const MAX_LINE = 2_000;

/** The asked lines of a text, and a note behind them when more follows. */
export function cutLines(
  text: string,
  range: { readonly offset?: number | undefined; readonly limit?: number | undefined },
): { readonly text: string; readonly isError?: boolean } {
  const all = text.replaceAll('\r\n', '\n').split('\n');
  if (all.at(-1) === '') all.pop();
  const first = Math.max(1, range.offset ?? 1);
  if (first > 1 && first > all.length)
    return { text: `There is no line ${first}: the file has ${all.length} lines.`, isError: true };
  const wanted = all.slice(first - 1, first - 1 + Math.min(range.limit ?? DEFAULT_LINES, DEFAULT_LINES));
  const shown: string[] = [];
  let characters = 0;
  for (const line of wanted) {
    const cut = shortenLine(line);
    characters += cut.length + 1;
    if (characters > MAX_CHARACTERS && shown.length > 0) break;
    shown.push(cut);
  }
  const last = first - 1 + shown.length;
  const note =
    last < all.length
      ? `\n\n[lines ${first} to ${last} of ${all.length}; read on with offset ${last + 1}]`
      : '';
  return { text: shown.join('\n') + note };
}

export function shortenLine(line: string): string {
  return line.length <= MAX_LINE
    ? line
    : `${line.slice(0, MAX_LINE)}… [${line.length - MAX_LINE} more characters in this line]`;
}
