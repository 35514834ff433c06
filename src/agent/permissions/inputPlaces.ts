import { gitCommandAt } from './shell/gitCommandAt.ts';
import { systemProgram } from './shell/readOnly.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { programName, type Word } from './shell/word.ts';
import { SHELLS, withoutVersion } from './shell/wrappers.ts';
import { both, type Found, NOBODY_KNOWS, placesIn, placesTold, told } from './wordPieces.ts';

/** Programs that show what they are given to read, count it, change its letters or send it to another machine. */
const PASSES_ON = new Set(
  `: ag base32 base64 bat batcat cat cmp column comm cut diff docker egrep envsubst expand fgrep fmt fold gh glab
   grep head hexdump http join jq kubectl less more nc ncat nl oc od paste pbcopy podman rev rg sed sort ssh strings
   tac tail tee telnet tr tsort unexpand uniq wc wl-copy xclip xsel xxd yq`.split(/\s+/),
);

/** Words by which one of them takes for names, or runs, what it reads. */
const TAKES: Readonly<Record<string, RegExp>> = {
  docker: /^(?:compose|stack)$/,
  podman: /^(?:compose|kube|play)$/,
  sed: /^-(?:\w*f|-fi)/,
};
const TAKES_NAMES = /^--files|\/dev\/(?:stdin|fd\/)/;

/** Commands of git for which it is a message, or what a file holds. */
const GIT_TEXT =
  /^(?:cat-file|commit|commit-tree|credential|hash-object|interpret-trailers|merge|mktag|notes|stripspace|tag)$/;

/** A longer text is not searched for places. */
const MAX_LENGTH = 20_000;

/** What a here-document or a here-string names, unless it is for a program that does nothing by it. */
export function inputPlaces(command: ShellCommand): Found[] {
  const { input, inner } = command;
  const name = programName(command.words[0]);
  if (typeof input !== 'object') return [];
  const args = command.words.slice(1);
  if (inner.length > 0 && !/^(?:find|parallel|xargs)$/.test(name)) {
    if (isScript(name, args)) return [];
    // What a wrapper runs has it too; what a text runs gets it beside.
    return inner.flatMap((each) => (each.input === 'none' ? inputPlaces({ ...each, input }) : []));
  }
  if (passesOn(systemProgram(command) ?? '', args)) return [];
  if (isPatch(name, args)) return patchedPlaces(input);
  if (input.text.length > MAX_LENGTH) return both(input, NOBODY_KNOWS);
  return [...placesIn(input).map(told), ...placesTold(input)];
}

/** Whether a shell runs the text itself, whose commands have places of their own. */
function isScript(name: string, args: readonly Word[]): boolean {
  return SHELLS.has(withoutVersion(name)) && !args.some(({ text }) => /^-(?:\w*c|-command)/.test(text));
}

function passesOn(name: string, args: readonly Word[]): boolean {
  const has = (words: RegExp) => args.some(({ text }) => words.test(text));
  if (has(TAKES_NAMES)) return false;
  // Its settings are options, those that name files among them.
  if (name === 'curl') return !has(/^-(?:(?!-)\w*K|-conf)/);
  if (name === 'git') return GIT_TEXT.test(gitCommand(args)) && !has(/^--(?:pat|stdin-)/);
  const takes = Object.hasOwn(TAKES, name) ? TAKES[name] : undefined;
  return PASSES_ON.has(name) && !(takes && has(takes));
}

function gitCommand(args: readonly Word[]): string {
  return args[gitCommandAt(args) ?? -1]?.text ?? '';
}

function isPatch(name: string, args: readonly Word[]): boolean {
  return name === 'patch' || (name === 'git' && /^(?:am|apply)$/.test(gitCommand(args)));
}

/** Lines of a patch that name files; the others become part of one. */
const HEADER = /^\s*(?:---|\+\+\+|\*\*\*|diff|Index|Prereq|rename|copy)[\s:]/;

/** What a patch changes: names with as many folders taken off as it is told to. */
function patchedPlaces(input: Word): Found[] {
  const headers = input.text.split('\n').filter((line) => HEADER.test(line));
  // A name in quotes may have letters by their numbers.
  if (headers.some((line) => /\\[01]\d\d/.test(line))) return both(input, NOBODY_KNOWS);
  const names = headers.flatMap((line) => line.split(/[\s"]+/).slice(1));
  const ends = names.flatMap((name) => {
    const parts = name.split('/');
    return parts.map((_, i) => parts.slice(i).join('/'));
  });
  return [...new Set(ends)].filter(Boolean).flatMap((text) => placesIn({ ...input, text }));
}
