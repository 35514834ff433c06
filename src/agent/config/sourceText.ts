/** A place in a text, 1-based; the column counts characters (code points), as people do. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Takes one byte-order mark off and makes `\r\n` and lone `\r` into `\n`, saying what it did. */
export function normalizeText(raw: string): { text: string; bom: boolean; carriageReturns: boolean } {
  const bom = raw.charCodeAt(0) === 0xfeff;
  const body = bom ? raw.slice(1) : raw;
  const carriageReturns = body.includes('\r');
  return { text: carriageReturns ? body.replace(/\r\n?/g, '\n') : body, bom, carriageReturns };
}

/** Offset in UTF-16 units to a position; an offset behind the end gives the end. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, Math.max(0, offset));
  const lineStart = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line++;
  return { line, column: [...before.slice(lineStart)].length + 1 };
}

/** What a person sees of a value that was found where another was expected: short, on one line. */
export function showValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value instanceof Date) return `the date ${value.toISOString()}`;
  const text = JSON.stringify(value) ?? String(value);
  const kind = Array.isArray(value)
    ? 'the list '
    : typeof value === 'object' && value !== null
      ? 'the table '
      : '';
  return kind + (text.length > 60 ? `${text.slice(0, 57)}…` : text);
}

/** Bytes of a file as text, a byte-order mark kept; what is no UTF-8 is replaced and said. */
export function decodeText(bytes: Uint8Array): { text: string; invalidUtf8: boolean } {
  try {
    return {
      text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes),
      invalidUtf8: false,
    };
  } catch {
    // Not UTF-8 throughout: what is readable still counts.
    return { text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes), invalidUtf8: true };
  }
}
