import { foldersBehind, MAX_BASES } from './foldersBehind.ts';
import { changesFolder, folderOperands, foldersGiven } from './foldersGiven.ts';
import { isNameless, mayGo, type Source, targetsOf } from './goings.ts';
import { absolute, type Places } from './places.ts';
import { allCommands } from './shell/fires.ts';
import { type Flow, flowsIn, readFlow, type Span } from './shell/flow.ts';
import { readShellLine } from './shell/readShellLine.ts';
import type { ShellCommand } from './shell/shellLine.ts';
import { withValues } from './shell/withValues.ts';
import { programName, type Word } from './shell/word.ts';
import { type Ground, walkFlow } from './walkFlow.ts';

/** The folders that a relative word of a command may start from. */
export type LineFolders = (command: ShellCommand) => readonly string[];

/** A line with what it runs, and what it may run in texts and with the values of its variables (`hidden`). */
export interface FolderLine extends Source {
  readonly hidden: readonly ShellCommand[];
}

/**
 * The folders that each command may work in: the working folder or where the `cd`s before it lead, as they follow
 * one another, and where it is told to work. Where the order is not known, each counts for all. Undefined when there
 * are too many, or one for each turn of a loop, or when nobody knows which.
 */
export async function lineFolders(
  line: FolderLine,
  cwd: string,
  places: Places,
): Promise<LineFolders | undefined> {
  const all = [...line.commands, ...line.hidden];
  if (/\bautocd\b/.test(line.text) || all.some(namesGoing)) return undefined;
  const isGoing = line.commands.some(mayGo) || line.hidden.some(changesFolder);
  // A trap runs between the others, or behind them; an expansion may set a variable too.
  if (isGoing && (MOVES.test(line.text) || all.some(movesFolders))) return undefined;
  const gone = isGoing
    ? ((await inOrder(line, cwd, places)) ?? (await inAnyOrder(line, cwd, places)))
    : { all: [cwd], at: new Map() };
  return gone && withGiven(all, gone, places);
}

/** Folders by the place of a command in the line; all of them where its place is not known. */
interface Gone {
  readonly all: readonly string[];
  readonly at: ReadonlyMap<string, readonly string[]>;
}

/** What has `cd` go to another folder than it says. */
const MOVES = /\b(?:CDPATH|cdable_vars)\b/;

/** Whether a command has others go to another folder than they say: in a trap, or by the path of `cd`. */
function movesFolders({ words, assignments }: ShellCommand): boolean {
  return (
    programName(words[0]) === 'trap' ||
    [...assignments, ...words.map((word) => word.text)].some((text) => MOVES.test(text))
  );
}

/** An alias that goes to a folder, each time it is called. */
function namesGoing({ words }: ShellCommand): boolean {
  return programName(words[0]) === 'alias' && words.some(({ text }) => /\b(?:cd|pushd)\b/.test(text));
}

/** Every folder that any of the commands leads to, for each of them. */
async function inAnyOrder(line: FolderLine, cwd: string, places: Places): Promise<Gone | undefined> {
  let bases: readonly string[] = [cwd];
  for (const command of [...line.commands.filter(mayGo), ...line.hidden.filter(changesFolder)]) {
    const next = await behind(command, bases, { source: line, places, isOnce: true });
    if (!next) return undefined;
    bases = [...new Set([...bases, ...next])];
    if (bases.length > MAX_BASES) return undefined;
  }
  return { all: bases, at: new Map() };
}

/** Where a command leads to; `isOnce`: the turns of a loop that it stands in are not counted by others. */
async function behind(
  command: ShellCommand,
  bases: readonly string[],
  { source, places, isOnce }: { readonly source: Source; readonly places: Places; readonly isOnce: boolean },
): Promise<readonly string[] | undefined> {
  const targets = targetsOf(command, source);
  const isRelative = folderOperands(command).some(({ text, known, span }) =>
    known === 'yes' ? !/^[/~]/.test(text) : /PWD|pwd/.test(source.text.slice(...span)),
  );
  if (!targets || (isOnce && isRelative && command.repeats && !isNameless(command))) return undefined;
  let reached: readonly string[] = [];
  // A function may be called with each of its words in turn.
  for (const target of targets) {
    const next = await foldersBehind([...bases, ...reached], [target], places);
    if (!next) return undefined;
    reached = [...new Set([...reached, ...next])];
  }
  return reached;
}

