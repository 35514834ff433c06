import type { ShellCommand } from './shellLine.ts';
import type { Word } from './word.ts';
import { INTERPRETERS, WRAPPERS } from './wrappers.ts';

/** Builtins that take the name of a variable: its subscript is computed, and `$(…)` in it runs. */
const NAMES_VARIABLES =
  /^(?:test|\[|printf|read|declare|typeset|local|export|readonly|unset|let|mapfile|readarray|wait|getopts)$/;

/** Variables whose value bash or git runs, or which change what a name means. */
const RUN_AS_TEXT = /^(?:BASH_\w+|ENV|PS\d|PROMPT_COMMAND|GIT_CONFIG\w*)(?:\[|\+?=)/;

/** Why a command may run text that is no command of the line: undefined when it does not. */
export function runsText(
  command: Pick<ShellCommand, 'assignments' | 'input'>,
  name: string,
  rest: readonly Word[],
): string | undefined {
  const sets = NAMES_VARIABLES.test(name) || WRAPPERS.get(name)?.assignments;
  if (setsRunVariable(command.assignments) || (sets && setsRunVariable(rest.map((word) => word.text))))
    return 'it sets a variable whose value is run';
  if (NAMES_VARIABLES.test(name) && rest.some((w) => /\[[\s\S]*[$`]/.test(w.text)))
    return 'the subscript of a variable can run commands';
  if (/^(?:mapfile|readarray)$/.test(name) && rest.some((w) => /^-[a-zA-Z]*C/.test(w.text)))
    return 'it runs a text for what it reads';
  if (/^(?:bind|compgen|complete|enable|fc|hash|jobs|history)$/.test(name) && rest.length > 0)
    return 'it can run a text or change what a name means';
  const language = INTERPRETERS.get(name);
  if (language?.test('') && command.input === 'pipe' && rest.every((w) => /^-(?![a-z]*[cemp])/.test(w.text)))
    return 'code is piped into an interpreter';
  return undefined;
}

export function setsRunVariable(assignments: readonly string[]): boolean {
  return assignments.some((text) => RUN_AS_TEXT.test(text));
}
