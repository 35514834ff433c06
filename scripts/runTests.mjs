import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { root, toolEnvironment } from './ensure.mjs';
import { isAlive, processTree } from './processes.mjs';
import { readReport } from './report.mjs';

/**
 * Runs the test runner with these arguments and gives its report. One that is not done by the deadline is ended
 * with everything it started, editors and browsers too; what was finished until then counts. All that
 * the tests make in the temporary folder is below one folder of this run, which goes with it.
 */
export async function runTests(args, { deadlineMs, command = 'vitest' }) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'vakil-')));
  const file = path.join(folder, 'report.jsonl');
  const reporters = ['--reporter=default', `--reporter=${path.join(root, 'scripts/testReporter.mjs')}`];
  const child = spawn(command, ['run', ...args, ...reporters], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32',
    env: { ...toolEnvironment(), NO_COLOR: '1', TMPDIR: folder, VAKIL_TEST_REPORT: file },
  });
  const ended = new Promise((resolve) => {
    child.once('close', resolve);
    child.once('error', (error) => {
      console.error(`${command} could not be started: ${error.message}`);
      resolve();
    });
  });
  const stop = async () => {
    await endAll(child.pid, folder);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    process.exit(130);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  const late = new AbortController();
  const inTime = await Promise.race([
    ended.then(() => true),
    delay(deadlineMs, false, { signal: late.signal }).catch(() => false),
  ]);
  late.abort();
  // Also after a run that ended by itself: a worker that crashed leaves its editor and its browser.
  await endAll(child.pid, folder);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop);
  const report = { ...readReport(file), ranOutOfTime: !inTime };
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  return report;
}

/** Ends the processes below one and those that name the folder, until none is left of them. */
async function endAll(pid, folder) {
  for (let round = 0; round < 20; round += 1) {
    const below = pid === undefined ? [] : processTree(pid);
    const left = [...below, ...processesNaming(folder)].filter(
      (each) => each !== process.pid && isAlive(each),
    );
    if (left.length === 0) return;
    for (const each of left) kill(each);
    await delay(50);
  }
}

function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}

/** Those whose command line or environment has the text: what lost its parent is found by it. Linux only. */
function processesNaming(text) {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => ['cmdline', 'environ'].some((part) => readText(`/proc/${name}/${part}`).includes(text)))
    .map(Number);
}

function readText(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It ended while we looked, or belongs to somebody else.
    return '';
  }
}
