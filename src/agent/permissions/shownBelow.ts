import { compared, copiesBelow } from './copiesBelow.ts';
import { gitShows, type Shown } from './gitShows.ts';
import { isAction } from './shell/findRuns.ts';
import { maySeeMade } from './shell/readOnly.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { programName, UNKNOWN } from './shell/word.ts';

/** Whose text a command of a line shows of files that it finds itself: below a folder, or in a repository. */
export function shownBelow(command: ShellCommand, line: readonly ShellCommand[]): Shown {
  const name = programName(command.words[0]);
  // It may meet names of options that are not on the disk yet.
  const metLater = command.words.some(({ text, known }) => known === 'glob' && text.startsWith(UNKNOWN));
  if (/^(?:git|[a-z]*grep)$/.test(name) && metLater && maySeeMade(command, line)) return 'any';
  // A command of git as a program of its own.
  if (/^git-(?!lfs$)/.test(name) || copiesBelow(command, line)) return 'any';
  if (name === 'git') return gitShows(command, line);
  return name === 'find' && command.words.some(isAction) ? 'any' : (compared(command) ?? 'none');
}
