import { writeFileSync } from 'node:fs';
import { test as base, type RunningBank } from '../bank.ts';
import { type DeskClient, newClient, PASSWORD } from '../desk.ts';
import { startFirefox } from './firefox.ts';
import { type Engine, programOf } from './installed.ts';
import { type Visitor, visitorOf } from './visitor.ts';
import { startWebKit } from './webkit.ts';
import type { OtherBrowser } from './window.ts';

export interface BrowserOptions {
  engine: Engine;
}

interface WorkerParts {
  /** The browser of this worker; null where its packages are missing. */
  otherBrowser: OtherBrowser | null;
}

interface Parts {
  /** A person at a new window, who has already answered the question about cookies. */
  visitor: Visitor;
  downloads: string;
}

/**
 * `test` of the journeys, with a product and a browser per worker. Both browsers speak protocols of the W3C, over which a few commands suffice:
 * Playwright drives builds of its own, and its tests of our pages stay with Chromium.
 */
export const test = base.extend<Parts, BrowserOptions & WorkerParts>({
  engine: ['firefox', { option: true, scope: 'worker' }],
  otherBrowser: [
    async ({ engine }, use) => {
      const program = programOf(engine);
      const start = engine === 'firefox' ? startFirefox : startWebKit;
      const browser = program ? await start(program) : null;
      await use(browser);
      await browser?.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  visitor: async ({ otherBrowser, bank }, use, testInfo) => {
    if (!otherBrowser) return testInfo.skip(true, 'the packages of this browser are missing');
    const window = await otherBrowser.newWindow();
    const visitor = visitorOf(window, bank.url);
    await visitor.open('/robots.txt');
    await window.call(() => localStorage.setItem('cookie-consent', `rejected@${Date.now()}`), null);
    await use(visitor);
    if (testInfo.status !== testInfo.expectedStatus)
      writeFileSync(testInfo.outputPath('screen.png'), await window.screenshot());
    await window.close();
  },
  downloads: async ({ otherBrowser }, use) => use(otherBrowser?.downloads ?? ''),
});

/** Makes a new client and signs them in as they would. */
export async function signInNewClient(visitor: Visitor, bank: RunningBank): Promise<DeskClient> {
  const client = await newClient(bank);
  await signIn(visitor, '/auth', client.email, PASSWORD);
  await visitor.isAt('/client-dashboard');
  return client;
}

export async function signIn(visitor: Visitor, path: string, email: string, password: string): Promise<void> {
  await visitor.open(path);
  await visitor.fill('email', email);
  await visitor.fill('password', password);
  await visitor.press('Se connecter');
}
