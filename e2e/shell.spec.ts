import { languages } from '../app/i18n/languages.ts';
import { pageAddress } from '../app/page/page-address.ts';
import { notFoundPage } from '../app/pages.ts';
import {
  CLIENT,
  expect,
  expectAccessibleEverywhere,
  isAlive,
  speak,
  test,
  watchConsole,
  wholeUnless,
} from './bank.ts';
import { hold, refuseCookies, ribbon } from './visiting.ts';

/** What every page has once its code runs: navigation, language, theme, header, cookies, menus, and the signed-in frame. */

test('in the application a link changes the screen without a reload, sets its title and focuses its heading', async ({
  page,
}) => {
  await page.goto('/auth?tab=inscription');
  await isAlive(page);
  await page.evaluate(() => Object.assign(window, { stillTheSame: true }));
  await page.getByRole('link', { name: "Commencer l'inscription" }).click();
  await expect(page).toHaveURL('/client-personal-info');
  await expect(page.locator('main h1')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/auth?tab=inscription');
  expect(await page.evaluate(() => 'stillTheSame' in window)).toBe(true);
});

test('from a public page to the entrance and back by the link, in the language of the page', {
  tag: '@whole',
}, async ({ page }) => {
  await refuseCookies(page);
  await page.goto('/de/faq');
  await page.getByRole('link', { name: 'Mein Konto' }).first().click();
  await expect(page).toHaveURL('/compte');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  await isAlive(page);
  await page.locator('.back-link').click();
  await expect(page).toHaveURL('/de');
});

test('the browser knows every feature that the Permissions-Policy refuses', { tag: '@whole' }, async ({
  page,
}) => {
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  await page.goto('/');
  await isAlive(page);
  expect(said.filter((line) => line.includes('Permissions-Policy'))).toEqual([]);
});

test('an unknown path answers 404, with a page in both languages, and logs the path', {
  tag: '@whole',
}, async ({ page }) => {
  const complaints = watchConsole(page);
  const response = await page.goto('/n/importe/quoi');
  expect(response?.status()).toBe(404);
  await expect(page.getByText('404', { exact: true })).toBeVisible();
  await expect(page.getByText('Oops! Page not found')).toBeVisible();
  await expect.poll(() => complaints.join()).toContain('/n/importe/quoi');
  await page.getByRole('main').getByRole('link').click();
  await expect(page).toHaveURL('/');
});

test.describe('the language', () => {
  test('is chosen by a link, kept, and shared with the entrance', async ({ page }) => {
    await refuseCookies(page);
    const complaints = watchConsole(page);
    await page.goto('/faq');
    await page.getByRole('button', { name: /^Langue/ }).click();
    await expect(page.locator('.language-picker .menu-item')).toHaveCount(languages.length);
    const flags = page.locator('.language-picker img');
    await expect(flags).toHaveCount(languages.length);
    await expect
      .poll(() =>
        flags.evaluateAll((all) => all.every((flag) => (flag as HTMLImageElement).naturalWidth > 0)),
      )
      .toBe(true);
    await page.getByRole('link', { name: 'English' }).click();
    await expect(page).toHaveURL('/en/faq');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
    await page.goto('/');
    await expect(page).toHaveURL('/en');
    await page.goto('/auth');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
    await expect(page.getByRole('tab', { name: 'Sign in' })).toBeVisible();
    await page.goto('/en');
    await page.getByRole('button', { name: /^Language/ }).click();
    await page.getByRole('link', { name: 'Français', exact: true }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Votre prêt, expliqué au centime près');
    expect(complaints).toEqual([]);
  });

  test('is chosen without JavaScript', { tag: '@whole' }, async ({ browser, bank }) => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      baseURL: bank.url,
      locale: 'de-DE',
    });
    const page = await context.newPage();
    await page.goto('/');
    await expect(page).toHaveURL('/de');
    await page.getByRole('button', { name: /^Sprache/ }).click();
    await page.getByRole('link', { name: 'Français', exact: true }).click();
    await expect(page).toHaveURL('/');
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr');
    await context.close();
  });

  test('chosen in the application is that of the public pages', { tag: '@whole' }, async ({ page }) => {
    await page.goto('/auth');
    await isAlive(page);
    await page.getByRole('button', { name: /^Langue/ }).click();
    await page.getByRole('button', { name: 'Deutsch' }).click();
    await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
    await page.goto('/');
    await expect(page).toHaveURL('/de');
  });

  test('of the entrance is restored without a flash of French', { tag: '@whole' }, async ({ page }) => {
    await speak(page, 'en');
    const french = await page.request.get('/auth').then((answer) => answer.text());
    const frenchHeading = /<h1[^>]*>([^<]+)/.exec(french)?.[1] ?? '';
    expect(frenchHeading).not.toBe('');
    await page.addInitScript((heading) => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      const look = () => {
        const isVisible = document.body && getComputedStyle(document.body).visibility === 'visible';
        if (isVisible && document.querySelector('h1')?.textContent?.startsWith(heading)) seen.push(heading);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    }, frenchHeading);
    await page.goto('/auth');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
    await expect(page.locator('body')).toBeVisible();
    expect(await page.evaluate(() => (window as unknown as { seen: string[] }).seen)).toEqual([]);
    expect(await page.locator('title').count()).toBe(1);
  });

  test('of each page is told to search engines, with the page in every other language', {
    tag: '@whole',
  }, async ({ page }) => {
    const html = await page.request.get('/de/faq').then((answer) => answer.text());
    const address = (path: string) => new RegExp(`href="https?://[^"/]+${path}"`);
    expect(/<link[^>]*rel="canonical"[^>]*>/.exec(html)?.[0]).toMatch(address('/de/faq'));
    const alternates = html.match(/<link[^>]*rel="alternate"[^>]*hreflang[^>]*>/gi) ?? [];
    expect(alternates).toHaveLength(languages.length + 1);
    for (const { code } of languages)
      expect(
        alternates.some((link) => address(pageAddress('/faq', code)).test(link)),
        code,
      ).toBe(true);
    const sitemap = await page.request.get('/sitemap.xml').then((answer) => answer.text());
    expect(sitemap).toMatch(/<loc>[^<]+\/de\/faq<\/loc>/);
  });
});

