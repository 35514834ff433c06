import { type Allowed, allowed, type Given, takeApart } from './allowed.ts';
import type { Word } from './word.ts';

/** What is compared and how it is shown. Neither writes (`--output`) nor runs a program (`--ext-diff`). */
const DIFF = `SINGLE -abcmpRsuwWzt -U~text -M~text -C~text -B~text -l~text -GSI=text --patch --no-patch --raw
  --stat~text --numstat --shortstat --dirstat~text --summary --compact-summary --patch-with-stat --cumulative
  --name-only --name-status --color~text --no-color --word-diff~text --word-diff-regex=text --color-words~text
  --color-moved~text --check --full-index --abbrev~text --no-abbrev --binary --minimal --patience --histogram
  --diff-algorithm=text --anchored=text --indent-heuristic --no-indent-heuristic --find-renames~text
  --find-copies~text --find-copies-harder --no-renames --diff-filter=text --pickaxe-all --pickaxe-regex --text
  --ignore-space-at-eol --ignore-cr-at-eol --ignore-space-change --ignore-all-space --ignore-blank-lines
  --ignore-matching-lines=text --inter-hunk-context=text --function-context --exit-code --quiet --no-ext-diff
  --no-textconv --no-prefix --src-prefix=text --dst-prefix=text --relative~text --submodule~text
  --ignore-submodules~text --unified~text --merge-base --cached --staged --cc --combined-all-paths --base --ours
  --theirs`;

/** Which commits, and how they are shown. */
const LOG = `SINGLE -# -giEFPcmrt -nL=text --oneline --graph --no-graph --decorate~text --no-decorate
  --decorate-refs=text --all --branches~text --tags~text --remotes~text --merges --no-merges --first-parent
  --follow --since=text --after=text --until=text --before=text --author=text --committer=text --grep=text
  --invert-grep --all-match --regexp-ignore-case --max-count=text --skip=text --date=text --format=format
  --pretty~format --abbrev-commit --no-abbrev-commit --reverse --topo-order --date-order --author-date-order
  --walk-reflogs --left-right --cherry-pick --cherry-mark --cherry --left-only --right-only --boundary
  --ancestry-path --full-history --simplify-merges --simplify-by-decoration --dense --sparse --source --mailmap
  --no-mailmap --use-mailmap --no-use-mailmap --log-size --no-walk~text --notes~text --no-notes --encoding=text
  --parents --children --min-parents=text --max-parents=text --not --exclude=text --glob=text --relative-date
  --diff-merges=text --no-diff-merges`;

/** Which names a list of branches or tags shows. */
const LIST = `SINGLE LISTS -i --list:list --contains?list --no-contains?list --merged?list --no-merged?list
  --points-at?list --sort=format --format=format --color~text --no-color --column~text --no-column --abbrev~text
  --ignore-case`;

