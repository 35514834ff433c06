import type { CommandPattern } from './pattern.ts';
import { readsOnly } from './readOnly.ts';
import type { ShellCommand } from './shellLine.ts';
import { programName, UNKNOWN, type Word } from './word.ts';
import { INTERPRETERS, withoutVersion } from './wrappers.ts';

/** Commands of git whose words are text for people, and those that run other commands. */
const TEXT_FOR_PEOPLE = /^(?:commit|tag|notes|merge|stash|log|show|grep)$/;
const RUNS_COMMANDS = /^(?:foreach|run)$/;

/**
 * Whether what a command is given names the command that a pattern is about. A program that is not known
 * may run what its words say: one behind the other (`setpriv git -C x push`), or together inside a word, a
 * value or a here-document (`sed '1e git push'`). Quotes that a shell would take off do not hide it.
 */
export function mentions(command: ShellCommand, pattern: CommandPattern): boolean {
  const spelled = pattern.text.split('\u0002').slice(0, pattern.literalWords);
  const [program] = spelled;
  if (!program || readsOnly(command).yes) return false;
  const args = command.words.slice(1);
  const name = withoutVersion(programName(command.words[0]));
  const texts = [...args.map((word) => word.text), ...command.assignments, ...inputOf(command)];
  const runs = INTERPRETERS.get(name);
  if (runs && texts.some((text) => isCode(text) && runs.test(text) && text.includes(program))) return true;
  const isGit = name === 'git';
  if (isGit && TEXT_FOR_PEOPLE.test(args[0]?.text ?? '') && command.assignments.length === 0) return false;
  const inText = inOrder(spelled);
  if (texts.some((text) => inText.test(text.replace(/['"\\]/g, '')))) return true;
  if (isGit && !args.some((word) => RUNS_COMMANDS.test(word.text))) return false;
  return namesInOrder(args, spelled);
}

function inputOf(command: ShellCommand): readonly string[] {
  return typeof command.input === 'object' ? [command.input.text] : [];
}

function isCode(text: string): boolean {
  return /[\s('";]/.test(text);
}

/** The words one after the other, with anything between them; one alone only where more text follows. */
function inOrder(words: readonly string[]): RegExp {
  const [first = '', ...rest] = words.map((word) => `(?<![\\w-])${escaped(word)}(?![\\w-])`);
  return new RegExp([first, ...(rest.length > 0 ? rest.slice(0, 1) : ['\\s'])].join('[\\s\\S]*?'), 'i');
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The program and the word behind it in this order; an expansion may be either, but not both. */
function namesInOrder(args: readonly Word[], spelled: readonly string[]): boolean {
  const [program = '', second] = spelled;
  const isProgram = (word: Word) => programName(word).toLowerCase() === program.toLowerCase();
  const at = args.findIndex(isProgram);
  if (second === undefined) return at >= 0;
  const behind = args.slice(at + 1);
  if (at >= 0) return behind.some((word) => word.text === second || word.text.includes(UNKNOWN));
  const open = args.findIndex((word) => word.text.includes(UNKNOWN));
  return open >= 0 && args.slice(open + 1).some((word) => word.text === second);
}
