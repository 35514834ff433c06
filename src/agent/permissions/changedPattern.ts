import type { ShellCommand } from './shell/shellLine.ts';
import { programName, type Word } from './shell/word.ts';
import { SHELLS, withoutVersion } from './shell/wrappers.ts';

/** Options of `shopt` that change nothing about which names a pattern meets, but for what becomes of one that meets none. */
const CALM =
  /^(?:-[squp]+|nullglob|failglob|inherit_errexit|lastpipe|checkwinsize|huponexit|expand_aliases)$/;

/** Variables by which bash meets other names, or is given options. */
const CHANGES = /\b(?:GLOBIGNORE|BASHOPTS)\b/;

/**
 * The command of a line whose pattern of names may meet others than it says, for the line changes how bash reads
 * patterns (`shopt -s dotglob`, `bash -O globstar`); undefined when there is none. `text`: the line as it
 * was written, for an expansion may set a variable too.
 */
export function changedPattern(commands: readonly ShellCommand[], text: string): ShellCommand | undefined {
  const changes = CHANGES.test(text) || commands.some(changesPatterns);
  return commands.find((command) => (changes || startsChanged(command)) && hasPattern(command));
}

function changesPatterns({ words, values, assignments }: ShellCommand): boolean {
  const [first, ...rest] = words.map((word) => word.text);
  if (programName(words[0]) === 'shopt' && !rest.every((text) => CALM.test(text))) return true;
  if (values.some(({ text }) => text === 'shopt')) return true;
  return [first ?? '', ...rest, ...assignments, ...values.map(({ text }) => text)].some((text) =>
    CHANGES.test(text),
  );
}

/** A shell with `-O`, whose text is not read. */
function startsChanged({ words }: ShellCommand): boolean {
  return (
    SHELLS.has(withoutVersion(programName(words[0]))) && words.some(({ text }) => /^[-+](?!-)\w*O/.test(text))
  );
}

function hasPattern({ words, values, redirects, inner }: ShellCommand): boolean {
  const targets = redirects.map(({ target }) => target);
  if ([...words, ...values, ...targets].some(isPattern)) return true;
  // Of a text that is not read there are pieces, cut at brackets.
  return (
    (words.length === 0 && values.some(({ text }) => /[*?[]|[+@!]$/.test(text))) || inner.some(hasPattern)
  );
}

function isPattern({ text, known }: Word): boolean {
  return known === 'glob' || /[?*+@!]\(/.test(text);
}
