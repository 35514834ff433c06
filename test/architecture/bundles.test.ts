import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { projectRoot } from '../support/projectRoot.ts';

interface Output {
  readonly bytes: number;
  readonly entryPoint?: string;
  readonly imports: readonly { readonly path: string; readonly kind: string; readonly external?: boolean }[];
  readonly inputs: Readonly<Record<string, unknown>>;
}

const reportFile = path.join(projectRoot, 'dist/bundles.json');

/** What the build wrote: `npm run build` makes it. */
const outputs = JSON.parse(readFileSync(reportFile, 'utf8')) as Readonly<Record<string, Output>>;

const kB = 1_000;

describe('bundles', () => {
  test.each([
    ['dist/extension.cjs', 60 * kB, 1],
    ['dist/webview.js', 250 * kB, 3],
    // What answers `initialize`; the rest of the agent loads behind it.
    ['dist/agent.mjs', 25 * kB, 8],
  ])('%s loads at most %d bytes in %d files at first', (entry, maxBytes, maxFiles) => {
    if (!(entry in outputs)) return expect(sourceOf(entry), `${entry} is not built`).toBe(false);
    const loaded = loadedAtFirst(entry);
    expect(loaded.length, loaded.join(', ')).toBeLessThanOrEqual(maxFiles);
    expect(sum(loaded.map((file) => outputs[file]?.bytes ?? 0))).toBeLessThanOrEqual(maxBytes);
  });

  // What loads behind the answer to `initialize`, before the first conversation can open.
  test('the agent opens a conversation without Node’s http and without a second YAML parser', () => {
    const loaded = loadedAtFirst(outputOf('src/agent/agentServer.ts'));
    const slow = /^node:https?$/;
    const asks = loaded.filter((file) => outputs[file]?.imports.some((each) => slow.test(each.path)));
    expect(asks).toEqual([]);
    const inputs = loaded.flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
    expect(inputs.filter((input) => /js-yaml\/lib|esprima/.test(input))).toEqual([]);
    expect(sum(loaded.map((file) => outputs[file]?.bytes ?? 0))).toBeLessThanOrEqual(1_100 * kB);
  });

  test.each(['dist/cli.mjs', 'dist/agent.mjs', 'dist/language.mjs'])('%s runs without VS Code', (entry) => {
    const all = loadedEver(entry);
    const asks = all.filter((file) => outputs[file]?.imports.some((each) => each.path === 'vscode'));
    expect(asks).toEqual([]);
  });

  test.each(['extension.cjs', 'host.cjs'])('%s loads with nothing beside it but VS Code', (bundle) => {
    const stub = path.join(projectRoot, 'test/support/stubVscode.cjs');
    const { stderr } = spawnSync(
      process.execPath,
      ['--require', stub, path.join(projectRoot, 'dist', bundle)],
      {
        encoding: 'utf8',
      },
    );
    expect(stderr).toBe('');
  });

  test('the webview holds nothing of the agent or the extension', () => {
    const inputs = loadedEver('dist/webview.js').flatMap((file) => Object.keys(outputs[file]?.inputs ?? {}));
    expect(inputs.filter((input) => /^src\/(agent|extension|node|mcp|cli|language)\//.test(input))).toEqual(
      [],
    );
  });
});

/** The file that a source loaded on first use begins in. */
function outputOf(source: string): string {
  const [file] = Object.entries(outputs).find(([, output]) => output.entryPoint === source) ?? [];
  expect(file, `${source} is not built`).toBeDefined();
  return file ?? '';
}

/** The entry and what it imports statically, all the way down. */
function loadedAtFirst(entry: string): readonly string[] {
  return reach(entry, (kind) => kind === 'import-statement' || kind === 'require-call');
}

function loadedEver(entry: string): readonly string[] {
  return reach(entry, () => true);
}

function reach(entry: string, follows: (kind: string) => boolean): readonly string[] {
  if (!(entry in outputs)) return [];
  const found = [entry];
  for (const file of found)
    for (const each of outputs[file]?.imports ?? [])
      if (each.external !== true && follows(each.kind) && each.path in outputs && !found.includes(each.path))
        found.push(each.path);
  return found;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/** True when the source of a bundle is there, so that the bundle has to be, too. */
function sourceOf(entry: string): boolean {
  const sources: Readonly<Record<string, string>> = {
    'dist/extension.cjs': 'src/extension/extension.ts',
    'dist/webview.js': 'src/webview/main.tsx',
  };
  return existsSync(path.join(projectRoot, sources[entry] ?? ''));
}
