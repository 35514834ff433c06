import type { Position } from './sourceText.ts';

/** Keys and indexes from the top of a file to a value. */
export type ValuePath = readonly (string | number)[];

/** A problem of the text itself: it could not be parsed. */
export interface SyntaxProblem extends Position {
  readonly message: string;
}

/** A parsed TOML, YAML or JSON text that still knows where each value stands. */
export interface StructuredText {
  /** The value as plain data; undefined when the text could not be parsed. */
  readonly value: unknown;
  readonly problems: readonly SyntaxProblem[];
  /** Where the value at the path begins, or the nearest value around it. */
  valueAt(path: ValuePath): Position;
  /** Where the key at the path's end stands, or the nearest value around it. */
  keyAt(path: ValuePath): Position;
}
