import path from 'node:path';
import { expect, test } from 'vitest';
import { countReports } from '../../../scripts/report.mjs';
import { tempFolder } from '../../support/tempFolder.ts';

function file(status: string, ...tests: readonly string[]): object {
  return { status, assertionResults: tests.map((each) => ({ status: each })) };
}

test.each([
  [
    'tests by their state',
    [{ success: true, testResults: [file('passed', 'passed', 'passed', 'pending', 'todo')] }],
    [2, 0, 2],
  ],
  ['failed tests', [{ success: false, testResults: [file('failed', 'failed', 'passed')] }], [1, 1, 0]],
  ['a file that did not load as one failure', [{ success: false, testResults: [file('failed')] }], [0, 1, 0]],
  [
    'a file whose clean-up failed as one failure',
    [{ success: false, testResults: [file('failed', 'passed')] }],
    [1, 1, 0],
  ],
  [
    'a run that failed as a whole as one failure',
    [{ success: false, testResults: [file('passed', 'passed')] }],
    [1, 1, 0],
  ],
  ['a run without tests', [{ success: true, testResults: [] }], [0, 0, 0]],
  [
    'several reports together',
    [
      { success: true, testResults: [file('passed', 'passed')] },
      { success: true, testResults: [file('passed', 'passed')] },
    ],
    [2, 0, 0],
  ],
])('counts %s', (_, reports, [passed, failed, skipped]) => {
  const files = Object.fromEntries(reports.map((report, index) => [`${index}.json`, JSON.stringify(report)]));
  const folder = tempFolder(files);
  expect(countReports(Object.keys(files).map((name) => path.join(folder, name)))).toEqual({
    passed,
    failed,
    skipped,
  });
});

test('counts a report that is not there as one failure', () => {
  expect(countReports([path.join(tempFolder(), 'none.json')])).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
