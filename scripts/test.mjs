// Every test: unit, contract, architecture, integration, and those in a real VS Code. Installs what they need.
// The last line is counted from the runners' reports, not from their exit codes; a step before the tests
// that fails (types, lint, build) counts as one failure.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { editorIsAvailable } from './editor.mjs';
import { ensureInstalled, tryRun } from './ensure.mjs';
import { findChromium } from './programs.mjs';
import { countReports } from './report.mjs';

/** A run of the tests that is not done by then is ended and counts as failed. */
const deadlineMs = 15 * 60_000;

ensureInstalled();
const folder = mkdtempSync(path.join(tmpdir(), 'vakil-report-'));
const steps = [
  ['tsc', ['-p', '.']],
  ['tsc', ['-p', 'src/webview']],
  ['biome', ['check', '--error-on-warnings']],
  ['node', ['scripts/package.mjs']],
];
const broken = steps.filter(([command, args]) => tryRun(command, args) !== 0);

const reports = [runTests('plain', ['unit', 'contract', 'architecture', 'integration'])];
const missing = whatTheEditorLacks();
if (missing === undefined) reports.push(runTests('editor', ['editor']));
else console.log(`The tests in a real VS Code are skipped: ${missing}`);

const counts = countReports(reports);
rmSync(folder, { recursive: true, force: true });
for (const [command, args] of broken) console.log(`This failed: ${command} ${args.join(' ')}`);
const failed = counts.failed + broken.length;
console.log(
  `${counts.passed} passed, ${failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''}`,
);
process.exitCode = failed > 0 || counts.passed === 0 ? 1 : 0;

/** Runs the tests of these projects; gives the report's file. */
function runTests(name, projects) {
  const report = path.join(folder, `${name}.json`);
  const chosen = projects.flatMap((project) => ['--project', project]);
  const output = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  tryRun('vitest', ['run', ...chosen, ...output], { timeout: deadlineMs, env: { NO_COLOR: '1' } });
  return report;
}

function whatTheEditorLacks() {
  if (!editorIsAvailable) return 'npm has no VS Code for this system.';
  if (findChromium() === undefined) return 'there is no Chromium. Install one, or name it in CHROMIUM.';
  if (tryRun('node', ['scripts/installEditor.mjs']) !== 0)
    return 'VS Code could not be installed, as said above.';
  return undefined;
}
