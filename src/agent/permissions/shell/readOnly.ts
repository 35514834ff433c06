import { type Given, takeApart } from './allowed.ts';
import { findReads } from './findReads.ts';
import { mayRunMore } from './findRuns.ts';
import { gitReads } from './gitReaders.ts';
import { isHarmless } from './harmless.ts';
import { READERS, SAYS_VERSION } from './readers.ts';
import type { ShellCommand } from './shellLine.ts';
import { UNKNOWN, type Word } from './word.ts';

/** Folders of programs that the system owns: `/usr/bin/git` is `git`, `./git` is somebody else's. */
const SYSTEM_FOLDERS = /^\/(?:usr\/)?(?:local\/)?s?bin\/[^/]+$/;

/** The name of a program of the system, or undefined for a path anywhere else. */
export function systemProgram(command: Pick<ShellCommand, 'words'>): string | undefined {
  const first = command.words[0];
  if (first?.known !== 'yes') return undefined;
  if (!first.text.includes('/')) return first.text;
  return SYSTEM_FOLDERS.test(first.text) ? first.text.slice(first.text.lastIndexOf('/') + 1) : undefined;
}

/** A command that only reads, and where. */
interface Reading {
  readonly yes: true;
  /** Every word, or part of one, that names a file. */
  readonly paths: readonly Word[];
  /** Of these, folders that it reads the files of, links among them. */
  readonly inside: readonly Word[];
  /** Folders in whose ignore files it looks, and in those of the folders around them. */
  readonly ignoring: readonly Word[];
}

type Answer = Reading | { readonly yes: false };
const no: Answer = { yes: false };
const at = (
  paths: readonly Word[],
  inside: readonly Word[] = [],
  ignoring: readonly Word[] = [],
): Answer => ({ yes: true, paths, inside, ignoring });

/** Whether a command is known to only read, whatever it is given, and the places where it does. */
export function readsOnly(command: ShellCommand): Answer {
  const name = systemProgram(command);
  const args = command.words.slice(1);
  if (name === undefined || !command.assignments.every(isHarmless)) return no;
  if (args.length === 1 && args[0]?.known === 'yes' && SAYS_VERSION.has(`${name} ${args[0].text}`))
    return at([]);
  // A time may name the file of its zone.
  if (/^(?:date|find)$/.test(name) && args.some((word) => word.text.includes('TZ='))) return no;
  switch (name) {
    case 'git':
      return ofGiven(gitReads(args));
    case 'find':
      return ofPaths(findReads(args, false));
    case 'ps':
      return psReads(args) ? at([]) : no;
    case 'printf':
      return printfReads(args) ? at(shownNames(args)) : no;
    case '[':
    case 'test':
      // What stands where decides whether `-f` and `=` are operators or files.
      return args.every(isOfTest) ? at(args) : no;
  }
  const list = READERS.get(name);
  if (!list) return no;
  // What prints its words touches no file by them, but a pattern of names lists a folder.
  if (list.text) return at(shownNames(args));
  const given = takeApart(list, args);
  if (!given || MORE[name]?.(given) === false) return no;
  return at(
    given.paths,
    name === 'diff' ? given.operands : [],
    name === 'rg' ? ignoring(given, command) : [],
  );
}

/** Whether a command does nothing itself but run what stands in it, in the way that `inner` says. */
export function onlyRuns(command: ShellCommand): boolean {
  const name = systemProgram(command);
  // What a program of many names runs are its own versions, with options of their own.
  if (name === undefined || /^(?:busybox|toybox)$/.test(name)) return false;
  const rest = command.words.slice(1);
  return name !== 'find' || (findReads(rest, true) !== undefined && !mayRunMore(rest));
}

