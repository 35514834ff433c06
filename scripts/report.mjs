import { existsSync, readFileSync } from 'node:fs';

/**
 * Reads what `testReporter.mjs` wrote. A file that failed outside its tests (it did not load, or its clean-up
 * failed) and a run that failed as a whole, or did not get to its end, each count as one failure.
 */
export function readReport(file) {
  const report = { passed: 0, skipped: 0, failures: [], unfinished: [] };
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').flatMap(readLine) : [];
  for (const line of lines) {
    if (line.file === undefined) continue;
    report.passed += line.passed;
    report.skipped += line.skipped;
    for (const failure of line.failures) report.failures.push({ file: line.file, ...failure });
  }
  const done = lines.map((line) => line.file);
  report.unfinished = (lines.find((line) => line.planned)?.planned ?? []).filter(
    (name) => !done.includes(name),
  );
  const end = lines.find((line) => line.ended !== undefined);
  if (end === undefined)
    report.failures.push({ file: 'the run', name: 'did not get to its end', message: '' });
  else if (end.ended !== 'passed' && report.failures.length === 0)
    report.failures.push({ file: 'the run', name: 'failed as a whole', message: end.message });
  return report;
}

/** What a person reads about the failed tests of a part, one after the other; empty when none failed. */
export function describeFailures(report) {
  return report.failures.map(({ file, name, message }) =>
    [
      `FAILED ${file} > ${name}`,
      ...message
        .split('\n')
        .filter((line) => line.trim() !== '')
        .map((line) => `  ${line}`),
    ].join('\n'),
  );
}

/** A line that was torn when the run was ended counts as not written. */
function readLine(line) {
  try {
    return [JSON.parse(line)];
  } catch {
    // Torn, or the empty one behind the last.
    return [];
  }
}
