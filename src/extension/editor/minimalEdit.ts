/** One replacement, in UTF-16 units of the text before. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The smallest single replacement that turns one text into the other; undefined when they are equal. */
export function minimalEdit(before: string, after: string): TextEdit | undefined {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  // Never between the halves of a line end or of a character outside the basic plane.
  if (start > 0 && /[\r\ud800-\udbff]/.test(before[start - 1] ?? '')) start--;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  if (end > 0 && /[\n\udc00-\udfff]/.test(before.at(-end) ?? '')) end--;
  return { start, end: before.length - end, text: after.slice(start, after.length - end) };
}
