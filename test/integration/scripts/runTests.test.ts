import { chmodSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runTests } from '../../../scripts/runTests.mjs';
import { canSeeProcesses, expectNoProcesses, processesNaming } from '../../support/processes.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** A program in the runner's place: it reports one file of two, starts a process that leaves its group, and hangs. */
const hangingRunner = (mark: string) => `#!/usr/bin/env bash
echo '{"planned":["a.test.ts","b.test.ts"]}' >> "$VAKIL_TEST_REPORT"
echo '{"file":"a.test.ts","passed":3,"skipped":0,"failures":[]}' >> "$VAKIL_TEST_REPORT"
MARK=${mark} setsid sleep 300 &
exec sleep 300
`;

describe.skipIf(!canSeeProcesses)('a run of tests that does not end', () => {
  test('ends at its deadline with all it started, counts what was finished and names the rest', async () => {
    const folder = tempFolder();
    const command = runner(hangingRunner(folder));
    const report = await runTests([], { deadlineMs: 1_500, command });
    expect(report).toMatchObject({ passed: 3, unfinished: ['b.test.ts'], ranOutOfTime: true });
    expect(report.failures).toEqual([{ file: 'the run', name: 'did not get to its end', message: '' }]);
    await expectNoProcesses(folder);
    expect(processesNaming(command)).toEqual([]);
  });
});

function runner(text: string): string {
  const file = path.join(tempFolder({ runner: text }), 'runner');
  chmodSync(file, 0o755);
  return file;
}
