import type { Locator } from '@playwright/test';
import { prerenderedPaths } from '../app/page/site-map.ts';
import { routes } from '../app/routes.ts';
import { expect, isAlive, test, watchConsole } from './bank.ts';
import { hold, refuseCookies, ribbon } from './visiting.ts';

/** What a page is without its code, and before it: complete, honest about what cannot answer, and nothing lost that is done too early. */

const publicPaths = routes.filter(({ area }) => area === 'visitor').flatMap(prerenderedPaths);
const prerendered = routes.flatMap(prerenderedPaths);

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of publicPaths) {
    test(`${path} is complete`, async ({ page }) => {
      const response = await page.goto(path);
      expect(response?.status()).toBe(200);
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.getByText(ribbon)).toBeVisible();
      expect(await page.title()).not.toBe('');
      expect(await page.locator('[style]').count(), 'style attributes, which the policy refuses').toBe(0);
    });
  }

  test('signing in says that it needs it', async ({ page }) => {
    await page.goto('/auth');
    await expect(page.getByText(/Cet espace a besoin de JavaScript/)).toBeVisible();
  });

  test('the mobile menu opens and leads somewhere', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.locator('#mobile-menu').getByRole('link', { name: 'Simulateur', exact: true }).click();
    await expect(page).toHaveURL('/simulateur');
  });

  test('the chat button offers its two choices', async ({ page }) => {
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

test('where scripts are refused, nothing is offered that answers only with them, and nothing hangs over the side', async ({
  playwright,
  launchOptions,
  bank,
}) => {
  // Unlike the tests above, the browser itself knows: style sheets see it too.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--blink-settings=scriptEnabled=false'],
  });
  const page = await browser.newPage({ baseURL: bank.url, viewport: { width: 390, height: 844 } });
  for (const path of publicPaths) {
    await page.goto(path);
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path)
      .toBeLessThanOrEqual(0);
    // What remains opens a native popover or the mail program. A year of the schedule is its own heading: its months are all shown.
    const idle = page.locator(
      'button:not([popovertarget], form[action^="mailto:"] [type="submit"], .schedule-year button):visible',
    );
    expect(await idle.allTextContents(), path).toEqual([]);
  }
  await browser.close();
});

test.describe('while the code of the page is still on its way', () => {
  test('a press on a button is kept and done', async ({ page }) => {
    await refuseCookies(page);
    const release = await hold(page);
    await page.goto('/', { waitUntil: 'domcontentloaded' });
    await page.getByRole('button', { name: /^Langue/ }).click();
    release();
    await expect(page.getByRole('button', { name: 'Deutsch' })).toBeVisible();
  });

  test('the simulator follows a slider that was moved', async ({ page }) => {
    await refuseCookies(page);
    const release = await hold(page);
    await page.goto('/simulateur', { waitUntil: 'domcontentloaded' });
    await page.locator('input[type=range][name=amount]').fill('20000');
    release();
    await expect(page.getByRole('textbox', { name: 'Montant en euros' })).toHaveValue(/^20\s000$/);
  });

  test('what is said of a typed IBAN is said of one typed too early, and it survives a reload', async ({
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

  for (const path of [...prerendered, '/nowhere-at-all']) {
    test(`${path} keeps what is typed, and comes alive without a complaint of the browser`, async ({
      page,
    }) => {
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
      // Effects of the first drawing, and what they complain about, come before the page rests.
      await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
      for (const [field, text] of typed) {
        // A field of figures may group them.
        expect((await field.inputValue()).replace(/\s/g, ''), String(field)).toBe(text);
      }
      expect(complaints.filter((text) => !text.includes('404'))).toEqual([]);
    });
  }
});
