import type { SandboxPolicy } from './policy.ts';

/**
 * Arguments of bwrap(1): the whole disk read-only, the writable folders over it, the protected places
 * over those. The process namespace dies with its first process, so nothing inside outlives the call;
 * the new session keeps a command from typing into a terminal.
 */
export function bubblewrapArguments(policy: SandboxPolicy, cwd: string): string[] {
  return [
    '--die-with-parent',
    '--new-session',
    '--unshare-pid',
    ...(policy.network ? [] : ['--unshare-net']),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...policy.writable.flatMap((folder) => ['--bind-try', folder, folder]),
    ...policy.protected.flatMap((place) => ['--ro-bind-try', place, place]),
    ...['--chdir', cwd],
  ];
}
