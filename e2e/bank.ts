import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import { SERVER_FILE } from '../server/testing/built-server.ts';
import { type PostgresServer, startPostgres } from '../server/testing/postgres-server.ts';

export interface BankOptions {
  /** Which database the product of this project runs on. */
  databaseKind: 'pglite' | 'postgresql';
}

export interface RunningBank {
  readonly url: string;
  readonly process: ChildProcess;
}

/** The demonstration's accounts, as the README and the sign-in screen give them. */
export const ADMINISTRATOR = { email: 'admin@guichet.example', password: 'Guichet-admin-2026' };
export const CLIENT = { email: 'client@guichet.example', password: 'Guichet-client-2026' };

const root = join(import.meta.dirname, '..');

let people = 0;

/** A network address that nobody else in the tests has (RFC 2544), as the header in which a proxy hands it over. */
export function addressOfSomebody(): { 'x-forwarded-for': string } {
  people += 1;
  return { 'x-forwarded-for': `198.18.${(people >> 8) & 255}.${people & 255}` };
}

/** Starts the product as an operator does, on a folder of its own, and waits until it says that it is ready. */
export function startBank(environment: Record<string, string>): Promise<RunningBank> {
  const child = spawn(process.execPath, [SERVER_FILE], {
    cwd: root,
    env: { ...process.env, HOST: '127.0.0.1', PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /ready on (http:\/\/127\.0\.0\.1:\d+)/.exec(said);
      if (ready?.[1]) resolve({ url: ready[1], process: child });
    };
    child.stdout?.on('data', listen);
    child.stderr?.on('data', listen);
    child.on('exit', (code) => reject(new Error(`the product ended with code ${code}:\n${said}`)));
  });
}

/** Asks it to stop and waits until it has. */
export function stopBank(bank: RunningBank): Promise<number | null> {
  return new Promise((resolve) => {
    bank.process.removeAllListeners('exit');
    bank.process.on('exit', (code) => resolve(code));
    bank.process.kill('SIGTERM');
  });
}

/** `test` of every browser test: one product with demonstration data per worker, on a database of its own. */
export const test = base.extend<object, BankOptions & { bank: RunningBank }>({
  databaseKind: ['pglite', { option: true, scope: 'worker' }],
  bank: [
    async ({ databaseKind }, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'guichet-e2e-'));
      let postgres: PostgresServer | null = null;
      if (databaseKind === 'postgresql') postgres = await startPostgres();
      // Each person of the tests has a network address of their own (`addressOfSomebody`): a network begins few sign-ups in an hour.
      const bank = await startBank({
        DATA_DIR: folder,
        TRUSTED_PROXIES: '127.0.0.1',
        ...(postgres ? { DATABASE_URL: postgres.url } : {}),
      });
      await use(bank);
      await stopBank(bank);
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ bank }, use) => use(bank.url),
  page: async ({ page }, use) => {
    await use(page);
    // A call that a test changes on its way may still be under way when the test has seen all it wanted to.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
});

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectNoViolation(builder: AxeBuilder, state: string): Promise<void> {
  // The pages have no frames, so the run needs no second page to gather them; only what is wrong is handed over.
  const { violations } = await builder
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`),
    state,
  ).toEqual([]);
}

/** WCAG 2.2 AA and axe's best practices find nothing on what the page shows now. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolation(new AxeBuilder({ page }).withTags(WCAG), 'as shown');
}

const LOOKS = [
  { theme: 'light', width: 390 },
  { theme: 'dark', width: 390 },
  { theme: 'light', width: 1280 },
  { theme: 'dark', width: 1280 },
] as const;

/**
 * The same in both themes and on a telephone and a desk, on the state the page is in; nothing may hang over the side. `npm test` looks at
 * the light telephone and the dark desk, `npm run test:accessibility` at all four.
 */
export async function expectAccessibleEverywhere(
  page: Page,
  widths: readonly number[] = [390, 1280],
): Promise<void> {
  const isWhole = process.env.EVERY_LOOK === '1';
  for (const { theme, width } of LOOKS) {
    if (!widths.includes(width) || !(isWhole || (theme === 'light') === (width === 390))) continue;
    await page.setViewportSize({ width, height: 844 });
    // Charts and lists measure themselves after the window has changed.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${width} px`)
      .toBeLessThanOrEqual(0);
    await showTheme(page, theme);
    await expectNoViolation(new AxeBuilder({ page }).withTags(WCAG), `${theme}, ${width} px`);
  }
  await showTheme(page, 'light');
}

/** Shows a theme on the open page, as the switch does, and waits until its colours stand. */
async function showTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate(async (value) => {
    document.documentElement.dataset.theme = value;
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const passing = document.getAnimations().filter((one) => one.effect?.getTiming().iterations !== Infinity);
    await Promise.all(passing.map((one) => one.finished.catch(() => undefined)));
  }, theme);
}

/** The page keeps to the browser's rules: no error in the console, no violation of the Content-Security-Policy. */
export function watchConsole(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Waits until the page's code has taken over the prerendered document. */
export async function isAlive(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.documentElement.dataset.langPending === undefined &&
      Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__react')),
  );
}

/** Chooses a theme as the switch would, before the page loads. */
export async function useTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
}

export { expect };
