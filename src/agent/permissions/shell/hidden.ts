import type { Node } from 'web-tree-sitter';
import { childrenOf } from './word.ts';

/** Something in a line that may run commands which the grammar does not show. */
export interface Hidden {
  readonly reason: string;
  readonly span: readonly [number, number];
}

/** Quoted so that nothing in them is expanded, or no text of the shell at all. */
const LITERAL = new Set(['raw_string', 'ansi_c_string', 'comment', 'heredoc_start', 'heredoc_end']);

/** Whether a line puts anything but plain words, and the names that a pattern meets here, into variables. */
export function loadsVariables(root: Node): boolean {
  const loads = (node: Node): boolean => {
    const names = node.type === 'for_statement' && /^[\w./*?{},\s-]*$/.test(valuesOf(node));
    return (!names && loadsText(node)) || childrenOf(node).some(loads);
  };
  return loads(root);
}

function valuesOf(loop: Node): string {
  return loop
    .childrenForFieldName('value')
    .map((value) => value?.text ?? '$')
    .join(' ');
}

/**
 * Substitutions that the grammar took for plain text, expansions that run or assign what they hold, and
 * arithmetic over variables that text was put into: bash runs `$(…)` in a subscript inside their values.
 */
export function hiddenIn(root: Node): Hidden[] {
  const found: Hidden[] = [];
  const computed: Node[] = [];
  const loaded = { text: false };
  const look = (node: Node): void => {
    if (LITERAL.has(node.type)) return;
    const why = reasonOf(node);
    if (why) found.push({ reason: why, span: [node.startIndex, node.endIndex] });
    if (computes(node)) computed.push(node);
    if (loadsText(node)) loaded.text = true;
    if (node.type === 'heredoc_redirect' && /['"\\]/.test(startOf(node))) return;
    for (const child of childrenOf(node)) look(child);
  };
  look(root);
  const [first] = computed;
  if (first && loaded.text)
    found.push({
      reason: 'arithmetic with a variable can run what its text says',
      span: [first.startIndex, first.endIndex],
    });
  return found;
}

function startOf(heredoc: Node): string {
  return childrenOf(heredoc).find((child) => child.type === 'heredoc_start')?.text ?? '';
}

function reasonOf(node: Node): string | undefined {
  if (node.type === 'expansion') {
    if (/@P\}$/.test(node.text)) return 'an expansion runs what its text says';
    if (childrenOf(node).some((child) => /^:?=$/.test(child.text))) return 'an expansion sets a variable';
  }
  if (node.type === 'command_substitution' && /^`[\s\S]*\\/.test(node.text))
    return 'a backslash in backquotes changes how they are read';
  if (node.type === 'function_definition') return 'a function changes what a name means';
  if (computes(node) && /[A-Z]/.test(node.text) && /(?<![=!<>])=(?!=)|\+\+|--/.test(node.text))
    return 'arithmetic sets a variable that programs may look at';
  if (node.type === 'test_command' && /\s-[vR]\s/.test(node.text) && /[[$`\\]/.test(node.text.slice(2, -2)))
    return 'the name of a variable can run commands';
  if (/^command_substitution$/.test(node.parent?.type ?? '') && !node.isNamed) return undefined;
  if (node.isNamed && hasOwnText(node) && /(?<!\\)(?:\\\\)*(?:`|\$\()/.test(ownText(node)))
    return 'a substitution stands where it can’t be read';
  return undefined;
}

/** Nodes that hold text besides their children. */
function hasOwnText(node: Node): boolean {
  return (
    node.childCount === 0 ||
    /^(?:string|string_content|heredoc_body|heredoc_content|word|expansion|regex)$/.test(node.type)
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

/** Arithmetic in which a name stands, or the result of a command. */
function computes(node: Node): boolean {
  if (node.type === 'arithmetic_expansion' || node.type === 'c_style_for_statement')
    return /[A-Za-z_]/.test(node.text);
  if (node.type === 'compound_statement') return node.text.startsWith('((') && /[A-Za-z_]/.test(node.text);
  if (node.type === 'subscript') return /[A-Za-z_$`]/.test(node.childForFieldName('index')?.text ?? '');
  if (node.type === 'test_command')
    return node.text.startsWith('[[') && /\s-(?:eq|ne|lt|le|gt|ge)\s/.test(node.text);
  return node.type === 'expansion' && /^\$\{\w+:[^-=?+]/.test(node.text) && /:.*[A-Za-z_$]/s.test(node.text);
}

/** Whether it may put a text other than a plain word into a variable, or compares one that is none. */
function loadsText(node: Node): boolean {
  if (node.type === 'variable_assignment') {
    if (node.childForFieldName('value')?.type === 'arithmetic_expansion') return false;
    const value = node.text.replace(/^[^=]*=/, '');
    return !/^[\w./:@%+,-]*$/.test(value) || !/^\w+\+?=/.test(node.text);
  }
  if (node.type === 'for_statement') return !/^[\w./\s-]*$/.test(valuesOf(node));
  if (node.type === 'command_name')
    return /^(?:read|mapfile|readarray|printf|getopts|let|set|source|\.|eval)$/.test(node.text);
  if (node.type === 'declaration_command') return true;
  return (
    node.type === 'test_command' &&
    /\s-(?:eq|ne|lt|le|gt|ge)\s/.test(node.text) &&
    /['"\\`[(]/.test(node.text.slice(2, -2))
  );
}
