/** One `key = value` of a TOML text, and where. Offsets in UTF-16 units. */
export interface TomlEntry {
  /** From the top of the file: the table's header and the key; an array of tables adds its index. */
  readonly path: readonly (string | number)[];
  readonly keyStart: number;
  readonly valueStart: number;
  /** Behind the value, before a comment. */
  readonly valueEnd: number;
}

/** A `[table]` or `[[array]]` header. */
export interface TomlHeader {
  readonly path: readonly (string | number)[];
  readonly start: number;
  /** Behind the header's line, its end included. */
  readonly bodyStart: number;
}

export interface TomlLines {
  readonly headers: readonly TomlHeader[];
  readonly entries: readonly TomlEntry[];
}

/**
 * Where headers and keys stand in a TOML text that a parser has found valid. The parser gives values
 * without places; messages and edits that keep comments and order need the places.
 */
export function scanToml(text: string): TomlLines {
  const headers: TomlHeader[] = [];
  const entries: TomlEntry[] = [];
  const counts = new Map<string, number>();
  let table: readonly (string | number)[] = [];
  let at = 0;
  while (at < text.length) {
    const start = skipBlank(text, at);
    if (start >= text.length) break;
    if (text[start] === '[') {
      const array = text[start + 1] === '[';
      const { keys, end } = readKeys(text, start + (array ? 2 : 1));
      table = withIndexes(keys, counts, array);
      const bodyStart = lineEnd(text, end) + 1;
      headers.push({ path: table, start, bodyStart: Math.min(bodyStart, text.length) });
      at = bodyStart;
    } else {
      const { keys, end } = readKeys(text, start);
      const equals = text.indexOf('=', end);
      if (equals === -1) break;
      const valueStart = skipSpaces(text, equals + 1);
      const valueEnd = skipValue(text, valueStart);
      entries.push({ path: [...table, ...keys], keyStart: start, valueStart, valueEnd });
      at = lineEnd(text, valueEnd) + 1;
    }
  }
  return { headers, entries };
}

/** Position of the value (or key) at a path, or of the nearest thing around it. */
export function locateToml(
  lines: TomlLines,
  path: readonly (string | number)[],
  want: 'key' | 'value',
): number {
  for (let length = path.length; length > 0; length--) {
    const wanted = path.slice(0, length);
    const entry = lines.entries.find((e) => same(e.path, wanted));
    if (entry) return want === 'key' && length === path.length ? entry.keyStart : entry.valueStart;
    const header =
      lines.headers.find((h) => same(h.path, wanted)) ?? lines.headers.find((h) => starts(h.path, wanted));
    if (header) return header.start;
    const under = lines.entries.find((e) => starts(e.path, wanted));
    if (under) return under.keyStart;
  }
  return 0;
}

export function same(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  return a.length === b.length && starts(a, b);
}

function starts(path: readonly (string | number)[], prefix: readonly (string | number)[]): boolean {
  return prefix.every((step, i) => path[i] === step);
}

/** Puts the current index behind each key that names an array of tables. */
function withIndexes(
  keys: readonly string[],
  counts: Map<string, number>,
  array: boolean,
): (string | number)[] {
  const path: (string | number)[] = [];
  for (const [i, key] of keys.entries()) {
    path.push(key);
    const name = JSON.stringify(path);
    if (array && i === keys.length - 1) counts.set(name, (counts.get(name) ?? -1) + 1);
    const index = counts.get(name);
    if (index !== undefined) path.push(index);
  }
  return path;
}

function readKeys(text: string, from: number): { keys: string[]; end: number } {
  const keys: string[] = [];
  let at = from;
  for (;;) {
    at = skipSpaces(text, at);
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      const end = stringEnd(text, at);
      const raw = text.slice(at + 1, end - 1);
      keys.push(quote === '"' ? unescapeKey(raw) : raw);
      at = end;
    } else {
      const end = /[^A-Za-z0-9_-]/g;
      end.lastIndex = at;
      const stop = end.exec(text)?.index ?? text.length;
      keys.push(text.slice(at, stop));
      at = stop;
    }
    at = skipSpaces(text, at);
    if (text[at] !== '.') return { keys, end: at };
    at++;
  }
}

function unescapeKey(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    // A TOML escape that JSON does not know (`\U0001F600`): the raw text still names the key for a message.
    return raw;
  }
}

function skipValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  while (at < text.length) {
    const char = text[at];
    if (char === '"' || char === "'") at = stringEnd(text, at);
    else if (char === '[' || char === '{') {
      depth++;
      at++;
    } else if (char === ']' || char === '}') {
      depth--;
      at++;
      if (depth === 0) return at;
    } else if (char === '#' && depth > 0) at = lineEnd(text, at);
    else if (depth === 0 && (char === '\n' || char === '#')) return trimEnd(text, from, at);
    else at++;
    if (depth === 0 && at > from && (char === '"' || char === "'")) return at;
  }
  return trimEnd(text, from, at);
}

function trimEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && /\s/.test(text[end - 1] ?? '')) end--;
  return end;
}

/** Behind the string that begins at `from`, of any of TOML's four kinds. */
function stringEnd(text: string, from: number): number {
  const quote = text[from] ?? '"';
  const long = text.startsWith(quote.repeat(3), from);
  const close = long ? quote.repeat(3) : quote;
  let at = from + close.length;
  while (at < text.length) {
    if (quote === '"' && text[at] === '\\') at += 2;
    else if (text.startsWith(close, at)) {
      let end = at + close.length;
      while (long && text[end] === quote && end < at + 5) end++;
      return end;
    } else at++;
  }
  return text.length;
}

function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (text[at] === '#') at = lineEnd(text, at);
    else if (/\s/.test(text[at] ?? '')) at++;
    else break;
  }
  return at;
}

function skipSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}
