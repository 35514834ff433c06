import { mentions } from './mentions.ts';
import { type CommandPattern, type Fit, fits } from './pattern.ts';
import type { ShellCommand, ShellLine } from './shellLine.ts';
import { programName, UNKNOWN, type Word } from './word.ts';
import { WRAPPERS } from './wrappers.ts';

/** Whether any command of a line fits a pattern, and which one. For deny and ask rules and hooks: rather too often. */
export function firesOn(
  pattern: CommandPattern,
  line: ShellLine,
): { fit: Fit; span?: readonly [number, number] } {
  let maybe: readonly [number, number] | undefined;
  for (const command of allCommands(line.commands)) {
    for (const words of readingsOf(command)) {
      const fit = fits(pattern, words);
      if (fit === 'yes') return { fit, span: command.span };
      if (fit === 'maybe') maybe ??= command.span;
    }
    if (mentions(command, pattern)) maybe ??= command.span;
  }
  if (line.unknown.length > 0) maybe ??= line.unknown[0]?.span;
  return maybe ? { fit: 'maybe', span: maybe } : { fit: 'no' };
}

/** Every command, those inside others included. */
export function allCommands(commands: readonly ShellCommand[]): ShellCommand[] {
  return commands.flatMap((command) => [command, ...allCommands(command.inner)]);
}

/** More words than this before the first operand of a command are not looked through. */
const MAX_SKIPPED = 200;

/**
 * The ways a command may be read when somebody wants to hide it: by its bare name, without the
 * options that stand before its first operand (`git -C x push`), and, behind a wrapper, from any word on.
 */
function readingsOf(command: ShellCommand): (readonly Word[])[] {
  const [first, ...rest] = command.words;
  if (!first) return [];
  const name = named(first);
  const readings: (readonly Word[])[] = [[name, ...rest]];
  if (first.text !== name.text) readings.push(command.words);
  // It has git run its own commands, with their names behind any option.
  const anywhere = name.text === 'git' && rest.some((word) => word.text === 'for-each-repo');
  if (anywhere || (rest[0] && (/^[-+]/.test(rest[0].text) || rest[0].known !== 'yes'))) {
    const skipped = Math.min(rest.length, MAX_SKIPPED);
    for (let i = 1; i <= skipped; i++) readings.push([name, ...rest.slice(i)]);
    if (skipped < rest.length) readings.push([name, { ...name, text: UNKNOWN, known: 'no' }]);
  }
  if (WRAPPERS.has(name.text)) {
    for (let i = 0; i < Math.min(rest.length, MAX_SKIPPED); i++) {
      const [inner, ...args] = rest.slice(i);
      if (inner) readings.push([named(inner), ...args]);
    }
  }
  return readings;
}

/** A word as the name of a program: without its folder and, as some disks take it, its case. */
function named(word: Word): Word {
  return word.known === 'yes' ? { ...word, text: programName(word).toLowerCase() } : word;
}
