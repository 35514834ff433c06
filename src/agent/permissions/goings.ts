import { changesFolder, folderOperands, withoutUnknown } from './foldersGiven.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { programName, UNKNOWN, type Word } from './shell/word.ts';

/** The line that a command stands in. */
export interface Source {
  readonly text: string;
  /** All its commands. */
  readonly commands: readonly ShellCommand[];
}

/** Whether a command may go to another folder: by its name, or because nobody knows its name. */
export function mayGo(command: ShellCommand): boolean {
  return changesFolder(command) || (isNameless(command) && folderOperands(command).some(isPlain));
}

/** Whether what it runs is known only to the shell. */
export function isNameless({ words: [first] }: ShellCommand): boolean {
  return first !== undefined && first.known !== 'yes';
}

/**
 * The words that name where a command may go, home for none. Undefined when nobody knows: what a program prints, or a
 * pattern of names, or what the line makes of a variable. Where the person's own variables lead is theirs to say.
 */
export function targetsOf(command: ShellCommand, source: Source): readonly Word[] | undefined {
  const operands = folderOperands(command);
  if (isNameless(command)) return operands.filter(isPlain);
  const [first] = command.words;
  if (operands.length === 0 && first) return [{ ...first, text: '~', known: 'yes' }];
  const found: Word[] = [];
  for (const word of operands) {
    const meant = word.known === 'no' ? meantBy(word, source) : isPlain(word) ? [word] : undefined;
    if (!meant) return undefined;
    found.push(...meant);
  }
  return found;
}

function isPlain({ known }: Word): boolean {
  return known === 'yes';
}

/** What git or `mktemp` says of its folders, and the folder of the script that runs. */
const HARMLESS =
  /\$\((?:git (?:-C "?[^"$()\s]*"? )?rev-parse [\w -]+|mktemp -d|dirname "?\$(?:0|\{BASH_SOURCE\[0\]\})"?)\)/g;

function meantBy(word: Word, source: Source): readonly Word[] | undefined {
  const written = source.text.slice(...word.span);
  const behind = word.text.slice(UNKNOWN.length);
  if (/^"?\$(?:PWD\b|\{PWD\}|\(pwd\))/.test(written) && !behind.includes(UNKNOWN))
    return [{ ...word, text: `.${behind}`, known: 'yes' }];
  if (/\$\{?[1-9@*]/.test(written)) {
    const given = argumentsGiven(source);
    return given?.every(isPlain)
      ? given.map(({ text }): Word => ({ ...word, text: word.text.replaceAll(UNKNOWN, text), known: 'yes' }))
      : undefined;
  }
  if (isMade(written, withoutHarmless(source.text))) return undefined;
  return withoutUnknown(word);
}

function withoutHarmless(text: string): string {
  const next = text.replace(HARMLESS, '');
  return next === text ? text : withoutHarmless(next);
}

/** Whether a word has something in it that the line makes of what nobody knows. */
function isMade(word: string, line: string, depth = 0): boolean {
  const own = withoutHarmless(word);
  if (depth > 4 || /\$\(|`/.test(own)) return true;
  return [...own.matchAll(/\$\{?[#!]?([A-Za-z_]\w*)/g)].some(([, name = '']) =>
    [...line.matchAll(gives(name))].some(
      ([, value]) => value === undefined || isMade(value, line, depth + 1),
    ),
  );
}

/** Where a line gives a variable a value: the value in the first group, none where a program gives it. */
function gives(name: string): RegExp {
  const itself = String.raw`(?<![\w$]|\$\{)${name}\b`;
  const value = String.raw`\+?=("[^"]*"|[^\s;&|"]*)`;
  const setters = String.raw`\b(?:for|getopts|let|mapfile|printf|read|readarray|select)\b[^;&|\n]*`;
  return new RegExp(String.raw`${itself}${value}|${setters}${itself}|\$\{${name}:?=`, 'g');
}

/** The words that the functions of a line are given, and those that `set` gives the line itself. */
function argumentsGiven({ text, commands }: Source): Word[] | undefined {
  const names = [...text.matchAll(/\bfunction\s+([\w.:-]+)|([\w.:-]+)\s*\(\s*\)/g)].map(([, a, b]) => a ?? b);
  const calls = commands.filter(({ words: [first] }) => [...names, 'set'].includes(programName(first)));
  if (calls.some(({ repeats }) => repeats)) return undefined;
  return calls.flatMap(({ words }) => words.slice(1).filter(({ text: word }) => !word.startsWith('-')));
}
