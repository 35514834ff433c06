import path from 'node:path';
import { cliFile, homeEnvironment } from '../support/agentProcess.ts';
import { projectRoot } from '../support/projectRoot.ts';
import { type FileTree, makeFolder, removeFolder, writeTree } from '../support/tempFolder.ts';
import { BenchClient } from './client.ts';

/** A home and a workspace for one measurement. */
export interface BenchPlace {
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
  dispose(): void;
}

export function benchPlace(home: FileTree = {}): BenchPlace {
  const folder = makeFolder({ 'workspace/README.md': '# Bench\n' });
  writeTree(path.join(folder, 'home'), { './': '', ...home });
  return {
    workspace: path.join(folder, 'workspace'),
    env: homeEnvironment(path.join(folder, 'home')),
    dispose: () => removeFolder(folder),
  };
}

/** Our agent as it is shipped, with the rehearsal model. */
export function startOurs(place: BenchPlace): BenchClient {
  return new BenchClient([cliFile, 'acp'], place.workspace, place.env);
}

/** What ours is compared with: 30 lines without a library. */
export function startBare(place: BenchPlace): BenchClient {
  return new BenchClient([path.join(projectRoot, 'test/bench/bareAgent.mjs')], place.workspace, place.env);
}

/** The SDK's own echo. */
export function startEcho(place: BenchPlace): BenchClient {
  return new BenchClient([path.join(projectRoot, 'test/bench/echoAgent.mjs')], place.workspace, place.env);
}
