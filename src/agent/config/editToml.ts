import { parse } from 'smol-toml';
import { ExpectedError, errorMessage } from '../../base/errors.ts';
import { isRecord } from '../../base/json.ts';
import type { ValuePath } from './structuredText.ts';
import { same, scanToml } from './tomlLines.ts';

/** Changes single values of a TOML text in place: everything else stays byte for byte. */

/** Sets a boolean, number, text or list of texts at a path; the table must be there, or be a plain one. */
export function setTomlValue(
  raw: string,
  path: ValuePath,
  value: boolean | string | readonly string[],
): string {
  const bom = raw.startsWith('\ufeff');
  const text = bom ? raw.slice(1) : raw;
  check(text);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = scanToml(text);
  const shown = show(value);
  const entry = lines.entries.find((e) => same(e.path, path));
  let next: string;
  if (entry) next = text.slice(0, entry.valueStart) + shown + text.slice(entry.valueEnd);
  else {
    const table = path.slice(0, -1);
    const line = `${keyText(path.at(-1))} = ${shown}${eol}`;
    const header = lines.headers.find((h) => same(h.path, table));
    if (header) {
      // Behind the table's last own entry, so that a comment above the next table stays there.
      const own = lines.entries.filter(
        (e) => e.path.length === path.length && same(e.path.slice(0, -1), table),
      );
      next = insertLine(
        text,
        own.length > 0 ? lineEndAfter(text, own.at(-1)?.valueEnd ?? 0) : header.bodyStart,
        line,
        eol,
      );
    } else if (table.length === 0) {
      next = insertLine(text, lines.headers[0]?.start ?? text.length, line, eol);
    } else if (table.every((step) => typeof step === 'string')) {
      const gap = text === '' || text.endsWith(eol + eol) ? '' : text.endsWith('\n') ? eol : eol + eol;
      next = `${text}${gap}[${table.map(keyText).join('.')}]${eol}${line}`;
    } else throw new ExpectedError('toml-place', `There is no table ${table.join('.')} in the file.`);
  }
  check(next);
  return (bom ? '\ufeff' : '') + next;
}

/** Puts a text into the list at a path, or takes it out; makes the list when it is not there. */
export function changeTomlList(raw: string, path: ValuePath, value: string, present: boolean): string {
  const text = raw.startsWith('\ufeff') ? raw.slice(1) : raw;
  let at: unknown = check(text);
  for (const step of path) at = isRecord(at) ? at[String(step)] : undefined;
  const values = Array.isArray(at) ? at.filter((v): v is string => typeof v === 'string') : [];
  if (values.includes(value) === present) return raw;
  return setTomlValue(raw, path, present ? [...values, value] : values.filter((v) => v !== value));
}

function check(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new ExpectedError(
      'toml-syntax',
      `The file can't be changed while it is no valid TOML: ${errorMessage(error)}`,
    );
  }
}

function show(value: boolean | string | readonly string[]): string {
  if (typeof value === 'boolean') return String(value);
  return typeof value === 'string'
    ? JSON.stringify(value)
    : `[${value.map((v) => JSON.stringify(v)).join(', ')}]`;
}

function keyText(key: string | number | undefined): string {
  const text = String(key ?? '');
  return /^[A-Za-z0-9_-]+$/.test(text) ? text : JSON.stringify(text);
}

function insertLine(text: string, at: number, line: string, eol: string): string {
  const before = text.slice(0, at);
  return (before === '' || before.endsWith('\n') ? before : before + eol) + line + text.slice(at);
}

function lineEndAfter(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end + 1;
}
