// Measures the speed of what is built, as ratios within one run. `npm run bench -- start turns` measures only those.
import { ensureInstalled, run } from './ensure.mjs';

ensureInstalled();
run('node', ['esbuild.mjs']);
run('node', ['test/bench/main.ts', ...process.argv.slice(2)]);
