import type { Node } from 'web-tree-sitter';
import { reasonsIn, unread } from './hidden.ts';
import type { Unknown } from './shellLine.ts';
import { childrenOf } from './word.ts';

/** Nodes that hold text beside their children, or text that is no words of a command. */
const HOLDS_TEXT = new Set(
  `ansi_c_string arithmetic_expansion c_style_for_statement comment expansion extglob_pattern heredoc_body
   heredoc_redirect raw_string regex string string_content test_command translated_string`.split(/\s+/),
);

/** Words that begin or end a compound command for bash wherever a command may begin. */
const RESERVED = new Set(
  '{ } [[ ]] case coproc do done elif else esac fi for function if select then until while'.split(' '),
);

/**
 * Where the grammar may cut a line into other words and commands than bash does: text that belongs to
 * no node, words without a blank between them, a word that bash would cut again, or one that is reserved
 * where a command begins. A reading that may differ is none.
 */
export function disagreements(root: Node, line: string): Unknown[] {
  const found: Unknown[] = [];
  const around = line.slice(0, root.startIndex) + line.slice(root.endIndex);
  if (!/^(?:[ \t\n]|\\\n)*$/.test(around)) found.push({ reason: TWO_WAYS, span: [0, line.length] });
  // Beside each other, the grammar takes the second pair for the inside of the first.
  if (found.length === 0 && holdsBackquotes(root) && line.split('`').length !== 3)
    found.push({ reason: TWO_WAYS, span: [0, line.length] });
  const read = line.slice(0, root.endIndex);
  return unread([...found, ...reasonsIn(root, (node) => reasonOf(node, read))]);
}

function holdsBackquotes(node: Node): boolean {
  return (
    (node.type === 'command_substitution' && node.text.startsWith('`')) ||
    childrenOf(node).some(holdsBackquotes)
  );
}

const TWO_WAYS = 'its words can be read in two ways';

function reasonOf(node: Node, line: string): string | undefined {
  if (!isRead(node, line)) return TWO_WAYS;
  if (node.type === 'word' && node.parent?.type !== 'regex' && !isOneWord(node.text)) return TWO_WAYS;
  if (node.type === 'comment' && !/[ \t\n;&|()]/.test(line[node.startIndex - 1] ?? ' ')) return TWO_WAYS;
  if (/^(?:concatenation|simple_expansion)$/.test(node.type) && hasGap(node)) return TWO_WAYS;
  // Bash ends it at the first quote that no backslash keeps.
  if (node.type === 'ansi_c_string' && !/^\$'(?:[^'\\]|\\[\s\S])*'$/.test(node.text)) return TWO_WAYS;
  if (!node.isNamed && isReserved(node) && !standsAlone(node, line)) return TWO_WAYS;
  if (
    node.type === 'test_command' &&
    node.text.startsWith('[') &&
    !node.text.startsWith('[[') &&
    !isPlainTest(node)
  )
    return 'bash reads an operator in [ … ] as its own';
  if (!HOLDS_TEXT.has(node.type) && node.childCount > 0 && !coversText(node)) return TWO_WAYS;
  if (/^(?:declaration_|unset_)?command$/.test(node.type) && touches(node)) return TWO_WAYS;
  if (node.type !== 'command') return undefined;
  const words = childrenOf(node).filter((child) => child.isNamed && child.type !== 'variable_assignment');
  const assigns = (word: Node | undefined) => /^\w+(?:\[[\s\S]*\])?\+?=/.test(word?.text ?? '');
  if (assigns(words[0]) || words.slice(1, 4).some((word, i) => assigns(word) && opens(words, i + 1)))
    return TWO_WAYS;
  const reserved = words.find(
    (word, i) => /^[{}]$/.test(word.text) || (RESERVED.has(word.text) && (i === 0 || opens(words, i))),
  );
  return reserved ? `bash reads “${reserved.text}” as more than a word` : undefined;
}

