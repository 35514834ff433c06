// The quick part: types, lint, unit, contract and architecture tests.
import { ensureInstalled, run } from './ensure.mjs';

ensureInstalled();
run('tsc', ['-p', '.']);
run('tsc', ['-p', 'src/webview']);
run('biome', ['check', '--error-on-warnings']);
run('node', ['esbuild.mjs']);
const projects = ['unit', 'contract', 'architecture'].flatMap((name) => ['--project', name]);
run('vitest', ['run', ...projects, '--passWithNoTests', ...process.argv.slice(2)]);
