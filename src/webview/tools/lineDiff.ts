/** One line of a unified diff. */
export interface DiffLine {
  readonly kind: 'same' | 'add' | 'remove';
  readonly text: string;
}

/** Changed lines with some unchanged ones around them. */
export interface Hunk {
  /** 1-based line of the hunk's beginning in the text before and after. */
  readonly oldStart: number;
  readonly newStart: number;
  readonly lines: readonly DiffLine[];
}

export interface LineDiff {
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly Hunk[];
}

/** Past this many differing lines the middle counts as replaced: finding the fewest would take too long. */
const MAX_EDITS = 1500;
const CONTEXT = 3;

/** The difference of two texts by lines, the fewest changes first tried (Myers). A missing `before` is an empty file. */
export function lineDiff(before: string | null, after: string): LineDiff {
  const a = linesOf(before ?? '');
  const b = linesOf(after);
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const middle = compare(a.slice(head, a.length - tail), b.slice(head, b.length - tail));
  const lines: DiffLine[] = [...a.slice(0, head).map(same), ...middle, ...a.slice(a.length - tail).map(same)];
  return {
    added: middle.filter((line) => line.kind === 'add').length,
    removed: middle.filter((line) => line.kind === 'remove').length,
    hunks: hunksOf(lines),
  };
}

const same = (text: string): DiffLine => ({ kind: 'same', text });
const add = (text: string): DiffLine => ({ kind: 'add', text });
const remove = (text: string): DiffLine => ({ kind: 'remove', text });

/** Lines without their ends; a last line end makes no line of its own, and CRLF counts as LF. */
function linesOf(text: string): string[] {
  if (text === '') return [];
  const lines = text.split(/\r?\n/);
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function compare(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length === 0 || b.length === 0) return [...a.map(remove), ...b.map(add)];
  const trace = shortestEdit(a, b);
  return trace ? walkBack(a, b, trace) : [...a.map(remove), ...b.map(add)];
}

/** The furthest reaching points of each round of Myers' algorithm, or undefined past the limit. */
function shortestEdit(a: readonly string[], b: readonly string[]): Int32Array[] | undefined {
  const limit = Math.min(a.length + b.length, MAX_EDITS);
  const size = 2 * limit + 2;
  const middle = limit + 1;
  const reach = new Int32Array(size + 1);
  const trace: Int32Array[] = [];
  for (let d = 0; d <= limit; d++) {
    trace.push(reach.slice(middle - d - 1, middle + d + 2));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && at(reach, middle + k - 1) < at(reach, middle + k + 1));
      let x = down ? at(reach, middle + k + 1) : at(reach, middle + k - 1) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[middle + k] = x;
      if (x >= a.length && x - k >= b.length) return trace;
    }
  }
  return undefined;
}

/** Follows the rounds from the end to the beginning and collects the lines. */
function walkBack(a: readonly string[], b: readonly string[], trace: readonly Int32Array[]): DiffLine[] {
  const lines: DiffLine[] = [];
  let x = a.length;
  let y = b.length;
  for (let d = trace.length - 1; d >= 0; d--) {
    const reach = trace[d] ?? new Int32Array();
    const k = x - y;
    const value = (diagonal: number) => at(reach, diagonal + d + 1);
    const down = k === -d || (k !== d && value(k - 1) < value(k + 1));
    const before = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : value(before);
    const fromY = d === 0 ? 0 : fromX - before;
    while (x > fromX && y > fromY) {
      x--;
      y--;
      lines.push(same(a[x] ?? ''));
    }
    if (d === 0) break;
    if (down) lines.push(add(b[--y] ?? ''));
    else lines.push(remove(a[--x] ?? ''));
  }
  return lines.reverse();
}

function at(values: Int32Array, index: number): number {
  return values[index] ?? 0;
}

function hunksOf(lines: readonly DiffLine[]): Hunk[] {
  const hunks: { oldStart: number; newStart: number; lines: DiffLine[] }[] = [];
  let lastShown = -1;
  let oldLine = 1;
  let newLine = 1;
  const numbers = lines.map((line) => {
    const here = { oldLine, newLine };
    if (line.kind !== 'add') oldLine++;
    if (line.kind !== 'remove') newLine++;
    return here;
  });
  lines.forEach((line, index) => {
    if (line.kind === 'same') return;
    const from = Math.max(lastShown + 1, index - CONTEXT);
    const to = Math.min(lines.length - 1, index + CONTEXT);
    const open = hunks.at(-1);
    const joins = open !== undefined && from <= lastShown + 1;
    const target = joins ? open : { ...startOf(numbers[from]), lines: [] as DiffLine[] };
    if (!joins) hunks.push(target);
    for (let i = Math.max(from, lastShown + 1); i <= to; i++) {
      const shown = lines[i];
      if (shown) target.lines.push(shown);
    }
    lastShown = Math.max(lastShown, to);
  });
  return hunks;
}

function startOf(place: { oldLine: number; newLine: number } | undefined) {
  return { oldStart: place?.oldLine ?? 1, newStart: place?.newLine ?? 1 };
}
