import { defineConfig } from 'vitest/config';

/** No test sees the real home folder: a path that is not there, so that touching it fails. */
const env = { HOME: '/home/me', XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', XDG_CACHE_HOME: '' };

/** The quick part (`npm run check`) and the whole (`npm test`) pick projects by name. */
export default defineConfig({
  test: {
    pool: 'forks',
    projects: [
      {
        test: {
          name: 'unit',
          env,
          include: ['test/unit/**/*.test.{ts,tsx}', 'test/architecture/**/*.test.ts'],
        },
      },
      { test: { name: 'contract', env, include: ['test/contract/**/*.test.ts'], testTimeout: 30_000 } },
      { test: { name: 'integration', env, include: ['test/integration/**/*.test.ts'], testTimeout: 60_000 } },
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
  },
});