/** Where the commands lead as they follow one another; undefined when the order is not known. */
async function inOrder(line: FolderLine, cwd: string, places: Places): Promise<Gone | undefined> {
  const flow = await readFlow(line.text);
  // From wherever it is, `$PWD/x` is `./x`.
  const filled = await withValues(line.text, { HOME: places.home, PWD: '.' });
  if (!flow || !filled) return undefined;
  const readings = filled.length > 0 ? await Promise.all(filled.map(readFilled)) : [{ flow, source: line }];
  const own = flowsIn(flow);
  const hidden = atSpans(line.hidden);
  const at = new Map<string, string[]>();
  const all = new Set<string>();
  const operands = new Set<string>();
  const meant = ({ text }: Word) => absolute(text, cwd, places.home);
  for (const { flow: read, source } of readings) {
    if (!read || !isSame(read, flow)) return undefined;
    const commands = atSpans(source.commands);
    const parts = flowsIn(read);
    const leaves = new Map(parts.map((part, i) => [part, own[i]]));
    const ground: Ground = {
      commandsAt: (leaf) => [
        ...(commands.get(keyOf(leaf)) ?? []),
        ...(hidden.get(keyOf(leaves.get(leaf) ?? leaf)) ?? []),
      ],
      behind: (command, bases) =>
        behind(command, bases, { source, places, isOnce: commands.get(keyOf(command))?.[0] !== command }),
    };
    const going = source.commands.filter(mayGo);
    if (!areLeaves(going, read)) return undefined;
    for (const word of going.flatMap(folderOperands)) operands.add(meant(word));
    const walked = await walkFlow(read, cwd, ground);
    if (!walked) return undefined;
    for (const [i, part] of parts.entries())
      for (const folder of walked.get(part) ?? []) {
        const key = keyOf(own[i] ?? part);
        at.set(key, [...(at.get(key) ?? []), folder]);
        all.add(folder);
      }
  }
  // What else may go somewhere stands at no place of the line.
  const lost = line.hidden.filter((command) => changesFolder(command) && !areLeaves([command], flow));
  if (!lost.flatMap(folderOperands).every((word) => operands.has(meant(word)))) return undefined;
  at.delete(keyOf({ span: [0, line.text.length] }));
  return { all: [...all], at };
}

async function readFilled(text: string): Promise<{ flow: Flow | undefined; source: Source }> {
  const { commands } = await readShellLine(text);
  return { flow: await readFlow(text), source: { text, commands: allCommands(commands) } };
}

function keyOf({ span }: { readonly span: Span }): string {
  return span.join(' ');
}

function atSpans(commands: readonly ShellCommand[]): ReadonlyMap<string, readonly ShellCommand[]> {
  const at = new Map<string, ShellCommand[]>();
  for (const command of commands) at.set(keyOf(command), [...(at.get(keyOf(command)) ?? []), command]);
  return at;
}

function isSame(a: Flow, b: Flow): boolean {
  const shapeOf = (flow: Flow) => flowsIn(flow).map(({ kind }) => kind);
  return shapeOf(a).join() === shapeOf(b).join();
}

/** Whether each command stands at a place of its own in the line, or in what such a one runs. */
function areLeaves(commands: readonly ShellCommand[], flow: Flow): boolean {
  const leaves = new Set(flowsIn(flow).flatMap((part) => (part.kind === 'command' ? [keyOf(part)] : [])));
  return commands.every((command) => leaves.has(keyOf(command)));
}

/** Also where commands are told to work, and what they run there. */
async function withGiven(
  commands: readonly ShellCommand[],
  gone: Gone,
  places: Places,
): Promise<LineFolders | undefined> {
  const given = new Map<string, Set<string>>();
  const anywhere = new Set<string>();
  const from = (command: ShellCommand) => {
    const found = gone.at.get(keyOf(command)) ?? [];
    return found.length > 0 ? found : gone.all;
  };
  for (const command of commands) {
    let bases: readonly string[] = from(command);
    const own = gone.at.has(keyOf(command)) ? (given.get(keyOf(command)) ?? new Set()) : anywhere;
    for (const folder of foldersGiven(command)) {
      const next = await foldersBehind(bases, [folder], places);
      if (!next) return undefined;
      bases = [...new Set([...bases, ...next])];
      for (const base of next) own.add(base);
    }
    given.set(keyOf(command), own);
  }
  return (command) => [...new Set([...from(command), ...(given.get(keyOf(command)) ?? []), ...anywhere])];
}
