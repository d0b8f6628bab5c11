import { createServer } from 'node:net';
import { type BrowserContextOptions, test as base, expect, type Page } from '@playwright/test';
import { copyFilledCluster } from '../server/testing/filled-cluster.ts';
import { startPostgres, WITHOUT_DISK } from '../server/testing/postgres-server.ts';
import { KeptTab } from './kept-tab.ts';
import { endBank, newDataFolder, type RunningBank, startBank, startShortBank } from './product.ts';

export { expectAccessible, expectAccessibleEverywhere } from './accessible.ts';
export { endBank, newDataFolder, type RunningBank, runCommand, startShortBank } from './product.ts';
export { expect };

export interface BankOptions {
  /** Which database the product of this project runs on. */
  databaseKind: 'pglite' | 'postgresql';
}

interface ForTests {
  /** The options of this test, as Playwright gives them to a context that it opens. Private to it: without the name no test starts. */
  _combinedContextOptions: BrowserContextOptions;
}

interface Banks {
  /** The tab of this worker, which `context` and `page` hand to one test after the other. */
  keptTab: KeptTab;
  /** The product of this worker, with the demonstration. */
  bank: RunningBank;
  /** A second product, at `localhost`, for what needs a host's name. Started when a test first asks for it. */
  bankAtLocalhost: RunningBank;
}

/** The demonstration's accounts, as the README and the sign-in screen give them. */
export const ADMINISTRATOR = { email: 'admin@guichet.example', password: 'Guichet-admin-2026' };
export const CLIENT = { email: 'client@guichet.example', password: 'Guichet-client-2026' };

let people = 0;

/** A network address that no other person of the tests has (RFC 2544), as the header in which a proxy hands it over. */
export function nextNetworkAddress(): { 'x-forwarded-for': string } {
  people += 1;
  return { 'x-forwarded-for': `198.18.${(people >> 8) & 255}.${people & 255}` };
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** The first worker fills the demonstration, ten seconds of a free processor; on one at a tenth of its speed 90 s were not enough. */
const FILLING_MS = 240_000;

/**
 * `test` of every browser test: one product per worker, on a database of its own. The fixtures belong to all files alike: a file with
 * worker fixtures of its own would make Playwright start a new worker before and after it.
 */
export const test = base.extend<ForTests, BankOptions & Banks>({
  databaseKind: ['pglite', { option: true, scope: 'worker' }],
  bank: [
    async ({ databaseKind }, use) => {
      const isEmbedded = databaseKind === 'pglite';
      const postgres = isEmbedded ? null : await startPostgres(WITHOUT_DISK, { fill: copyFilledCluster });
      const folder = await newDataFolder(isEmbedded ? 'filled' : 'empty');
      const bank = await startBank({
        DATA_DIR: folder,
        // Each person of the tests has a network address (`nextNetworkAddress`): one network may begin only a few sign-ups in an hour.
        TRUSTED_PROXIES: '127.0.0.1',
        ...(postgres ? { DATABASE_URL: postgres.url } : {}),
      });
      await use(bank);
      await endBank(bank, folder);
      await postgres?.stop();
    },
    { scope: 'worker', timeout: FILLING_MS },
  ],
  bankAtLocalhost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from this pattern which fixtures are needed.
    async ({}, use) => {
      const folder = await newDataFolder('filled');
      const port = await freePort();
      const bank = await startShortBank({ DATA_DIR: folder, PORT: String(port) });
      await use({ ...bank, url: `http://localhost:${port}` });
      await endBank(bank, folder);
    },
    { scope: 'worker', timeout: FILLING_MS },
  ],
  baseURL: async ({ bank }, use) => use(bank.url),
  keptTab: [
    async ({ browser }, use) => {
      const tab = new KeptTab(browser);
      await use(tab);
      await tab.close();
    },
    { scope: 'worker' },
  ],
  context: async ({ keptTab, _combinedContextOptions: options }, use, info) => {
    await use(await keptTab.take(options));
    await keptTab.giveBack(info.status === info.expectedStatus);
  },
  page: async ({ context }, use) => {
    const [page] = context.pages();
    if (!page) throw new Error('the tab was closed before the test began');
    await use(page);
  },
});

/** The details of a case that `npm test` runs when the condition holds, and `npm run test:whole` always (decision 0047). */
export const wholeUnless = (isInShort: boolean) => ({ tag: isInShort ? [] : '@whole' });

/** Errors in the browser's console, violations of the Content-Security-Policy among them, as they come. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Waits until the page's code has taken over: the script of a public page and the islands in sight, or the application. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { langPending, alive } = document.documentElement.dataset;
    const isApplication = Object.keys(document.querySelector('main') ?? {}).some((key) =>
      key.startsWith('__react'),
    );
    const inSight = [...document.querySelectorAll<HTMLElement>('[data-island]:not([data-start])')].filter(
      ({ firstElementChild: first }) => first && first.getBoundingClientRect().top < innerHeight,
    );
    const isPage = alive !== undefined && inSight.every((island) => island.dataset.alive !== undefined);
    return langPending === undefined && (isApplication || isPage);
  });
}

/** Chooses a language as its link would, before the page loads. */
export async function speak(page: Page, language: string): Promise<void> {
  // The address of the product may not be known yet: every page of the context is on this machine.
  for (const domain of ['127.0.0.1', 'localhost'])
    await page.context().addCookies([{ name: 'preferred-language', value: language, domain, path: '/' }]);
}

/** Chooses a theme as the switch would, before the page loads. */
export async function useTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
}
