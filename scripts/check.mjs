// The quick part: types, lint, unit, contract and architecture tests.
import { ensureInstalled, run } from './ensure.mjs';

ensureInstalled();
run('tsc', ['-p', '.']);
run('tsc', ['-p', 'src/webview']);
run('biome', ['check', '--error-on-warnings']);
run('node', ['esbuild.mjs']);
run('vitest', [
  'run',
  '--project',
  'unit',
  '--project',
  'contract',
  '--passWithNoTests',
  ...process.argv.slice(2),
]);
