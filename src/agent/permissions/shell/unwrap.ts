import { endOfAction, isAction, isWriting, mayRunMore } from './findRuns.ts';
import { asText, type Bare, guessed, type Opened, placed, plain, type Read, refuse } from './opened.ts';
import { isOpenFile, openShell, openSu } from './openShell.ts';
import { readArguments, type WrapperArguments } from './options.ts';
import { runsText } from './runsText.ts';
import type { ShellCommand, ShellLine } from './shellLine.ts';
import { madeWord, programName, UNKNOWN, type Word } from './word.ts';
import { SHELLS, WRAPPERS, type Wrapper, withoutVersion } from './wrappers.ts';

/** Programs that run one another, at most: nobody writes so many. */
const MOST_WRAPPERS = 10;

/** What a command runs in turn, as deep as can be known. `depth`: how many programs run it in turn. */
export async function unwrap(command: Bare, read: Read, depth = 0): Promise<Opened> {
  const opened = depth > MOST_WRAPPERS ? tooDeep(command) : await open(command, read, depth);
  if (opened.unknown.length === 0 || opened.inner.length > 0) return opened;
  // Nobody knows how it runs them, but what its texts say is there to be read.
  const given = typeof command.input === 'object' ? [...command.words, command.input] : command.words;
  const lines = await Promise.all(given.flatMap(textsIn).map((text) => read(text)));
  const found = lines.map((line) => placed(line, command, 'transparent'));
  // A text for a shell that can't be read is none of the line's either; for another program it may be anything.
  const texts = isShell(command) ? found.flatMap((line) => line.unknown.filter((u) => u.unread)) : [];
  return {
    ...opened,
    unknown: [...opened.unknown, ...texts],
    inner: guessed(found.flatMap(({ inner }) => inner)),
  };
}

function isShell({ words }: Bare): boolean {
  const name = programName(words[0]);
  return SHELLS.has(withoutVersion(name)) || /^(?:eval|trap|source|\.)$/.test(name);
}

function tooDeep({ span }: Bare): Opened {
  return { inner: [], unknown: [{ reason: 'commands inside commands go too deep', span, unread: true }] };
}

