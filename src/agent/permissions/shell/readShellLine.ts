import type { Node } from 'web-tree-sitter';
import { disagreements } from './agrees.ts';
import { bareCommands } from './bareCommands.ts';
import { isDeeper, parseBash } from './grammar.ts';
import { type Hidden, hiddenIn } from './hidden.ts';
import { type Bare, guessed, inPieces, nowhere, placed } from './opened.ts';
import { notPosix } from './posix.ts';
import { roughCommands } from './roughCommands.ts';
import type { ShellCommand, ShellLine } from './shellLine.ts';
import { unwrap } from './unwrap.ts';
import { noVariables, type Variables, variablesOf } from './variables.ts';
import { UNKNOWN } from './word.ts';

const MAX_LENGTH = 10_000;
const MAX_DEPTH = 8;
/** Levels of a line's tree; a list of a hundred commands has about as many. */
const MAX_LEVELS = 500;

/** What stands around a line that a command of another line runs. */
interface Around {
  readonly depth: number;
  readonly variables: Variables;
  /** It is for a shell that may not be bash. */
  readonly posix: boolean;
  /** It may run more than once. */
  readonly repeats: boolean;
}

const TOP: Around = { depth: 0, variables: noVariables, posix: false, repeats: false };

/** Signs that bash, the grammar or a screen takes for different things. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f\u0085\u2028\u2029\ufeff]/g;
/** The same in a text where `UNKNOWN` stands for an expansion of the line around it. */
const CONTROLS_INSIDE = new RegExp(CONTROLS.source.replace('\\u0000-', '\\u0000\\u0002-'), 'g');

/**
 * Reads a line, or a line inside a line. Never throws. What can't surely be read is unknown, and read all the same, as
 * it most likely is and in every other way: what is found there is asked about, not allowed.
 */
export async function readShellLine(line: string, around: Around = TOP): Promise<ShellLine> {
  const whole = [0, line.length] as const;
  const plain = line.replace(around.depth === 0 ? CONTROLS : CONTROLS_INSIDE, '');
  if (plain !== line) {
    const read = placed(await readShellLine(plain, around), { span: whole }, 'transparent');
    const reason = { reason: 'it holds control characters', span: whole };
    return { commands: [inPieces(line, whole), ...guessed(read.inner)], unknown: [reason, ...read.unknown] };
  }
  if (line.length > MAX_LENGTH)
    return readRoughly(line, around, `the command is longer than ${MAX_LENGTH} characters`);
  if (around.depth > MAX_DEPTH) return readRoughly(line, around, 'commands inside commands go too deep');
  const tree = await parseBash(line);
  if (!tree) return readRoughly(line, around, 'it does not parse as a shell command');
  try {
    const root = tree.rootNode;
    if (isDeeper(root, MAX_LEVELS)) return await readRoughly(line, around, 'it is nested too deeply');
    const variables = variablesOf(root, around.variables);
    const bare = bareCommands(root, { loads: variables.loads, repeats: around.repeats });
    const read = await openAll(bare.commands, { ...around, depth: around.depth + 1, variables });
    const expands = line.includes(UNKNOWN) ? [{ reason: 'what it runs is an expansion', span: whole }] : [];
    const doubts = doubtsAbout(root, line);
    const [doubt] = doubts;
    const roughly = doubt ? await readRoughly(line.replace(SWALLOWS, '$1'), around, doubt.reason) : undefined;
    return {
      commands: [...read.commands, ...(roughly?.commands ?? [])],
      unknown: [
        ...bare.unknown,
        ...hiddenIn(root, variables),
        ...doubts,
        ...(around.posix ? notPosix(root) : []),
        ...expands,
        ...read.unknown,
        ...(roughly?.unknown ?? []),
      ],
    };
  } finally {
    tree.delete();
  }
}

/** In some locales the letter takes the sign behind it for its own second byte. */
const SWALLOWS = /([^\u0000-\u007f])[\\|`]/g;

/** Where a line may have other words or commands than those of its tree. */
function doubtsAbout(root: Node, line: string): Hidden[] {
  const whole = [0, line.length] as const;
  const doubts = disagreements(root, line);
  if (line.search(SWALLOWS) >= 0) doubts.push({ reason: 'its letters can be read in two ways', span: whole });
  // The grammar makes two words of it, bash one.
  if (/\S\\\n\S/.test(line)) doubts.push({ reason: 'a word goes on in the next line', span: whole });
  return doubts;
}

/** Of a longer text only so much can be one argument of a shell. */
const MOST_READ = 200_000;

/** A line that nobody can surely read, by its words and by the pieces between signs. */
async function readRoughly(line: string, around: Around, reason: string): Promise<ShellLine> {
  const span = [0, line.length] as const;
  const commands = roughCommands(line.slice(0, MOST_READ), span) ?? [nowhere(span)];
  // It reads each text twice, so it does not go as deep.
  const inside = { ...around, depth: around.depth + 2 };
  const read =
    around.depth > MAX_DEPTH
      ? { commands: commands.map((command) => ({ ...command, inner: [] })), unknown: [] }
      : await openAll(commands, inside);
  return {
    commands: [inPieces(line, span), ...guessed(read.commands)],
    unknown: [{ reason, span }, ...read.unknown],
  };
}

/** Commands with what they run in turn. */
async function openAll(bare: readonly Bare[], inside: Around): Promise<ShellLine> {
  const commands: ShellCommand[] = [];
  const unknown: Hidden[] = [];
  for (const command of bare) {
    const opened = await unwrap(command, (text, { posix = inside.posix, loose = false } = {}) => {
      const variables = loose ? { ...inside.variables, loose, loads: true } : inside.variables;
      return readShellLine(text, { ...inside, variables, posix, repeats: command.repeats });
    });
    unknown.push(...opened.unknown);
    commands.push({ ...command, ...opened });
  }
  return { commands, unknown };
}