test('the theme is light, changes to dark, and is dark from the first frame after a reload', async ({
  page,
}) => {
  await refuseCookies(page);
  await page.goto('/');
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await ground()).toBe('light');
  await page.getByRole('button', { name: /^Thème/ }).click();
  await page.getByRole('button', { name: 'Sombre' }).click();
  expect(await ground()).toBe('dark');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark');
  await hold(page);
  await page.reload({ waitUntil: 'domcontentloaded' });
  expect(await ground()).toBe('dark');
});

test('the header hides when scrolling down by more than 10 px and returns when scrolling up', {
  tag: '@whole',
}, async ({ page }) => {
  await refuseCookies(page);
  await page.setViewportSize({ width: 1280, height: 500 });
  await page.goto('/');
  await isAlive(page);
  const header = page.locator('.site-header');
  await page.mouse.wheel(0, 8);
  // The scroll event comes before the next frame.
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(8);
  await page.evaluate(() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen))));
  await expect(header).toBeVisible();
  await page.mouse.wheel(0, 200);
  await expect(header).toBeHidden();
  await expect(page.getByText(ribbon)).toBeInViewport();
  await page.mouse.wheel(0, -30);
  await expect(header).toBeVisible();
});

test.describe('the cookie banner', () => {
  for (const [answer, stored] of [
    ['Refuser', 'rejected'],
    ['Accepter', 'accepted'],
  ] as const) {
    test(
      `comes after two seconds; « ${answer} » is one press, kept, and not asked again`,
      wholeUnless(stored === 'rejected'),
      async ({ page }) => {
        // The page measures the time itself: on any machine at least two seconds after its load.
        await page.addInitScript(() => {
          const times: Record<string, number> = {};
          Object.assign(window, { times });
          addEventListener('load', () => {
            times.loaded = performance.now();
          });
          new MutationObserver(() => {
            if (document.querySelector('.cookie-banner')) times.asked ??= performance.now();
          }).observe(document, { childList: true, subtree: true });
        });
        await page.goto('/');
        const banner = page.getByRole('region', { name: 'Cookies' });
        await expect(banner).toBeVisible();
        const waitedMs = await page.evaluate(() => {
          const { times } = window as unknown as { times: { loaded: number; asked: number } };
          return times.asked - times.loaded;
        });
        expect(waitedMs).toBeGreaterThanOrEqual(1990);
        await banner.getByRole('button', { name: answer }).click();
        await expect(banner).toHaveCount(0);
        expect(await page.evaluate(() => localStorage.getItem('cookie-consent'))).toMatch(
          new RegExp(`^${stored}@`),
        );
        await page.clock.install();
        await page.reload();
        await isAlive(page);
        await page.clock.fastForward(10_000);
        await expect(banner).toHaveCount(0);
      },
    );
  }
});

test('by keyboard the cookie banner comes before the page, and a menu closes when the focus leaves it', {
  tag: '@whole',
}, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/contact');
  await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
  await page.getByRole('link', { name: 'Aller au contenu' }).focus();
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Refuser' })).toBeFocused();
  await page.keyboard.press('Enter');
  const menu = page.locator('#mobile-menu');
  await page.getByRole('button', { name: 'Menu' }).focus();
  await page.keyboard.press('Enter');
  await expect(menu).toBeVisible();
  await menu.getByRole('radio').first().focus();
  await page.keyboard.press('Tab');
  await expect(page.locator('main :focus')).toHaveCount(1);
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Menu' }).click();
  await expect(menu).toBeVisible();
});

