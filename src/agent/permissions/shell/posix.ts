import type { Node } from 'web-tree-sitter';
import { reasonsIn, unread } from './hidden.ts';
import type { Unknown } from './shellLine.ts';

const NOT_POSIX = new Set(
  `ansi_c_string translated_string herestring_redirect process_substitution array subscript
   c_style_for_statement`.split(/\s+/),
);

/** What bash understands and `sh` may read in another way: where `sh` is dash, `a &>b c` runs `a` and then `c`. */
export function notPosix(root: Node): Unknown[] {
  return unread(
    reasonsIn(root, (node) => (isBashOnly(node) ? 'not every shell reads it as bash does' : undefined)),
  );
}

function isBashOnly(node: Node): boolean {
  if (NOT_POSIX.has(node.type)) return true;
  const text = node.text;
  if (node.type === 'file_descriptor') return text.length > 1;
  if (node.type === 'string') return text.startsWith('$');
  // It may be that of `$"…"`; before a variable, and in quotes, it is the same everywhere.
  if (!node.isNamed && text === '$') return !/^(?:simple_expansion|string)$/.test(node.parent?.type ?? '');
  if (node.type === 'test_command') return !text.startsWith('[ ');
  if (node.type === 'compound_statement') return text.startsWith('((');
  if (node.type === 'for_statement') return !text.startsWith('for');
  if (node.type === 'file_redirect') return /^\d*(?:&>|[<>]&(?!(?:\d+|-)$))/.test(text);
  if (node.type === 'arithmetic_expansion') return text.startsWith('$[');
  if (node.type === 'variable_assignment') return /^\w+\+=/.test(text);
  if (node.type === 'expansion') return !/^\$\{#?\w+(?:(?::?[-+?]|%%?|##?)[^\]}]*)?\}$/.test(text);
  return !node.isNamed && text === '|&';
}
