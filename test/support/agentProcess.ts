import path from 'node:path';
import { onTestFinished } from 'vitest';
import { AcpPeer } from './acpPeer.ts';
import { expectNoProcesses, processIds } from './processes.ts';
import { projectRoot } from './projectRoot.ts';
import { type FileTree, tempFolder, writeTree } from './tempFolder.ts';

/** The command line as it is shipped; `npm run build` writes it. */
export const cliFile = path.join(projectRoot, 'dist/cli.mjs');

/** A home and a workspace that belong to one test. */
export interface Sandbox {
  /** The home folder; `config/vak` and `data/vak` below it are the config and data homes. */
  readonly home: string;
  readonly workspace: string;
  /** The environment that makes a program use them. */
  readonly env: Readonly<Record<string, string>>;
}

/** A fresh home and workspace with these files, removed after the test; processes left there fail it. */
export function sandbox(files: { readonly home?: FileTree; readonly workspace?: FileTree } = {}): Sandbox {
  const before = processIds();
  const folder = tempFolder();
  onTestFinished(() => expectNoProcesses(folder, { before }));
  const home = path.join(folder, 'home');
  const workspace = path.join(folder, 'workspace');
  writeTree(folder, { 'home/': '', 'workspace/': '' });
  writeTree(home, files.home ?? {});
  writeTree(workspace, files.workspace ?? {});
  return { home, workspace, env: testEnvironment(home) };
}

/** A home's variables, and compiled code that all agents of the tests share: each starts in a fresh home. */
export function testEnvironment(home: string): Record<string, string> {
  return { ...homeEnvironment(home), NODE_COMPILE_CACHE: path.join(projectRoot, 'dist/compiled') };
}

/** Variables that put a program's home and all its XDG folders below this one. */
export function homeEnvironment(home: string): Record<string, string> {
  return {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: path.join(home, 'config'),
    XDG_DATA_HOME: path.join(home, 'data'),
    XDG_CACHE_HOME: path.join(home, 'cache'),
    PATH: process.env['PATH'] ?? '',
    VAK_MODEL: 'rehearsal',
  };
}

/** Starts `vak acp` for a test, which ends with the test. The model is the rehearsal one unless `env` says otherwise. */
export function startAgent(place: Sandbox, env: Readonly<Record<string, string>> = {}): AcpPeer {
  const peer = new AcpPeer({
    command: process.execPath,
    args: [cliFile, 'acp'],
    cwd: place.workspace,
    env: { ...place.env, ...env },
  });
  onTestFinished(() => peer[Symbol.asyncDispose]());
  return peer;
}
