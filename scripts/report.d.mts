/** Counts of tests, over all reports. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Counts tests in the runner's JSON reports; see the module for what counts as a failure. */
export function countReports(files: readonly string[]): Counts;
