import type { BrowserContext, Page } from '@playwright/test';
import { expect, test, wholeUnless } from './bank.ts';

/** The tab that tests share (`kept-tab.ts`): the next test finds nothing of the one before, or a tab of its own. */

let before: BrowserContext;
const asked: string[] = [];

/** What a test could find of another one. */
const found = (page: Page) =>
  page.evaluate(() => ({
    stored: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    cookie: document.cookie,
    name: window.name,
    history: history.length,
    width: innerWidth,
    hovered: document.querySelector('main:hover') !== null,
    isScripted: 'isScripted' in window,
  }));

const NOTHING = {
  stored: [],
  cookie: '',
  name: '',
  // The empty document of the tab, and this page.
  history: 2,
  width: 1280,
  hovered: false,
  isScripted: false,
};

test('a test may leave its storage, cookies, routes, listeners, scripts, window and pointer behind', async ({
  page,
  context,
}) => {
  before = context;
  page.on('request', (request) => asked.push(request.url()));
  await page.addInitScript(() => Object.assign(window, { isScripted: true }));
  await page.route('**/faq', (route) => route.fulfill({ contentType: 'text/html', body: 'never mind' }));
  await page.goto('/contact');
  await page.setViewportSize({ width: 700, height: 700 });
  await page.evaluate(() => {
    localStorage.setItem('theme', 'dark');
    sessionStorage.setItem('typed', 'something');
    // biome-ignore lint/suspicious/noDocumentCookie: as a page would.
    document.cookie = 'preferred-language=de; path=/';
    window.name = 'left';
  });
  await page.mouse.move(300, 500);
  expect(await found(page)).toMatchObject({ width: 700, hovered: true, isScripted: true, name: 'left' });
});

test('and the next test finds nothing of it in the same tab', async ({ page, context }) => {
  expect(context).toBe(before);
  asked.length = 0;
  await page.goto('/faq');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await found(page)).toEqual(NOTHING);
  expect(asked).toEqual([]);
});

for (const [what, use] of [
  ['moves the clock', (page: Page) => page.clock.install()],
  ['goes offline', (page: Page) => page.context().setOffline(true)],
  ['may read the clipboard', (page: Page) => page.context().grantPermissions(['clipboard-read'])],
  ['opens a second page', (page: Page) => page.context().newPage()],
  ['prints', (page: Page) => page.emulateMedia({ media: 'print' })],
  ['holds a key', (page: Page) => page.keyboard.down('Shift')],
  [
    'keeps a database',
    async (page: Page) => {
      await page.goto('/robots.txt');
      await page.evaluate(
        () =>
          new Promise((resolve) => {
            indexedDB.open('left').onsuccess = resolve;
          }),
      );
    },
  ],
] as const) {
  test(
    `a test that ${what} uses its tab up`,
    wholeUnless(what === 'moves the clock'),
    async ({ page, context }) => {
      before = context;
      await use(page);
    },
  );

  test(
    `and the next test after one that ${what} has its own`,
    wholeUnless(what === 'moves the clock'),
    async ({ page, context }) => {
      expect(context).not.toBe(before);
      await page.goto('/robots.txt');
      expect(await page.evaluate(() => document.visibilityState)).toBe('visible');
    },
  );
}

test.describe('with options of their own', () => {
  test.use({ locale: 'de-DE' });

  test('tests have another tab', { tag: '@whole' }, async ({ page, context }) => {
    expect(context).not.toBe(before);
    expect(await page.evaluate(() => navigator.language)).toBe('de-DE');
  });
});