/** Whether a piece of the tree is what bash takes it for, and one that is read at all. */
function isRead(node: Node, line: string): boolean {
  switch (node.type) {
    case 'command':
      // A lone `$`, `==` or `=~` is a word of bash and a token without a name here.
      return childrenOf(node).every((child) => child.isNamed);
    case 'file_descriptor':
      // In `-o1>x` the number belongs to the word.
      return /^\d+$/.test(node.text) && /[ \t\n;&|(){}<>]/.test(line[node.startIndex - 1] ?? ' ');
    case 'variable_assignment':
      return /^[A-Za-z_]/.test(node.text);
    case 'word':
    case 'concatenation':
    case 'brace_expression':
      // `{x}<file` is one redirect.
      return !node.text.endsWith('}') || !/[<>]/.test(line[node.endIndex] ?? '');
    default:
      return true;
  }
}

/** A word of the shell's own, as the grammar took it for one. */
function isReserved(token: Node): boolean {
  return (
    (RESERVED.has(token.text) || /^(?:!|in|\[|\])$/.test(token.text)) &&
    /(?:_statement|_command|_clause|_group)$/.test(token.parent?.type ?? '')
  );
}

/** Whether bash, too, takes a token for a word of its own: with nothing but blanks and operators around it. */
function standsAlone(token: Node, line: string): boolean {
  const before = line[token.startIndex - 1] ?? ' ';
  const behind = line[token.endIndex] ?? ' ';
  return /[ \t\n;&|()`]/.test(before) && /[ \t\n;&|()`]/.test(behind);
}

/** `[` is a command like others: operators that the grammar reads inside it are bash's own. */
function isPlainTest(test: Node): boolean {
  const words =
    /^(?:word|string|raw_string|ansi_c_string|number|concatenation|test_operator|.*expansion|.*_substitution)$/;
  return childrenOf(test).every((child) => {
    if (words.test(child.type)) return true;
    if (!child.isNamed) return /^(?:\[|\]|==?|!=|!)$/.test(child.text);
    return /^(?:unary|binary)_expression$/.test(child.type) && isPlainTest(child);
  });
}

/** Whether a command begins at a word: behind `!`, `time` and `coproc`, which bash reads itself. */
function opens(words: readonly Node[], at: number): boolean {
  return at < 4 && /^(?:!|time|coproc)$/.test(words[0]?.text ?? '');
}

/** Whether the grammar took a blank into a word. */
function hasGap(word: Node): boolean {
  const children = childrenOf(word);
  return children.some((child, i) => child.startIndex !== (children[i - 1]?.endIndex ?? word.startIndex));
}

/** Whether all text between a node's children is blank. */
function coversText(node: Node): boolean {
  let at = node.startIndex;
  for (const child of childrenOf(node)) {
    // The grammar knows no word of a lone `-` before a document.
    const dash =
      child.type === 'heredoc_redirect' &&
      /^\s+-\s+$/.test(node.text.slice(at - node.startIndex, child.startIndex - node.startIndex));
    if (!dash && !isBlank(node, at, child.startIndex)) return false;
    at = child.endIndex;
  }
  return isBlank(node, at, node.endIndex);
}

function isBlank(node: Node, from: number, to: number): boolean {
  return /^(?:[ \t\n]|\\\n)*$/.test(node.text.slice(from - node.startIndex, to - node.startIndex));
}

/** Whether two words of a command stand side by side, or a number before a redirect. */
function touches(command: Node): boolean {
  const { parent } = command;
  const behind = parent?.type === 'redirected_statement' ? parent.childrenForFieldName('redirect') : [];
  const children = [...childrenOf(command), ...behind].filter((child) => child?.isNamed);
  return children.some((child, i) => {
    const next = children[i + 1];
    if (!child || !next || child.endIndex < next.startIndex) return false;
    if (!next.type.endsWith('_redirect')) return true;
    return !child.type.endsWith('_redirect') && /^\d+$|\}$/.test(child.text);
  });
}

/** Whether bash takes a text for one word: no blank and no operator outside quotes. */
function isOneWord(text: string): boolean {
  return /^(?:\\[\s\S]|[^\\\s;&|<>()'"`])*$/.test(text);
}
