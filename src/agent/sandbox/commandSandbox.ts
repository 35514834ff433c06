import type { Host, SpawnSpec } from '../host/host.ts';
import { findSandbox, protectedPlaces, type SandboxFound } from './sandbox.ts';

/** How commands of one conversation run: inside the system's sandbox, or as they are. */
export interface CommandSandbox {
  /** Looks for the sandbox on first use; never rejects. */
  ready(): Promise<ReadySandbox>;
  /** The same with fewer places to write (a worker's scope); absolute folders. */
  limitedTo(folders: readonly string[]): CommandSandbox;
  /** The same switched off, for a command that the person lets run without; a worker's scope stays. */
  withoutLimits(): CommandSandbox;
}

export interface ReadySandbox {
  /** `unavailable` when it is wanted and this machine has none that works; `reason` says why. */
  readonly state: 'on' | 'off' | 'unavailable';
  readonly reason?: string;
  wrap(spec: SpawnSpec): SpawnSpec;
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
  const make = (writable: readonly string[], on: boolean, fixed = false): CommandSandbox => ({
    async ready() {
      if (!on) return { state: 'off', wrap: (spec) => spec };
      const found = await find();
      if (found.kind === 'unavailable')
        return { state: 'unavailable', reason: found.reason, wrap: (spec) => spec };
      const policy = { writable, protected: protectedPlaces(roots), network };
      return { state: 'on', wrap: (spec) => found.sandbox.wrap(spec, policy) };
    },
    limitedTo: (folders) => make([...folders, host.environment.tempDir], on, true),
    withoutLimits: () => (fixed ? make(writable, on, true) : make(writable, false)),
  });
  return make([...roots, host.environment.tempDir], mode === 'auto');
}
