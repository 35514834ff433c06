import type { Node } from 'web-tree-sitter';
import type { Unknown } from './shellLine.ts';
import { testOperands } from './testedPlaces.ts';
import { isCalm, type Variables } from './variables.ts';
import { childrenOf, wordOf } from './word.ts';

/** Quoted so that nothing in them is expanded, or no text of the shell at all. */
const LITERAL = new Set(['raw_string', 'ansi_c_string', 'comment', 'heredoc_start', 'heredoc_end']);

/**
 * Substitutions that the grammar took for plain text, expansions of other forms than the plain ones, and
 * what bash computes: it runs `$(…)` in a subscript, also when a variable's value says so.
 */
export function hiddenIn(root: Node, variables: Variables): Unknown[] {
  const isLiteral = (node: Node) =>
    LITERAL.has(node.type) || (node.type === 'heredoc_body' && isQuoted(node));
  return [
    ...reasonsIn(root, (node) => (isLiteral(node) ? false : reasonOf(node, variables))),
    ...unread(reasonsIn(root, (node) => (isLiteral(node) ? false : unreadReason(node)))),
  ];
}

/** The same reasons, as those of a text that can't surely be read. */
export function unread(reasons: readonly Unknown[]): Unknown[] {
  return reasons.map((reason) => ({ ...reason, unread: true }));
}

/** Commands in what the grammar takes for plain text. */
function unreadReason(node: Node): string | undefined {
  if (node.type === 'command_substitution')
    return node.text.startsWith('`') && !/^`[^`\\]*`$/.test(node.text)
      ? 'backquotes inside backquotes are read in another way'
      : undefined;
  return hasSubstitution(node) ? 'a substitution stands where it can’t be read' : undefined;
}

/** The reasons of a tree's nodes, the root's first; false leaves out a node and all below it. */
export function reasonsIn(root: Node, reasonOf: (node: Node) => string | false | undefined): Unknown[] {
  const reason = reasonOf(root);
  if (reason === false) return [];
  const below = childrenOf(root).flatMap((child) => reasonsIn(child, reasonOf));
  return reason === undefined ? below : [{ reason, span: [root.startIndex, root.endIndex] }, ...below];
}

/** Whether a document's body stays as it is: its word is quoted. */
export function isQuoted(body: Node): boolean {
  const siblings = body.parent ? childrenOf(body.parent) : [];
  return /['"\\]/.test(siblings.find((child) => child.type === 'heredoc_start')?.text ?? '');
}

const COMPUTES = 'bash computes it, and that can run what a text says';

function reasonOf(node: Node, variables: Variables): string | undefined {
  switch (node.type) {
    case 'function_definition':
      return 'a function changes what a name means';
    case 'expansion':
      return isPlainExpansion(node.text, variables) ? undefined : 'an expansion may run or set something';
    case 'command_substitution':
      // In a here-document the grammar takes arithmetic for a command.
      return node.text.startsWith('$((') && !isCalm(node.text.slice(3, -2), variables) ? COMPUTES : undefined;
    case 'subshell':
      // Bash takes it for arithmetic first.
      return node.text.startsWith('((') && !isCalm(node.text.slice(2, -2), variables) ? COMPUTES : undefined;
    case 'test_command':
      return testReason(node, variables);
    case 'subscript':
      return isCalmIndex(node.text.slice(node.text.indexOf('[') + 1, -1), variables) ? undefined : COMPUTES;
    case 'array':
      return childrenOf(node).every(
        (child) => !child.text.startsWith('[') || isCalmKey(child.text, variables),
      )
        ? undefined
        : COMPUTES;
    default:
      return computed(node).some((text) => !isCalm(text, variables)) ? COMPUTES : undefined;
  }
}

/** What bash computes of a node. */
function computed(node: Node): readonly string[] {
  if (node.type === 'arithmetic_expansion') return [node.text.replace(/^\$(?:\(\(|\[)|(?:\)\)|\])$/g, '')];
  if (node.type === 'compound_statement' && node.text.startsWith('((')) return [node.text.slice(2, -2)];
  if (node.type === 'c_style_for_statement')
    return (/^for\s*\(\(([^()]*)\)\)/.exec(node.text)?.[1] ?? '`').split(';');
  return [];
}

/**
 * The forms of `${…}` that only look: a name, one with a default, a cut or a replacement made of plain
 * text and names, a slice by numbers. All others compute, set, or run what a text says.
 */
function isPlainExpansion(text: string, variables: Variables): boolean {
  const [, name = '', index, rest = ''] =
    /^\$\{(#?(?:\w+|[@*?#$!-]))(?:\[([^\]]*)\])?([\s\S]*)\}$/.exec(text) ?? [];
  if (name === '' || (index !== undefined && !isCalmIndex(index, variables))) return false;
  if (/^:-?\d+(?::-?\d+)?$|^$/.test(rest)) return true;
  const word = /^(?::?[-+?]|##?|%%?|\/\/?[#%]?|\^\^?|,,?)([\s\S]*)$/.exec(rest)?.[1];
  return (
    word !== undefined && /^(?:[\w .,:;/*?%+=^@~-]|\\[/.]|\$\w+(?!\w)|\$\{\w+\}|"[\w ./-]*")*$/.test(word)
  );
}

function isCalmIndex(index: string, variables: Variables): boolean {
  return /^[@*]$/.test(index) || isCalm(index, variables);
}

function isCalmKey(text: string, variables: Variables): boolean {
  return isCalm(/^\[([^\]]*)\]/.exec(text)?.[1] ?? '`', variables);
}

function testReason(test: Node, variables: Variables): string | undefined {
  if (/(?<![\w-])-[vR](?!\w)/.test(test.text) && /[[$`\\]/.test(test.text.slice(2, -2)))
    return 'the name of a variable can run commands';
  if (!test.text.startsWith('[[')) {
    const words = testOperands(test).map((node) => wordOf(node, variables.loads));
    const open = words.some((word) => word.open) || words.some((word) => /^-[vR]$/.test(word.text));
    return open ? 'the name of a variable can run commands' : undefined;
  }
  if (/[<>]\(/.test(test.text)) return 'a substitution stands where it can’t be read';
  if (!/\s-(?:eq|ne|lt|le|gt|ge)\s/.test(test.text)) return undefined;
  return testOperands(test).every(({ text }) => isCalm(text.replace(/^"([^"]*)"$/, '$1'), variables))
    ? undefined
    : COMPUTES;
}

function hasSubstitution(node: Node): boolean {
  if (!node.isNamed || !hasOwnText(node)) return false;
  const quoted = /^(?:string|string_content|heredoc_body|heredoc_content)$/.test(node.type);
  return /(?<!\\)(?:\\\\)*(?:`|\$\()/.test(ownText(node)) || (!quoted && /[<>]\(/.test(ownText(node)));
}

/** Nodes that hold text besides their children. */
function hasOwnText(node: Node): boolean {
  return (
    node.childCount === 0 ||
    /^(?:string|string_content|heredoc_body|heredoc_content|word|regex)$/.test(node.type)
  );
}

/** A node's text without that of its children. */
function ownText(node: Node): string {
  let out = '';
  let at = node.startIndex;
  for (const child of childrenOf(node)) {
    out += node.text.slice(at - node.startIndex, child.startIndex - node.startIndex);
    at = child.endIndex;
  }
  return out + node.text.slice(at - node.startIndex);
}
