import { configDefaults, defineConfig } from 'vitest/config';

/**
 * Three projects: the rules and the screens' logic need no database; everything of the server runs twice, on PGlite and on a real
 * PostgreSQL, because only the second shows what concurrent callers do. Test files of the server share their worker's database, so
 * they are not isolated from each other's modules.
 */
const exclude = [...configDefaults.exclude, 'e2e/**', 'build*/**'];

export default defineConfig({
  test: {
    // Left alone it would keep one of two cores for itself, and the tests of the server would take twice as long.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{domain,contract,content,app,tools}/**/*.test.{ts,tsx}'],
          exclude,
          isolate: false,
          // A test of many generated cases takes two seconds of a free processor; on a busy one the usual five were not enough.
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'pglite',
          include: ['server/**/*.test.ts'],
          exclude,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: ['server/testing/built-server.ts'],
        },
      },
      {
        test: {
          name: 'postgresql',
          include: ['server/**/*.test.ts'],
          exclude,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: ['server/testing/built-server.ts', 'server/testing/postgres-server.ts'],
          env: { GUICHET_TEST_DATABASE: 'postgresql' },
        },
      },
    ],
  },
});
