import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';
import { projectRoot } from '../support/projectRoot.ts';

/** One parsed source file. Paths are relative to the project and use `/`. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
  readonly lineCount: number;
  readonly imports: readonly Import[];
  readonly program: Node;
  /** All nodes of the program, parents before children. */
  readonly nodes: readonly Node[];
}

export interface Import {
  /** As it stands in the code: `../base/errors.ts`, `node:fs`, `zod`. */
  readonly specifier: string;
  /** For a relative import: the file it names; `.ts` is spelled out in this project. */
  readonly target: string | undefined;
}

/** A node of the syntax tree, as far as these tests look at it. */
export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

/** Each file is parsed once for all tests that look at it. */
const parsed = new Map<string, SourceFile>();

/** Every TypeScript file below a folder of the project, parsed. */
export function parseSources(folder: string): readonly SourceFile[] {
  return filesBelow(folder)
    .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map((file) => {
      const source = parsed.get(file) ?? parseFile(file);
      parsed.set(file, source);
      return source;
    });
}

/** The line a node begins on, counted from 1. */
export function lineOf(file: SourceFile, node: Node): number {
  return file.text.slice(0, node.start).split('\n').length;
}

/** Relative paths of all files below a folder of the project. */
export function filesBelow(folder: string): readonly string[] {
  return readdirSync(path.join(projectRoot, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      path.relative(projectRoot, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'),
    )
    .sort();
}

function parseFile(file: string): SourceFile {
  const text = readFileSync(path.join(projectRoot, file), 'utf8');
  const { program, module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const specifiers = [
    ...module.staticImports.map((each) => each.moduleRequest.value),
    ...module.staticExports.flatMap((each) =>
      each.entries.flatMap((entry) => entry.moduleRequest?.value ?? []),
    ),
    // What a dynamic import names is a literal in this project; the quotes are cut off.
    ...module.dynamicImports.map((each) =>
      text.slice(each.moduleRequest.start + 1, each.moduleRequest.end - 1),
    ),
  ];
  return {
    path: file,
    text,
    lineCount: text.split('\n').length - 1,
    imports: [...new Set(specifiers)].map((specifier) => ({ specifier, target: targetOf(file, specifier) })),
    program: program as unknown as Node,
    nodes: nodesBelow(program as unknown as Node),
  };
}

function nodesBelow(root: Node): readonly Node[] {
  const nodes = [root];
  for (const node of nodes)
    for (const value of Object.values(node))
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) nodes.push(child);
  return nodes;
}

function targetOf(file: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
