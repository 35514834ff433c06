/** A program that runs another one that stands in its arguments, and the options it is known by. */
export interface Wrapper {
  /** Options of one letter without a value. */
  readonly flags?: string;
  /** Options of one letter that take a value, joined or as the next word. */
  readonly valueLetters?: string;
  /** Options of one letter whose value, if any, is joined to them. */
  readonly joinedLetters?: string;
  /** Long options without a value, or with one behind `=`. */
  readonly longFlags?: readonly string[];
  /** Long options that take the next word as their value when they have no `=`. */
  readonly valueNames?: readonly string[];
  /** Words that stand before the inner command: `timeout 5 CMD`. */
  readonly operands?: number;
  /** `NAME=value` words before the inner command belong to the wrapper. */
  readonly assignments?: boolean;
  /** `opaque` when it changes who runs the command or where: then its own name needs a rule too. */
  readonly kind: 'transparent' | 'opaque';
  /** It joins its words and has a shell read them again. */
  readonly rereads?: boolean;
}

export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map(
  Object.entries({
    '!': { kind: 'transparent' },
    builtin: { kind: 'transparent' },
    busybox: { kind: 'transparent' },
    caffeinate: { kind: 'transparent', flags: 'disum', valueLetters: 'tw' },
    chroot: { kind: 'opaque', operands: 1, longFlags: ['skip-chdir'], valueNames: ['userspec', 'groups'] },
    chrt: { kind: 'transparent', operands: 1, flags: 'abdfior', valueLetters: 'TPD' },
    command: { kind: 'transparent', flags: 'pvV' },
    coproc: { kind: 'transparent' },
    doas: { kind: 'opaque', flags: 'n', valueLetters: 'uCa' },
    env: {
      kind: 'transparent',
      flags: 'i0v',
      valueLetters: 'uCSa',
      longFlags: [
        'ignore-environment',
        'null',
        'debug',
        'default-signal',
        'ignore-signal',
        'block-signal',
        'list-signal-handling',
      ],
      valueNames: ['unset', 'chdir', 'split-string', 'argv0'],
      assignments: true,
    },
    exec: { kind: 'transparent', flags: 'cl', valueLetters: 'a' },
    flock: {
      kind: 'opaque',
      operands: 1,
      flags: 'snxeuoF',
      valueLetters: 'wE',
      longFlags: [
        'shared',
        'exclusive',
        'unlock',
        'nonblock',
        'nonblocking',
        'nb',
        'close',
        'no-fork',
        'verbose',
      ],
      valueNames: ['timeout', 'wait', 'conflict-exit-code'],
    },
    ionice: {
      kind: 'transparent',
      flags: 't',
      valueLetters: 'cn',
      longFlags: ['ignore'],
      valueNames: ['class', 'classdata'],
    },
    nice: { kind: 'transparent', flags: '0123456789', valueLetters: 'n', valueNames: ['adjustment'] },
    nohup: { kind: 'transparent' },
    nsenter: {
      kind: 'opaque',
      flags: 'aF',
      valueLetters: 'tSG',
      joinedLetters: 'muinpUCTrw',
      longFlags: ['all', 'mount', 'uts', 'ipc', 'net', 'pid', 'user', 'cgroup', 'root', 'wd'],
      valueNames: ['target', 'setuid', 'setgid'],
    },
    parallel: {
      kind: 'transparent',
      rereads: true,
      flags: 'kmXqvtu0',
      valueLetters: 'jIaSNnLd',
      longFlags: ['bar', 'dry-run', 'eta', 'halt', 'keep-order', 'no-notice', 'null', 'verbose', 'will-cite'],
      valueNames: ['jobs', 'arg-file', 'delimiter'],
    },
    pkexec: { kind: 'opaque', longFlags: ['disable-internal-agent'], valueNames: ['user'] },
    runuser: { kind: 'opaque', flags: 'lmpP', valueLetters: 'ugGw', valueNames: ['user', 'group'] },
    setsid: { kind: 'transparent', flags: 'cfw', longFlags: ['ctty', 'fork', 'wait'] },
    stdbuf: { kind: 'transparent', valueLetters: 'ioe', valueNames: ['input', 'output', 'error'] },
    strace: { kind: 'opaque', flags: 'cCdDfFiknqrtTvwxyYzZ', valueLetters: 'abeEIoOpPsSuUX' },
    sudo: {
      kind: 'opaque',
      flags: 'AbBEHiknPSs',
      valueLetters: 'CDghpRrtTuU',
      longFlags: [
        'askpass',
        'background',
        'bell',
        'login',
        'non-interactive',
        'preserve-env',
        'preserve-groups',
        'reset-timestamp',
        'set-home',
        'shell',
        'stdin',
      ],
      valueNames: [
        'user',
        'group',
        'chdir',
        'chroot',
        'host',
        'prompt',
        'role',
        'type',
        'other-user',
        'command-timeout',
        'close-from',
      ],
      assignments: true,
    },
    taskset: { kind: 'transparent', operands: 1, flags: 'ac', longFlags: ['all-tasks', 'cpu-list'] },
    time: {
      kind: 'transparent',
      flags: 'pvaqV',
      valueLetters: 'fo',
      longFlags: ['portability', 'verbose', 'append', 'quiet'],
      valueNames: ['format', 'output'],
    },
    timeout: {
      kind: 'transparent',
      operands: 1,
      flags: 'vfp',
      valueLetters: 'ks',
      longFlags: ['foreground', 'preserve-status', 'verbose'],
      valueNames: ['kill-after', 'signal'],
    },
    toybox: { kind: 'transparent' },
    unbuffer: { kind: 'transparent', flags: 'p' },
    unshare: {
      kind: 'opaque',
      flags: 'fcrmuinpUCT',
      valueLetters: 'RwSG',
      longFlags: ['mount', 'uts', 'ipc', 'net', 'pid', 'user', 'cgroup', 'fork', 'map-root-user'],
    },
    watch: {
      kind: 'transparent',
      rereads: true,
      flags: 'bcegptwC',
      valueLetters: 'nq',
      joinedLetters: 'd',
      longFlags: ['beep', 'color', 'chgexit', 'differences', 'errexit', 'no-title', 'no-wrap', 'precise'],
      valueNames: ['interval', 'equexit'],
    },
    xargs: {
      kind: 'transparent',
      flags: '0optrx',
      valueLetters: 'adEIJLnPsR',
      joinedLetters: 'eil',
      longFlags: [
        'null',
        'interactive',
        'no-run-if-empty',
        'verbose',
        'exit',
        'open-tty',
        'show-limits',
        'replace',
        'eof',
        'max-lines',
      ],
      valueNames: ['arg-file', 'delimiter', 'max-args', 'max-procs', 'max-chars'],
    },
  } satisfies Record<string, Wrapper>),
);

