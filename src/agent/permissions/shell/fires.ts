import { type CommandPattern, type Fit, fits } from './pattern.ts';
import { readsOnly } from './readOnly.ts';
import type { ShellCommand, ShellLine } from './shellLine.ts';
import { programName, type Word } from './word.ts';
import { INTERPRETERS, WRAPPERS } from './wrappers.ts';

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
    if (mentionsInCode(command, pattern) || mentions(command, pattern)) maybe ??= command.span;
  }
  if (line.unknown.length > 0) maybe ??= line.unknown[0]?.span;
  return maybe ? { fit: 'maybe', span: maybe } : { fit: 'no' };
}

/** Every command, those inside others included. */
export function allCommands(commands: readonly ShellCommand[]): ShellCommand[] {
  return commands.flatMap((command) => [command, ...allCommands(command.inner)]);
}

/**
 * The ways a command may be read when somebody wants to hide it: by its bare name, without the
 * options that stand before its first operand (`git -C x push`), and, behind a wrapper, from any word on.
 */
function readingsOf(command: ShellCommand): (readonly Word[])[] {
  const [first, ...rest] = command.words;
  if (!first) return [];
  const name: Word = { ...first, text: first.known === 'yes' ? programName(first) : first.text };
  const readings: (readonly Word[])[] = [[name, ...rest]];
  if (first.text !== name.text) readings.push(command.words);
  if (rest[0] && (/^[-+]/.test(rest[0].text) || rest[0].known !== 'yes')) {
    for (let i = 1; i <= Math.min(rest.length, 40); i++) readings.push([name, ...rest.slice(i)]);
  }
  if (WRAPPERS.has(name.text)) {
    for (let i = 0; i < Math.min(rest.length, 40); i++) {
      const [inner, ...args] = rest.slice(i);
      if (inner)
        readings.push([{ ...inner, text: inner.known === 'yes' ? programName(inner) : inner.text }, ...args]);
    }
  }
  return readings;
}

/** Programs whose words are text for people. */
const TEXT_FOR_PEOPLE = /^(?:commit|tag|notes|merge|stash|log|show|grep)$/;

/**
 * A program that is not known may run what its words say: the pattern's words one behind the other, or
 * together inside a word, a value or a here-document (`setpriv git push`, `sed '1e git push'`).
 */
function mentions(command: ShellCommand, pattern: CommandPattern): boolean {
  const [first, second] = pattern.text.split('\u0002').slice(0, pattern.literalWords);
  const args = command.words.slice(1);
  if (!first || readsOnly(command).yes) return false;
  const name = programName(command.words[0]);
  if (name === 'git' && TEXT_FOR_PEOPLE.test(args[0]?.text ?? '') && command.assignments.length === 0)
    return false;
  const spelled = new RegExp(
    `(?<![\\w-])${escaped(first)}(?![\\w-])${second ? `[\\s\\S]{0,80}?(?<![\\w-])${escaped(second)}(?![\\w-])` : '\\s'}`,
  );
  const input = typeof command.input === 'object' ? [command.input.text] : [];
  const texts = [...args.map((word) => word.text), ...command.assignments, ...input];
  if (texts.some((text) => spelled.test(text))) return true;
  if (name === 'git' && !args.some((word) => /^(?:foreach|run)$/.test(word.text))) return false;
  return second !== undefined && args.some((_, i) => fits(pattern, args.slice(i)) === 'yes');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Inline code of an interpreter that names the pattern's program may run it: nobody can tell from outside. */
function mentionsInCode(command: ShellCommand, pattern: CommandPattern): boolean {
  const runs = INTERPRETERS.get(programName(command.words[0]));
  const program = pattern.text.split('\u0002')[0] ?? '';
  if (!runs || pattern.literalWords === 0) return false;
  return command.words
    .slice(1)
    .concat(typeof command.input === 'object' ? [command.input] : [])
    .some((word) => word.text.includes(program) && /[\s('";]/.test(word.text) && runs.test(word.text));
}
