import { positionAt } from './sourceText.ts';
import type { StructuredText, ValuePath } from './structuredText.ts';

/** One line `key: value`: what it says, and where (offsets into the text). */
interface Entry {
  readonly value: unknown;
  readonly keyAt: number;
  readonly valueAt: number;
  /** Where each item of a list begins. */
  readonly itemsAt: readonly number[];
}

/**
 * Reads the YAML that most heads of files are, in a fraction of the time that the whole language takes:
 * lines `key: value` at the left edge, each value a text, a number, true or false, or a list of texts on
 * the same line. Gives undefined for anything else, also for what is broken: the real parser then says.
 * Where it gives a value, that parser gives the same value at the same places.
 */
export function readPlainYaml(text: string): StructuredText | undefined {
  const entries = new Map<string, Entry>();
  let lineAt = 0;
  for (const line of text.split('\n')) {
    if (line !== '') {
      const [head = '', key = ''] = KEY.exec(line) ?? [];
      const entry = head === '' ? undefined : readValue(line.slice(head.length), lineAt + head.length);
      if (!entry || entries.has(key) || NO_TEXT.has(key) || key === '__proto__') return undefined;
      entries.set(key, { ...entry, keyAt: lineAt });
    }
    lineAt += line.length + 1;
  }
  const [first] = entries.values();
  if (!first) return undefined;
  const place = (path: ValuePath, want: 'keyAt' | 'valueAt') =>
    positionAt(text, offsetOf(entries, path, want) ?? first.keyAt);
  return {
    value: Object.fromEntries([...entries].map(([key, { value }]) => [key, value])),
    problems: [],
    valueAt: (path) => place(path, 'valueAt'),
    keyAt: (path) => place(path, 'keyAt'),
  };
}

/** Anything but usual letters, marks and blanks: YAML treats tabs, line separators and the like each in its own way. */
const UNUSUAL = /[^\x20-\x7e\u00a1-\u02ff\u2010-\u2027]/;
/** A key is a word. */
const KEY = /^([A-Za-z_][A-Za-z0-9_-]*): +/;
/** Words that YAML takes for something else than a text. */
const NO_TEXT = new Set(['null', 'Null', 'NULL', 'true', 'True', 'TRUE', 'false', 'False', 'FALSE']);
/** Begins with a letter or a slash and ends with no blank. */
const PLAIN = /^[A-Za-z/](?:.*[^ ])?$/;
/** What would end a plain text, or make it a key. */
const SPECIAL = /: | #|:$/;
const QUOTED = /^(?:"[^"\\]*"|'[^']*')$/;
const SIMPLE_NUMBER = /^(?:0|[1-9][0-9]{0,8})$/;
const LIST = /^\[(.*)\]$/;
/** One item of a list, with the comma behind it: a quoted text, or a word of letters and harmless marks. */
const ITEM = /("[^"\\]*"|'[^']*'|[A-Za-z/][A-Za-z0-9_./*@+-]*)(?:, ?|$)/y;

function readValue(raw: string, at: number): Omit<Entry, 'keyAt'> | undefined {
  const scalar = (value: unknown) => ({ value, valueAt: at, itemsAt: [] });
  if (UNUSUAL.test(raw)) return undefined;
  if (raw === 'true' || raw === 'false') return scalar(raw === 'true');
  if (SIMPLE_NUMBER.test(raw)) return scalar(Number(raw));
  if (QUOTED.test(raw)) return scalar(raw.slice(1, -1));
  if (PLAIN.test(raw)) return NO_TEXT.has(raw) || SPECIAL.test(raw) ? undefined : scalar(raw);
  const inside = LIST.exec(raw)?.[1];
  return inside === undefined ? undefined : readList(inside, at);
}

function readList(inside: string, at: number): Omit<Entry, 'keyAt'> | undefined {
  const value: string[] = [];
  const itemsAt: number[] = [];
  ITEM.lastIndex = 0;
  while (ITEM.lastIndex < inside.length) {
    itemsAt.push(at + 1 + ITEM.lastIndex);
    const word = ITEM.exec(inside)?.[1];
    if (word === undefined || NO_TEXT.has(word)) return undefined;
    value.push(QUOTED.test(word) ? word.slice(1, -1) : word);
  }
  // A comma at the end is none of the simple cases.
  return /, ?$/.test(inside) ? undefined : { value, valueAt: at, itemsAt };
}

function offsetOf(
  entries: ReadonlyMap<string, Entry>,
  [key, item]: ValuePath,
  want: 'keyAt' | 'valueAt',
): number | undefined {
  const entry = entries.get(String(key));
  if (!entry) return undefined;
  if (item === undefined) return entry[want];
  return (typeof item === 'number' ? entry.itemsAt[item] : undefined) ?? entry.valueAt;
}
