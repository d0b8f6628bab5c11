import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import type { BankOptions } from './e2e/bank.ts';

/** The headless shell comes first: the same browser for half of the processor time. */
const browsers = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** The distribution's Chromium, which `tools/ensure.mjs --tests` installs. */
function browserPath(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of browsers) if (existsSync(join(folder, name))) return join(folder, name);
  throw new Error('No Chromium found: run the tests through npm test, or set CHROMIUM_PATH.');
}

/** The main job depends on the database, and so do files named `*.both.spec.ts`. `npm test` runs them on PostgreSQL (decision 0047). */
const ABOUT_THE_DATABASE = /(main-job|.*\.both)\.spec\.ts/;
const isReduced = process.env.GUICHET_TEST_REDUCED === 'yes';
const isWhole = process.env.GUICHET_TEST_WHOLE === '1';

export default defineConfig<object, BankOptions>({
  testDir: 'e2e',
  // The journeys in other browsers: npm run test:browsers.
  testIgnore: '**/e2e/browsers/**',
  outputDir: process.env.BROWSER_RESULTS ?? 'test-results/browser',
  fullyParallel: false,
  workers: 3,
  // In a whole run a test that fails is tried once more, and `npm test` names it: two processors run browser, product and database at once.
  retries: process.env.CI || isReduced || isWhole ? 1 : 0,
  // What `npm test` leaves to `npm run test:whole` (decision 0047). A file run by hand runs all of it.
  ...(isReduced ? { grepInvert: /@whole\b/ } : {}),
  // A page comes alive in half a second of a free processor. Where others share the processors, a quarter of a minute was not enough.
  // On one at an eighth of its speed (29 November) thirty seconds were not: a limit takes a test for one that hangs, it measures nothing.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    channel: undefined,
    viewport: { width: 1280, height: 900 },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    // Recording a trace takes a third of the processor time. To see why a test fails: `npx playwright test <file> --trace on`.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: browserPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // First, because it takes longest to start. One worker: each starts a PostgreSQL, a bank and a browser of its own, for five tests in all.
    {
      name: 'postgresql',
      testMatch: ABOUT_THE_DATABASE,
      use: { databaseKind: 'postgresql' },
      workers: 1,
    },
    {
      name: 'pglite',
      testIgnore: ['**/e2e/browsers/**', ...(isReduced ? [ABOUT_THE_DATABASE] : [])],
      use: { databaseKind: 'pglite' },
    },
  ],
});
