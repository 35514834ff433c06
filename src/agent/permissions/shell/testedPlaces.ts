import type { Node } from 'web-tree-sitter';
import { childrenOf, type Word, wordOf } from './word.ts';

/** Operators that look for a file, or compare two. */
const LOOKS_FOR_FILE = /^-(?:[a-hkprsuwxGLNOS]|nt|ot|ef)$/;

/**
 * What `[ … ]` and `[[ … ]]` may look for on the disk. How the grammar groups operands is not relied on:
 * next to such an operator all operands count, and elsewhere those that are known and look like a path.
 */
export function testedPlaces(test: Node, loads: boolean): Word[] {
  const looks = partsOf(test).some((node) => node.type === 'test_operator' && LOOKS_FOR_FILE.test(node.text));
  return testOperands(test).flatMap((node) => {
    const word = wordOf(node, loads);
    if (looks) return [word.known === 'no' ? { ...word, open: true } : word];
    return word.open && test.text.startsWith('[ ') ? [word] : [];
  });
}

/** What a test compares and looks at, in order. */
export function testOperands(test: Node): Node[] {
  return partsOf(test).filter((node) => node.type !== 'test_operator');
}

/** Operands and operators: how the grammar groups them is not relied on. */
function partsOf(test: Node): Node[] {
  return childrenOf(test).flatMap((child) => {
    if (/^(?:unary|binary|parenthesized)_expression$/.test(child.type)) return partsOf(child);
    return child.isNamed ? [child] : [];
  });
}
