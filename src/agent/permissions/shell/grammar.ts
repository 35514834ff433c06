import type { Node, Parser as ParserType, Tree } from 'web-tree-sitter';

let parser: Promise<ParserType> | undefined;

/**
 * Parses a shell line with the grammar of bash (tree-sitter-bash). The grammar loads on first use.
 * Undefined when the line has an error in it: then nobody may claim to know what it does. The caller
 * deletes the tree.
 */
export async function parseBash(line: string): Promise<Tree | undefined> {
  parser ??= loadParser();
  const tree = (await parser).parse(line);
  if (!tree) return undefined;
  if (!tree.rootNode.hasError) return tree;
  tree.delete();
  return undefined;
}

/** Levels of a line's tree; a list of a hundred commands has about as many. */
const MAX_LEVELS = 500;

/** Whether a tree is deeper than those who walk it by themselves can follow. */
export function isTooDeep(root: Node): boolean {
  const cursor = root.walk();
  try {
    for (;;) {
      if (cursor.gotoFirstChild()) {
        if (cursor.currentDepth > MAX_LEVELS) return true;
        continue;
      }
      while (!cursor.gotoNextSibling()) if (!cursor.gotoParent()) return false;
    }
  } finally {
    cursor.delete();
  }
}

async function loadParser(): Promise<ParserType> {
  const { Language, Parser } = await import('web-tree-sitter');
  const runtime = await wasmFile('web-tree-sitter');
  await Parser.init({ locateFile: () => runtime });
  const made = new Parser();
  made.setLanguage(await Language.load(await wasmFile('tree-sitter-bash')));
  return made;
}

/** The bundles have the files in their top folder; run from source, they are in their packages. */
async function wasmFile(name: string): Promise<string> {
  const { fileURLToPath } = await import('node:url');
  const bundled = /\/dist\/(?:chunks\/)?[^/]*$/.exec(import.meta.url);
  if (bundled) return fileURLToPath(new URL(`${import.meta.url.slice(0, bundled.index)}/dist/${name}.wasm`));
  return fileURLToPath(import.meta.resolve(`${name}/${name}.wasm`));
}
