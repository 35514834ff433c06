import { describe, expect, test } from 'vitest';
import { parseSources, type SourceFile } from './sourceTree.ts';

const sources = parseSources('src');

/** What each part may import besides itself. */
const parts: Readonly<Record<string, readonly string[]>> = {
  base: [],
  protocol: ['base'],
  node: ['base'],
  mcp: ['base', 'protocol', 'node'],
  agent: ['base', 'protocol', 'node', 'mcp'],
  language: ['base', 'protocol', 'agent'],
  extension: ['base', 'protocol', 'node', 'mcp'],
  webview: ['base', 'protocol'],
  cli: ['base', 'protocol', 'agent'],
};

/** The rows inside `src/agent`: a folder imports from its own row and from those below it. */
const rows: readonly (readonly string[])[] = [
  ['acp'],
  ['session'],
  ['workers'],
  ['turn'],
  [
    'tools',
    'permissions',
    'sandbox',
    'hooks',
    'import',
    'mcp',
    'plugins',
    'skills',
    'commands',
    'instructions',
    'agents',
    'inventory',
    'catalogue',
  ],
  ['model', 'store', 'config', 'trust'],
  ['host'],
];

const filesAndProcesses = /^(node:)?(fs|fs\/promises|child_process)$/;

describe('imports', () => {
  test('every part of src is known', () => {
    const found = new Set(sources.map((file) => file.path.split('/')[1]));
    expect([...found].filter((part) => part !== undefined && !(part in parts))).toEqual([]);
  });

  test('a part imports only the parts it may', () => {
    const wrong = crossings((file) => file.path.split('/')[1]).filter(
      ({ from, to }) => !(parts[from] ?? []).includes(to),
    );
    expect(wrong.map(describeCrossing)).toEqual([]);
  });

  test('every folder of the agent stands in a row', () => {
    const found = new Set(sources.map(agentFolder).filter((folder) => folder !== undefined));
    expect([...found].filter((folder) => rowOf(folder) < 0)).toEqual([]);
  });

  test('a folder of the agent imports only from its own row and below', () => {
    const wrong = crossings(agentFolder).filter(({ from, to }) => rowOf(to) < rowOf(from));
    expect(wrong.map(describeCrossing)).toEqual([]);
  });

  test('the folders of one row do not import each other in a circle', () => {
    const graph = new Map<string, Set<string>>();
    for (const { from, to } of crossings(agentFolder))
      graph.set(from, (graph.get(from) ?? new Set()).add(to));
    expect(circles(graph)).toEqual([]);
  });

  test('no files import each other in a circle', () => {
    const graph = new Map(sources.map((file) => [file.path, new Set(targets(file))]));
    expect(circles(graph)).toEqual([]);
  });

  test('every relative import names a file that is there', () => {
    const known = new Set(sources.map((file) => file.path));
    const code = sources.flatMap((file) =>
      targets(file)
        .filter((target) => /\.[tj]sx?$/.test(target) && !known.has(target))
        .map((target) => `${file.path} imports ${target}`),
    );
    expect(code).toEqual([]);
  });

  test('inside the agent only host names Node’s files and processes', () => {
    const inside = sources.filter(
      (file) => file.path.startsWith('src/agent/') && !file.path.startsWith('src/agent/host/'),
    );
    expect(naming(inside, filesAndProcesses)).toEqual([]);
  });

  test('what also runs in a browser names nothing of Node', () => {
    const shared = sources.filter((file) => /^src\/(base|protocol|webview)\//.test(file.path));
    expect(naming(shared, /^node:/)).toEqual([]);
  });

  test('only the extension says vscode, and not where it handles processes or the protocol', () => {
    const others = sources.filter(
      (file) => !file.path.startsWith('src/extension/') || /^src\/extension\/(process|acp)\//.test(file.path),
    );
    expect(naming(others, /^vscode$/)).toEqual([]);
  });
});

interface Crossing {
  readonly file: string;
  readonly from: string;
  readonly target: string;
  readonly to: string;
}

/** Every import that leads from one place to another, where `place` says where a file is (or undefined). */
function crossings(place: (file: { readonly path: string }) => string | undefined): readonly Crossing[] {
  return sources.flatMap((file) =>
    targets(file).flatMap((target) => {
      const from = place(file);
      const to = place({ path: target });
      return from === undefined || to === undefined || from === to
        ? []
        : [{ file: file.path, from, target, to }];
    }),
  );
}

function describeCrossing({ file, target }: Crossing): string {
  return `${file} imports ${target}`;
}

function targets(file: SourceFile): readonly string[] {
  return file.imports.flatMap((each) => each.target ?? []);
}

function naming(files: readonly SourceFile[], module: RegExp): readonly string[] {
  return files.flatMap((file) =>
    file.imports
      .filter((each) => module.test(each.specifier))
      .map((each) => `${file.path} imports ${each.specifier}`),
  );
}

/** The folder of `src/agent` a file is in; undefined outside, and for the files that put the agent together. */
function agentFolder(file: { readonly path: string }): string | undefined {
  return /^src\/agent\/([^/]+)\//.exec(file.path)?.[1];
}

function rowOf(folder: string): number {
  return rows.findIndex((row) => row.includes(folder));
}

/** Each circle of the graph, once, as `a → b → a`. */
function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  const found = new Set<string>();
  const done = new Set<string>();
  const visit = (node: string, trail: readonly string[]): void => {
    const seenAt = trail.indexOf(node);
    if (seenAt >= 0) found.add([...trail.slice(seenAt), node].join(' → '));
    if (seenAt >= 0 || done.has(node)) return;
    for (const next of graph.get(node) ?? []) visit(next, [...trail, node]);
    done.add(node);
  };
  for (const node of graph.keys()) visit(node, []);
  return [...found];
}
