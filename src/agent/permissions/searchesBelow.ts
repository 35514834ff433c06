import { gitCommandAt } from './pathspecPlaces.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { programName } from './shell/word.ts';

/** Whether a command shows what stands in files that it finds itself: below a folder, or in a repository. */
export function searchesBelow(command: ShellCommand): boolean {
  const args = command.words.slice(1).map((word) => word.text);
  const has = (pattern: RegExp) => args.some((text) => pattern.test(text));
  const name = programName(command.words[0]);
  if (/^(?:rg|ag|ack(?:-grep)?|ugrep|rgrep)$/.test(name)) return true;
  // `-d recurse` and the many ways to shorten a long option.
  if (/^[a-z]*grep$/.test(name)) return has(/^-(?!-)\w*[rRd]|^--(?:r(?!eg)|d(?!irectories=(?:skip|read)$))/);
  if (name === 'git') return gitShowsFiles(args);
  return name === 'find' && has(/^-(?:exec|execdir|ok|okdir)$/);
}

/** Commands of git that show files of any name; of some only with an option. */
const SHOWS =
  /^(?:archive|bundle|diff-(?:tree|index|files|pairs)|difftool|fast-export|format-patch|grep|range-diff|rerere)$/;
const SHOWS_WITH_PATCH = /^(?:log|reflog|request-pull|whatchanged|stash (?:list|show))$/;
const CHOOSES_HUNKS = /^(?:add|checkout|commit|reset|restore|stash)$/;
const PATCH = /^-(?!-)\w*[puUcLWv]|^--(?:pat|un|cc|word|color-w|bin|check|func|diff-m|remerge|dd)/;
const ONLY_NAMES =
  /^(?:-s|--(?:stat|numstat|shortstat|dirstat|summary|name-only|name-status|no-patch))(?:=|$)/;

function gitShowsFiles(args: readonly string[]): boolean {
  const at = gitCommandAt(args);
  const command = args[at] ?? '';
  const rest = args.slice(at + 1);
  const has = (pattern: RegExp) => rest.some((text) => pattern.test(text));
  if (command === 'cat-file') return has(/^--(?:batch|text|fil)/) || (!has(/^-[tse]$/) && !areFiles(rest));
  const shows =
    SHOWS.test(command) ||
    (/^(?:diff|show)$/.test(command) && (has(PATCH) || !has(ONLY_NAMES))) ||
    ((SHOWS_WITH_PATCH.test(command) || SHOWS_WITH_PATCH.test(`${command} ${rest[0]}`)) && has(PATCH)) ||
    (CHOOSES_HUNKS.test(command) && has(/^-(?!-)\w*[pi]|^--(?:pa|int)/));
  return shows && (command === 'grep' || !namesFiles(command, rest));
}

/** Whether it shows only files that its words name, which are compared with the rules themselves. */
function namesFiles(command: string, rest: readonly string[]): boolean {
  const end = rest.indexOf('--');
  if (end < 0) return command === 'show' && areFiles(rest);
  const files = rest.slice(end + 1);
  return (
    files.length > 0 && files.every((file) => /^[^:*?[\\\u0001]*[^/:*?[\\\u0001.]\.[a-z]\w*$/i.test(file))
  );
}

/** `HEAD:src/a` names a file, `HEAD` does not. */
function areFiles(words: readonly string[]): boolean {
  const operands = words.filter((text) => !text.startsWith('-'));
  return operands.length > 0 && operands.every((text) => /^[^:]*:(?![/!^(])[\s\S]*[^/:]$/.test(text));
}
