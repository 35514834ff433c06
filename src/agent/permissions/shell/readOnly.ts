import type { ShellCommand } from './shellLine.ts';
import { UNKNOWN, type Word } from './word.ts';

/** A program that only reads, as long as no argument says otherwise. */
interface Reader {
  /** Arguments that make it write or run something, read a list of files, or show the environment. */
  readonly not?: RegExp;
  /** Long options that do; programs accept them abbreviated. */
  readonly notLong?: readonly string[];
  /** The operand that is a pattern or a script and no path: which one. */
  readonly patternOperand?: boolean;
  /** At most this many operands. */
  readonly operands?: number;
}

const reader: Reader = {};
/** `-R` follows the links it meets, wherever they lead. */
const search: Reader = {
  not: /^-[a-zA-Z]*R/,
  notLong: ['dereference-recursive'],
  patternOperand: true,
};
/** `-c` reads a list of files. */
const sum: Reader = { not: /^-[a-zA-Z]*c/, notLong: ['check'] };

const READERS: ReadonlyMap<string, Reader> = new Map(
  Object.entries({
    ':': reader,
    '[': { not: /^-[vR]$/ },
    basename: reader,
    cat: reader,
    cd: { operands: 1 },
    cmp: reader,
    comm: reader,
    cut: reader,
    date: { not: /^-[a-zA-Z]*s|^\d/, notLong: ['set'] },
    df: reader,
    // Through folders it follows links out of the workspace.
    diff: { not: /^-[a-zA-Z]*[rN]/, notLong: ['to-file', 'from-file', 'recursive', 'new-file'] },
    dirname: reader,
    du: { not: /^-[a-zA-Z]*[LD]/, notLong: ['files0-from', 'dereference'] },
    echo: reader,
    egrep: search,
    expr: reader,
    false: reader,
    fgrep: search,
    file: { not: /^-[a-zA-Z]*[Cmfzk]/, notLong: ['compile', 'magic-file', 'files-from', 'uncompress'] },
    find: { not: /^-(?:delete|exec|execdir|ok|okdir|fls|fprint|fprint0|fprintf|files0-from|follow|L)$/ },
    fold: reader,
    grep: search,
    head: reader,
    id: reader,
    jq: {
      not: /^(?:-[a-zA-Z]*[fL]|--(?:from|slurp|raw|arg)-?file|--library-path)|\benv\b|\$ENV|\b(?:import|include|modulemeta)\b/,
      patternOperand: true,
    },
    ls: { not: /^-[a-zA-Z]*[LH]/, notLong: ['dereference'] },
    md5sum: sum,
    nl: reader,
    printf: { not: /^-v/ },
    ps: { not: /^[^-]*[eE]|^-[a-zA-Z]*E|environ/ },
    pwd: reader,
    readlink: reader,
    realpath: reader,
    rev: reader,
    rg: { not: /^--(?:pre|hostname-bin|search-zip|follow)|^-[a-zA-Z]*[zL]/, patternOperand: true },
    seq: reader,
    sha1sum: sum,
    sha256sum: sum,
    sha512sum: sum,
    sort: {
      not: /^-[a-zA-Z]*[oT]/,
      notLong: ['output', 'compress-program', 'temporary-directory', 'files0-from'],
    },
    stat: reader,
    tac: reader,
    tail: reader,
    test: { not: /^-[vR]$/ },
    tr: { patternOperand: true, operands: 2 },
    tree: { not: /^(?:-[a-zA-Z]*[oRl]|--output|--fromfile|--fromtabfile|--infofile)/ },
    true: reader,
    type: reader,
    uname: reader,
    uniq: { operands: 1 },
    wc: { notLong: ['files0-from'] },
    which: reader,
    whoami: { operands: 0 },
  } satisfies Record<string, Reader>),
);

/** Options of git's diffs that run a program or write a file, as short as git understands them. */
const RUNS_OR_WRITES = /^--(?:ex(?:t(?:-(?:d|$)|$)|$)|textc|o(?:u|$))/;

