// Runs the client scenarios of `@modelcontextprotocol/conformance` against Vakil's own MCP client and
// prints what came of each. Failures are expected only where `test/conformance/expected.json` says why.
// `--only NAME` runs the scenarios whose name holds NAME.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { ensureInstalled, root, toolEnvironment } from './ensure.mjs';

ensureInstalled();
const work = mkdtempSync(path.join(tmpdir(), 'vakil-conformance-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const client = await bundleClient();
const expected = JSON.parse(readFileSync(path.join(root, 'test/conformance/expected.json'), 'utf8'));
const only = process.argv[process.argv.indexOf('--only') + 1];
const scenarios = listScenarios().filter(
  (name) => !process.argv.includes('--only') || name.includes(only ?? ''),
);

// The scenarios' servers listen on every interface: they get a network of their own where the system can.
const isolated = spawnSync('unshare', ['-rn', 'true']).status === 0;
if (!isolated)
  console.log(
    'No network of its own can be had here: the servers of the scenarios are reachable from outside.',
  );

let wrong = 0;
for (const scenario of scenarios) {
  const checks = run(scenario);
  const failed = checks.filter((check) => check.status === 'FAILURE');
  const reason = expected[scenario];
  const ok = checks.length > 0 && failed.length === 0;
  const fine = ok !== (reason !== undefined);
  if (!fine) wrong += 1;
  console.log(
    `${ok ? 'pass' : 'FAIL'}  ${scenario}  ${checks.length - failed.length}/${checks.length}${verdict(ok, reason)}`,
  );
  for (const check of failed) console.log(`      ${check.id}: ${check.errorMessage ?? check.description}`);
}
console.log(`${scenarios.length} scenarios, ${wrong} without an explanation.`);
process.exitCode = wrong === 0 ? 0 : 1;

function verdict(ok, reason) {
  if (reason === undefined) return '';
  return ok ? '  (expected to fail, and did not: take it off the list)' : `  expected: ${reason}`;
}

/** The client as one file: the agent's sources import Markdown, which Node alone does not take. */
async function bundleClient() {
  const outfile = path.join(work, 'client.mjs');
  await build({
    entryPoints: [path.join(root, 'test/conformance/client.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'esm',
    loader: { '.md': 'text' },
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
  });
  return outfile;
}

/** The checks that the scenario made; none when it could not run. */
function run(scenario) {
  const folder = mkdtempSync(path.join(work, 'results-'));
  const command = [
    'conformance',
    'client',
    '--command',
    `'node ${client}'`,
    '--scenario',
    scenario,
    '-o',
    folder,
  ].join(' ');
  const shell = isolated
    ? ['unshare', '-rn', 'sh', '-c', `ip link set lo up 2>/dev/null; ${command}`]
    : ['sh', '-c', command];
  const result = spawnSync(shell[0], shell.slice(1), {
    cwd: root,
    env: toolEnvironment(),
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (process.argv.includes('--verbose')) console.log(result.stdout, result.stderr);
  const found = readdirSync(folder, { recursive: true })
    .map(String)
    .find((file) => file.endsWith('checks.json'));
  const checks = found ? JSON.parse(readFileSync(path.join(folder, found), 'utf8')) : [];
  return checks;
}

function listScenarios() {
  const { stdout } = spawnSync('conformance', ['list', '--client'], {
    cwd: root,
    env: toolEnvironment(),
    encoding: 'utf8',
  });
  const text = stdout.slice(stdout.indexOf('Client scenarios'));
  return [...text.matchAll(/^\s+- (\S+)/gm)].map(([, name]) => name);
}
