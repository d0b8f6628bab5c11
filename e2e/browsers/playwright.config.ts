import { defineConfig } from '@playwright/test';
import type { BrowserOptions } from './browsers.ts';
import { ENGINES } from './installed.ts';

/** `npm run test:browsers`: the journeys in the browsers beside Chromium. */
export default defineConfig<object, BrowserOptions>({
  testDir: '.',
  outputDir: '../../test-results/browsers',
  globalSetup: './installed.ts',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  reporter: 'list',
  projects: ENGINES.map((engine) => ({ name: engine, use: { engine } })),
});
