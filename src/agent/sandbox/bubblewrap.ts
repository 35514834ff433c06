import type { SandboxPolicy } from './policy.ts';

/** Where root could change the whole machine: it owns these files, so it needs no power to write them. */
const MACHINE = ['sys', 'sysrq-trigger', 'irq', 'bus', 'acpi', 'fs', 'mtrr', 'scsi', 'tty'];

/** Powers of root over files, which a read-only disk does not mind: so the files of other users stay usable. */
const FILE_POWERS = ['CAP_CHOWN', 'CAP_DAC_OVERRIDE', 'CAP_FOWNER'];

/**
 * Arguments of bwrap(1): the whole disk read-only, the writable folders over it, the protected places
 * over those; a folder that is mounted over itself can't be moved away. The process namespace dies with
 * its first process, so nothing inside outlives the call; the new session keeps a command from typing into
 * a terminal. Without its powers root can't mount anything anew. Any other user gets a user namespace by
 * itself; root gets none, since in it the files of others would be nobody's.
 */
export function bubblewrapArguments(policy: SandboxPolicy, cwd: string, asRoot: boolean): string[] {
  return [
    '--die-with-parent',
    '--new-session',
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts'],
    ...['--cap-drop', 'ALL', ...(asRoot ? FILE_POWERS.flatMap((power) => ['--cap-add', power]) : [])],
    ...(policy.network ? [] : ['--unshare-net']),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...MACHINE.flatMap((name) => ['--ro-bind-try', `/proc/${name}`, `/proc/${name}`]),
    ...[...policy.writable, ...policy.pinned].flatMap((folder) => ['--bind-try', folder, folder]),
    ...policy.protected.flatMap((place) => ['--ro-bind-try', place, place]),
    ...['--chdir', cwd],
  ];
}
