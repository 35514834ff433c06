import { type Document, isMap, isNode, isScalar, isSeq, parseDocument } from 'yaml';
import { normalizeText, type Position, positionAt } from './sourceText.ts';
import type { StructuredText, SyntaxProblem, ValuePath } from './structuredText.ts';

/** More uses of aliases than this in one file is taken for an attack on memory. */
const MAX_ALIASES = 100;

/** Parses YAML 1.2 (JSON is part of it). Runs nothing, caps aliases, and never throws for a text. */
export function parseYaml(raw: string): StructuredText & { readonly document: Document } {
  const { text } = normalizeText(raw);
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: true, logLevel: 'silent' });
  const problems: SyntaxProblem[] = document.errors.map((error) => ({
    message: error.message.replace(/\s+/g, ' '),
    ...positionAt(text, error.pos[0]),
  }));
  let value: unknown;
  if (problems.length === 0) {
    try {
      value = document.toJS({ maxAliasCount: MAX_ALIASES }) ?? undefined;
    } catch (error) {
      const reason =
        error instanceof ReferenceError ? `more than ${MAX_ALIASES} uses of aliases` : String(error);
      problems.push({ message: `the text can't be expanded: ${reason}`, line: 1, column: 1 });
    }
  }
  return {
    document,
    value,
    problems,
    valueAt: (path) => find(document, text, path, 'value'),
    keyAt: (path) => find(document, text, path, 'key'),
  };
}

function find(document: Document, text: string, path: ValuePath, want: 'key' | 'value'): Position {
  let node: unknown = document.contents;
  let offset = rangeStart(node) ?? 0;
  for (const [depth, step] of path.entries()) {
    const last = depth === path.length - 1;
    if (isMap(node)) {
      const pair = node.items.find((p) => String(isScalar(p.key) ? p.key.value : p.key) === String(step));
      if (!pair) break;
      const key = rangeStart(pair.key);
      const value = rangeStart(pair.value);
      offset = (last && want === 'key' ? key : (value ?? key)) ?? offset;
      node = pair.value;
    } else if (isSeq(node) && typeof step === 'number') {
      const item = node.items[step];
      if (item === undefined) break;
      offset = rangeStart(item) ?? offset;
      node = item;
    } else break;
  }
  return positionAt(text, offset);
}

function rangeStart(node: unknown): number | undefined {
  return isNode(node) ? (node.range?.[0] ?? undefined) : undefined;
}