/** Signs by which a shell makes more than one plain word of a text. */
const SIGNS = /[\s<>|&;(){}`]/;

/** What in a word may be commands: all of it, and what an option or a name is given (`-c'…'`, `alias.x=!…`). */
export function textsIn({ text }: Word): string[] {
  if (!SIGNS.test(text)) return [];
  const [, given] = /^(?:-[A-Za-z]*?[cS]|--?[\w-]+=|[\w.-]+=!?)([\s\S]*)$/.exec(text) ?? [];
  return given === undefined ? [text] : [text, given];
}

async function open(command: Bare, read: Read, depth: number): Promise<Opened> {
  const [first, ...rest] = command.words;
  const hidden = runsText(command, programName(first), rest);
  if (hidden) return refuse(command, hidden);
  if (!first) return plain;
  if (first.known !== 'yes') return refuse(command, 'the name of a command is an expansion');
  const name = programName(first);
  const operands = rest[0]?.text === '--' ? rest.slice(1) : rest;
  if (name === 'eval') return readStrings(command, operands, read);
  if (name === 'trap')
    return readStrings(
      command,
      operands.filter((w, i) => i > 0 || !/^-[lp]$/.test(w.text)).slice(0, 1),
      read,
    );
  if (name === 'alias' && rest.some((w) => w.text.includes('=') || w.known !== 'yes'))
    return refuse(command, 'an alias gives a command another name');
  if (/^(?:source|\.)$/.test(name) && (operands[0]?.known !== 'yes' || isOpenFile(operands[0].text)))
    return refuse(command, 'it reads commands from elsewhere');
  if (name === 'git' && rest.some((w) => /^(?:-c|--config-env)?=?(?:alias|include(?:if)?)\./i.test(w.text)))
    return refuse(command, 'it gives git an alias');
  if (SHELLS.has(withoutVersion(name))) return openShell(command, rest, read);
  if (name === 'find') return openFind(command, rest, read, depth);
  const wrapper = WRAPPERS.get(name);
  return wrapper ? openWrapper(command, name, wrapper, rest, read, depth) : plain;
}

/** Text that a shell will read again. */
async function readStrings(
  command: Bare,
  words: readonly Word[],
  read: Read,
  as?: Parameters<Read>[1],
): Promise<Opened> {
  const line = await read(words.map((w) => w.text).join(' '), as);
  return placed(line, command, 'transparent');
}

async function openFind(command: Bare, rest: readonly Word[], read: Read, depth: number): Promise<Opened> {
  const inner: ShellCommand[] = [];
  const unknown: ShellLine['unknown'][number][] = [];
  let claimed = 0;
  for (let i = 0; i < rest.length; i++) {
    if (!isAction(rest[i])) continue;
    const end = endOfAction(rest, i);
    const words = rest.slice(i + 1, end).map((w) => replaced(w, '{}'));
    // `-name -exec`: the first is a test's value.
    if (words[0]?.text.startsWith('-'))
      unknown.push({ reason: 'find may take this for another word', span: command.span });
    const opened = await innerCommand(command, words, read, depth);
    inner.push(...opened.inner);
    unknown.push(...opened.unknown);
    if (rest[i]?.text.endsWith('dir'))
      unknown.push({ reason: 'find runs it in folders that only it knows', span: command.span });
    if (end < rest.length) claimed++;
    i = end;
  }
  const ends = rest.filter((w) => w.text === ';' || w.text === '+').length;
  if (
    rest.some((w) => w.open || w.added) ||
    (ends > claimed && rest.some((w) => w.known === 'no')) ||
    mayRunMore(rest)
  )
    unknown.push({ reason: 'an expansion can have find run a command', span: command.span });
  const writes = rest.some((w) => isWriting(w) || w.known === 'no');
  return inner.length > 0 || unknown.length > 0
    ? { inner, unknown, wrapper: writes ? 'opaque' : 'transparent' }
    : plain;
}

async function openWrapper(
  command: Bare,
  name: string,
  wrapper: Wrapper,
  rest: readonly Word[],
  read: Read,
  depth: number,
): Promise<Opened> {
  const given = readArguments(wrapper, rest);
  const has = (...names: string[]) => given.options.some((option) => names.includes(option.name));
  if (name === 'command' && has('v', 'V')) return plain;
  if (given.words.length === 0 && name === 'exec')
    return refuse(command, 'it changes what later commands read and write');
  if (given.words.length === 0 && STARTS_SHELL.test(name))
    return refuse(command, 'it starts a shell that reads its input');
  if (name === 'env' && has('S', 'split-string')) return openSplit(command, given, read);
  if (name === 'runuser' && !has('u', 'user')) return openSu(command, rest, read);
  const opened = await openGiven(command, name, wrapper, given, read, depth);
  const strange = strangeIn(name, given);
  const unknown = strange ? [...opened.unknown, { reason: strange, span: command.span }] : opened.unknown;
  if (opened.inner.length === 0) return { ...opened, unknown };
  const kind = name === 'time' && has('o', 'output') ? 'opaque' : wrapper.kind;
  return { ...opened, unknown, wrapper: kind };
}

/** `env -S` cuts a text into words, about as a shell does, and puts the other words behind them. */
async function openSplit(command: Bare, given: WrapperArguments, read: Read): Promise<Opened> {
  const texts = given.options.filter((o) => /^(?:S|split-string)$/.test(o.name)).map((o) => o.value ?? '');
  const text = [...texts.map((text) => text.replaceAll('\\_', ' ')), asText(given.words)].join(' ');
  const opened = placed(await read(`env ${text}`), command, 'transparent');
  return {
    ...opened,
    inner: guessed(opened.inner),
    unknown: [...refuse(command, 'it splits a text into a command').unknown, ...opened.unknown],
  };
}

/** Wrappers that start a shell where no command stands behind them. */
const STARTS_SHELL = /^(?:chroot|doas|nsenter|pkexec|runuser|sudo|unshare)$/;

function clearsPath(name: string, option: WrapperArguments['options'][number]): boolean {
  if (name === 'exec') return option.name === 'c';
  if (name !== 'env') return false;
  return (
    /^(?:i|ignore-environment)$/.test(option.name) ||
    (/^(?:u|unset)$/.test(option.name) && /^(?:PATH|SHLVL)$/.test(option.value ?? ''))
  );
}

/** Options of xargs that name the text which its words replace. */
const REPLACES = /^(?:I|i|J|replace)$/;

/** Why more may happen than the inner command says. */
function strangeIn(name: string, given: WrapperArguments): string | undefined {
  const marks = given.options.filter((o) => REPLACES.test(o.name));
  if (given.strange || /^-/.test(given.words[0]?.text ?? '')) return `an option of ${name} is not known`;
  const [first] = given.words;
  // The grammar takes a second one for a program, and bash its assignment for one.
  if (/^(?:!|time)$/.test(name) && first?.text.includes('=')) return 'an assignment stands behind it';
  if (/^(?:busybox|toybox)$/.test(name) && programName(first) === 'find')
    return `the find of ${name} ends its commands elsewhere`;
  if (marks.some((mark) => mark.value === '')) return 'xargs replaces a text that is empty';
  if (name === 'coproc') return 'another command can give it its input';
  if (name === 'strace' && given.options.some((o) => o.name === 'E' || /^[|!]/.test(o.value ?? '')))
    return 'strace runs a program, or sets what the command finds';
  // Git and others ask what they are called; a shell without PATH looks in the working folder.
  if ((name === 'exec' || name === 'env') && given.options.some((o) => /^(?:a|argv0)$/.test(o.name)))
    return 'it gives the program another name';
  if (given.options.some((o) => clearsPath(name, o))) return 'it runs without PATH';
  if (name === 'parallel') return 'parallel puts its commands together itself';
  if (name === 'env' && given.options.some((o) => /^(?:C|chdir)$/.test(o.name)))
    return 'it runs in another folder';
  const counts = given.options.some((o) => /^(?:n|L|l|max-args|max-lines)$/.test(o.name));
  return name === 'xargs' && marks.length + (counts ? 1 : 0) > 1 && marks.length > 0
    ? 'xargs has two ways to put its words'
    : undefined;
}

function openGiven(
  command: Bare,
  name: string,
  wrapper: Wrapper,
  given: WrapperArguments,
  read: Read,
  depth: number,
): Promise<Opened> {
  // The shell of these is `sh`.
  if (wrapper.rereads) return readStrings(command, given.words, read, { posix: true });
  if (name === 'flock' && /^(?:-c|--command)$/.test(given.words[0]?.text ?? ''))
    return readStrings(command, given.words.slice(1), read, { posix: true });
  const words = name === 'xargs' ? xargsWords(given) : given.words;
  const loosely: Read = (text, as) => read(text, { ...as, loose: true });
  const reading = given.assignments.length > 0 ? loosely : read;
  return innerCommand(command, words, reading, depth, given.assignments);
}

/** xargs adds words at the end, or puts them where its replacement text stands. */
function xargsWords(given: WrapperArguments): readonly Word[] {
  const option = given.options.findLast((o) => REPLACES.test(o.name));
  const last = given.words.at(-1);
  if (!option || !last)
    return last ? [...given.words, { ...madeWord(UNKNOWN, last.span), added: true }] : given.words;
  return given.words.map((w) => replaced(w, option.value || '{}'));
}

function replaced(word: Word, mark: string): Word {
  return mark && word.text.includes(mark)
    ? { ...word, text: word.text.split(mark).join(UNKNOWN), known: 'no' }
    : word;
}

async function innerCommand(
  command: Bare,
  words: readonly Word[],
  read: Read,
  depth: number,
  assignments: readonly string[] = [],
): Promise<Opened> {
  if (words.length === 0) return plain;
  const bare: Bare = {
    words,
    assignments,
    values: [],
    redirects: [],
    repeats: command.repeats,
    span: [words[0]?.span[0] ?? command.span[0], command.span[1]],
    input: command.input,
  };
  const opened = await unwrap(bare, read, depth + 1);
  return { inner: [{ ...bare, inner: opened.inner, wrapper: opened.wrapper }], unknown: opened.unknown };
}
