// Opens Vakil for a person: builds it, installs it into a VS Code of its own, and opens that on an example
// workspace — the desktop VS Code when `code` is on the PATH, else one in the browser. `--browser` takes the
// latter in any case. Ends with the editor, or with Ctrl+C; nothing of the person's own VS Code is touched.
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { ensureEditor } from './editor.mjs';
import { ensureInstalled, root, run, toolEnvironment } from './ensure.mjs';
import { isAlive, processTree } from './processes.mjs';
import { findChromium, findProgram } from './programs.mjs';
import { packFolder, packVsix, vsixFile } from './vsix.mjs';

ensureInstalled();
packVsix();

const folder = mkdtempSync(path.join(tmpdir(), 'vakil-start-'));
const workspace = path.join(folder, 'tea-shop');
const userData = path.join(folder, 'user');
const extensions = path.join(folder, 'extensions');
const opener = path.join(folder, 'open-chat.vsix');
const children = [];
/** What ends everything, once it was called. */
let ending;
packFolder(path.join(root, 'scripts/openchat'), opener);
cpSync(path.join(root, 'test/fixtures/example'), workspace, { recursive: true });
mkdirSync(path.join(userData, 'User'), { recursive: true });
writeFileSync(
  path.join(userData, 'User/settings.json'),
  JSON.stringify({
    'telemetry.telemetryLevel': 'off',
    'workbench.startupEditor': 'readme',
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'extensions.autoUpdate': false,
    'extensions.ignoreRecommendations': true,
    'update.mode': 'none',
  }),
);

process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => end(130));
const desktop = process.argv.includes('--browser') ? undefined : findProgram('code');
if (desktop === undefined) await openInBrowser();
else await openOnDesktop(desktop);
await end(0);

/** `--wait` keeps the launcher alive until the window is closed. */
async function openOnDesktop(code) {
  const places = ['--user-data-dir', userData, '--extensions-dir', extensions];
  for (const vsix of [vsixFile, opener]) run(code, [...places, '--install-extension', vsix, '--force']);
  console.log(`VS Code opens on ${workspace}. Close its window, or press Ctrl+C here, to end.`);
  await exitOf(start(code, [...places, '--new-window', '--wait', '--disable-workspace-trust', workspace]));
}

async function openInBrowser() {
  const { node, entry } = ensureEditor();
  const port = await freePort();
  const config = path.join(folder, 'config.yaml');
  writeFileSync(config, '');
  const places = ['--config', config, '--user-data-dir', userData, '--extensions-dir', extensions];
  for (const vsix of [vsixFile, opener])
    run(node, [entry, ...places, '--install-extension', vsix, '--force'], { stdio: 'ignore' });
  const server = start(node, [
    ...[entry, ...places, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
    ...['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'],
    ...['--disable-getting-started-override', '--reconnection-grace-time', '30'],
  ]);
  const url = `http://127.0.0.1:${port}/?folder=${encodeURIComponent(workspace)}`;
  const ended = exitOf(server);
  await Promise.race([isUp(port), ended]);
  if (server.exitCode !== null) return console.error('VS Code ended before it was ready.');
  console.log(`\nVakil is ready: ${url}\nPress Ctrl+C here to end.`);
  openPage(url);
  await ended;
}

/** Shows the page where there is a screen; elsewhere the printed address has to do. */
function openPage(url) {
  if (process.platform === 'linux' && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return;
  const browser = process.platform === 'darwin' ? 'open' : (findProgram('xdg-open') ?? findChromium());
  if (browser !== undefined) start(browser, [url]);
}

/** Starts a program that `end` ends with everything below it. */
function start(command, args) {
  const gallery = JSON.stringify({ serviceUrl: '', itemUrl: '', resourceUrlTemplate: '', controlUrl: '' });
  const child = spawn(command, args, {
    stdio: 'ignore',
    detached: true,
    env: { ...toolEnvironment(), EXTENSIONS_GALLERY: gallery },
  });
  child.on('error', (error) => console.error(`${command} could not be started: ${error.message}`));
  children.push(child);
  return child;
}

function exitOf(child) {
  return new Promise((resolve) => child.once('close', resolve));
}

/** Ends what was started, once: first asked, so that extensions can close, and after a moment made to. */
function end(code) {
  ending ??= endAll(code);
  return ending;
}

async function endAll(code) {
  const started = children.flatMap((child) => (child.pid === undefined ? [] : processTree(child.pid)));
  for (const child of children) child.kill('SIGTERM');
  const deadline = Date.now() + 3_000;
  while (started.some(isAlive) && Date.now() < deadline) await delay(100);
  for (const pid of started.filter(isAlive)) process.kill(pid, 'SIGKILL');
  process.exit(code);
}

async function isUp(port) {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined);
    if (answer?.ok) return;
    await delay(100);
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
