import { type CommandPattern, fits } from './pattern.ts';
import { readsOnly } from './readOnly.ts';
import type { ShellCommand } from './shellLine.ts';
import { programName, UNKNOWN, type Word } from './word.ts';
import { INTERPRETERS, WRAPPERS, withoutVersion } from './wrappers.ts';

/** Commands of git whose words are text for people, and those that run other commands. */
const TEXT_FOR_PEOPLE = /^(?:commit|tag|notes|merge|stash|log|show|grep)$/;
const RUNS_COMMANDS = /^(?:foreach|run)$/;
/** Options of git that name a program all the same. */
const NAMES_PROGRAM = /^(?:-[A-Za-z]*O|--op)/;

/** More letters than this are no options. */
const MOST_LETTERS = 20;

/** Programs whose words are names of packages, files and commands of their own; a lone word is no program. */
const OWN_WORDS =
  /^(?:apt|apt-get|brew|cargo|chmod|chown|cp|curl|dnf|docker|gh|go|kubectl|ln|make|man|mkdir|mv|npm|pip3?|pnpm|rm|tar|touch|wget|yarn)$/;

/**
 * The first command that is given what names the command a pattern is about. A program that is not known
 * may run what its words say: one behind the other (`setpriv git -C x push`), together inside a word, a
 * value or a here-document (`sed '1e git push'`), or fed to it by the rest of the line. Quotes that a
 * shell would take off do not hide it.
 */
export function mentions(
  commands: readonly ShellCommand[],
  pattern: CommandPattern,
): ShellCommand | undefined {
  const spelled = pattern.text.split('\u0002').slice(0, pattern.literalWords).slice(0, 2);
  if (!spelled[0]) return undefined;
  const inLine = spells(commands.flatMap(textsOf).join(' '), spelled);
  return commands.find((command) => mayRun(command, spelled, inLine));
}

function mayRun(command: ShellCommand, spelled: readonly string[], inLine: boolean): boolean {
  if (command.words.length === 0 || readsOnly(command).yes) return false;
  const args = command.words.slice(1);
  const name = withoutVersion(programName(command.words[0]));
  const words = args.flatMap(({ text }) => withoutLetters(text));
  const given = [...words, ...command.assignments, ...inputOf(command)];
  const runs = INTERPRETERS.get(name);
  if (runs && given.some((text) => isCode(text) && runs.test(text) && spells(text, spelled.slice(0, 1))))
    return true;
  const isGit = name === 'git';
  if (isGit && isForPeople(command, args)) return false;
  if (given.some((text) => spells(text, spelled) && (spelled.length > 1 || /\s/.test(text)))) return true;
  if (isGit && !args.some((word) => RUNS_COMMANDS.test(word.text))) return false;
  // What a wrapper runs is judged as its own command.
  if (WRAPPERS.has(name)) return false;
  const fed = command.input === 'pipe' || args.some((word) => word.text.includes(UNKNOWN));
  return (fed && inLine && !OWN_WORDS.test(name)) || namesInOrder(name, args, spelled);
}

/** Of options that are joined any letter may be the one with a value. */
function withoutLetters(text: string): string[] {
  const letters = /^-[A-Za-z]+/.exec(text)?.[0].length ?? 0;
  return [text, ...Array.from({ length: Math.min(letters, MOST_LETTERS) }, (_, i) => text.slice(i + 1))];
}

function isForPeople(command: ShellCommand, args: readonly Word[]): boolean {
  return (
    TEXT_FOR_PEOPLE.test(args[0]?.text ?? '') &&
    command.assignments.length === 0 &&
    !args.some((word) => NAMES_PROGRAM.test(word.text))
  );
}

function textsOf(command: ShellCommand): readonly string[] {
  const words = [...command.words, ...command.values].map((word) => word.text);
  return [...words, ...command.assignments, ...inputOf(command)];
}

function inputOf(command: ShellCommand): readonly string[] {
  return typeof command.input === 'object' ? [command.input.text] : [];
}

function isCode(text: string): boolean {
  return /[\s('";]/.test(text);
}

/** Whether a text names the words one after the other, with anything between them. */
function spells(text: string, words: readonly string[]): boolean {
  const bare = words.map((word) => `(?<![\\w-])${escaped(word)}(?![\\w-])`);
  const pattern = new RegExp(bare.join('[\\s\\S]*?'), 'i');
  // A backslash keeps the next sign, or with a letter stands for a blank.
  return [text, text.replace(/\\[a-z]/g, ' ')].some((read) => pattern.test(read.replace(/['"\\]/g, '')));
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The program and the word behind it in this order; an expansion may be either, but not both. */
function namesInOrder(name: string, args: readonly Word[], spelled: readonly string[]): boolean {
  const [program = '', second] = spelled;
  const isProgram = (word: Word) => mayBe(programName(word).toLowerCase(), program.toLowerCase());
  const at = args.findIndex(isProgram);
  if (second === undefined)
    return at >= 0 && (!OWN_WORDS.test(name) || args.some((word) => /^(?:exec|x|dlx)$/.test(word.text)));
  const behind = args.slice(at + 1);
  if (at >= 0) return behind.some((word) => word.text.includes(UNKNOWN) || word.text === second);
  const open = args.findIndex((word) => word.text.includes(UNKNOWN));
  return open >= 0 && args.slice(open + 1).some((word) => word.text === second);
}

/** Whether a text is another one, as far as it is known; what is not known at all is none. */
function mayBe(text: string, other: string): boolean {
  const [known] = text.split(UNKNOWN).filter(Boolean);
  return known !== undefined && fits({ text: other, literalWords: 1 }, [{ text }]) !== 'no';
}
