import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import type { BankOptions } from './e2e/bank.ts';

/** The shell without windows comes first: it is the same browser at half the processor time. */
const browsers = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
];

/** The distribution's Chromium; `tools/ensure.mjs --tests` has made sure of one. */
function browserPath(): string {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  for (const folder of (process.env.PATH ?? '').split(delimiter))
    for (const name of browsers) if (existsSync(join(folder, name))) return join(folder, name);
  throw new Error('No Chromium found: run the tests through npm test, or set CHROMIUM_PATH.');
}

export default defineConfig<object, BankOptions>({
  testDir: 'e2e',
  outputDir: process.env.BROWSER_RESULTS ?? 'test-results/browser',
  fullyParallel: false,
  workers: 2,
  // A machine of two cores also runs the product and its database: on CI a test that a stall failed is tried once more and reported as flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    channel: undefined,
    viewport: { width: 1280, height: 900 },
    locale: 'fr-FR',
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
    trace: 'retain-on-failure',
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
    { name: 'pglite', use: { databaseKind: 'pglite' } },
    // What depends on the database: the main job and whatever says so in its name.
    { name: 'postgresql', testMatch: /(main-job|.*\.both)\.spec\.ts/, use: { databaseKind: 'postgresql' } },
  ],
});
