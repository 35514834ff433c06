import type { Node } from 'web-tree-sitter';
import { childrenOf } from './word.ts';

/**
 * Whether bash ends a here-document where the grammar does: at the first line that is its word. What
 * stands behind that line are commands, so a reading that differs must not be trusted. Words that are
 * quoted in part, lines that go on, and quotes behind the word on its line that do not end there are not followed: no.
 */
export function endsAsInBash(document: Node, start: string): boolean {
  const text = lineOf(document);
  const end = childrenOf(document).find((child) => child.type === 'heredoc_end');
  const word = /^(['"]?)([\w.-]+)\1$/.exec(start)?.[2];
  const lineEnd = text.indexOf('\n', document.startIndex);
  const begin = childrenOf(document).find((child) => child.type === 'heredoc_start');
  if (!end || word === undefined || lineEnd < 0 || !begin) return false;
  if (!/[ \t\n;&|<>)]/.test(text[begin.endIndex] ?? ' ')) return false;
  const behind = text.slice(document.startIndex, lineEnd).replace(start, '').replace(QUOTED, '');
  if (/['"`(\\]/.test(behind)) return false;
  const dropsTabs = text.startsWith('<<-', document.startIndex);
  const joinsLines = start === word;
  for (let at = lineEnd + 1; at <= text.length; ) {
    const stop = text.indexOf('\n', at);
    const raw = text.slice(at, stop < 0 ? undefined : stop);
    const line = dropsTabs ? raw.replace(/^\t+/, '') : raw;
    if (line === word) return end.startIndex === at || end.startIndex === at + raw.length - line.length;
    if (stop < 0 || (joinsLines && raw.endsWith('\\'))) return false;
    at = stop + 1;
  }
  return false;
}

/** A word, or a part of one, whose quotes end where they seem to. */
const QUOTED = /'[^']*'|"(?:[^"\\`$]|\$\w+|\$\{\w+\})*"/g;

/** The whole line that a node stands in, up to its end; the root begins where its first word does. */
function lineOf(node: Node): string {
  const root = node.tree.rootNode;
  return ' '.repeat(root.startIndex) + root.text;
}
