// Every test: unit, contract, architecture, integration, and those in a real VS Code. Installs what they need.
// The last line is counted from what the runner reported file by file, not from its exit code; a step before
// the tests that fails (types, lint, build) counts as one failure.
import { editorIsAvailable } from './editor.mjs';
import { ensureInstalled, tryRun } from './ensure.mjs';
import { findChromium } from './programs.mjs';
import { describeFailures } from './report.mjs';
import { runTests } from './runTests.mjs';

/** The parts, and how long each may take on a busy machine: several times what it takes on an idle one. */
const plain = {
  name: 'without an editor',
  projects: ['unit', 'contract', 'architecture', 'integration'],
  minutes: 25,
};
const editor = { name: 'in a real VS Code', projects: ['editor'], minutes: 40 };

ensureInstalled();
const steps = [
  ['tsc', ['-p', '.']],
  ['tsc', ['-p', 'src/webview']],
  ['biome', ['check', '--error-on-warnings']],
  ['node', ['scripts/package.mjs']],
];
const broken = steps.filter(([command, args]) => tryRun(command, args) !== 0);

const reports = [await runPart(plain)];
const missing = whatTheEditorLacks();
if (missing === undefined) reports.push(await runPart(editor));
else console.log(`The tests in a real VS Code are skipped: ${missing}`);

for (const [command, args] of broken) console.log(`This failed: ${command} ${args.join(' ')}`);
const passed = sum((report) => report.passed);
const failed = sum((report) => report.failures.length) + broken.length;
const skipped = sum((report) => report.skipped);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

/** Runs one part and says at its end what failed in it, and what did not get its turn. */
async function runPart({ name, projects, minutes }) {
  const chosen = projects.flatMap((project) => ['--project', project]);
  const report = await runTests(chosen, { deadlineMs: minutes * 60_000 });
  const lines = describeFailures(report);
  if (report.ranOutOfTime)
    lines.push(`The tests ${name} were ended: they were not done after ${minutes} minutes.`);
  if (report.unfinished.length > 0) lines.push(`Not finished: ${report.unfinished.join(', ')}`);
  for (const line of lines) console.log(line);
  return report;
}

function sum(count) {
  return reports.reduce((all, report) => all + count(report), 0);
}

function whatTheEditorLacks() {
  if (!editorIsAvailable) return 'npm has no VS Code for this system.';
  if (findChromium() === undefined) return 'there is no Chromium. Install one, or name it in CHROMIUM.';
  if (tryRun('node', ['scripts/installEditor.mjs']) !== 0)
    return 'VS Code could not be installed, as said above.';
  return undefined;
}