/** Git's commands that only read, by one word or two, with every argument that leaves it so. */
const LISTS: Readonly<Record<string, string>> = {
  blame: `SINGLE -bcefhlnpstw -M~text -C~text -L=text --porcelain --line-porcelain --incremental --show-name
    --show-number --show-email --show-stats --root --score-debug --date=text --since=text --first-parent --reverse
    --ignore-rev=text --ignore-revs-file=path --abbrev~text --encoding=text --color-lines --color-by-age`,
  branch: `${LIST} -arv -vv --all --remotes --verbose --show-current`,
  'cat-file': '<=2 -tsep',
  describe: `SINGLE --tags --all --long --always --dirty~text --broken~text --abbrev=text --match=text
    --exclude=text --candidates=text --exact-match --first-parent --contains`,
  diff: DIFF,
  grep: `SINGLE PATTERN -# -nIiwvhHlLcqEGFPopWzar -ABCm=text -e=pattern -f=patterns --cached --untracked
    --exclude-standard --recurse-submodules --recursive --max-depth=text --max-count=text --ignore-case
    --word-regexp --invert-match --line-number --column --files-with-matches --name-only --files-without-match
    --count --break --heading --show-function --function-context --and --or --not --all-match --quiet --color~text
    --no-color --perl-regexp --extended-regexp --basic-regexp --fixed-strings --only-matching --text --full-name
    --null --threads=text --after-context=text --before-context=text --context=text`,
  log: `${DIFF} ${LOG}`,
  'ls-files': `SINGLE -cdmoiskutvzf -x=text -X=path --cached --deleted --modified --others --ignored --stage
    --killed --directory --no-empty-directory --unmerged --exclude=text --exclude-from=path
    --exclude-standard --error-unmatch --full-name --abbrev~text --debug --eol
    --deduplicate --format=format --recurse-submodules`,
  'ls-tree': `SINGLE -drtlz --long --name-only --name-status --object-only --full-name --full-tree --abbrev~text
    --format=format`,
  'merge-base': '-a --all --octopus --is-ancestor --independent --fork-point',
  reflog: `<=0 ${LOG}`,
  'reflog show': LOG,
  remote: '<=0 -v --verbose',
  'remote get-url': '<=1 --push --all',
  'rev-list': `${LOG} --objects --objects-edge --no-object-names --count --header --timestamp --disk-usage~text`,
  'rev-parse': `-q --git-dir --git-common-dir --absolute-git-dir --git-path=text --show-toplevel --show-prefix
    --show-cdup --show-superproject-working-tree --is-inside-work-tree --is-inside-git-dir --is-bare-repository
    --is-shallow-repository --abbrev-ref~text --short~text --verify --quiet --symbolic --symbolic-full-name --all
    --branches~text --tags~text --remotes~text --revs-only --no-revs --default=text --show-object-format~text`,
  shortlog: `${LOG} -nsec -w~text --numbered --summary --email --group=text --committer`,
  show: `${DIFF} ${LOG}`,
  'stash list': LOG,
  'stash show': DIFF,
  status: `SINGLE -sbvz -u~text --short --branch --porcelain~text --long --verbose --untracked-files~text
    --ignored~text --show-stash --ahead-behind --no-ahead-behind --renames --no-renames --find-renames~text
    --column~text --no-column --ignore-submodules~text`,
  tag: `${LIST} -l:list -n~list`,
};

const GIT_READERS: ReadonlyMap<string, Allowed> = new Map(
  Object.entries(LISTS).map(([name, list]) => [name, allowed(list)]),
);

/** What git is given, when it is known to only read; undefined otherwise. */
export function gitReads(args: readonly Word[]): Given | undefined {
  // Options before the command can name another program to run (`-c core.pager=…`), so no other is accepted.
  const from = args.findIndex((word) => !/^(?:--no-pager|-P)$/.test(word.text));
  const given = gitGiven(args.slice(Math.max(from, 0)))?.given;
  const inside = given?.operands.flatMap(behindColons) ?? [];
  return given && { ...given, paths: [...given.paths, ...inside] };
}

/** A command of git that only reads, by its name of one word or two, and its arguments taken apart; undefined for another. */
export function gitGiven(
  words: readonly Word[],
): { readonly name: string; readonly given: Given } | undefined {
  const [command, second] = words;
  if (command?.known !== 'yes') return undefined;
  const both = second?.known === 'yes' ? `${command.text} ${second.text}` : '';
  const name = GIT_READERS.has(both) ? both : command.text;
  const list = GIT_READERS.get(name);
  const given = list && takeApart(list, words.slice(name === both ? 2 : 1));
  return given && { name, given };
}

/** `HEAD:src/a` and `:0:src/a` are the file behind a colon; which colon it is, a revision's own text decides. */
export function behindColons(word: Word): Word[] {
  if (word.text.startsWith(':(')) return [];
  const colons = [...word.text.matchAll(/:/g)];
  if (colons.length > MAX_COLONS) return [{ ...word, known: 'no' }];
  // Git looks on the disk for what stands behind `:/`, `:!` and `:^` too.
  const magic = /^:[/!^]([\s\S]+)$/.exec(word.text)?.[1];
  const found = magic === undefined ? [] : [{ ...word, text: magic }];
  return [
    ...found,
    ...colons.flatMap(({ index }) => {
      const text = word.text.slice(index + 1).replace(/^[0-3]:/, '');
      return text && !(magic !== undefined && index === 0) ? [{ ...word, text }] : [];
    }),
  ];
}

/** More colons than this are not looked behind one by one. */
const MAX_COLONS = 50;
