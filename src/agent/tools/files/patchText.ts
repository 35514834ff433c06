import { nearestLines } from './nearestLines.ts';
import type { PatchHunk } from './patchFormat.ts';
import { dominantLineEnd } from './replaceText.ts';

export type PatchedText =
  | { readonly ok: true; readonly text: string /** Of the first change, from 1. */; readonly line: number }
  | { readonly ok: false; readonly message: string };

interface Line {
  readonly text: string;
  /** As it stands in the file; empty at an end without one. */
  readonly end: string;
}

/** How lines are compared, strictest first: a patch often has lost white space at line ends or indentation. */
const COMPARE: readonly ((line: string) => string)[] = [
  (line) => line,
  (line) => line.trimEnd(),
  (line) => line.trim(),
  (line) => plainPunctuation(line.trim()),
];

/**
 * Changes a text at the places of the hunks, in order from top to bottom. Lines outside them, and the
 * context lines inside, stay byte for byte. Fails when a place is not found.
 */
export function patchText(text: string, hunks: readonly PatchHunk[]): PatchedText {
  const lines = splitLines(text);
  const lineEnd = dominantLineEnd(text);
  const result: Line[] = [];
  let at = 0;
  let first = 1;
  for (const [index, hunk] of hunks.entries()) {
    const place = findPlace(lines, hunk, at);
    if (place === undefined) return { ok: false, message: notFound(text, hunk) };
    result.push(...lines.slice(at, place));
    if (index === 0) first = place + 1;
    result.push(...changed(lines, hunk, place, lineEnd));
    at = place + hunk.before.length;
  }
  result.push(...lines.slice(at));
  return { ok: true, text: joinLines(result, lineEnd), line: first };
}

function splitLines(text: string): Line[] {
  return [...text.matchAll(/([^\n]*?)(\r?\n|$)/g)]
    .map(([, line = '', end = '']) => ({ text: line, end }))
    .filter((line) => line.text !== '' || line.end !== '');
}

/** A line that is now in the middle needs an end, also when it was the last without one. */
function joinLines(lines: readonly Line[], lineEnd: string): string {
  return lines
    .map((line, at) => line.text + (line.end === '' && at < lines.length - 1 ? lineEnd : line.end))
    .join('');
}

/** The lines of the place as they shall be: context lines are taken from the file, not from the patch. */
function changed(lines: readonly Line[], hunk: PatchHunk, place: number, lineEnd: string): Line[] {
  const present = lines.slice(place, place + hunk.before.length);
  const end = present[0]?.end || lines[place - 1]?.end || lineEnd;
  const context = commonLines(hunk.before, hunk.after);
  const result: Line[] = hunk.after.map((text, at) => {
    const kept = context.get(at);
    return (kept === undefined ? undefined : present[kept]) ?? { text, end };
  });
  const last = present.at(-1);
  const isFileEnd = place + hunk.before.length === lines.length;
  const tail = result.at(-1);
  if (isFileEnd && last?.end === '' && tail) result[result.length - 1] = { ...tail, end: '' };
  return result;
}

/** For lines of `after` that are context: which line of `before` they are. Longest common subsequence, line by line. */
function commonLines(before: readonly string[], after: readonly string[]): Map<number, number> {
  const lengths = Array.from({ length: before.length + 1 }, () =>
    new Array<number>(after.length + 1).fill(0),
  );
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--) {
      const row = lengths[i];
      if (row) row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const common = new Map<number, number>();
  for (let i = 0, j = 0; i < before.length && j < after.length; ) {
    if (before[i] === after[j]) common.set(j++, i++);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return common;
}

function findPlace(lines: readonly Line[], hunk: PatchHunk, from: number): number | undefined {
  for (const compare of COMPARE) {
    const start = belowNamed(lines, hunk.below, from, compare);
    if (start === undefined) continue;
    const place = findLines(lines, hunk, start, compare);
    if (place !== undefined) return place;
  }
  return undefined;
}

function belowNamed(
  lines: readonly Line[],
  names: readonly string[],
  from: number,
  compare: (line: string) => string,
): number | undefined {
  let start = from;
  for (const name of names) {
    const found = lines.findIndex(
      (line, at) => at >= start && compare(line.text).trim() === compare(name).trim(),
    );
    if (found < 0) return undefined;
    start = found + 1;
  }
  return start;
}

function findLines(
  lines: readonly Line[],
  { before, atEnd }: PatchHunk,
  from: number,
  compare: (line: string) => string,
): number | undefined {
  // Lines to put in without any context go behind the named line, or to the end of the file.
  if (before.length === 0) return from > 0 && !atEnd ? from : lines.length;
  const wanted = before.map(compare);
  const last = lines.length - before.length;
  const matches = (at: number) => wanted.every((line, i) => compare(lines[at + i]?.text ?? '') === line);
  if (atEnd) return last >= from && matches(last) ? last : undefined;
  for (let at = from; at <= last; at++) if (matches(at)) return at;
  return undefined;
}

function plainPunctuation(line: string): string {
  return line
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replace(/[\u2018\u2019\u201a\u201b]/g, "'")
    .replace(/[\u201c-\u201f]/g, '"')
    .replace(/[\u00a0\u2002-\u200a\u202f\u205f\u3000]/g, ' ');
}

function notFound(text: string, hunk: PatchHunk): string {
  const near = nearestLines(text, hunk.before.join('\n'));
  const shown = hunk.before.slice(0, 20).join('\n');
  const hint = near ? `\nThe nearest is line ${near.first}${near.differs}:\n${near.text}` : '';
  return `the lines of line ${hunk.line} of the patch were not found:\n${shown}${hint}`;
}