/** Whether a command may put something on the disk: it writes to a file, or is not known to only read. */
export function mayMakeFiles(command: ShellCommand): boolean {
  const writes = command.redirects.some(
    ({ writes, target }) => writes && !/^\/dev\/(?:null|stdout|stderr|tty)$/.test(target.text),
  );
  const isWrapper = command.inner.length > 0 && onlyRuns(command);
  return writes || (command.words.length > 0 && !isWrapper && !readsOnly(command).yes);
}

/** Whether what a command finds on the disk may come to be there by its own line. */
export function maySeeMade(command: ShellCommand, line: readonly ShellCommand[]): boolean {
  return line.some((other) => (other !== command || command.repeats) && mayMakeFiles(other));
}

/** Where ripgrep looks for ignore files: from each place that it is given, or where it is. */
function ignoring({ options, paths }: Given, { words }: ShellCommand): Word[] {
  const [first] = words;
  if (!first || options.has('no-ignore') || options.has('u') || options.has('unrestricted')) return [];
  return [{ ...first, text: '.' }, ...paths];
}

function ofGiven(given: Given | undefined): Answer {
  return given ? at(given.paths) : no;
}

function ofPaths(paths: readonly Word[] | undefined): Answer {
  return paths ? at(paths) : no;
}

/** What more must hold of some programs. */
const MORE: Readonly<Record<string, (given: Given) => boolean>> = {
  command: ({ options }) => options.has('v') || options.has('V'),
  date: ({ operands }) => operands.every((word) => word.text.startsWith('+')),
  jq: ({ patterns }) => patterns.every((word) => word.known === 'yes' && !SEES_MORE.test(word.text)),
  sed: ({ patterns }) => patterns.every((word) => word.known === 'yes' && PRINTS.test(word.text)),
};

/** A script of jq that shows the environment or reads another script. A field `.env` is neither. */
const SEES_MORE = /(?<!(?<!\.)\.)\b(?:env|ENV|import|include|modulemeta|get_search_list)\b/;

/** A script of sed that chooses lines by numbers or plain texts. */
const PRINTS = (() => {
  const address = String.raw`(?:\d+|\$|/[^/\\\n[\]]*/)`;
  const command = String.raw`\s*(?:${address}(?:,\+?${address})?)?!?[pdq]\s*`;
  return new RegExp(`^${command}(?:;${command})*$`);
})();

function shownNames(words: readonly Word[]): Word[] {
  return words.filter((word) => word.known === 'glob' || word.open);
}

/** A format that is known, and does not store how much was printed. */
function printfReads(args: readonly Word[]): boolean {
  const [format] = args[0]?.text === '--' ? args.slice(1) : args;
  return format?.known === 'yes' && !/^-|%[-+ #'0-9.*hlqjzZtL]*n/.test(format.text);
}

const OPERATORS = /^(?:-(?:[a-hknoprstuwxzGLNOS]|nt|ot|ef|eq|ne|lt|le|gt|ge)|==?|!=?|[<>()\]])$/;

function isOperator(word: Word): boolean {
  return word.known === 'yes' && OPERATORS.test(word.text);
}

function isOfTest(word: Word): boolean {
  return word.known !== 'no' && (isOperator(word) || !word.text.startsWith('-'));
}

/** Lists of processes, by the words that are sure not to ask for their environment. */
function psReads(args: readonly Word[]): boolean {
  const words = args.map((word) => (word.known === 'yes' ? word.text : UNKNOWN));
  for (let i = 0; i < words.length; i++) {
    const word = words[i] ?? '';
    if (/^(?:-[opuUgGCqt]|-[eAafl]*o|-?[axuwf]*o|--(?:p?pid|sort|format|user))$/.test(word)) {
      const value = words[++i] ?? '';
      if (!/^[\w,%:.=+-]+$/.test(value) || /env/i.test(value)) return false;
    } else if (
      !/^(?:-[aAefFlLjHwyMT]+|-?[axuwjlfrcSvh]+|\d[\d,]*|--(?:no-headers?|forest|sort=[\w,+-]+|width=\d+))$/.test(
        word,
      )
    )
      return false;
  }
  return true;
}
