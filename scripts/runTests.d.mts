import type { Report } from './report.mjs';

export interface RunTestsOptions {
  /** What is not done by then, in milliseconds, is ended whole. */
  readonly deadlineMs: number;
  /** The runner's program; the project's own by default. */
  readonly command?: string;
}

/** Runs the test runner with these arguments; see the module. */
export function runTests(
  args: readonly string[],
  options: RunTestsOptions,
): Promise<Report & { readonly ranOutOfTime: boolean }>;
