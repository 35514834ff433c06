import type { Host, SpawnSpec } from '../host/host.ts';
import { bubblewrapArguments } from './bubblewrap.ts';
import type { SandboxPolicy } from './policy.ts';
import { seatbeltProfile } from './seatbelt.ts';

/** Runs commands with limits that the system itself holds (R4). */
export interface Sandbox {
  /** For people: `bubblewrap`, `seatbelt`. */
  readonly name: string;
  /** The command that runs the given one inside. */
  wrap(spec: SpawnSpec, policy: SandboxPolicy): SpawnSpec;
}

/** Whether this machine has a sandbox that works, and if not, why and what to do about it. */
export type SandboxFound =
  | { readonly kind: 'available'; readonly sandbox: Sandbox }
  | { readonly kind: 'unavailable'; readonly reason: string };

/** How long the try-out of a sandbox may take. */
const PROBE_TIMEOUT_MS = 5_000;

/** Looks for the system's sandbox and tries it: a program that is there may still be forbidden to work. */
export async function findSandbox(host: Host): Promise<SandboxFound> {
  const { platform } = host.environment;
  if (platform === 'win32') return { kind: 'unavailable', reason: 'Windows offers no sandbox for commands' };
  const env = await host.environment.forChild();
  const program = platform === 'darwin' ? '/usr/bin/sandbox-exec' : await host.processes.which('bwrap', env);
  if (program === undefined)
    return {
      kind: 'unavailable',
      reason: 'bubblewrap is not installed: install the package “bubblewrap” to run commands in a sandbox',
    };
  const sandbox = platform === 'darwin' ? seatbelt(program) : bubblewrap(program, await runsAsRoot(host));
  const refusal = await tryOut(host, sandbox, env);
  return refusal === undefined
    ? { kind: 'available', sandbox }
    : { kind: 'unavailable', reason: `${sandbox.name} does not work here: ${refusal}` };
}

/** Root of the machine or of a container. Where that can't be read it is no Linux. */
async function runsAsRoot(host: Host): Promise<boolean> {
  const status = await host.files.readText('/proc/self/status').catch(() => '');
  return /^Uid:\s+\d+\s+0\s/m.test(status);
}

/** How the try-out ends when it could get out. */
const GOT_OUT = 9;

/**
 * Tries to make the disk writable again, as a command could. Only the mounts inside are asked for, and
 * nothing is written, so that a try that succeeds changes nothing.
 */
const TRY_TO_GET_OUT = `
for place in / "$HOME"; do mount -o remount,bind,rw "$place"; done 2>/dev/null
for place in / "$HOME" /proc/sys/kernel/hostname; do test -w "$place" && exit ${GOT_OUT}; done
true`;

/** Runs a command inside that tries to get out; what went wrong, or undefined. */
async function tryOut(
  host: Host,
  sandbox: Sandbox,
  env: Record<string, string>,
): Promise<string | undefined> {
  const spec: SpawnSpec = { command: 'sh', args: ['-c', TRY_TO_GET_OUT], cwd: '/', env };
  const nothing = { writable: [], pinned: [], protected: [], network: false };
  const child = host.processes.spawn(sandbox.wrap(spec, nothing));
  let said = '';
  child.onStderr((bytes) => {
    said = (said + new TextDecoder().decode(bytes)).slice(-400);
  });
  const deadline = host.clock.after(PROBE_TIMEOUT_MS, () => void child.kill(0));
  const exit = await child.exited;
  deadline.dispose();
  await child.drained();
  if (exit.code === 0) return undefined;
  if (exit.code === GOT_OUT) return 'a command inside can write the whole disk';
  return said.trim() || exit.error?.message || `it ended with ${exit.code ?? exit.signal}`;
}

/** Words with which a system refuses what the sandbox forbids. */
const REFUSALS =
  /Read-only file system|Operation not permitted|Network is unreachable|Could not resolve host|Temporary failure in name resolution|EROFS|ENETUNREACH|EAI_AGAIN/;

/** Whether a failed command's output looks as if the sandbox stopped it: then it can be offered again without. */
export function looksStopped(output: string, exitCode: number | null): boolean {
  return exitCode !== 0 && REFUSALS.test(output);
}

function bubblewrap(program: string, asRoot: boolean): Sandbox {
  return {
    name: 'bubblewrap',
    wrap: (spec, policy) => ({
      ...spec,
      command: program,
      args: [...bubblewrapArguments(policy, spec.cwd, asRoot), '--', spec.command, ...spec.args],
    }),
  };
}

function seatbelt(program: string): Sandbox {
  return {
    name: 'seatbelt',
    wrap: (spec, policy) => ({
      ...spec,
      command: program,
      args: ['-p', seatbeltProfile(policy), spec.command, ...spec.args],
    }),
  };
}
