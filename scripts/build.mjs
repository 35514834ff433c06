import { ensureInstalled, run } from './ensure.mjs';

ensureInstalled();
run('node', ['esbuild.mjs', ...process.argv.slice(2)]);
