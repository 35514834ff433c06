import path from 'node:path';
import { absolute, type Places } from './places.ts';
import { readsOnly, systemProgram } from './shell/readOnly.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { programName, UNKNOWN, type Word } from './shell/word.ts';

/** More folders than this that a line may be in are not followed. */
export const MAX_BASES = 16;

/** The folders that relative words may start from: the working folder, and wherever a `cd` goes. */
export function basesOf(commands: readonly ShellCommand[], cwd: string, places: Places): string[] {
  const bases = [cwd];
  for (const command of commands) {
    if (!changesFolder(command)) continue;
    const target = folderOperand(command);
    for (const base of [...bases])
      if (bases.length <= MAX_BASES) bases.push(absolute(target?.text ?? '~', base, places.home));
  }
  return bases;
}

export function changesFolder(command: ShellCommand): boolean {
  return /^(?:cd|pushd)$/.test(programName(command.words[0]));
}

function folderOperand(command: ShellCommand): Word | undefined {
  return command.words.slice(1).find((word) => !word.text.startsWith('-'));
}

/** Words of a command that name a place, and whether the command may change it. */
export function placesNamed(command: ShellCommand): { word: Word; writes: boolean }[] {
  const reading = readsOnly(command);
  const words = reading.yes ? reading.paths : command.words.slice(1);
  const named = words.flatMap((word) =>
    pathsIn(word, reading.yes).map((found) => ({ word: found, writes: !reading.yes })),
  );
  const first = command.words[0];
  if (!reading.yes && first && !systemProgram(command)) named.push({ word: first, writes: false });
  // Whoever puts a place into a variable may write there; a text with blanks is none.
  for (const word of command.values)
    if (!/\s/.test(word.text)) named.push({ word, writes: command.assignments.length > 0 });
  // Without a folder, or with `-`, it goes where only the shell knows: home stands for that.
  if (first && changesFolder(command) && !folderOperand(command))
    named.push({ word: { ...first, text: '~' }, writes: false });
  for (const { target, writes } of command.redirects) {
    // Written to, `/dev/stdin` and `/dev/fd/3` are whatever file is open there: nobody knows which.
    const harmless = writes
      ? /^\/dev\/(?:null|stdout|stderr|tty)$/
      : /^\/dev\/(?:null|stdin|tty|fd\/\d+|zero|u?random)$/;
    if (!harmless.test(target.text)) named.push({ word: target, writes });
  }
  return named;
}

/**
 * What of a word may be a path: all of it, or what an option is given (`--out=x`, `-I/usr`, `-qO.vak/x`,
 * `-d @file`). Rather too much: what is no path is a file of the working folder that nobody has.
 */
function pathsIn(word: Word, reads: boolean): Word[] {
  const { text } = word;
  if (!reads && (/^(?!file:)[a-z][\w+.-]*:\/\//i.test(text) || text.includes('\n'))) return [];
  if (/^\/dev\/(?:null|stdin|stdout|stderr|tty|zero|u?random)$/.test(text)) return [];
  const given = /^(?:--?[\w-]+=|[A-Za-z_]\w*=)([\s\S]*)$/.exec(text)?.[1];
  const found = new Set<string>();
  if (given !== undefined) found.add(given);
  else if (/^-[^-]/.test(text)) for (let i = 2; i < Math.min(text.length, 8); i++) found.add(text.slice(i));
  else if (!text.startsWith('-')) found.add(text);
  const rest = given ?? text;
  if (rest.startsWith('@')) found.add(rest.slice(1));
  if (/^file:\/\//i.test(rest)) found.add(rest.replace(/^file:\/\/[^/]*/i, ''));
  return [...found].filter(Boolean).map((piece) => ({ ...word, text: piece }));
}

interface NamedFile {
  readonly named: string;
  /** Undefined when it can't be found out. */
  readonly real: string | undefined;
}

/** The files that a word may mean, as the shell finds them: links before `..`, and what a `*` meets. */
export async function filesNamed(word: Word, base: string, places: Places): Promise<NamedFile[]> {
  const { text } = word;
  const lost = [{ named: absolute(text, base, places.home), real: undefined }];
  // `~name` and `~-` are homes and folders that only the shell knows.
  if (/^~[^/]/.test(text)) return lost;
  if (word.known !== 'glob') {
    const file = text.split(UNKNOWN)[0] ?? '';
    return [await followed(file, base, places)];
  }
  const segments = text.split('/');
  const first = segments.findIndex((segment) => segment.includes(UNKNOWN));
  if (segments.slice(first).some((s) => s === '..' || (s.startsWith('.') && globOf(s).test('..'))))
    return lost;
  const start = await followed(segments.slice(0, first).join('/') || (first > 0 ? '/' : '.'), base, places);
  if (start.real === undefined) return lost;
  const met = await places.linksMet(start.real, segments.slice(first).map(globOf));
  if (!met) return lost;
  return [start, ...(await Promise.all(met.map((file) => followed(file, base, places))))];
}

/** `up/../x` lies beside where the link `up` leads, not beside the link. */
async function followed(file: string, base: string, places: Places): Promise<NamedFile> {
  const named = absolute(file, base, places.home);
  let at = path.isAbsolute(file) ? '/' : base;
  const segments = (file === '~' || file.startsWith('~/') ? named : file).split('/');
  if (file.startsWith('~')) at = '/';
  for (const segment of segments.includes('..') ? segments : []) {
    const real = segment === '..' ? await places.resolve(at, base) : at;
    if (real === undefined) return { named, real };
    at = path.resolve(real, segment || '.');
  }
  return { named, real: await places.resolve(segments.includes('..') ? at : named, base) };
}

/** A segment of a path as the names that it fits; a bracket counts as any one text. */
function globOf(segment: string): RegExp {
  const pieces = segment.split(UNKNOWN).map((piece) => piece.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  // What stands between `[` and `]` was text of the bracket.
  // A pattern meets a name with a dot in front only when it has the dot itself.
  const dot = segment.startsWith(UNKNOWN) ? '(?!\\.)' : '';
  return new RegExp(`^${dot}${pieces.join('.*').replace(/\.\*[^*]*?\\\]/g, '.*')}$`, 's');
}
