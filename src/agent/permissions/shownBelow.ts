import { gitShows, type Shown } from './gitShows.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { programName } from './shell/word.ts';

/** Whose text a command of a line shows of files that it finds itself: below a folder, or in a repository. */
export function shownBelow(command: ShellCommand, line: readonly ShellCommand[]): Shown {
  const args = command.words.slice(1).map((word) => word.text);
  const has = (pattern: RegExp) => args.some((text) => pattern.test(text));
  const name = programName(command.words[0]);
  if (name === 'git') return gitShows(command, line);
  const searches =
    /^(?:rg|ag|ack(?:-grep)?|ugrep|rgrep)$/.test(name) ||
    // `-d recurse` and the many ways to shorten a long option.
    (/^[a-z]*grep$/.test(name) && has(/^-(?!-)\w*[rRd]|^--(?:r(?!eg)|d(?!irectories=(?:skip|read)$))/)) ||
    (name === 'find' && has(/^-(?:exec|execdir|ok|okdir)$/));
  return searches ? 'any' : 'none';
}