/** Git's commands that only read, with the arguments that make them do more. */
const GIT_READERS: ReadonlyMap<string, RegExp> = new Map([
  ['blame', /^$/],
  ['branch', /^(?!--?(?:a|r|v|vv|all|remotes|list|show-current|merged|no-merged|contains|sort)(?:=|$))/],
  ['cat-file', /^--(?:t|f|b)/],
  ['describe', /^$/],
  ['diff', RUNS_OR_WRITES],
  ['log', RUNS_OR_WRITES],
  ['ls-files', /^$/],
  ['ls-tree', /^$/],
  ['merge-base', /^$/],
  ['remote', /^(?!-v$|--verbose$)/],
  ['rev-list', /^$/],
  ['rev-parse', /^$/],
  ['shortlog', RUNS_OR_WRITES],
  ['show', RUNS_OR_WRITES],
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
export function readsOnly(command: ShellCommand): { yes: true; paths: readonly Word[] } | { yes: false } {
  const name = systemProgram(command);
  const args = command.words.slice(1);
  if (name === undefined || command.assignments.length > 0) return { yes: false };
  if (name === 'git') return gitReadsOnly(args);
  const known = READERS.get(name);
  if (!known) return { yes: false };
  // An expansion could be the very option that makes it write.
  const guarded = known.not !== undefined || known.notLong !== undefined || known.operands !== undefined;
  if (guarded && args.some((word) => word.known === 'no' || isForbidden(known, word.text)))
    return { yes: false };
  const operands = operandsOf(args);
  if (known.operands !== undefined && (operands.length > known.operands || args.some(isGlob)))
    return { yes: false };
  // What prints its words touches no file by them, but a pattern of names lists a folder.
  if (name === 'echo' || name === 'printf')
    return { yes: true, paths: args.filter((word) => isGlob(word) || word.open) };
  const pattern = known.patternOperand && !args.some(givesPattern) ? operands[0] : undefined;
  const paths = args.filter((word) => word !== pattern || word.open);
  // A folder is compared file by file, and the files may be links.
  return { yes: true, paths: name === 'diff' ? [...paths, ...operands.map(insideOf)] : paths };
}

/** All that a folder holds; of a file, nothing. */
function insideOf(word: Word): Word {
  return { ...word, text: `${word.text}/${UNKNOWN}`, known: word.known === 'no' ? 'no' : 'glob' };
}

function isForbidden(reader: Reader, text: string): boolean {
  if (reader.not?.test(text)) return true;
  const long = /^--([\w-]+)/.exec(text)?.[1];
  return long !== undefined && reader.notLong?.some((name) => name.startsWith(long)) === true;
}

/** Everything behind `--` is one, and so is `-`. */
function operandsOf(args: readonly Word[]): readonly Word[] {
  const end = args.findIndex((word) => word.text === '--');
  return args.filter((word, i) =>
    end >= 0 && i >= end ? i > end : word.text === '-' || !word.text.startsWith('-'),
  );
}

function isGlob(word: Word): boolean {
  return word.known === 'glob';
}

/** An option that gives the pattern, so that the first operand is a file: `-e`, `-f`, `--regexp`, `--files`. */
function givesPattern(word: Word): boolean {
  return /^(?:-[a-zA-Z0-9]*[ef]|--(?:r|f|type-list))/.test(word.text);
}

function gitReadsOnly(args: readonly Word[]): ReturnType<typeof readsOnly> {
  // Options before the command can name another program to run (`-c core.pager=…`), so none is accepted.
  const [command, ...rest] = args.filter((word) => word.text !== '--no-pager');
  const not = command?.known === 'yes' ? GIT_READERS.get(command.text) : undefined;
  if (
    !not ||
    rest.some((word) => not.test(word.text) || word.known === 'no' || /^(?:-o|-O|--op)/.test(word.text))
  )
    return { yes: false };
  return { yes: true, paths: rest };
}
