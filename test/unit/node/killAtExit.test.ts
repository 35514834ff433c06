import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { expectNoProcesses } from '../../support/processes.ts';
import { projectRoot } from '../../support/projectRoot.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const childModule = pathToFileURL(path.join(projectRoot, 'src/node/child.ts')).href;

/** A program that leaves while its child, and what that started, still run; prints the child's id. All of them carry the mark. */
const program = (mark: string, start: string) => `
import { OwnedChild } from ${JSON.stringify(childModule)};
const env = { PATH: process.env.PATH, MARK: ${JSON.stringify(mark)} };
const child = new OwnedChild({ command: 'sh', args: ['-c', ${JSON.stringify(`${start} & echo ready; wait`)}], cwd: '/', env });
child.onStdout(() => {
  console.log(child.pid);
  process.exit(0);
});
`;

test.each([
  ['in its group', 'sleep 60'],
  ['in a session of its own', 'setsid sleep 60'],
])('a process that ends takes its children with it, and a grandchild %s', async (_, start) => {
  const mark = tempFolder();
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', program(mark, start)], {
    encoding: 'utf8',
    timeout: 20_000,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  expect(Number(printed)).toBeGreaterThan(0);
  await expectNoProcesses(mark, { deadlineMs: 2_000 });
});
