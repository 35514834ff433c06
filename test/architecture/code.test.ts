import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesBelow, lineOf, type Node, parseSources, type SourceFile } from './sourceTree.ts';

const sources = parseSources('src');
const everywhere = [...sources, ...parseSources('test')];

describe('code', () => {
  test.each([
    ['the type any', 'TSAnyKeyword', everywhere],
    ['the non-null mark', 'TSNonNullExpression', everywhere],
    ['an enum', 'TSEnumDeclaration', everywhere],
    ['a default export', 'ExportDefaultDeclaration', sources],
    ['a re-export of everything', 'ExportAllDeclaration', sources],
  ])('does without %s', (_, type, files) => {
    expect(placesOf(files, (node) => node.type === type)).toEqual([]);
  });

  test('silences the type checker nowhere', () => {
    const silencer = /@ts-(ignore|nocheck|expect-error)/;
    expect(
      everywhere
        .filter((file) => silencer.test(file.text) && !file.path.startsWith('test/architecture/'))
        .map((file) => file.path),
    ).toEqual([]);
  });

  test('has no file that only passes on what others export', () => {
    const barrels = sources.filter((file) => {
      const body = file.program['body'] as readonly Node[];
      return (
        body.length > 0 &&
        body.every((node) => node.type === 'ExportNamedDeclaration' && node['source'] !== null)
      );
    });
    expect(barrels.map((file) => file.path)).toEqual([]);
  });

  test('catches nothing without a word about it', () => {
    const silent = placesOf(sources, (node, file) => {
      if (node.type !== 'CatchClause') return false;
      const body = node['body'] as Node & { readonly body: readonly unknown[] };
      return body.body.length === 0 && !/\/[/*]/.test(file.text.slice(body.start, body.end));
    });
    expect(silent).toEqual([]);
  });
});

describe('names', () => {
  const files = filesBelow('src');

  test('a folder is one lower-case word', () => {
    const folders = new Set(files.flatMap((file) => path.posix.dirname(file).split('/')));
    expect([...folders].filter((folder) => !/^[a-z]+$/.test(folder))).toEqual([]);
  });

  test('a file is written in camel case', () => {
    const code = files.filter((file) => /\.(tsx?|md|css)$/.test(file));
    expect(code.filter((file) => !/^[a-z][a-zA-Z0-9]*(\.d)?\.\w+$/.test(path.posix.basename(file)))).toEqual(
      [],
    );
  });

  test('no file or folder is a bag for whatever has no place', () => {
    const bags = /(^|\/)(utils?|helpers?|common|shared|misc|types)(\.tsx?|\/|$)|manager\.tsx?$/i;
    expect(files.filter((file) => bags.test(file))).toEqual([]);
  });
});

function placesOf(
  files: readonly SourceFile[],
  fits: (node: Node, file: SourceFile) => boolean,
): readonly string[] {
  return files.flatMap((file) =>
    file.nodes.filter((node) => fits(node, file)).map((node) => `${file.path}:${lineOf(file, node)}`),
  );
}
