import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/**
 * The rules and the screens' logic need no database. Everything of the server runs on a real PostgreSQL, which alone shows what concurrent
 * callers do; what has the database as its subject runs on PGlite as well (`pglite`). The rest of the server on PGlite is the project
 * `pglite-rest`, which `npm test` leaves out and `npm run test:both` runs. Test files of the server share their worker's database, so they
 * are not isolated from each other's modules.
 */
const exclude = [...configDefaults.exclude, 'e2e/**', 'build*/**'];

/** Files whose subject is the database itself, or the process and the folder around it. */
const ABOUT_THE_DATABASE = [
  'server/{db,files,ledger,idempotency,jobs,operations,trust,work}/**/*.test.ts',
  'server/main{,-live}.test.ts',
  'server/notifications/live.test.ts',
];
/** Of those, the one that reads no database: the lock on the embedded database's folder. */
const WITHOUT_DATABASE = ['server/db/folder-lock.test.ts'];

/** What is waited for comes within milliseconds on a free processor; the second that vitest waits by itself is too short on a busy one. */
const PATIENCE = { poll: { timeout: 20_000 } };

function onDatabase(
  name: string,
  { include = ['server/**/*.test.ts'], not = [] as string[], isPostgres = false } = {},
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      exclude: [...exclude, ...not],
      isolate: false,
      expect: PATIENCE,
      testTimeout: 60_000,
      hookTimeout: 60_000,
      globalSetup: [
        'server/testing/built-server.ts',
        ...(isPostgres ? ['server/testing/postgres-server.ts'] : []),
      ],
      env: isPostgres ? { GUICHET_TEST_DATABASE: 'postgresql' } : {},
    },
  };
}

export default defineConfig({
  test: {
    // Left alone it would keep one of two cores for itself, and the tests of the server would take twice as long. One more than two, because
    // a worker often waits for a database or for a product of its own.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{domain,contract,content,app,tools}/**/*.test.{ts,tsx}'],
          exclude,
          isolate: false,
          expect: PATIENCE,
          // A test of many generated cases takes two seconds of a free processor; on a busy one the usual five were not enough.
          testTimeout: 30_000,
        },
      },
      onDatabase('pglite', { include: ABOUT_THE_DATABASE }),
      onDatabase('pglite-rest', { not: ABOUT_THE_DATABASE }),
      onDatabase('postgresql', { isPostgres: true, not: WITHOUT_DATABASE }),
    ],
  },
});
