import path from 'node:path';

/** Programs that find a file by less than its name. */
const INTERPRETERS =
  /^(?:node|nodejs|bun|bunx|deno|tsx|ts-node|electron|nodemon|jiti|vite-node|pythonw?[\d.]*|pypy3?|py|uv|ruby|perl|php|lua|luajit|pwsh|powershell|npx|pnpx)(?:\.exe)?$/i;

/** What an interpreter begins with in a folder that it is given. */
export const INDEX_FILES = [
  ...['.js', '.mjs', '.cjs', '.ts', '.json'].map((ending) => `index${ending}`),
  '__main__.py',
  '__init__.py',
  'package.json',
];

interface Behind {
  readonly files: readonly string[];
  /** Where the program looks for other programs. */
  readonly folders: readonly string[];
}

/** Files of the folder that say what a program runs, though no word names them. */
const BEHIND: readonly (readonly [program: RegExp, behind: Behind])[] = [
  [
    /^(?:npm|npx|pnpm|pnpx|yarn|bun|bunx|--run)(?:\.cmd)?$/i,
    {
      // The settings say with which shell and options scripts run.
      files: ['package.json', '.npmrc', '.yarnrc', '.yarnrc.yml', 'bunfig.toml', '.pnpmfile.cjs'],
      folders: ['node_modules/.bin'],
    },
  ],
  [/^deno$/i, { files: ['deno.json', 'deno.jsonc'], folders: [] }],
  [/^g?make$/i, { files: ['GNUmakefile', 'makefile', 'Makefile'], folders: [] }],
  [/^uvx?$/i, { files: ['pyproject.toml', 'uv.toml'], folders: [] }],
  [/^cargo$/i, { files: ['Cargo.toml', 'build.rs', '.cargo/config.toml'], folders: [] }],
  [/^docker(?:-compose)?$/i, { files: ['compose.yaml', 'compose.yml', 'docker-compose.yml'], folders: [] }],
  [/^just$/i, { files: ['justfile', '.justfile'], folders: [] }],
  [/^rake$/i, { files: ['Rakefile'], folders: [] }],
  [/^task$/i, { files: ['Taskfile.yml', 'Taskfile.yaml'], folders: [] }],
];

/** Whether a program among the words completes names: `node tools/y` runs `tools/y.js`. */
export function readsNames(words: ReadonlySet<string>): boolean {
  return [...words].some((word) => INTERPRETERS.test(path.basename(word)));
}

export function filesBehind(words: ReadonlySet<string>): Behind {
  const names = [...words].map((word) => path.basename(word));
  const met = BEHIND.filter(([program]) => names.some((name) => program.test(name))).map(([, b]) => b);
  return { files: met.flatMap((b) => b.files), folders: met.flatMap((b) => b.folders) };
}