test.describe('the links of the header', () => {
  for (const [language, widths] of [
    ['fr', [768, 1024, 1179, 1180, 1400]],
    ['de', [768, 1179, 1180, 1399, 1400]],
    ['hu', [768, 1180, 1400]],
  ] as const) {
    test(`are all shown from 768 px on, in ${language}`, { tag: '@whole' }, async ({ page }) => {
      await refuseCookies(page);
      await page.goto(pageAddress('/faq', language));
      await isAlive(page);
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 });
        const links = page.locator('.site-nav a');
        await expect(links).toHaveCount(6);
        for (const link of await links.all()) await expect(link).toBeInViewport({ ratio: 1 });
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).toBeLessThanOrEqual(0);
      }
    });
  }

  test('are behind a button named Menu on a telephone', async ({ page }) => {
    await refuseCookies(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/faq');
    await expect(page.locator('.menu-toggle').getByText('Menu')).toBeInViewport({ ratio: 1 });
  });
});

for (const size of [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
]) {
  test(`the cookie banner covers neither the chat button nor the result, ${size.width} px`, {
    tag: '@whole',
  }, async ({ page }) => {
    await page.setViewportSize(size);
    await page.goto('/simulateur');
    const banner = page.getByRole('region', { name: 'Cookies' });
    await expect(banner).toBeVisible();
    const chat = page.getByRole('button', { name: 'Nous écrire' });
    const result = page.locator('.simulator-monthly');
    for (const part of size.width < 768 ? [chat, result] : [chat]) {
      await expect
        .poll(async () => {
          const [above, below] = [await part.boundingBox(), await banner.boundingBox()];
          return (above?.y ?? 0) + (above?.height ?? 0) - (below?.y ?? 0);
        })
        .toBeLessThanOrEqual(1);
      await part.click({ trial: true });
    }
    await banner.getByRole('button', { name: 'Refuser' }).click();
    await expect
      .poll(async () => {
        const box = await chat.boundingBox();
        return size.height - (box?.y ?? 0) - (box?.height ?? 0);
      })
      .toBeLessThan(20);
    // On a telephone the chat button is a bar below the figures.
    if (size.width < 768)
      expect(await result.evaluate((it) => it.getBoundingClientRect().bottom)).toBeLessThanOrEqual(
        (await chat.boundingBox())?.y ?? 0,
      );
  });
}

for (const width of [390, 1280]) {
  test(
    `header, menus, banner and footer are accessible in both themes, ${width} px`,
    wholeUnless(width === 390),
    async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await page.goto(notFoundPage.path);
      await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible({ timeout: 5000 });
      await expectAccessibleEverywhere(page, [width]);
      await page.getByRole('button', { name: /^Langue/ }).click();
      await expectAccessibleEverywhere(page, [width]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Refuser' }).click();
      await page.getByRole('button', { name: 'Nous écrire' }).click();
      await expectAccessibleEverywhere(page, [width]);
      if (width < 1024) {
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Menu' }).click();
        await expectAccessibleEverywhere(page, [width]);
      }
    },
  );
}

test.describe('the signed-in frame', () => {
  test.beforeEach(async ({ page, bank }) => {
    const answer = await page.request.post('/api/session', { data: CLIENT, headers: { origin: bank.url } });
    expect(answer.ok()).toBe(true);
  });

  test('folds its menu by Ctrl+B and remembers it', { tag: '@whole' }, async ({ page }) => {
    await page.goto('/client-dashboard');
    const frame = page.locator('.office');
    await expect(page.locator('#root')).not.toHaveAttribute('inert');
    await expect(page.getByRole('button', { name: 'Replier le menu' })).toBeVisible();
    await page.keyboard.press('Control+b');
    await expect(frame).toHaveAttribute('data-folded', 'true');
    await page.reload();
    await expect(frame).toHaveAttribute('data-folded', 'true');
    await expect(page.locator('#root')).not.toHaveAttribute('inert');
    await page.keyboard.press('Control+b');
    await expect(frame).not.toHaveAttribute('data-folded');
  });

  test('leads back to the screen that asked for the sign-in', { tag: '@whole' }, async ({ page }) => {
    await page.context().clearCookies();
    await page.goto('/client-dashboard?section=fees');
    await expect(page).toHaveURL('/auth');
    await page.locator('[name="email"]').fill(CLIENT.email);
    await page.locator('[name="password"]').fill(CLIENT.password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page).toHaveURL('/client-dashboard?section=fees');
  });

  test('disappears at sign-out, with everything it had stored', async ({ page }) => {
    await page.goto('/client-dashboard');
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL('/auth');
    await page.goto('/client-dashboard');
    await expect(page).toHaveURL('/auth');
  });
});
