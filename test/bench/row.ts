/** One line of the table: a measured number and what it has to stay under. */
export interface Row {
  readonly what: string;
  readonly value: number;
  readonly unit: 'ms' | 'MiB' | 'kB' | '×' | 'files' | 'turns' | '%';
  /** The greatest value that passes. */
  readonly target: number;
  /** The numbers behind a ratio: ours and the reference's. */
  readonly from?: string;
}

/** Measures one or more rows; throws when the product fails at what is measured. */
export type Measure = () => Promise<readonly Row[]>;

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  if (low === undefined || high === undefined) throw new Error('the median of nothing');
  return (low + high) / 2;
}

/** `ours ÷ reference` as a row, with both numbers shown. */
export function ratioRow(
  what: string,
  ours: number,
  reference: number,
  unit: 'ms' | 'MiB',
  target: number,
): Row {
  const from = `${round(ours)} ${unit} ÷ ${round(reference)} ${unit}`;
  return { what, value: ours / reference, unit: '×', target, from };
}

/** A table for a terminal; every row ends in `ok` or `MISSED`. */
export function renderTable(rows: readonly Row[]): string {
  const cells = rows.map((row) => [
    row.what,
    `${round(row.value)} ${row.unit}`,
    row.from ?? '',
    `≤ ${row.target} ${row.unit}`,
    passes(row) ? 'ok' : 'MISSED',
  ]);
  const table = [['what', 'measured', 'from', 'target', ''], ...cells];
  const widths = table.reduce<number[]>(
    (all, line) => line.map((cell, i) => Math.max(all[i] ?? 0, cell.length)),
    [],
  );
  return table
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export function passes(row: Row): boolean {
  return row.value <= row.target;
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}
