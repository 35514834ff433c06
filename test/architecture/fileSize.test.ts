import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/projectRoot.ts';
import { lineOf, parseSources, type SourceFile } from './sourceTree.ts';

const sources = parseSources('src');

/** Files that may be longer than the budget, each with its reason. The list is meant to stay empty. */
const exceptions: Readonly<Record<string, string>> = {};

const maxFileLines = 400;
const maxEntryLines = 80;
const maxCompositionLines = 250;
const maxFunctionLines = 60;

/** The entry files are those that the build names. */
const entries = [
  ...readFileSync(path.join(projectRoot, 'esbuild.mjs'), 'utf8').matchAll(/'(src\/[^']+\.tsx?)'/g),
].map(([, file]) => file ?? '');

describe('size', () => {
  test(`a file has at most ${maxFileLines} lines`, () => {
    expect(
      longer(
        sources.filter((file) => !(file.path in exceptions)),
        maxFileLines,
      ),
    ).toEqual([]);
  });

  test('every exception is a file that needs it', () => {
    const needed = sources.filter((file) => file.lineCount > maxFileLines).map((file) => file.path);
    expect(Object.keys(exceptions).filter((file) => !needed.includes(file))).toEqual([]);
  });

  test(`an entry file has at most ${maxEntryLines} lines`, () => {
    expect(entries.length).toBeGreaterThan(3);
    expect(
      longer(
        sources.filter((file) => entries.includes(file.path)),
        maxEntryLines,
      ),
    ).toEqual([]);
  });

  test(`a file that puts a part together has at most ${maxCompositionLines} lines`, () => {
    const roots = sources.filter((file) => /\/(compose|create)[A-Z][^/]*\.tsx?$/.test(file.path));
    expect(longer(roots, maxCompositionLines)).toEqual([]);
  });

  test(`a function has at most ${maxFunctionLines} lines`, () => {
    expect(sources.flatMap(longFunctions)).toEqual([]);
  });
});

function longer(files: readonly SourceFile[], max: number): readonly string[] {
  return files.filter((file) => file.lineCount > max).map((file) => `${file.path}: ${file.lineCount} lines`);
}

function longFunctions(file: SourceFile): readonly string[] {
  const kinds = ['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'];
  return file.nodes
    .filter((node) => kinds.includes(node.type))
    .map((node) => ({
      line: lineOf(file, node),
      lines: file.text.slice(node.start, node.end).split('\n').length,
    }))
    .filter(({ lines }) => lines > maxFunctionLines)
    .map(({ line, lines }) => `${file.path}:${line}: ${lines} lines`);
}
