import { existsSync, readFileSync } from 'node:fs';

/**
 * Counts tests in the runner's JSON reports. A file that failed outside its tests (it did not load, or
 * its clean-up failed), a run that failed as a whole and a report that is not there each count as one failure.
 */
export function countReports(files) {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const file of files) {
    const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
    const before = counts.failed;
    for (const testFile of report?.testResults ?? []) countFile(testFile, counts);
    if (report?.success !== true && counts.failed === before) counts.failed += 1;
  }
  return counts;
}

function countFile(testFile, counts) {
  let failed = 0;
  for (const { status } of testFile.assertionResults) {
    if (status === 'passed') counts.passed += 1;
    else if (status === 'failed') failed += 1;
    else counts.skipped += 1;
  }
  if (testFile.status === 'failed' && failed === 0) failed = 1;
  counts.failed += failed;
}
