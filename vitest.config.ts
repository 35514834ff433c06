import { defineConfig } from 'vitest/config';

const setupFiles = ['test/support/setup.ts'];

/** The quick part (`npm run check`) and the whole (`npm test`) pick projects by name. */
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/unit/**/*.test.{ts,tsx}'], setupFiles } },
      {
        test: {
          name: 'architecture',
          include: ['test/architecture/**/*.test.ts'],
          setupFiles,
          testTimeout: 30_000,
        },
      },
      {
        test: { name: 'contract', include: ['test/contract/**/*.test.ts'], setupFiles, testTimeout: 30_000 },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          setupFiles,
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'editor',
          include: ['test/editor/**/*.test.ts'],
          setupFiles,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
    pool: 'forks',
  },
});
