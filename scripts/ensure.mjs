import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's folder. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const isWindows = process.platform === 'win32';
const modules = path.join(root, 'node_modules');
const bin = path.join(modules, '.bin');

/** The toolchain's own Node (npm's package `node`): the same on a machine with an older one. */
export const toolNode = path.join(bin, isWindows ? 'node.cmd' : 'node');

/** Installs what the lock file names, when it is not there yet or the lock file changed since. */
export function ensureInstalled() {
  // A linked folder belongs to another checkout, which installs for both.
  if (existsSync(modules) && lstatSync(modules).isSymbolicLink()) return;
  const stamp = path.join(modules, '.vakil-installed');
  const wanted = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(toolNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  console.log('Installing the packages of the lock file …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  if (!existsSync(toolNode)) fetchToolNode();
  writeFileSync(stamp, wanted);
}

/**
 * The package `node` fetches its program in an install script. Where the person's npm runs no install
 * scripts, this runs that one, and makes the link that npm leaves out for a program that was not there.
 */
function fetchToolNode() {
  const home = path.join(modules, 'node');
  run(process.execPath, ['installArchSpecificPackage.js'], { cwd: home, shell: false });
  if (!existsSync(toolNode) && !isWindows) symlinkSync('../node/bin/node', toolNode);
}

/** Runs a program with our own Node first on the PATH; ends this process when it fails. */
export function run(command, args, options = {}) {
  const status = tryRun(command, args, options);
  if (status !== 0) process.exit(status);
}

/** As `run`, but gives the exit status. */
export function tryRun(command, args, options = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
    ...options,
    env: { ...toolEnvironment(), ...options.env },
  });
  if (result.error) {
    console.error(`${command} could not be started: ${result.error.message}`);
    return 1;
  }
  if (result.signal) console.error(`${command} was ended by ${result.signal}`);
  return result.status ?? 1;
}

/**
 * As `tryRun`, beside other steps. With `stdio: 'pipe'` what it prints comes in one piece at its end, so
 * that it does not mix with theirs.
 */
export function start(command, args, options = {}) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: isWindows,
    ...options,
    env: { ...toolEnvironment(), ...options.env },
  });
  const printed = [];
  for (const output of [child.stdout, child.stderr]) output?.on('data', (bytes) => printed.push(bytes));
  return new Promise((resolve) => {
    const end = (status, problem) => {
      process.stdout.write(Buffer.concat(printed));
      if (problem) console.error(`${command} ${problem}`);
      resolve(status);
    };
    child.on('error', (error) => end(1, `could not be started: ${error.message}`));
    child.on('close', (code, signal) => end(code ?? 1, signal && `was ended by ${signal}`));
  });
}

/** This process's environment with the toolchain's programs first on the PATH. */
export function toolEnvironment() {
  return { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` };
}
