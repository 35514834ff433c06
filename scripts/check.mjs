// The quick part: types, lint, unit, contract and architecture tests. What needs nothing of another step
// runs beside it: the tests wait for children and clocks half of their time.
import { availableParallelism } from 'node:os';
import { ensureInstalled, run, start } from './ensure.mjs';
import { testFolder } from './testFolder.mjs';

ensureInstalled();
// The tests look at what is built.
run('node', ['esbuild.mjs']);

const folder = testFolder();
const projects = ['unit', 'contract', 'architecture'].flatMap((name) => ['--project', name]);
const workers = `--maxWorkers=${Math.max(2, availableParallelism() - 1)}`;
const statuses = await Promise.all([
  staticChecks(),
  start('vitest', ['run', ...projects, workers, '--passWithNoTests', ...process.argv.slice(2)], {
    env: folder.env,
  }),
]);
folder.dispose();
process.exitCode = statuses.find((status) => status !== 0) ?? 0;

/** One after the other, each on one core; what an unchanged file gave before is kept. Gives the first status that is no success, or 0. */
async function staticChecks() {
  const kept = (name) => ['--singleThreaded', '--incremental', '--tsBuildInfoFile', `${name}.tsbuildinfo`];
  const steps = [
    ['tsc', ['-p', '.', ...kept('agent')]],
    ['tsc', ['-p', 'src/webview', ...kept('webview')]],
    ['biome', ['check', '--error-on-warnings']],
  ];
  const statuses = [];
  for (const [command, args] of steps) statuses.push(await start(command, args, { stdio: 'pipe' }));
  return statuses.find((status) => status !== 0) ?? 0;
}
