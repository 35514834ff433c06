import { CALM_KEY, isCommit } from './gitNames.ts';
import { isGitMessage } from './pathspecPlaces.ts';
import { type Allowed, allowed, asOne, takeApart } from './shell/allowed.ts';
import type { Word } from './shell/word.ts';

/** Commands of git that change something and show no file's text, whatever options they are given. */
const ANY_OPTIONS = new Set(
  `branch cherry check-attr check-ignore cherry-pick clean clone count-objects describe fetch gc hash-object help init
    ls-files ls-remote ls-tree maintenance merge merge-base mv name-rev prune pull push remote rev-parse revert rm show-ref
    sparse-checkout switch var version worktree write-tree`.split(/\s+/),
);

/** The same for those that show hunks, or let something show them, with other options. */
const LISTS: Readonly<Record<string, string>> = {
  add: `-AfnuvN --all --no-all --update --force --verbose --dry-run --intent-to-add --refresh --ignore-errors
    --ignore-missing --ignore-removal --no-ignore-removal --renormalize --chmod=text --sparse
    --pathspec-from-file=path --pathspec-file-nul`,
  // Only the steps; the rest shows commits or runs commands.
  'bisect bad': '',
  'bisect good': '',
  'bisect log': '',
  'bisect new': '',
  'bisect old': '',
  'bisect reset': '',
  'bisect skip': '',
  'bisect start':
    '--term-good=text --term-old=text --term-bad=text --term-new=text --no-checkout --first-parent',
  'bisect terms': '--term-good --term-old --term-bad --term-new',
  checkout: `-fqtlmd -bB=text --quiet --force --track~text --no-track --detach --orphan=text --ours --theirs --merge
    --conflict=text --guess --no-guess --progress --no-progress --ignore-skip-worktree-bits --overlay --no-overlay
    --recurse-submodules~text --no-recurse-submodules`,
  // Without a change to commit, `-v` shows others.
  commit: `-aqnsoiez -mFCct=text -S~text -u~text --all --quiet --no-verify --verify --signoff --no-signoff
    --message=text --file=path --amend --edit --no-edit --allow-empty --allow-empty-message --author=text --date=text
    --reuse-message=text --reedit-message=text --fixup=text --squash=text --reset-author --trailer=text
    --cleanup=text --status --no-status --only --include --gpg-sign~text --no-gpg-sign --dry-run --short --branch
    --porcelain --long --untracked-files~text --no-post-rewrite --no-verbose --template=path
    --pathspec-from-file=path --pathspec-file-nul`,
  config: `-lz --global --local --system --worktree --get --get-all --get-regexp --list --unset --unset-all --add
    --replace-all --name-only --show-origin --show-scope --type=text --bool --int --path --default=text --null
    --remove-section --rename-section`,
  rebase: `-iqvnfkmr -S~text -sXC=text --onto=text --interactive --continue --abort --skip --quit --autosquash
    --no-autosquash --autostash --no-autostash --root --keep-empty --no-keep-empty --rebase-merges~text
    --no-rebase-merges --force-rebase --no-ff --fork-point --no-fork-point --strategy=text --strategy-option=text
    --quiet --verbose --stat --no-stat --no-verify --verify --signoff --committer-date-is-author-date
    --reset-author-date --ignore-date --update-refs --no-update-refs --apply --merge --empty=text --keep-base
    --reschedule-failed-exec --gpg-sign~text --no-gpg-sign --edit-todo`,
  reset: '-qN --soft --mixed --hard --merge --keep --quiet --refresh --no-refresh --intent-to-add',
  restore: `-SWqm -s=text --staged --worktree --source=text --quiet --ours --theirs --merge --conflict=text
    --ignore-unmerged --overlay --no-overlay --progress --no-progress`,
  stash:
    '<=0 -uakqS -m=text --include-untracked --all --keep-index --no-keep-index --quiet --staged --message=text',
  'stash apply': '-q --index --quiet',
  'stash branch': '',
  'stash clear': '',
  'stash drop': '-q --quiet',
  'stash pop': '-q --index --quiet',
  'stash push': `-uakqS -m=text --include-untracked --all --keep-index --no-keep-index --quiet --staged
    --message=text`,
  'stash save': '-uakqS --include-untracked --all --keep-index --no-keep-index --quiet --staged',
  submodule: '<=0 -q --quiet',
  'submodule add': '-fqb=text --force --quiet --branch=text --name=text --depth=text',
  'submodule deinit': '-fq --force --quiet --all',
  'submodule init': '-q --quiet',
  'submodule status': '-q --quiet --cached --recursive',
  'submodule sync': '-q --quiet --recursive',
  'submodule update': `-fqNj=text --init --remote --recursive --force --quiet --no-fetch --checkout --merge --rebase
    --depth=text --jobs=text --recommend-shallow --single-branch --progress`,
  'symbolic-ref': '<=1 -q --quiet --short',
  tag: `-asfd -muF=text --annotate --sign --no-sign --force --delete --message=text --file=path --local-user=text
    --cleanup=text --create-reflog`,
  'update-index': `-qg --refresh --really-refresh --assume-unchanged --no-assume-unchanged --skip-worktree
    --no-skip-worktree --chmod=text --add --remove --force-remove --again --verbose --ignore-missing --unmerged`,
};

const CHANGES: ReadonlyMap<string, Allowed> = new Map(
  Object.entries(LISTS).map(([name, list]) => [name, allowed(list)]),
);

/** Whether a command of git, from its name on, shows no file's text, whatever its options and variables say. */
export function showsNever(given: readonly Word[]): boolean {
  const name = given[0]?.text ?? '';
  return ANY_OPTIONS.has(name) && !(MOVES_REFS.test(name) && given.some(givesObjectAName));
}

/** Whether by all of its words it is known to show no file's text, nor to let a later command show it. */
export function changesOnly(given: readonly Word[]): boolean {
  const [name = '', second] = given.map((word) => word.text);
  // Several words may come of one, options among them.
  if (given.some(({ open, added }) => open || added)) return false;
  const both = `${name} ${second}`;
  const list = CHANGES.get(both) ?? CHANGES.get(name);
  // What stands behind `-m` is no option.
  const words = given.map(
    (word, i): Word =>
      isGitMessage(given, i) && !word.text.startsWith('--message=')
        ? { ...word, text: 'text', known: 'yes' }
        : word,
  );
  const taken = list && takeApart(list, words.slice(CHANGES.has(both) ? 2 : 1).map(asOne));
  if (!taken) return false;
  const [first, value] = taken.operands;
  // Settings can have another command show more; and a tag may give a file's text a name like that of a commit.
  if (name === 'config') return value === undefined || CALM_KEY.test(`${first?.text}=${value.text}`);
  return name !== 'tag' || taken.options.has('d') || value === undefined || isCommit(value);
}

const MOVES_REFS = /^(?:fetch|pull|push)$/;

/** What a branch can't hold, other names can: `HEAD:a:refs/tags/t`. */
function givesObjectAName(word: Word): boolean {
  const [, from = '', to = ''] = /^\+?(.*):([^:]*)$/s.exec(word.text) ?? [];
  if (from === '' || word.text.includes('://') || /^(?:refs\/)?heads\//.test(to)) return false;
  const isHead = from.startsWith('refs/heads/') || isCommit({ ...word, text: from });
  return !isHead && (/^(?:refs|remotes|tags)\//.test(to) || /^[0-9a-f]{4,}$|:/i.test(from));
}
