import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const setupFiles = ['test/support/setup.ts'];

/** `.md` imports are text, as in the bundles. */
const markdownAsText: Plugin = {
  name: 'markdown-as-text',
  transform: (code, id) => (id.endsWith('.md') ? `export default ${JSON.stringify(code)};` : undefined),
};
const plugins = [markdownAsText];

/**
 * Files that want a DOM come first, together: a worker whose next file wants another environment is ended
 * and with it all modules that it had loaded.
 */
class DomFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const dom = new Set(sorted.filter(({ moduleId }) => wantsDom(moduleId)));
    return [...dom, ...sorted.filter((file) => !dom.has(file))];
  }
}

function wantsDom(file: string): boolean {
  return readFileSync(file, 'utf8').startsWith('// @vitest-environment jsdom');
}

/** The quick part (`npm run check`) and the whole (`npm test`) pick projects by name. */
export default defineConfig({
  test: {
    projects: [
      // Unit tests share no state but modules: one worker loads each module once for all of them. Some start
      // programs (git, a shell), which take their time on a busy machine.
      {
        plugins,
        resolve: { alias: { vscode: path.join(import.meta.dirname, 'test/support/vscode/vscode.ts') } },
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}'],
          setupFiles,
          isolate: false,
          testTimeout: 20_000,
        },
      },
      {
        plugins,
        test: {
          name: 'architecture',
          include: ['test/architecture/**/*.test.ts'],
          setupFiles,
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        plugins,
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          setupFiles,
          isolate: false,
          testTimeout: 30_000,
        },
      },
      {
        plugins,
        test: {
          name: 'integration',
          retry: 1,
          include: ['test/integration/**/*.test.ts'],
          setupFiles,
          testTimeout: 60_000,
        },
      },
      {
        plugins,
        test: {
          name: 'editor',
          // A whole VS Code and a browser share the machine with whatever else runs there.
          retry: 2,
          include: ['test/editor/**/*.test.ts'],
          setupFiles,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
    pool: 'forks',
    sequence: { sequencer: DomFirst },
  },
});
