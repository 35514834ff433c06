import { changesOnly, showsNever } from './gitChanges.ts';
import { CALM_KEY, isCommit } from './gitNames.ts';
import type { Given } from './shell/allowed.ts';
import { gitCommandAt } from './shell/gitCommandAt.ts';
import { gitGiven } from './shell/gitReaders.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import type { Word } from './shell/word.ts';

/** Whose text a command may show: of no file, of any, or only of these, provided that they are files and no folders. */
export type Shown = 'none' | 'any' | readonly Word[];

/** What a command of git in a line shows of files. Known is what shows none; all else may show any. */
export function gitShows(command: ShellCommand, line: readonly ShellCommand[]): Shown {
  const args = command.words.slice(1);
  const at = gitCommandAt(args);
  if (at === undefined) return 'any';
  const front = args.slice(0, at).map((word) => word.text);
  if (!front.every(isCalmOption)) return 'any';
  const words = args.slice(at);
  const isElsewhere = front.some((text) => /^(?:-C|--(?:git-dir|work-tree))/.test(text));
  if (words.length === 0 || showsNever(words)) return 'none';
  if (line.some(setsVariable)) return 'any';
  // Into another folder, it may put files of other names.
  if (!front.some((text) => text.startsWith('--work-tree')) && changesOnly(words)) return 'none';
  const read = gitGiven(words);
  if (!read) return 'any';
  const shown = shownByReading(read.name, read.given, words);
  // Elsewhere, a name is that of another file.
  return typeof shown !== 'string' && isElsewhere ? 'any' : shown;
}

function setsVariable({ words, values, assignments }: ShellCommand): boolean {
  return (
    ![...words, ...values].every(({ text }) => isCalmVariable(text)) || !assignments.every(isCalmVariable)
  );
}

/** With other variables of git and of editors, it reads patterns or settings otherwise. */
function isCalmVariable(text: string): boolean {
  return (
    !/^(?:GIT_\w+|EDITOR|VISUAL|PAGER)=/.test(text) ||
    /^GIT_(?:AUTHOR|COMMITTER)_\w+=|^GIT_TERMINAL_PROMPT=|^(?:GIT_)?PAGER=cat$|^GIT_(?:SEQUENCE_)?EDITOR=(?:true|:)$/.test(
      text,
    )
  );
}

function isCalmOption(text: string, i: number, front: readonly string[]): boolean {
  if (front[i - 1] === '-c') return CALM_KEY.test(text);
  return !/^--(?:(?:no)?glob|icase|config-env|exec-path=|list-cmds|super-prefix)/.test(text);
}

/** Options of what shows commits or changes with which it shows no text of files. */
const QUIET: ReadonlySet<string> = new Set([
  ...'giEFPrtnMCBlGSswbz',
  ...`oneline graph no-graph decorate no-decorate decorate-refs all branches tags remotes merges no-merges first-parent
    follow since after until before author committer grep invert-grep all-match regexp-ignore-case max-count skip date
    format pretty abbrev-commit no-abbrev-commit reverse topo-order date-order author-date-order walk-reflogs left-right
    cherry-pick cherry-mark cherry left-only right-only boundary ancestry-path full-history simplify-merges
    simplify-by-decoration dense sparse source mailmap no-mailmap use-mailmap no-use-mailmap log-size no-walk notes
    no-notes encoding parents children min-parents max-parents not exclude glob relative-date no-diff-merges abbrev
    no-abbrev color no-color cached staged merge-base diff-filter find-renames find-copies find-copies-harder no-renames
    relative pickaxe-regex exit-code no-ext-diff no-textconv ignore-submodules minimal patience histogram
    diff-algorithm ignore-space-at-eol ignore-cr-at-eol ignore-space-change ignore-all-space ignore-blank-lines`.split(
    /\s+/,
  ),
]);

/** And those that say how changes are shown: by names or numbers alone. */
const NAMES: ReadonlySet<string> = new Set(
  `stat numstat shortstat dirstat summary compact-summary name-only name-status raw no-patch s quiet`.split(
    ' ',
  ),
);

function shownByReading(name: string, given: Given, words: readonly Word[]): Shown {
  const options = [...given.options];
  const isQuiet = options.every((option) => QUIET.has(option) || NAMES.has(option));
  switch (name) {
    case 'blame':
    case 'rev-list':
    case 'shortlog':
      return 'none';
    case 'cat-file':
      return options.some((o) => /^[tse]$/.test(o)) || namesBlobs(given.operands) ? 'none' : 'any';
    case 'status':
      return given.options.has('v') || given.options.has('verbose') ? 'any' : 'none';
    case 'tag':
      return given.options.has('format') ? 'any' : 'none';
    case 'stash list':
    case 'stash show':
      // It hands its words on, and takes even what is behind `--` for the name of a commit.
      return isQuiet ? 'none' : 'any';
    case 'reflog':
    case 'reflog show':
    case 'log':
      return isQuiet ? 'none' : onlyFiles(given, words);
    case 'diff':
    case 'show': {
      if (name === 'show' && namesBlobs(given.operands)) return 'none';
      const onlyNames = isQuiet && options.some((option) => NAMES.has(option));
      if (name === 'diff' && onlyNames) return 'none';
      // What is no commit is shown as it is, whatever the options say.
      if (!operandsOf(given, words).every(isCommit)) return 'any';
      return onlyNames ? 'none' : onlyFiles(given, words);
    }
    default:
      return 'any';
  }
}

/** Only what is named behind `--`: with these options other files show. */
function onlyFiles(given: Given, words: readonly Word[]): Shown {
  const files = filesOf(words);
  const plain = files.every(
    ({ text, known }) => known === 'yes' && /^[^:*?[\\]*[^/:*?[\\.]\.[a-z]\w*$/i.test(text),
  );
  return files.length > 0 && plain && !['L', 'follow'].some((option) => given.options.has(option))
    ? files
    : 'any';
}

function filesOf(words: readonly Word[]): readonly Word[] {
  const end = words.findIndex((word) => word.text === '--');
  return end < 0 ? [] : words.slice(end + 1);
}

function operandsOf({ operands }: Given, words: readonly Word[]): readonly Word[] {
  return operands.slice(0, operands.length - filesOf(words).length);
}

/** `HEAD:src/a` names a file that the rules are compared with; `HEAD^{/a: b}` does not. */
function namesBlobs(operands: readonly Word[]): boolean {
  return (
    operands.length > 0 &&
    operands.every(({ text, known }) => known === 'yes' && /^[^:{]*:(?![/!^(])[\s\S]*[^/:]$/.test(text))
  );
}
