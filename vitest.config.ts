import { defineConfig } from 'vitest/config';

/** No test sees the real home folder: a path that is not there, so that touching it fails. */
const env = { HOME: '/home/me', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', XDG_CACHE_HOME: '' };

/** The quick part (`npm run check`) and the whole (`npm test`) pick projects by name. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/unit/**/*.test.{ts,tsx}', 'test/architecture/**/*.test.ts'],
          setupFiles: ['test/support/setup.ts'],
        },
      },
      {
        test: {
          name: 'contract',
          include: ['test/contract/**/*.test.ts'],
          setupFiles: ['test/support/setup.ts'],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          setupFiles: ['test/support/setup.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'editor',
          include: ['test/editor/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          fileParallelism: false,
        },
      },
    ],
    pool: 'forks',
  },
});
