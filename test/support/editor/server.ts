import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { homeEnvironment } from '../agentProcess.ts';
import { endProcess, endProcessesNaming, eventually, processTree } from '../processes.ts';
import { type FileTree, makeFolder, removeFolder, writeTree } from '../tempFolder.ts';
import { editorGround } from './ground.ts';

export interface ServerOptions {
  /** Packaged extensions to install. */
  readonly vsix?: readonly string[];
  /** User settings on top of the quiet ones. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Settings of the machine: the server is one of its own, apart from the person's. */
  readonly machineSettings?: Readonly<Record<string, unknown>>;
  /** Files of the home folder; the config home is `config/vak` in it. */
  readonly home?: FileTree;
  /** More environment for the server, which extensions inherit. */
  readonly env?: Readonly<Record<string, string>>;
  /** Makes VS Code load development extensions and test modules. It then shows no notifications. */
  readonly forTestModules?: boolean;
  /** Leaves Restricted Mode to the settings instead of trusting every folder. */
  readonly workspaceTrust?: boolean;
}

/** No look at the network, no advice, no first-run pages. */
const quietSettings = {
  'chat.disableAIFeatures': true,
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'files.autoSave': 'off',
  'git.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'window.menuBarVisibility': 'compact',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/** An address that answers nothing, so that the editor asks no marketplace. */
const noGallery = JSON.stringify({ serviceUrl: '', itemUrl: '', resourceUrlTemplate: '', controlUrl: '' });

/**
 * The server side of a real VS Code, with a home, settings and extensions of its own below one temporary
 * folder. `dispose` ends every process that has to do with that folder, whoever its parent is.
 */
export class EditorServer {
  readonly port: number;
  readonly pid: number;
  /** Everything of this editor is below it. */
  readonly folder: string;
  readonly home: string;
  readonly #child: ChildProcess;

  private constructor(folder: string, port: number, child: ChildProcess) {
    this.folder = folder;
    this.home = path.join(folder, 'home');
    this.port = port;
    this.#child = child;
    this.pid = child.pid ?? -1;
  }

  static async start(options: ServerOptions = {}): Promise<EditorServer> {
    const folder = makeFolder({
      'config.yaml': '',
      'user/User/settings.json': JSON.stringify({ ...quietSettings, ...options.settings }),
      'user/Machine/settings.json': JSON.stringify(options.machineSettings ?? {}),
      'extensions/': '',
      'home/': '',
      'workspaces/': '',
    });
    writeTree(path.join(folder, 'home'), options.home ?? {});
    for (const vsix of options.vsix ?? []) await install(folder, vsix);
    const port = await freePort();
    const server = new EditorServer(folder, port, launch(folder, port, options));
    const up = await eventually(() => server.#isUp(), 60_000);
    if (up) return server;
    const log = server.log;
    await server.dispose();
    throw new Error(`VS Code did not come up:\n${log.slice(-3_000)}`);
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get log(): string {
    return readFileSync(path.join(this.folder, 'server.log'), 'utf8');
  }

  /** Makes a workspace folder with these files. */
  workspace(name: string, files: FileTree = {}): string {
    const folder = path.join(this.folder, 'workspaces', name);
    writeTree(folder, { './': '', ...files });
    return folder;
  }

  /** The server and everything below it. */
  processes(): readonly number[] {
    return processTree(this.pid);
  }

  /** Ends the server as a person would, then whatever is left, and removes the folder. */
  async dispose(): Promise<void> {
    endProcess(this.pid, 'SIGTERM');
    await eventually(() => this.processes().length === 0, 5_000);
    // The file watcher and the like outlive their server for half a minute.
    endProcessesNaming(this.folder);
    removeFolder(this.folder);
  }

  async #isUp(): Promise<boolean> {
    if (this.#child.exitCode !== null) return false;
    const answer = await fetch(`${this.origin}/healthz`).catch(() => undefined);
    return answer?.ok === true;
  }
}

/** Where a test module in the extension host writes its results. */
export function resultsFile(folder: string): string {
  return path.join(folder, 'results.json');
}

function launch(folder: string, port: number, options: ServerOptions): ChildProcess {
  const { node, entry } = editorGround();
  const log = openSync(path.join(folder, 'server.log'), 'w');
  const child = spawn(
    node,
    [
      ...[entry, ...placesIn(folder), '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`],
      ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
      // A page that went away without a word keeps its extension host for this many seconds.
      ...['--reconnection-grace-time', '5'],
      ...(options.workspaceTrust === true ? [] : ['--disable-workspace-trust']),
      ...(options.forTestModules === true ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
    ],
    { stdio: ['ignore', log, log], env: { ...environmentFor(folder), ...options.env } },
  );
  closeSync(log);
  return child;
}

function install(folder: string, vsix: string): Promise<void> {
  const { node, entry } = editorGround();
  const child = spawn(node, [entry, ...placesIn(folder), '--force', '--install-extension', vsix], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environmentFor(folder),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => {
      output += bytes.toString();
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${vsix} can't be installed:\n${output}`)),
    );
  });
}

function placesIn(folder: string): readonly string[] {
  return [
    ...['--config', path.join(folder, 'config.yaml')],
    ...['--user-data-dir', path.join(folder, 'user')],
    ...['--extensions-dir', path.join(folder, 'extensions')],
  ];
}

function environmentFor(folder: string): Record<string, string> {
  const { node } = editorGround();
  const home = homeEnvironment(path.join(folder, 'home'));
  return {
    ...home,
    EXTENSIONS_GALLERY: noGallery,
    VAKIL_TEST_RESULTS: resultsFile(folder),
    PATH: `${path.dirname(node)}${path.delimiter}${home['PATH']}`,
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address !== null
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}
