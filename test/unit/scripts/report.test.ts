import path from 'node:path';
import { expect, test } from 'vitest';
import { describeFailures, readReport } from '../../../scripts/report.mjs';
import { tempFolder } from '../../support/tempFolder.ts';

const planned = { planned: ['a.test.ts', 'b.test.ts'] };
const passed = { ended: 'passed', message: '' };

function file(name: string, failures: readonly object[] = []): object {
  return { file: name, passed: 2, skipped: 1, failures };
}

function read(...lines: readonly (object | string)[]) {
  const text = lines.map((line) => (typeof line === 'string' ? line : `${JSON.stringify(line)}\n`)).join('');
  return readReport(path.join(tempFolder({ 'report.jsonl': text }), 'report.jsonl'));
}

const broken = { name: 'adds up', message: 'expected 3 to be 4\n    at test/a.test.ts:3' };

test.each([
  [
    'the files together',
    [planned, file('a.test.ts'), file('b.test.ts'), passed],
    { passed: 4, skipped: 2, failures: [], unfinished: [] },
  ],
  [
    'a failed test with its file and message',
    [planned, file('a.test.ts', [broken]), file('b.test.ts'), { ended: 'failed', message: '' }],
    { passed: 4, skipped: 2, failures: [{ file: 'a.test.ts', ...broken }], unfinished: [] },
  ],
  [
    'what was finished of a run that was ended, as a failure, with the files that were not done',
    [planned, file('a.test.ts'), '{"file":"b.te'],
    {
      passed: 2,
      skipped: 1,
      failures: [{ file: 'the run', name: 'did not get to its end', message: '' }],
      unfinished: ['b.test.ts'],
    },
  ],
  [
    'a run that failed as a whole as one failure',
    [planned, file('a.test.ts'), file('b.test.ts'), { ended: 'failed', message: 'unhandled' }],
    {
      passed: 4,
      skipped: 2,
      failures: [{ file: 'the run', name: 'failed as a whole', message: 'unhandled' }],
      unfinished: [],
    },
  ],
])('counts %s', (_, lines, expected) => {
  expect(read(...lines)).toEqual(expected);
});

test('counts a report that is not there as one failure', () => {
  expect(readReport(path.join(tempFolder(), 'none.jsonl')).failures).toHaveLength(1);
});

test('says each failed test with its file and its message', () => {
  expect(describeFailures(read(planned, file('a.test.ts', [broken]), passed))).toEqual([
    'FAILED a.test.ts > adds up\n  expected 3 to be 4\n      at test/a.test.ts:3',
  ]);
});
