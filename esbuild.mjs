// Builds every bundle into dist/. `--watch` rebuilds on change.

import { existsSync } from 'node:fs';
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build, context } from 'esbuild';
import { writeBuiltinSkill } from './scripts/builtinSkill.mjs';

const shared = {
  bundle: true,
  minify: true,
  sourcemap: false,
  metafile: true,
  logLevel: 'warning',
  legalComments: 'none',
  outdir: 'dist',
};

/** zod brings its messages in fifty languages, two thirds of its size; we speak one, which it loads by itself. */
const oneLanguage = {
  name: 'one-language',
  setup(build) {
    build.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    }));
  },
};

/** gray-matter never parses YAML by itself here (`yaml` does), but loads a parser for it, and with that one for JavaScript. */
const oneYamlParser = {
  name: 'one-yaml-parser',
  setup(build) {
    build.onLoad({ filter: /js-yaml\/index\.js$/ }, () => ({
      contents:
        "const unused = () => { throw new Error('js-yaml is not part of this build.'); }; module.exports = { safeLoad: unused, safeDump: unused };",
    }));
  },
};

/** The oldest VS Code supported runs this Node. */
const node = {
  ...shared,
  platform: 'node',
  target: 'node22',
  // Some packages' `main` is a UMD file whose inner `require` no bundler can follow (jsonc-parser).
  mainFields: ['module', 'main'],
  plugins: [oneLanguage, oneYamlParser],
};

/** ESM bundles reach `require` through this line: some packages of theirs still ask for it. */
const banner = {
  js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
};

/**
 * The view needs little of these packages. For three of them a small file of ours stands in, and says
 * why; of vscode-jsonrpc only the connection is taken, without its streams and buffers.
 */
const standIns = {
  name: 'stand-ins',
  setup(build) {
    const files = {
      zod: 'src/webview/bridge/smallZod.ts',
      entities: 'src/webview/markdown/entities.ts',
      'linkify-it': 'src/webview/markdown/plainLinks.ts',
    };
    build.onResolve({ filter: /^(zod|entities|linkify-it)$/ }, ({ path }) => ({
      path: resolve(files[path]),
    }));
    build.onResolve({ filter: /^vscode-jsonrpc$/ }, ({ path }) => ({ path, namespace: 'part' }));
    build.onLoad({ filter: /.*/, namespace: 'part' }, () => ({
      contents:
        "export { createMessageConnection, NullLogger } from './connection.js'; export { default as RAL } from './ral.js';",
      resolveDir: resolve('node_modules/vscode-jsonrpc/lib/common'),
    }));
  },
};

/** Each bundle: entries that exist, and how it is built. Heavy parts are split off and load on first use. */
const bundles = [
  {
    ...node,
    entryPoints: { cli: 'src/cli/main.ts', agent: 'src/agent/main.ts' },
    format: 'esm',
    splitting: true,
    banner,
    outExtension: { '.js': '.mjs' },
    chunkNames: 'chunks/[name]-[hash]',
    loader: { '.md': 'text' },
  },
  {
    ...node,
    entryPoints: { language: 'src/language/main.ts' },
    format: 'esm',
    banner,
    outExtension: { '.js': '.mjs' },
    loader: { '.md': 'text' },
  },
  {
    ...node,
    entryPoints: { extension: 'src/extension/extension.ts' },
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    external: ['vscode', './host.cjs'],
  },
  {
    ...node,
    entryPoints: { host: 'src/extension/host.ts' },
    format: 'cjs',
    outExtension: { '.js': '.cjs' },
    external: ['vscode'],
  },
  {
    ...shared,
    entryPoints: { webview: 'src/webview/main.tsx' },
    platform: 'browser',
    target: 'chrome128',
    format: 'esm',
    splitting: true,
    chunkNames: 'webview-[name]-[hash]',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    plugins: [standIns],
  },
]
  .map((b) => ({
    ...b,
    entryPoints: Object.fromEntries(Object.entries(b.entryPoints).filter(([, file]) => existsSync(file))),
  }))
  .filter((b) => Object.keys(b.entryPoints).length > 0);

await rm('dist', { recursive: true, force: true });
await mkdir('dist', { recursive: true });
/** Files that bundles read beside themselves. */
for (const [from, to] of [
  ['node_modules/web-tree-sitter/web-tree-sitter.wasm', 'dist/web-tree-sitter.wasm'],
  ['node_modules/tree-sitter-bash/tree-sitter-bash.wasm', 'dist/tree-sitter-bash.wasm'],
])
  if (existsSync(from)) await copyFile(from, to);
await writeBuiltinSkill('docs', 'dist/skills/vak');

if (process.argv.includes('--watch')) for (const b of bundles) await (await context(b)).watch();
else {
  const built = await Promise.all(bundles.map((b) => build(b)));
  // What each bundle holds and loads: the tests of the architecture and the bench read it.
  const outputs = Object.assign({}, ...built.map(({ metafile }) => metafile.outputs));
  await writeFile('dist/bundles.json', JSON.stringify(outputs));
}
