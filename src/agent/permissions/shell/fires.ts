import path from 'node:path';
import { gitCommandAt } from './gitCommandAt.ts';
import { mentions } from './mentions.ts';
import { type CommandPattern, type Fit, fits } from './pattern.ts';
import type { ShellCommand, ShellLine } from './shellLine.ts';
import { programName, UNKNOWN, type Word } from './word.ts';

/** Whether any command of a line fits a pattern, and which one. For deny and ask rules and hooks: rather too often. */
export function firesOn(
  pattern: CommandPattern,
  line: ShellLine,
): { fit: Fit; span?: readonly [number, number] } {
  let maybe: readonly [number, number] | undefined;
  const commands = allCommands(line.commands);
  for (const command of commands) {
    for (const { words, sure } of readingsOf(command)) {
      const fit = fits(pattern, words);
      if (fit === 'yes' && sure && !command.guessed) return { fit, span: command.span };
      if (fit !== 'no') maybe ??= command.span;
    }
  }
  maybe ??= mentions(commands, pattern)?.span ?? line.unknown[0]?.span;
  return maybe ? { fit: 'maybe', span: maybe } : { fit: 'no' };
}

/** Every command, those inside others included. */
export function allCommands(commands: readonly ShellCommand[]): ShellCommand[] {
  return commands.flatMap((command) => [command, ...allCommands(command.inner)]);
}

/** One way to read a command; not sure where nobody knows which of its words is the first operand. */
interface Reading {
  readonly words: readonly Word[];
  readonly sure: boolean;
}

/** More words than this before the first operand of a command are not looked through. */
const MAX_SKIPPED = 200;

/** The ways a command may be read: by its bare name, and without the options before its first operand. */
function readingsOf(command: ShellCommand): Reading[] {
  const [first, ...rest] = command.words;
  if (!first) return [];
  const name = named(first);
  const readings: Reading[] = [{ words: [name, ...rest], sure: true }];
  for (const text of namesOf(first))
    if (text !== name.text) readings.push({ words: [{ ...first, text }, ...rest], sure: true });
  // Git is known so well that its command is found behind its options.
  const at = name.text === 'git' ? gitCommandAt(rest) : undefined;
  if (at !== undefined) return [...readings, { words: [name, ...rest.slice(at)], sure: true }];
  if (name.text !== 'git' && !(rest[0] && (/^[-+]/.test(rest[0].text) || rest[0].known !== 'yes')))
    return readings;
  const flags = rest.findIndex((word) => !word.text.startsWith('-'));
  const skipped = Math.min(rest.length, MAX_SKIPPED);
  for (let i = 1; i <= skipped; i++)
    readings.push({ words: [name, ...rest.slice(i)], sure: name.text !== 'git' && i <= flags });
  // A word that becomes several may hold the first operand.
  if (skipped < rest.length || rest.some((word) => word.open))
    readings.push({ words: [name, { ...name, text: UNKNOWN, known: 'no' }], sure: false });
  return readings;
}

/** Other names that a rule may give a program: as it is written, without its folder, by the shortest way to it. */
function namesOf(first: Word): ReadonlySet<string> {
  const { text, known } = first;
  if (known !== 'yes') return new Set([text]);
  const short = path.posix.normalize(text);
  const relative = text.includes('/') && !/^[./]/.test(short) ? [`./${short}`] : [];
  return new Set([text, programName(first), short, ...relative]);
}

/** A word as the name of a program: without its folder and, as some disks take it, its case. */
function named(word: Word): Word {
  return word.known === 'yes' ? { ...word, text: programName(word).toLowerCase() } : word;
}
