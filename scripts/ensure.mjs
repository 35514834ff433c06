import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** The toolchain's own Node (npm's package `node`): the same on a machine with an older one. */
export const toolNode = path.join(
  root,
  'node_modules/.bin',
  process.platform === 'win32' ? 'node.cmd' : 'node',
);

/** Installs what the lock file names, when it is not there yet or the lock file changed since. */
export function ensureInstalled() {
  const stamp = path.join(root, 'node_modules/.vakil-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(toolNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing the packages of the lock file …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  writeFileSync(stamp, wanted);
}

/** Runs a program with our own Node first on the PATH; ends this process when it fails. */
export function run(command, args, options = {}) {
  const status = tryRun(command, args, options);
  if (status !== 0) process.exit(status);
}

/** As `run`, but gives the exit status. */
export function tryRun(command, args, options = {}) {
  const bin = path.join(root, 'node_modules/.bin');
  const PATH = `${bin}${path.delimiter}${process.env.PATH}`;
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    ...options,
    env: { ...process.env, PATH, ...options.env },
  });
  if (result.error) {
    console.error(`${command} could not be started: ${result.error.message}`);
    return 1;
  }
  return result.status ?? 1;
}
