import type { ShellCommand } from './shellLine.ts';

/** A program that only reads, as long as no argument says otherwise. */
interface Reader {
  /** Arguments that make it write or run something. */
  readonly not?: RegExp;
  /** The operand that is a pattern or a script and no path: which one. */
  readonly patternOperand?: boolean;
  /** At most this many operands. */
  readonly operands?: number;
}

const reader: Reader = {};
const search: Reader = { patternOperand: true };

const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    ':': reader,
    '[': reader,
    basename: reader,
    cat: reader,
    cd: { operands: 1 },
    cmp: reader,
    comm: reader,
    cut: reader,
    date: { not: /^(?:-[a-zA-Z]*s|--set)|^\d/ },
    df: reader,
    diff: { not: /^--(?:to|from)-file/ },
    dirname: reader,
    du: reader,
    echo: reader,
    egrep: search,
    expr: reader,
    false: reader,
    fgrep: search,
    file: { not: /^(?:-[a-zA-Z]*C|--compile|-[a-zA-Z]*m)/ },
    find: { not: /^-(?:delete|exec|execdir|ok|okdir|fls|fprint|fprint0|fprintf)$/ },
    fold: reader,
    grep: search,
    head: reader,
    id: reader,
    jq: { not: /^(?:-[a-zA-Z]*[fL]|--from-file|--slurpfile|--rawfile|--argfile)/, patternOperand: true },
    ls: reader,
    md5sum: reader,
    nl: reader,
    printf: { not: /^-v/ },
    ps: { not: /^[^-]*e|^-[a-zA-Z]*E/ },
    pwd: reader,
    readlink: reader,
    realpath: reader,
    rev: reader,
    rg: { not: /^--(?:pre|hostname-bin|search-zip)|^-[a-zA-Z]*z/, patternOperand: true },
    seq: reader,
    sha1sum: reader,
    sha256sum: reader,
    sha512sum: reader,
    sort: { not: /^(?:-[a-zA-Z]*[oT]|--(?:output|compress-program|temporary-directory|files0-from))/ },
    stat: reader,
    tac: reader,
    tail: reader,
    test: reader,
    tr: { patternOperand: true, operands: 2 },
    tree: { not: /^(?:-[a-zA-Z]*[oR]|--output)/ },
    true: reader,
    type: reader,
    uname: reader,
    uniq: { operands: 1 },
    wc: { not: /^--files0-from/ },
    which: reader,
    whoami: { operands: 0 },
  } satisfies Record<string, Reader>),
);

/** Git's commands that only read, with the arguments that make them do more. */
const GIT_READERS: ReadonlyMap<string, RegExp> = new Map([
  ['blame', /^$/],
  ['branch', /^(?!--?(?:a|r|v|vv|all|remotes|list|show-current|merged|no-merged|contains|sort)(?:=|$))/],
  ['cat-file', /^--(?:textconv|filters|batch)/],
  ['describe', /^$/],
  ['diff', /^--(?:ext-diff|textconv|output)/],
  ['log', /^--(?:ext-diff|textconv|output)/],
  ['ls-files', /^$/],
  ['ls-tree', /^$/],
  ['merge-base', /^$/],
  ['remote', /^(?!-v$|--verbose$)/],
  ['rev-list', /^$/],
  ['rev-parse', /^$/],
  ['shortlog', /^--output/],
  ['show', /^--(?:ext-diff|textconv|output)/],
  ['status', /^$/],
  ['tag', /^(?!-l$|--list$|-n\d*$)/],
]);

/** Folders of programs that the system owns: `/usr/bin/git` is `git`, `./git` is somebody else's. */
const SYSTEM_FOLDERS = /^\/(?:usr\/)?(?:local\/)?s?bin\/[^/]+$/;

/** The name of a program of the system, or undefined for a path anywhere else. */
export function systemProgram(command: ShellCommand): string | undefined {
  const first = command.words[0];
  if (first?.known !== 'yes') return undefined;
  if (!first.text.includes('/')) return first.text;
  return SYSTEM_FOLDERS.test(first.text) ? first.text.slice(first.text.lastIndexOf('/') + 1) : undefined;
}

/**
 * Whether a command is known to only read, whatever it is given. Where it reads is another question:
 * `paths` are the words that may name files.
 */
export function readsOnly(
  command: ShellCommand,
): { yes: true; paths: ShellCommand['words'] } | { yes: false } {
  const name = systemProgram(command);
  const args = command.words.slice(1);
  if (name === undefined || command.assignments.length > 0) return { yes: false };
  if (name === 'git') return gitReadsOnly(args);
  const known = READERS.get(name);
  if (!known) return { yes: false };
  // An expansion could be the very option that makes it write.
  if (known.not && args.some((word) => word.known === 'no' || known.not?.test(word.text)))
    return { yes: false };
  const operands = args.filter((word) => !word.text.startsWith('-'));
  if (known.operands !== undefined && operands.length > known.operands) return { yes: false };
  const pattern = known.patternOperand ? operands[0] : undefined;
  return {
    yes: true,
    paths: name === 'echo' || name === 'printf' ? [] : args.filter((word) => word !== pattern),
  };
}

function gitReadsOnly(args: ShellCommand['words']): ReturnType<typeof readsOnly> {
  // Options before the command can name another program to run (`-c core.pager=…`), so none is accepted.
  const [command, ...rest] = args.filter((word) => word.text !== '--no-pager');
  const not = command?.known === 'yes' ? GIT_READERS.get(command.text) : undefined;
  if (
    !not ||
    rest.some(
      (word) =>
        not.test(word.text) ||
        word.known === 'no' ||
        /^(?:-o|-O|--output|--open-files-in-pager)/.test(word.text),
    )
  )
    return { yes: false };
  return { yes: true, paths: rest };
}
