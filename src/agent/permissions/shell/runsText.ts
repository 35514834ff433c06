import { isHarmless } from './harmless.ts';
import type { Bare } from './opened.ts';
import { UNKNOWN, type Word } from './word.ts';
import { INTERPRETERS, WRAPPERS, withoutVersion } from './wrappers.ts';

/** Builtins that take the name of a variable: its subscript is computed, and `$(…)` in it runs. */
const NAMES_VARIABLES =
  /^(?:printf|read|declare|typeset|local|export|readonly|unset|let|mapfile|readarray|wait|getopts)$/;

/** Those of them that give a variable a value. */
const SETS_VARIABLES =
  /^(?:printf|read|declare|typeset|local|export|readonly|let|mapfile|readarray|wait|getopts)$/;

/** Variables whose value bash or git runs, or which change what a name means. */
const RUN_AS_TEXT =
  /^(?:BASH.+|ENV|PS\d|PROMPT_COMMAND|MAILPATH|GIT_CONFIG\w*|RANDOM|SRANDOM|SECONDS|OPTIND|HISTCMD|SHELLOPTS|BASHOPTS)$/;

/** Why a command may run text that is no command of the line: undefined when it does not. */
export function runsText(command: Bare, name: string, rest: readonly Word[]): string | undefined {
  if (command.assignments.some((text) => RUN_AS_TEXT.test(nameIn(text)))) return SETS_RUN;
  // In some, the second byte of a letter is a backslash.
  if (command.assignments.some((text) => /^(?:LANG|LC_\w+)=/.test(text) && !isHarmless(text)))
    return 'it changes which letters there are';
  if (WRAPPERS.get(name)?.assignments && rest.some((w) => w.text.includes('=') && setsRun(w)))
    return SETS_RUN;
  if (SETS_VARIABLES.test(name) && setters(name, rest).some(setsRun)) return SETS_RUN;
  if (/^(?:declare|typeset|local)$/.test(name) && rest.some((w) => /^[-+].*[^aAgrxpfF]/.test(w.text)))
    return 'it declares a variable that is more than a text';
  if (/^(?:declare|typeset|local|readonly|export)$/.test(name) && rest.some((w) => holdsList(name, w, rest)))
    return 'bash reads the value of a declared list again';
  if (NAMES_VARIABLES.test(name) && rest.some((w) => /\[[^\]]*[^\]\d@*]/.test(w.text)))
    return 'the subscript of a variable can run commands';
  if (
    name === '[' ||
    (name === 'test' && testsName(rest)) ||
    (name === 'unset' && rest.some((w) => w.known === 'no'))
  )
    return 'the name of a variable can run commands';
  if (name === 'printf' && rest[0] && rest[0].known !== 'yes') return SETS_RUN;
  if (name === 'let') return 'bash computes it, and that can run what a text says';
  if (name === 'shopt' || (name === 'set' && !isPlainSet(rest)))
    return 'it changes how the rest of the line is read';
  if (/^(?:mapfile|readarray)$/.test(name) && rest.some((w) => /^-[a-zA-Z]*C/.test(w.text)))
    return 'it runs a text for what it reads';
  if (/^(?:bind|compgen|complete|enable|fc|hash|jobs|history)$/.test(name) && rest.length > 0)
    return 'it can run a text or change what a name means';
  const language = INTERPRETERS.get(withoutVersion(name));
  if (language?.test('') && command.input === 'pipe' && rest.every((w) => /^-(?![a-z]*[cemp])/.test(w.text)))
    return 'code is piped into an interpreter';
  return undefined;
}

const SETS_RUN = 'it sets a variable whose value is run';

/** What stands before the value or the subscript. */
function nameIn(text: string): string {
  return /^[^=[+]*/.exec(text)?.[0] ?? '';
}

/** Whether a word names such a variable, or may. */
function setsRun(word: Word): boolean {
  const name = nameIn(word.text);
  return RUN_AS_TEXT.test(name) || name.includes(UNKNOWN);
}

/** A declaration whose value is a list in quotes, or may be one. */
function holdsList(builtin: string, word: Word, words: readonly Word[]): boolean {
  const value = /^[^=]*=([\s\S]*)$/.exec(word.text)?.[1];
  if (value === undefined) return false;
  const list = builtin !== 'export' && builtin !== 'readonly';
  const declared = list || words.some((w) => /^-[a-zA-Z]*[aA]/.test(w.text));
  return value.startsWith('(') || (declared && value.startsWith(UNKNOWN));
}

/** `set` with the options that change no reading, or with new positional parameters. */
function isPlainSet(rest: readonly Word[]): boolean {
  const end = rest.findIndex((word) => word.text === '--');
  return rest
    .slice(0, end < 0 ? undefined : end)
    .every(
      (word, i) =>
        /^[-+][aefuvx]*o?$/.test(word.text) ||
        (/o$/.test(rest[i - 1]?.text ?? '') && /^(?:pipefail|errexit|nounset|xtrace)$/.test(word.text)),
    );
}

/** The words that may be names of variables. */
function setters(name: string, rest: readonly Word[]): readonly Word[] {
  // A value may be joined to its option: `read -aNAME`.
  if (name !== 'printf')
    return rest.map((word) => ({ ...word, text: word.text.replace(/^-[a-z]+(?=[A-Z_])/, '') }));
  const [first, second] = rest;
  if (!first || !/^-v/.test(first.text)) return [];
  return [first.text === '-v' ? (second ?? first) : { ...first, text: first.text.slice(2) }];
}

/** `test -v NAME`: with a subscript, or with an expansion that may be the name or the operator. */
function testsName(rest: readonly Word[]): boolean {
  if (rest.some((word) => word.open)) return true;
  const isOperator = (word: Word | undefined) => /^(?:-[a-zA-Z]+|=|==|!=|!)$/.test(word?.text ?? '');
  if (rest.some((w) => /^-[vR]$/.test(w.text)))
    return rest.some((w) => w.known !== 'yes' || w.text.includes('['));
  return rest.some(
    (word, i) =>
      word.known === 'no' && rest.length > 1 && !isOperator(rest[i - 1]) && !isOperator(rest[i + 1]),
  );
}
