import type { Host, SpawnSpec } from '../host/host.ts';
import { createPlaces } from '../permissions/places.ts';
import { ownPlaces } from './ownPlaces.ts';
import { findSandbox, type SandboxFound } from './sandbox.ts';

/** How commands of one conversation run: inside the system's sandbox, or as they are. */
export interface CommandSandbox {
  /** Looks for the sandbox on first use; never rejects. */
  ready(): Promise<ReadySandbox>;
  /** The same with fewer places to write (a worker's scope): absolute folders; what could not be written stays so. */
  limitedTo(folders: readonly string[]): CommandSandbox;
  /** The same switched off, for a command that the person lets run without; a worker's scope stays. */
  withoutLimits(): CommandSandbox;
}

export interface ReadySandbox {
  /** `unavailable` when it is wanted and this machine has none that works; `reason` says why. */
  readonly state: 'on' | 'off' | 'unavailable';
  readonly reason?: string;
  wrap(spec: SpawnSpec): SpawnSpec;
  /** Of what configures the agent: the places that commands made since, which the sandbox could not keep them from. */
  appeared(): Promise<readonly string[]>;
}

export interface CommandSandboxOptions {
  /** `auto`: wherever there is one. */
  readonly mode: 'off' | 'auto';
  readonly network: boolean;
  /** All roots of the workspace: commands may write there and in the folder for temporary files. */
  readonly roots: readonly string[];
}

/** Finds the machine's sandbox once, whoever asks. */
export function sandboxFinder(host: Host): () => Promise<SandboxFound> {
  let found: Promise<SandboxFound> | undefined;
  return () => (found ??= findSandbox(host));
}

export function createCommandSandbox(
  host: Host,
  find: () => Promise<SandboxFound>,
  { mode, network, roots }: CommandSandboxOptions,
): CommandSandbox {
  const places = createPlaces(host);
  const { tempDir } = host.environment;
  const real = async (folders: readonly string[]) => {
    const found = await Promise.all(folders.map((folder) => places.resolve(folder, '/')));
    return found.filter((folder) => folder !== undefined);
  };
  /** Those of the folders that the workspace holds; undefined: all of it. */
  const writable = async (scope: readonly string[] | undefined) => {
    if (scope === undefined) return [...roots, tempDir];
    const within = await real(roots);
    const held = (await real(scope)).filter((folder) => within.some((root) => places.contains(root, folder)));
    // A workspace among the temporary files would be writable with them.
    const [temporary] = await real([tempDir]);
    const apart = temporary !== undefined && !within.some((root) => places.contains(temporary, root));
    return apart ? [...held, temporary] : held;
  };
  const make = (scope: readonly string[] | undefined, on: boolean): CommandSandbox => ({
    async ready() {
      if (!on) return { state: 'off', ...UNHELD };
      const found = await find();
      if (found.kind === 'unavailable') return { state: 'unavailable', reason: found.reason, ...UNHELD };
      const folders = await writable(scope);
      const { appeared, ...own } = await ownPlaces(host, roots, folders);
      const policy = { writable: folders, ...own, network };
      return { state: 'on', wrap: (spec) => found.sandbox.wrap(spec, policy), appeared };
    },
    limitedTo: (folders) => make(folders, on),
    withoutLimits: () => (scope ? make(scope, on) : make(scope, false)),
  });
  return make(undefined, mode === 'auto');
}

/** A command as it is: nothing was held, so there is nothing to tell of. */
const UNHELD = { wrap: (spec: SpawnSpec) => spec, appeared: async () => [] };
