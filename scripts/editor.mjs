import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root, run } from './ensure.mjs';

/** A VS Code that runs in the browser, from npm alone; the Node it is made for comes beside it. */
const codeServer = 'code-server@4.139.1';
const serverNode = `node-${process.platform}-${process.arch}@24.22.3`;

/** Where the editor is installed; several checkouts can share one. */
const editorFolder = path.resolve(process.env.VAKIL_EDITOR_DIR ?? path.join(root, '.editor'));
const manifestFile = path.join(editorFolder, 'editor.json');

/** True where npm has a program of that Node: Linux on the usual machines. */
export const editorIsAvailable = process.platform === 'linux' && ['x64', 'arm64'].includes(process.arch);

/**
 * Installs the browser VS Code when it is not there yet. Gives its program's place: `node` to run `entry` with.
 * No install script of a package runs; VS Code works without the modules that would be compiled.
 */
export function ensureEditor() {
  if (existsSync(manifestFile)) {
    const manifest = JSON.parse(readFileSync(manifestFile, 'utf8'));
    if (manifest.version === codeServer && existsSync(manifest.entry)) return manifest;
  }
  console.log(`Installing VS Code for the browser (${codeServer}) …`);
  const home = path.join(editorFolder, 'packages');
  // What an interrupted installation left is half patched: begin anew.
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  writeFileSync(path.join(home, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];
  run('npm', [...install, serverNode, codeServer], { cwd: home });

  const modules = path.join(home, 'node_modules');
  const server = path.join(modules, 'code-server');
  const node = path.join(modules, serverNode.replace(/@[^@]*$/, ''), 'bin/node');
  const env = { PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  for (const part of ['lib/vscode', 'lib/vscode/extensions'])
    run('npm', [...install, '--omit=dev'], { cwd: path.join(server, part), env });
  linkHelpers(server);
  refuseProposedApi(server);

  const manifest = { version: codeServer, node, entry: path.join(server, 'out/node/entry.js') };
  writeFileSync(manifestFile, `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** Two links that the package's own install script would make. */
function linkHelpers(server) {
  for (const [link, target] of [
    ['lib/vscode/bin/remote-cli/code-server', 'code-linux.sh'],
    ['lib/vscode/bin/helpers/browser.sh', 'browser-linux.sh'],
  ])
    if (!existsSync(path.join(server, link))) symlinkSync(target, path.join(server, link));
}

/**
 * This server lets every extension use proposed API; VS Code does not. Its check is put back, so that an
 * extension which relies on a proposal fails here as it fails for people.
 */
function refuseProposedApi(server) {
  const always = /function (\w+)\((\w+),(\w+)\)\{return!0\}(?=function \w+\(\w+,\w+\)\{if\(!\1\()/g;
  for (const bundle of [
    'vs/workbench/api/node/extensionHostProcess.js',
    'vs/workbench/api/worker/extensionHostWorkerMain.js',
    'vs/code/browser/workbench/workbench.js',
  ]) {
    const file = path.join(server, 'lib/vscode/out', bundle);
    const text = readFileSync(file, 'utf8');
    const places = text.match(always)?.length ?? 0;
    if (places !== 1)
      throw new Error(`${bundle}: the check for proposed API stands in ${places} places, not in one`);
    writeFileSync(
      file,
      text.replace(always, (_, check, extension, proposal) => {
        const declared = `${extension}.enabledApiProposals`;
        return `function ${check}(${extension},${proposal}){return!!${declared}&&${declared}.includes(${proposal})}`;
      }),
    );
  }
}
