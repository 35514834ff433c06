/** What was left out of a text, and why. */
export interface Cut {
  readonly characters: number;
  readonly lines: number;
  readonly because: 'characters' | 'lines';
}

export interface Truncated {
  readonly text: string;
  /** Undefined when the text is whole. */
  readonly cut: Cut | undefined;
}

export interface Limit {
  /** UTF-16 units. */
  readonly maxCharacters: number;
  readonly maxLines: number;
}

/** The most that a call's text puts before a model. */
export const RESULT_LIMIT: Limit = { maxCharacters: 30_000, maxLines: 2_000 };

/** Keeps the beginning. Cuts at a line end where the text has one, never inside a character. */
export function keepHead(text: string, limit: Limit): Truncated {
  const lines = endOfLines(text, limit.maxLines);
  if (lines === text.length && text.length <= limit.maxCharacters) return { text, cut: undefined };
  const because = lines <= limit.maxCharacters ? 'lines' : 'characters';
  const end = because === 'lines' ? lines : lineEndBefore(text, limit.maxCharacters);
  const rest = text.slice(end);
  return {
    text: text.slice(0, end).replace(/\n$/, ''),
    cut: { characters: rest.length, lines: countLines(rest), because },
  };
}

/** Keeps beginning and end, half each; `gap` says in its own line what is missing between them. */
export function keepEnds(text: string, limit: Limit, gap: (cut: Cut) => string): Truncated {
  const lines = countLines(text);
  if (text.length <= limit.maxCharacters && lines <= limit.maxLines) return { text, cut: undefined };
  const because = text.length > limit.maxCharacters ? 'characters' : 'lines';
  const half: Limit = {
    maxCharacters: Math.floor(limit.maxCharacters / 2),
    maxLines: Math.floor(limit.maxLines / 2),
  };
  const head = keepHead(text, half).text;
  const tail = keepTail(text.slice(head.length), half);
  const missing = text.slice(head.length, text.length - tail.length);
  const cut: Cut = { characters: missing.length, lines: countLines(missing), because };
  return { text: `${head}\n${gap(cut)}\n${tail}`, cut };
}

/** The last lines within the limit; begins at a line's beginning where there is one. */
export function keepTail(text: string, limit: Limit): string {
  let start = Math.max(0, text.length - limit.maxCharacters);
  if (start > 0) {
    const lineStart = text.indexOf('\n', start);
    start = lineStart >= 0 && lineStart < text.length - 1 ? lineStart + 1 : characterStart(text, start);
  }
  let at = text.length;
  for (let left = limit.maxLines; left > 0 && at > start; left--) at = text.lastIndexOf('\n', at - 2) + 1;
  return text.slice(Math.max(start, at));
}

/** Number of lines; a line end at the end begins no further line. */
export function countLines(text: string): number {
  if (text === '') return 0;
  let count = text.endsWith('\n') ? 0 : 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

/** Offset behind the n-th line, or the text's length when it has no more. */
function endOfLines(text: string, n: number): number {
  let at = 0;
  for (let line = 0; line < n; line++) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}

function lineEndBefore(text: string, offset: number): number {
  const end = text.lastIndexOf('\n', offset - 1) + 1;
  // A line that alone is longer is cut inside.
  return end > offset / 2 ? end : characterStart(text, offset);
}

/** Moves an offset off the middle of a surrogate pair. */
function characterStart(text: string, offset: number): number {
  const unit = text.charCodeAt(offset);
  return unit >= 0xdc00 && unit <= 0xdfff ? offset - 1 : offset;
}
