import type { Node } from 'web-tree-sitter';
import { isDeeper, parseBash } from './grammar.ts';
import { childrenOf, UNKNOWN, wordOf } from './word.ts';

/** Values of one variable that are tried in turn, and values in values: nobody writes so many. */
const MOST_VALUES = 16;
const MOST_DEEP = 4;
const MAX_LENGTH = 10_000;
const MAX_LEVELS = 500;

/**
 * A line with values in the place of its variables, as bash puts them there, for those that it gives a plain text
 * itself: the one that stands before, and each of them, for a branch or a loop may give it another. None where no
 * variable has one.
 */
export async function withValues(line: string): Promise<readonly string[]> {
  const found = new Set<string>();
  for (let turn = -1; turn < MOST_VALUES; turn++) {
    let filled = line;
    // A value may be put together from others.
    for (let depth = 0; depth < MOST_DEEP; depth++) filled = await filledOnce(filled, turn);
    if (filled === line || (turn > 0 && found.has(filled))) break;
    found.add(filled);
  }
  return [...found];
}

/** `turn`: which of its values a variable has, the last one where there are fewer; -1 for the one that stands before. */
async function filledOnce(line: string, turn: number): Promise<string> {
  if (line.length > MAX_LENGTH || !/\w=[\s\S]*\$/.test(line)) return line;
  const tree = await parseBash(line);
  if (!tree) return line;
  try {
    if (isDeeper(tree.rootNode, MAX_LEVELS)) return line;
    const values = valuesIn(tree.rootNode);
    let out = '';
    let at = 0;
    for (const node of expansionsIn(tree.rootNode)) {
      const all = values.get(/\w+/.exec(node.text)?.[0] ?? '') ?? [];
      const before = all.findLast(({ end }) => end <= node.startIndex) ?? all[0];
      const value = (turn < 0 ? before : all[Math.min(turn, all.length - 1)])?.text;
      if (value === undefined) continue;
      const isQuoted = /^(?:string|heredoc_body)$/.test(node.parent?.type ?? '');
      out += line.slice(at, node.startIndex) + (isQuoted ? inQuotes(value) : inWords(value));
      at = node.endIndex;
    }
    return out + line.slice(at);
  } finally {
    tree.delete();
  }
}

interface Value {
  readonly text: string;
  readonly end: number;
}

/** The plain texts that a line gives its variables. */
function valuesIn(root: Node): Map<string, Value[]> {
  const values = new Map<string, Value[]>();
  const look = (node: Node): void => {
    const value = node.type === 'variable_assignment' ? node.childForFieldName('value') : null;
    const word = value && value.type !== 'array' ? wordOf(value, false) : undefined;
    const name = /^(\w+)=/.exec(node.text)?.[1];
    if (name !== undefined && word && word.known !== 'no')
      values.set(name, [
        ...(values.get(name) ?? []),
        { text: word.text.replaceAll(UNKNOWN, '*'), end: node.endIndex },
      ]);
    for (const child of childrenOf(node)) look(child);
  };
  look(root);
  return values;
}

/** `$name` and `${name}`, in their order. */
function expansionsIn(node: Node): Node[] {
  if (/^(?:simple_)?expansion$/.test(node.type) && /^\$(?:[A-Za-z_]\w*|\{[A-Za-z_]\w*\})$/.test(node.text))
    return [node];
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
