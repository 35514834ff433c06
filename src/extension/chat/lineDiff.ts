/** Cells of the table that is filled to compare; beyond it the middle counts as replaced whole. */
const MAX_CELLS = 4_000_000;

/** How many lines were added and removed between two texts. */
export function countChangedLines(before: string, after: string): { added: number; removed: number } {
  let a = splitLines(before);
  let b = splitLines(after);
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  a = a.slice(start, a.length - end);
  b = b.slice(start, b.length - end);
  const common = a.length * b.length > MAX_CELLS ? 0 : commonLines(a, b);
  return { added: b.length - common, removed: a.length - common };
}

function splitLines(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Length of the longest common subsequence. */
function commonLines(a: readonly string[], b: readonly string[]): number {
  let row = new Uint32Array(b.length + 1);
  for (const line of a) {
    const next = new Uint32Array(b.length + 1);
    for (let j = 1; j <= b.length; j++)
      next[j] = line === b[j - 1] ? (row[j - 1] ?? 0) + 1 : Math.max(row[j] ?? 0, next[j - 1] ?? 0);
    row = next;
  }
  return row[b.length] ?? 0;
}
