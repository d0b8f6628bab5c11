import type { Locator } from '@playwright/test';
import { pageAddress } from '../app/page/page-address.ts';
import { languagesOf, pathsOf } from '../app/page/site-map.ts';
import { pages } from '../app/pages.ts';
import { routes } from '../app/routes.ts';
import { isWhole } from '../server/testing/size.ts';
import { expect, isAlive, test, watchConsole, wholeUnless } from './bank.ts';
import { hold, refuseCookies, ribbon } from './visiting.ts';

/** A page without its code, and before it arrives, is complete, offers nothing that cannot answer, and keeps what is done too early. */

const publicPaths = pages.flatMap(pathsOf);
/** The same in a language with long words. */
const germanPaths = pages
  .filter((page) => languagesOf(page).includes('de'))
  .flatMap(pathsOf)
  .map((path) => pageAddress(path, 'de'));
const prerendered = [
  ...publicPaths,
  ...routes.filter(({ isPrerendered }) => isPrerendered).map(({ path }) => path),
];

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every public page is complete', async ({ page }) => {
    // What a page holds does not depend on its language; each language is compared with the French by the tests of the catalogues.
    for (const path of isWhole ? [...publicPaths, ...germanPaths] : publicPaths) {
      const response = await page.goto(path);
      expect.soft(response?.status(), path).toBe(200);
      await expect.soft(page.locator('main h1'), path).toBeVisible();
      await expect.soft(page.locator('.demo-ribbon'), path).toBeVisible();
      if (!germanPaths.includes(path)) await expect.soft(page.getByText(ribbon), path).toBeVisible();
      expect.soft(await page.title(), path).not.toBe('');
      expect
        .soft(await page.locator('[style]').count(), `${path}: style attributes, which the policy refuses`)
        .toBe(0);
    }
  });

  test('the sign-in says that it needs JavaScript', { tag: '@whole' }, async ({ page }) => {
    await page.goto('/auth');
    await expect(page.getByText(/Cet espace a besoin de JavaScript/)).toBeVisible();
  });

  test('the mobile menu opens and leads somewhere', { tag: '@whole' }, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('#mobile-menu').getByRole('link', { name: 'Simulateur', exact: true }).click();
    await expect(page).toHaveURL('/simulateur');
  });

  test('the chat button offers its two choices', { tag: '@whole' }, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'Nous écrire' }).click();
    const choices = page.locator('#chat-choices');
    await expect(choices.getByRole('link', { name: 'Par e-mail' })).toHaveAttribute(
      'href',
      /^mailto:service-client@guichet\.example\?subject=.+&body=Bonjour/,
    );
    await expect(choices.getByRole('link', { name: /Par messagerie/ })).toHaveAttribute(
      'href',
      /^https:\/\/wa\.me\/\d+/,
    );
  });
});

test('where scripts are disabled, no button needs them, and no page is wider than the window', {
  tag: '@whole',
}, async ({ playwright, launchOptions, bank }) => {
  // Unlike the option of the tests above, this also changes what media queries match.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--blink-settings=scriptEnabled=false'],
  });
  const page = await browser.newPage({ baseURL: bank.url, viewport: { width: 390, height: 844 } });
  // What does not fit a telephone is first a long word.
  for (const path of isWhole ? [...publicPaths, ...germanPaths] : germanPaths) {
    await page.goto(path);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path)
      .toBeLessThanOrEqual(0);
    // The remaining buttons open a native popover or the mail program; a year of the schedule is a heading above its months.
    const idle = page.locator(
      'button:not([popovertarget], form[action^="mailto:"] [type="submit"], .schedule-year button):visible',
    );
    expect(await idle.allTextContents(), path).toEqual([]);
  }
  await browser.close();
});

test.describe('before the code of the page has arrived', () => {
  test('a press on a button is kept and carried out', async ({ page }) => {
    await refuseCookies(page);
    const release = await hold(page);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await page.getByRole('main').getByRole('button', { name: 'Demander ma carte' }).click();
    release();
    await expect(page.getByRole('dialog', { name: 'Demander une carte bancaire' })).toBeVisible();
  });

  test('the choice of a language needs no code', { tag: '@whole' }, async ({ page }) => {
    await refuseCookies(page);
    await hold(page);
    await page.goto('/faq', { waitUntil: 'domcontentloaded' });
    await page.getByRole('button', { name: /^Langue/ }).click();
    await page.getByRole('link', { name: 'Deutsch' }).click({ noWaitAfter: true });
    await expect(page).toHaveURL('/de/faq');
  });

  test('the simulator follows a slider that was moved', { tag: '@whole' }, async ({ page }) => {
    await refuseCookies(page);
    const release = await hold(page);
    await page.goto('/simulateur', { waitUntil: 'domcontentloaded' });
    await page.locator('input[type=range][name=amount]').fill('20000');
    release();
    await expect(page.getByRole('textbox', { name: 'Montant en euros' })).toHaveValue(/^20\s000$/);
  });

  test('an IBAN typed before the code arrives is checked, and survives a reload', { tag: '@whole' }, async ({
    page,
  }) => {
    await refuseCookies(page);
    const release = await hold(page);
    await page.goto('/simulateur-virement', { waitUntil: 'domcontentloaded' });
    await page.locator('[name="recipientIban"]').fill('FR7630006000011234567890189');
    release();
    await expect(page.getByText('Cet IBAN est bien formé.')).toBeVisible();
    await page.reload();
    await expect(page.locator('[name="recipientIban"]')).toHaveValue('FR7630006000011234567890189');
    await expect(page.getByText('Cet IBAN est bien formé.')).toBeVisible();
  });

  // The articles are one page with other texts.
  const different = prerendered.filter((path) => isWhole || !/^\/article\/[^1]/.test(path));
  for (const path of [...different, '/nowhere-at-all']) {
    test(
      `${path} keeps what is typed, and comes alive without an error of the browser`,
      wholeUnless(['/', '/auth'].includes(path)),
      async ({ page }) => {
        const complaints = watchConsole(page);
        await refuseCookies(page);
        const release = await hold(page);
        await page.goto(path, { waitUntil: 'domcontentloaded' });
        const fields = page.locator(
          'form :is(input:is([type="text"], [type="email"], [type="tel"], [type="password"], :not([type])), textarea)',
        );
        const typed: (readonly [Locator, string])[] = [];
        for (const field of await fields.all()) {
          if (!(await field.isEditable())) continue;
          // Each answer is one that its field takes: months are counted up to 84.
          const isMonths = (await field.getAttribute('data-typed-as')) === 'duration-entry';
          const text = isMonths ? '60' : '12000';
          await field.fill(text);
          typed.push([field, text]);
        }
        release();
        await isAlive(page);
        // Effects of the first render, and their errors, come before the page is idle.
        await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 5000 })));
        for (const [field, text] of typed) {
          // A field of figures may group them.
          expect((await field.inputValue()).replace(/\s/g, ''), String(field)).toBe(text);
        }
        expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
      },
    );
  }
});
