import type { Node } from 'web-tree-sitter';
import { disagreements } from './agrees.ts';
import { bareCommands } from './bareCommands.ts';
import { isTooDeep, parseBash } from './grammar.ts';
import { hiddenIn, isQuoted } from './hidden.ts';
import { type Bare, inPieces } from './opened.ts';
import { notPosix } from './posix.ts';
import type { ShellCommand, ShellLine, Unknown } from './shellLine.ts';
import { unwrap } from './unwrap.ts';
import { noVariables, type Variables, variablesOf } from './variables.ts';
import { childrenOf, UNKNOWN } from './word.ts';

/** Characters of a line that are looked at one by one; documents that stay as they are may have more. */
const MAX_LENGTH = 10_000;
const MAX_TEXT = 200_000;
const MAX_DEPTH = 8;

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
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f\u0085\u2028\u2029\ufeff]/;
/** The same in a text where `UNKNOWN` stands for an expansion of the line around it. */
const CONTROLS_INSIDE = new RegExp(CONTROLS.source.replace('\\u0000-', '\\u0000\\u0002-'));

/**
 * Reads a line, or a line inside a line. Never throws. What can't surely be read is unknown, and nobody guesses at
 * what it says: only the pieces of its text are kept, for what they name.
 */
export async function readShellLine(line: string, around: Around = TOP): Promise<ShellLine> {
  const whole = [0, line.length] as const;
  const unread = (reason: string): ShellLine => ({
    commands: [inPieces(line, whole)],
    unknown: [{ reason, span: whole, unread: true }],
  });
  if ((around.depth === 0 ? CONTROLS : CONTROLS_INSIDE).test(line))
    return unread('it holds control characters');
  if (line.length > MAX_TEXT) return unread(`the command is longer than ${MAX_TEXT} characters`);
  if (around.depth > MAX_DEPTH) return unread('commands inside commands go too deep');
  const tree = await parseBash(line);
  if (!tree) return unread('it does not parse as a shell command');
  try {
    const root = tree.rootNode;
    if (isTooDeep(root)) return unread('it is nested too deeply');
    if (without(line, nodesIn(root, isPlainDocument), '').length > MAX_LENGTH)
      return unread(`the command is longer than ${MAX_LENGTH} characters`);
    const variables = variablesOf(root, around.variables);
    const bare = bareCommands(root, { loads: variables.loads, repeats: around.repeats });
    const read = await openAll(bare.commands, { ...around, depth: around.depth + 1, variables });
    const expands = line.includes(UNKNOWN) ? [{ reason: 'what it runs is an expansion', span: whole }] : [];
    const doubts = doubtsAbout(root, line);
    return {
      commands: doubts.length > 0 ? [...read.commands, inPieces(line, whole)] : read.commands,
      unknown: [
        ...bare.unknown,
        ...hiddenIn(root, variables),
        ...doubts,
        ...(around.posix ? notPosix(root) : []),
        ...expands,
        ...read.unknown,
      ],
    };
  } finally {
    tree.delete();
  }
}

/** In some locales the letter takes the sign behind it for its own second byte. */
const SWALLOWS = /([^\u0000-\u007f])[\\|`]/g;

/** Where a line may have other words or commands than those of its tree. */
function doubtsAbout(root: Node, line: string): Unknown[] {
  const whole = [0, line.length] as const;
  const doubts = disagreements(root, line);
  const doubt = (reason: string) => doubts.push({ reason, span: whole, unread: true });
  // Where all signs are text, none is taken away.
  const signs = without(
    line,
    nodesIn(root, (node) => node.type === 'raw_string' || isPlainDocument(node)),
    ' ',
  );
  if (signs.search(SWALLOWS) >= 0) doubt('its letters can be read in two ways');
  // The grammar makes two words of it, bash one.
  const bare = without(
    line,
    nodesIn(root, ({ type }) => /^(?:raw_string|string|heredoc_body)$/.test(type)),
    ' ',
  );
  if (/\S\\\n\S/.test(bare)) doubt('a word goes on in the next line');
  return doubts;
}

function isPlainDocument(node: Node): boolean {
  return node.type === 'heredoc_body' && isQuoted(node);
}

/** The topmost nodes of a kind, in their order. */
function nodesIn(node: Node, isKind: (node: Node) => boolean): Node[] {
  return isKind(node) ? [node] : childrenOf(node).flatMap((child) => nodesIn(child, isKind));
}

function without(line: string, nodes: readonly Node[], sign: string): string {
  let out = '';
  let at = 0;
  for (const { startIndex, endIndex } of nodes) {
    out += line.slice(at, startIndex) + sign;
    at = endIndex;
  }
  return out + line.slice(at);
}

/** Commands with what they run in turn. */
async function openAll(bare: readonly Bare[], inside: Around): Promise<ShellLine> {
  const commands: ShellCommand[] = [];
  const unknown: Unknown[] = [];
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
