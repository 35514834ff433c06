/** What a run of tests came to. */
export interface Report {
  readonly passed: number;
  readonly skipped: number;
  readonly failures: readonly Failure[];
  /** Files that were to run and are not done. */
  readonly unfinished: readonly string[];
}

export interface Failure {
  readonly file: string;
  readonly name: string;
  /** Empty when there is nothing more to say. */
  readonly message: string;
}

/** Reads a report's file; see the module for what counts as a failure. */
export function readReport(file: string): Report;

/** What a person reads about the failed tests, one text each. */
export function describeFailures(report: Report): readonly string[];
