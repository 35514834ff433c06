export interface NearLines {
  /** From 1. */
  readonly first: number;
  readonly last: number;
  readonly text: string;
  /** How it differs, as a clause to put behind its place; may be empty. */
  readonly differs: string;
}

/** Windows compared at most: a search that fails must not take longer than the edit. */
const MAX_COMPARISONS = 400_000;

/** The lines of a text that are most like the wanted ones; undefined when nothing is half alike. */
export function nearestLines(text: string, wanted: string): NearLines | undefined {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const want = wanted.replace(/^\n+|\n+$/g, '').split('\n');
  if (want.length > lines.length || want.length * lines.length > MAX_COMPARISONS * 10) return undefined;
  const shapes = want.map((line) => pairsOf(line.trim()));
  const cache = lines.map((line) => line.trim());
  let best = { score: 0, at: -1 };
  for (let at = 0; at + want.length <= lines.length; at++) {
    const score = similarity(cache, at, want, shapes, best.score);
    if (score > best.score) best = { score, at };
  }
  if (best.at < 0 || best.score < 0.5) return undefined;
  const found = lines.slice(best.at, best.at + want.length);
  return {
    first: best.at + 1,
    last: best.at + want.length,
    text: found.slice(0, 40).join('\n'),
    differs: describeDifference(found, want, best.at),
  };
}

/** Mean likeness of the lines; gives up early when it can't beat the best so far. */
function similarity(
  lines: readonly string[],
  at: number,
  want: readonly string[],
  shapes: readonly ReadonlySet<string>[],
  toBeat: number,
): number {
  let sum = 0;
  for (let i = 0; i < want.length; i++) {
    const line = lines[at + i] ?? '';
    sum += line === (want[i] ?? '').trim() ? 1 : overlap(pairsOf(line), shapes[i] ?? new Set());
    if ((sum + want.length - i - 1) / want.length <= toBeat) return 0;
  }
  return sum / want.length;
}

function pairsOf(line: string): Set<string> {
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < Math.min(line.length, 200); i++) pairs.add(line.slice(i, i + 2));
  return pairs;
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  if (a.size + b.size === 0) return 1;
  let both = 0;
  for (const pair of a) if (b.has(pair)) both++;
  return (2 * both) / (a.size + b.size);
}

function describeDifference(found: readonly string[], want: readonly string[], at: number): string {
  if (found.every((line, i) => line.trim() === (want[i] ?? '').trim()))
    return ', which differs only in white space';
  const first = found.findIndex((line, i) => line !== want[i]);
  return first >= 0 && want.length > 1 ? `, which differs first in line ${at + first + 1}` : '';
}
