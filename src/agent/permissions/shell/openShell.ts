import { type Bare, type Opened, placed, plain, type Read, refuse } from './opened.ts';
import type { ShellCommand, ShellLine } from './shellLine.ts';
import { programName, type Word } from './word.ts';
import { BASH_LIKE, SHELLS, withoutVersion } from './wrappers.ts';

/** A shell: `-c TEXT`, a script, or commands from its input. */
export async function openShell(command: Bare, rest: readonly Word[], read: Read): Promise<Opened> {
  const name = withoutVersion(programName(command.words[0]));
  if (name === 'su') return openSu(command, rest, read);
  if (rest.length === 1 && /^--(?:version|help)$/.test(rest[0]?.text ?? '')) return plain;
  const as = { posix: name !== 'bash' };
  const { letters, strange, script } = shellOptions(rest);
  if (strange) return refuse(command, 'an option can have the shell run or read something else');
  if (letters.includes('c')) {
    if (!script) return refuse(command, 'what the shell runs is not known');
    return inShell(name, command, await read(script.text, as));
  }
  if (rest.some((w) => w.known === 'no')) return refuse(command, 'what the shell runs is an expansion');
  if (script && !isOpenFile(script.text)) return plain;
  // Its input may come from further out: from a function, a group, or `exec < file` before it.
  if (typeof command.input !== 'object' || command.input.known !== 'yes')
    return refuse(command, 'the shell reads its commands from its input');
  if (!readsByLine(command.input.text))
    return refuse(command, 'what the shell runs may take lines of the text away');
  return inShell(name, command, await read(command.input.text, as));
}

/**
 * The words of a command that nobody has read as what it runs: of a shell all but its script, which may run them in
 * turn (`sh -c '$1' _ 'cat x'`), and all where only a guess says what it runs.
 */
export function wordsLeft({ words, inner, wrapper }: ShellCommand): readonly Word[] {
  if (inner.length === 0 || wrapper === undefined) return words;
  const [first, ...rest] = words;
  const name = withoutVersion(programName(first));
  if (!first || !SHELLS.has(name)) return [];
  const scripts = name === 'su' ? suTexts(rest) : [shellOptions(rest).script];
  return words.filter((word) => !scripts.includes(word));
}

/** A file that is whatever somebody has open there, also by its bare name. */
export function isOpenFile(text: string): boolean {
  return /^\/(?:dev|proc)\/|(?:^|\/)(?:stdin|\d+)$/.test(text);
}

/** Whether each line of a text reads alike when a command has taken those before it: none goes over its end. */
function readsByLine(text: string): boolean {
  const lines = text.replace(/\n$/, '').split('\n');
  if (lines.length === 1) return true;
  return lines.every((line) => !/<<|\\$|`/.test(line) && /^(?:[^'"]|'[^']*'|"[^"]*")*$/.test(line));
}

/** What a shell is given, as far as it reads as bash does. */
function inShell(name: string, command: Bare, line: ShellLine): Opened {
  const opened = placed(line, command, 'transparent');
  if (BASH_LIKE.has(name)) return opened;
  return { ...opened, unknown: [...opened.unknown, ...refuse(command, 'it is no text for bash').unknown] };
}

/**
 * The letters of a shell's options, and the first operand behind them. Letters that change how a line is
 * read, long names and all that is not known are strange.
 */
function shellOptions(rest: readonly Word[]): {
  letters: string;
  strange: boolean;
  script: Word | undefined;
} {
  let letters = '';
  for (let i = 0; i < rest.length; i++) {
    const text = rest[i]?.text ?? '';
    if (text === '--' || text === '-') return { letters, strange: false, script: rest[i + 1] };
    if (!/^[-+]/.test(text)) return { letters, strange: false, script: rest[i] };
    if (/^--(?:norc|noprofile|login)$/.test(text)) continue;
    if (!/^(?:-[ceflnuvx]*o?[ceflnuvx]*|\+[efuvx]+)$/.test(text))
      return { letters, strange: true, script: undefined };
    if (
      text.includes('o') &&
      !/^(?:pipefail|errexit|nounset|xtrace|verbose|noglob)$/.test(rest[++i]?.text ?? '')
    )
      return { letters, strange: true, script: undefined };
    if (text.startsWith('-')) letters += text.slice(1);
  }
  return { letters, strange: false, script: undefined };
}

/** `su` and its like: one text behind `-c` for the shell of somebody else. */
export async function openSu(command: Bare, rest: readonly Word[], read: Read): Promise<Opened> {
  const texts = suTexts(rest);
  const options = rest.filter((word) => /^[-+]/.test(word.text) && !texts.includes(word));
  const areKnown = options.every((word) => /^(?:-|-l|--login|-c|--command)$/.test(word.text));
  const [text] = texts;
  if (!areKnown || texts.length !== 1 || text?.known !== 'yes')
    return refuse(command, 'the commands of that shell are not known');
  return placed(await read(text.text, { posix: true }), command, 'opaque');
}

function suTexts(rest: readonly Word[]): readonly Word[] {
  return rest.filter((_, i) => /^(?:-c|--command)$/.test(rest[i - 1]?.text ?? ''));
}
