import type { ShellCommand } from './shellLine.ts';

/** Variables that only change how a program looks or speaks. */
const HARMLESS =
  /^(?:CI|COLUMNS|DEBUG|FORCE_COLOR|LINES|NO_COLOR|NODE_ENV|RUST_BACKTRACE|TERM)=[\w.@-]*$|^(?:LANG|LC_\w+)=(?:C|POSIX|(?:\w+\.)?[uU][tT][fF]-?8)?$|^TZ=\w+(?:\/\w+)?$/;

/** Whether an assignment before a command changes nothing else. */
export function isHarmless(text: string): boolean {
  return HARMLESS.test(text);
}

/** A name in small letters is the line's own: programs look at those in capitals. */
export function isOwnVariable(text: string): boolean {
  return (/^[a-z][a-z0-9_]*\+?=/.test(text) && !/^\w*proxy/.test(text)) || isHarmless(text);
}

/** Whether all that is set for a command alone is. */
export function harmlessAssignments(command: Pick<ShellCommand, 'assignments'>): boolean {
  return command.assignments.every(isHarmless);
}
