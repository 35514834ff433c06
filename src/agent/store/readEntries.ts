import { errorMessage } from '../../base/errors.ts';
import { parseJson } from '../../base/json.ts';
import { type Entry, EntrySchema } from './entry.ts';

/** A line of a session file that does not count, and why. Lines count from 1. */
export interface SkippedLine {
  readonly line: number;
  readonly reason: string;
}

export interface ReadEntries {
  readonly entries: readonly Entry[];
  readonly skipped: readonly SkippedLine[];
  /** The file ends in the middle of a line. */
  readonly torn: boolean;
}

/**
 * The entries of a session file. A last line without its end that is no whole entry was torn by a
 * crash and is dropped; any other line that is no known entry is skipped and reported. Never throws.
 */
export function readEntries(text: string): ReadEntries {
  const lines = text.split('\n');
  const torn = lines.at(-1) !== '';
  const entries: Entry[] = [];
  const skipped: SkippedLine[] = [];
  lines.forEach((line, index) => {
    if (line === '') return;
    const read = readEntry(line);
    if ('entry' in read) entries.push(read.entry);
    else if (index < lines.length - 1) skipped.push({ line: index + 1, reason: read.reason });
  });
  return { entries, skipped, torn };
}

function readEntry(line: string): { entry: Entry } | { reason: string } {
  const json = parseJson(line);
  if (!json.ok) return { reason: `not JSON: ${json.reason}` };
  const type = (json.value as { type?: unknown } | null)?.type;
  const parsed = EntrySchema.safeParse(json.value);
  if (parsed.success) return { entry: parsed.data };
  const issue = parsed.error.issues[0];
  const known = issue?.code !== 'invalid_union';
  if (!known) return { reason: `record of an unknown type ${JSON.stringify(type)}` };
  return { reason: `${String(type)}: ${issue?.path.join('.')}: ${errorMessage(issue?.message)}` };
}
