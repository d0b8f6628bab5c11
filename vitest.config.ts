import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { isWhole } from './server/testing/size.ts';

/**
 * The rules and the screens' logic need no database. Everything of the server runs on a real PostgreSQL, which alone shows what concurrent
 * callers do; what has the database as its subject runs on PGlite as well (`pglite`), without what one database shows (decision 0047). The
 * whole server on PGlite is the project `pglite-whole`, which `npm test` leaves out and `npm run test:both` runs. Test files of the server share their worker's database, so they are not isolated from each other's modules.
 */
const exclude = [...configDefaults.exclude, 'e2e/**', 'build*/**'];

/** Files whose subject is the database itself, or the process and the folder around it. */
const ABOUT_THE_DATABASE = [
  'server/{db,files,ledger,jobs,operations,trust,work}/**/*.test.ts',
  'server/main{,-live}.test.ts',
];
/**
 * Of those, the ones that one database shows: who may call each route and what its answer shows, junk that no route takes, in which order
 * orders, files and days may come, when a job runs, what a backup holds, which mail goes once, how an upload is sealed. The two databases read the
 * same SQL, and the browser tests upload and open documents on PGlite.
 */
const SHOWN_BY_ONE = [
  'server/files/file-store.test.ts',
  'server/trust/{access-*,crowd,fuzz,mails,masked-fields,mistaken-client,settlement,standing-decisions,tokens}.test.ts',
  'server/jobs/{advance-demonstration,jobs}.test.ts',
  'server/operations/{backup,upgrade,upgrade-loans,watch}.test.ts',
];
/** The one that reads no database: the lock on the embedded database's folder. */
const WITHOUT_DATABASE = ['server/db/folder-lock.test.ts'];

/** What is waited for comes within milliseconds on a free processor; the second that vitest waits by itself is too short on a busy one. */
const PATIENCE = { poll: { timeout: 60_000 } };

/**
 * How long a test may take before it is taken for one that hangs. The longest takes half a minute of free processors; on a machine at an eighth of
 * its speed three minutes were not enough (29 November). Speed is the subject of `bench/`, never of a test.
 */
const PATIENT_MS = 900_000;

/** What `npm test` leaves to `npm run test:whole` (decision 0047), which says at its end how many these are. */
const tags = [
  { name: 'whole', description: 'Run by npm run test:whole and npm run test:both alone', skip: !isWhole },
];

function onDatabase(
  name: string,
  { include = ['server/**/*.test.ts'], not = [] as string[], isPostgres = false, isQuick = false } = {},
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      exclude: [...exclude, ...not],
      isolate: false,
      tags,
      expect: PATIENCE,
      testTimeout: PATIENT_MS,
      hookTimeout: PATIENT_MS,
      globalSetup: [
        'server/testing/built-server.ts',
        ...(isPostgres ? ['server/testing/postgres-server.ts'] : []),
      ],
      // PGlite as it is first compiled: optimising it takes longer than most files run. The whole server on PGlite is worth it. Room for what
      // lives shortly: a tenth of a worker's time went into collecting it.
      execArgv: [...(isQuick || isPostgres ? ['--liftoff-only'] : []), '--max-semi-space-size=64'],
      env: {
        ...(isPostgres ? { GUICHET_TEST_DATABASE: 'postgresql' } : {}),
      },
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
          tags,
          expect: PATIENCE,
          testTimeout: PATIENT_MS,
        },
      },
      onDatabase('pglite', { include: ABOUT_THE_DATABASE, not: SHOWN_BY_ONE, isQuick: true }),
      onDatabase('pglite-whole'),
      onDatabase('postgresql', { isPostgres: true, not: WITHOUT_DATABASE }),
    ],
  },
});
