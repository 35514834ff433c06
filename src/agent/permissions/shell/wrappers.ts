/** A program that runs another one that stands in its arguments. */
export interface Wrapper {
  /** Options of one letter that take a value, joined or as the next word. */
  readonly valueLetters?: string;
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
    caffeinate: { kind: 'transparent', valueLetters: 'tw' },
    chroot: { kind: 'opaque', operands: 1 },
    chrt: { kind: 'transparent', operands: 1, valueLetters: 'TPD' },
    command: { kind: 'transparent' },
    coproc: { kind: 'transparent' },
    doas: { kind: 'opaque', valueLetters: 'uCa' },
    env: {
      kind: 'transparent',
      valueLetters: 'uCSa',
      valueNames: ['unset', 'chdir', 'split-string', 'argv0'],
      assignments: true,
    },
    exec: { kind: 'transparent', valueLetters: 'a' },
    flock: {
      kind: 'opaque',
      operands: 1,
      valueLetters: 'wE',
      valueNames: ['timeout', 'wait', 'conflict-exit-code'],
    },
    ionice: { kind: 'transparent', valueLetters: 'cnpPu', valueNames: ['class', 'classdata'] },
    nice: { kind: 'transparent', valueLetters: 'n', valueNames: ['adjustment'] },
    nohup: { kind: 'transparent' },
    nsenter: { kind: 'opaque', valueLetters: 'tSG', valueNames: ['target', 'setuid', 'setgid'] },
    parallel: {
      kind: 'transparent',
      rereads: true,
      valueLetters: 'jIaSNnLd',
      valueNames: ['jobs', 'arg-file', 'delimiter'],
    },
    pkexec: { kind: 'opaque', valueNames: ['user'] },
    runuser: { kind: 'opaque', valueLetters: 'ugG', valueNames: ['user', 'group'] },
    setsid: { kind: 'transparent' },
    stdbuf: { kind: 'transparent', valueLetters: 'ioe', valueNames: ['input', 'output', 'error'] },
    strace: { kind: 'opaque', valueLetters: 'aeEIoOpPsSuX' },
    sudo: {
      kind: 'opaque',
      valueLetters: 'CDghpRrtTuU',
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
        'auth-type',
      ],
      assignments: true,
    },
    taskset: { kind: 'transparent', operands: 1 },
    time: { kind: 'transparent', valueLetters: 'fo', valueNames: ['format', 'output'] },
    timeout: { kind: 'transparent', operands: 1, valueLetters: 'ks', valueNames: ['kill-after', 'signal'] },
    unbuffer: { kind: 'transparent' },
    unshare: { kind: 'opaque', valueLetters: 'RwSG' },
    watch: { kind: 'transparent', rereads: true, valueLetters: 'nq', valueNames: ['interval', 'equexit'] },
    xargs: {
      kind: 'transparent',
      valueLetters: 'adEILnPsR',
      valueNames: ['arg-file', 'delimiter', 'max-args', 'max-procs', 'max-chars', 'process-slot-var'],
    },
    busybox: { kind: 'transparent' },
    toybox: { kind: 'transparent' },
  } satisfies Record<string, Wrapper>),
);

/** Programs that read commands from a `-c` argument, a file or their input. */
export const SHELLS: ReadonlySet<string> = new Set([
  'ash',
  'bash',
  'dash',
  'fish',
  'ksh',
  'mksh',
  'rbash',
  'sh',
  'su',
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
  ['mawk', /system|\||getline/],
  ['node', /^/],
  ['osascript', /^/],
  ['perl', /^/],
  ['php', /^/],
  ['pwsh', /^/],
  ['python', /^/],
  ['python2', /^/],
  ['python3', /^/],
  ['ruby', /^/],
]);