/** Shells that read a text as bash does, as far as the grammar goes. */
export const BASH_LIKE: ReadonlySet<string> = new Set(['ash', 'bash', 'dash', 'rbash', 'sh']);

/** Programs that read commands from a `-c` argument, a file or their input. */
export const SHELLS: ReadonlySet<string> = new Set([
  ...BASH_LIKE,
  'csh',
  'elvish',
  'fish',
  'ksh',
  'mksh',
  'nu',
  'osh',
  'posh',
  'su',
  'tcsh',
  'xonsh',
  'yash',
  'zsh',
]);

/** Programs whose inline code can run commands that nobody sees from outside. */
export const INTERPRETERS: ReadonlyMap<string, RegExp> = new Map([
  ['awk', /system|\||getline/],
  ['bun', /^/],
  ['deno', /^/],
  ['gawk', /system|\||getline/],
  ['lua', /^/],
  ['luajit', /^/],
  ['mawk', /system|\||getline/],
  ['node', /^/],
  ['nodejs', /^/],
  ['osascript', /^/],
  ['perl', /^/],
  ['php', /^/],
  ['powershell', /^/],
  ['pwsh', /^/],
  ['pypy', /^/],
  ['python', /^/],
  ['ruby', /^/],
  ['tclsh', /^/],
]);

/** A program's name without the number of its version: `python3.11`, `bash-5.2`. */
export function withoutVersion(name: string): string {
  return name.replace(/(?<=[a-z])[-.]?\d[\d.]*$/i, '');
}
