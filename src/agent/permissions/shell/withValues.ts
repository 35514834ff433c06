import type { Node } from 'web-tree-sitter';
import { expandBraces } from './braces.ts';
import { isTooDeep, parseBash } from './grammar.ts';
import { childrenOf, hasBraces, UNKNOWN, wordOf } from './word.ts';

/** Values of one variable that are tried in turn, and values in values: nobody writes so many. */
const MOST_VALUES = 64;
const MOST_DEEP = 4;
const MAX_LENGTH = 200_000;

/** Variables whose values are known before the line runs, by their names. */
export type KnownValues = Readonly<Record<'HOME' | 'PWD', string>>;

/** Whether anything may be put in: a variable that is given a value, is known or brings its own, or braces. */
function mayHaveValues(line: string): boolean {
  if (/\$\{?(?:HOME|PWD)\b|\$\{\w+:?[-=+]|\{[^\s{}]*(?:,|\.\.)/.test(line)) return true;
  return line.includes('$') && /\w=|\bfor\s/.test(line);
}

/**
 * A line with the words that bash puts in the place of its variables and braces: for a variable, what the line itself
 * gives it as a plain text: the one that stands before, and each of them, for a branch or a loop may give it
 * another; or what is known of it. None where nothing is to be put in, undefined where it would be too much.
 */
export async function withValues(line: string, known: KnownValues): Promise<readonly string[] | undefined> {
  const found = new Set<string>();
  let last = line;
  for (let turn = -1; turn <= MOST_VALUES; turn++) {
    let filled = line;
    // A value may be put together from others.
    for (let depth = 0; depth < MOST_DEEP; depth++) {
      const next = await filledOnce(filled, known, turn);
      if (next === undefined) return undefined;
      if (next === filled) break;
      filled = next;
    }
    if (filled === line || (turn > 0 && filled === last)) return [...found];
    found.add(filled);
    last = filled;
  }
  return undefined;
}

/** `turn`: which of its values a variable has, the last one where there are fewer; -1 for the one that stands before. */
async function filledOnce(line: string, known: KnownValues, turn: number): Promise<string | undefined> {
  if (line.length > MAX_LENGTH || !mayHaveValues(line)) return line;
  const tree = await parseBash(line);
  if (!tree) return line;
  try {
    if (isTooDeep(tree.rootNode)) return line;
    const values = valuesIn(tree.rootNode, known);
    let out = '';
    let at = 0;
    for (const node of expansionsIn(tree.rootNode)) {
      const isBraced = hasBraces(node);
      const words = isBraced ? expandBraces(node.text)?.join(' ') : wordsFor(node, values, turn);
      if (words === undefined && isBraced) return undefined;
      if (words === undefined) continue;
      out += line.slice(at, node.startIndex) + words;
      at = node.endIndex;
    }
    return out + line.slice(at);
  } finally {
    tree.delete();
  }
}

interface Value {
  /** Undefined for what is not plain, or not yet. */
  readonly text: string | undefined;
  readonly end: number;
}

/** `${name}`, and `${name:-text}` and its like with a plain text. */
const BRACED = /^\$\{([A-Za-z_]\w*)(?::?[-=+]([^\\"'`${}]*))?\}$/;

/** What stands in the place of a variable; undefined when the line gives it nothing plain. */
function wordsFor(
  node: Node,
  values: ReadonlyMap<string, readonly Value[]>,
  turn: number,
): string | undefined {
  const own = BRACED.exec(node.text)?.[2];
  const given = values.get(/\w+/.exec(node.text)?.[0] ?? '') ?? [];
  const last = given.findLast(({ end }) => end <= node.startIndex);
  const all = [...new Set([...given.map(({ text }) => text), own].filter((text) => text !== undefined))];
  const before = last ? last.text : (own ?? all[0]);
  const value = turn < 0 ? before : all[Math.min(turn, all.length - 1)];
  if (value === undefined) return undefined;
  return /^(?:string|heredoc_body)$/.test(node.parent?.type ?? '') ? inQuotes(value) : inWords(value);
}

/** The plain texts that a line gives its variables, by `=`, `+=`, `${name:=…}` and `for`. */
function valuesIn(root: Node, known: KnownValues): Map<string, Value[]> {
  const values = new Map(
    Object.entries(known).map(([name, text]): [string, Value[]] => [name, [{ text, end: 0 }]]),
  );
  const give = (name: string, text: string | undefined, end: number) =>
    values.set(name, [...(values.get(name) ?? []), { text: text?.replaceAll(UNKNOWN, '*'), end }]);
  const look = (node: Node): void => {
    if (node.type === 'variable_assignment') {
      const [, name, adds] = /^(\w+)(\+?)=/.exec(node.text) ?? [];
      const text = plainText(node.childForFieldName('value'));
      const before = adds ? (values.get(name ?? '')?.at(-1)?.text ?? '') : '';
      if (name !== undefined) give(name, text === undefined ? undefined : before + text, node.endIndex);
    } else if (node.type === 'for_statement') {
      const name = node.childForFieldName('variable')?.text;
      for (const value of node.childrenForFieldName('value')) {
        const text = plainText(value);
        if (name !== undefined && text !== undefined) give(name, text, value?.endIndex ?? 0);
      }
    } else if (node.type === 'expansion') {
      const [, name, own] = /:?=/.test(node.text) ? (BRACED.exec(node.text) ?? []) : [];
      if (name !== undefined && own !== undefined) give(name, own, node.endIndex);
    }
    for (const child of childrenOf(node)) look(child);
  };
  look(root);
  return values;
}

function plainText(value: Node | null): string | undefined {
  const word = value && value.type !== 'array' ? wordOf(value, false) : undefined;
  return word && word.known !== 'no' ? word.text : undefined;
}

/** `$name`, `${name}`, those with a text of their own, and words with braces, in their order. */
function expansionsIn(node: Node): Node[] {
  if (hasBraces(node)) return [node];
  if (node.type === 'simple_expansion' && /^\$[A-Za-z_]\w*$/.test(node.text)) return [node];
  if (node.type === 'expansion' && BRACED.test(node.text)) return [node];
  return childrenOf(node).flatMap(expansionsIn);
}

/** Between double quotes a value is one text. */
function inQuotes(value: string): string {
  return value.replace(/[\\"$`]/g, String.raw`\$&`);
}

/** Outside quotes bash cuts a value at blanks and meets names by its patterns; nothing else in it is a sign. */
function inWords(value: string): string {
  return value.replace(/\s/g, ' ').replace(/[^\w./ *?[\]=:@%+-]/g, String.raw`\$&`);
}
