import type { Node } from 'web-tree-sitter';
import { childrenOf, type Word, wordOf } from './word.ts';

/** Operators that look for a file, or compare two. */
const LOOKS_FOR_FILE = /^-(?:[a-hkprsuwxGLNOS]|nt|ot|ef)$/;

/**
 * What `[ … ]` and `[[ … ]]` may look for on the disk. How the grammar groups operands is not relied on:
 * next to such an operator all operands count, and elsewhere those that are known and look like a path.
 */
export function testedPlaces(test: Node, loads: boolean): Word[] {
  const operators: string[] = [];
  const operands: Word[] = [];
  const look = (node: Node): void => {
    if (node.type === 'test_operator') operators.push(node.text);
    else if (/^(?:unary|binary|parenthesized)_expression$|^test_command$/.test(node.type))
      childrenOf(node).forEach(look);
    else if (node.isNamed) operands.push(wordOf(node, loads));
  };
  look(test);
  const looks = operators.some((operator) => LOOKS_FOR_FILE.test(operator));
  return operands.flatMap((word) => {
    if (looks) return [word.known === 'no' ? { ...word, open: true } : word];
    return word.open && test.text.startsWith('[ ') ? [word] : [];
  });
}
