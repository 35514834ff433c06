import { nearestLines } from './nearestLines.ts';

export type Replacement =
  | {
      readonly ok: true;
      readonly text: string;
      readonly count: number /** Of the first change, from 1. */;
      readonly line: number;
    }
  | { readonly ok: false; readonly message: string };

/**
 * Replaces one exact text by another. Line ends compare as equal (`\n` and `\r\n`), and what is put in
 * takes those of the place; every character outside the replaced text stays as it is. Fails, with what
 * would help, when the text is not there or stands there more than once and not all are meant.
 */
export function replaceText(text: string, before: string, after: string, all: boolean): Replacement {
  if (before === '') return { ok: false, message: 'old_string is empty.' };
  if (before === after) return { ok: false, message: 'old_string and new_string are the same.' };
  const wanted = before.replaceAll('\r\n', '\n');
  const spots = findSpots(text, wanted);
  if (spots.length === 0) return { ok: false, message: notFound(text, wanted) };
  if (spots.length > 1 && !all) return { ok: false, message: notUnique(text, spots) };
  const dominant = dominantLineEnd(text);
  let result = '';
  let at = 0;
  for (const spot of spots) {
    const lineEnd = lineEndOf(text.slice(spot.start, spot.end)) ?? dominant;
    result += text.slice(at, spot.start) + after.replaceAll('\r\n', '\n').replaceAll('\n', lineEnd);
    at = spot.end;
  }
  return {
    ok: true,
    text: result + text.slice(at),
    count: spots.length,
    line: lineAt(text, spots[0]?.start ?? 0),
  };
}

interface Spot {
  readonly start: number;
  readonly end: number;
}

/** Where it stands in the text, without overlaps; `wanted` has plain line feeds. */
function findSpots(text: string, wanted: string): Spot[] {
  if (!text.includes('\r\n')) return spotsIn(text, wanted);
  const { plain, offsets } = withoutReturns(text);
  return spotsIn(plain, wanted).map(({ start, end }) => ({
    start: start + countBefore(offsets, start),
    end: end + countBefore(offsets, end),
  }));
}

function spotsIn(text: string, wanted: string): Spot[] {
  const spots: Spot[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length))
    spots.push({ start: at, end: at + wanted.length });
  return spots;
}

/** The text with `\n` line ends, and for each removed return the offset (in the result) it stood before. */
function withoutReturns(text: string): { plain: string; offsets: number[] } {
  const offsets: number[] = [];
  const plain = text.replace(/\r\n/g, (_end, at: number) => {
    offsets.push(at - offsets.length);
    return '\n';
  });
  return { plain, offsets };
}

/** How many of the sorted offsets are smaller. */
function countBefore(offsets: readonly number[], value: number): number {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lineEndOf(text: string): string | undefined {
  const at = text.indexOf('\n');
  if (at < 0) return undefined;
  return text[at - 1] === '\r' ? '\r\n' : '\n';
}

/** What most lines end with. */
export function dominantLineEnd(text: string): '\n' | '\r\n' {
  const all = text.split('\n').length - 1;
  const windows = text.split('\r\n').length - 1;
  return windows * 2 > all ? '\r\n' : '\n';
}

function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++;
  return line;
}

function notUnique(text: string, spots: readonly Spot[]): string {
  const lines = spots.slice(0, 10).map((spot) => lineAt(text, spot.start));
  const more = spots.length > 10 ? ', …' : '';
  return `old_string stands there ${spots.length} times (lines ${lines.join(', ')}${more}). Give more of the text around the one that is meant, or set replace_all.`;
}

function notFound(text: string, wanted: string): string {
  const near = nearestLines(text, wanted);
  if (!near) return 'old_string was not found, and nothing like it.';
  const where = near.first === near.last ? `line ${near.first}` : `lines ${near.first} to ${near.last}`;
  return `old_string was not found. The nearest is ${where}${near.differs}:\n${near.text}`;
}
