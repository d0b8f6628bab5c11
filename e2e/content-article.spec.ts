import type { Page } from '@playwright/test';
import { articles } from './articles.ts';
import { expect, test } from './bank.ts';

/** An article: its details, sharing, the vote, further reading, and an unknown one. */

const share = (page: Page) => page.getByRole('button', { name: 'Partager', exact: true });
const panel = (page: Page) => page.getByRole('region', { name: 'Partager cet article' });
const useful = (page: Page) => page.getByRole('region', { name: /utile/ });

for (const { id, titre, resume, auteur, categorie, tempsLecture, jour } of articles) {
  test(`article ${id}: category, date, reading time, title, summary, author and content`, {
    tag: '@whole',
  }, async ({ page }) => {
    await page.goto(`/article/${id}`);
    const head = page.locator('.article-head');
    for (const text of [titre, resume, auteur, categorie, jour]) await expect(head).toContainText(text);
    await expect(head).toContainText(new RegExp(`${tempsLecture}\\smin\\sde\\slecture`));
    expect(await page.locator('.prose h2').count()).toBeGreaterThanOrEqual(3);
    await expect(page).toHaveTitle(new RegExp(titre.slice(0, 20)));
  });
}

test('two other articles, their summary cut to 100 characters', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/article/1');
  const others = page.getByRole('region', { name: 'À lire aussi' }).getByRole('article');
  await expect(others).toHaveCount(2);
  // Not its inner text, which is empty until it comes near the window.
  for (const text of await others.locator('.link-card-text').allTextContents()) {
    expect(text).toMatch(/…$/);
    expect(text.length).toBeLessThanOrEqual(101);
  }
  await others.getByRole('link').first().click();
  await expect(page).not.toHaveURL('/article/1');
  await expect(page).toHaveURL(/\/article\/[234]$/);
});

test('in German the list, the article and what to read next are German', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/de/blog');
  await page.getByRole('link', { name: 'Kreditbetrug erkennen' }).click();
  await expect(page).toHaveURL('/de/article/4');
  await expect(page).toHaveTitle(/^Kreditbetrug erkennen – /);
  await expect(page.locator('html')).toHaveAttribute('lang', 'de-DE');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Kreditbetrug erkennen');
  await expect(page.locator('.prose h2').first()).toHaveText('Wie der Betrug abläuft');
  await expect(page.locator('.article-head [lang], .suggestions [lang]')).toHaveCount(0);
  // Sentences fixed by law stay French and are marked as French.
  await expect(page.locator('.prose [lang=fr]')).toHaveText(/^Aucun versement/);
  await expect(page.locator('.suggestions').getByRole('link')).toHaveText([
    /^Verbraucherkredit in Frankreich/,
    /^Eine Anfrage für einen Privatkredit/,
  ]);
});

test('leads back to the blog', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/article/3');
  await page.getByRole('link', { name: 'Retour au blog' }).click();
  await expect(page).toHaveURL('/blog');
});

test('is shared by a messaging app and three networks, each with the address of the article', async ({
  page,
  bank,
}) => {
  await page.goto('/article/2');
  await share(page).click();
  const links = panel(page).getByRole('link');
  await expect(links).toHaveText([/WhatsApp/, /Facebook/, /X$/, /LinkedIn/]);
  for (const link of await links.all()) {
    const address = new URL((await link.getAttribute('href')) ?? '');
    expect([...address.searchParams.values()].join(' ')).toContain(`${bank.url}/article/2`);
    await expect(link).toHaveAttribute('target', '_blank');
  }
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(share(page)).toBeFocused();
});

test('the copied link is confirmed for two seconds', { tag: '@whole' }, async ({ page, context, bank }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.clock.install();
  await page.goto('/article/2');
  await share(page).click();
  await expect(panel(page)).toBeVisible();
  // From here on the test moves the clock.
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await panel(page).getByRole('button', { name: 'Copier le lien' }).click();
  await expect(panel(page).getByRole('button', { name: 'Copié !' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${bank.url}/article/2`);
  await page.clock.runFor(1900);
  await expect(panel(page).getByRole('button', { name: 'Copié !' })).toBeVisible();
  await page.clock.runFor(200);
  await expect(panel(page).getByRole('button', { name: 'Copier le lien' })).toBeVisible();
});

test('a failed copy is reported in the console only', { tag: '@whole' }, async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
  });
  const logged = page.waitForEvent('console', (message) => message.text().includes('refused'));
  await page.goto('/article/2');
  await share(page).click();
  await panel(page).getByRole('button', { name: 'Copier le lien' }).click();
  await logged;
  await expect(panel(page).getByRole('button', { name: 'Copier le lien' })).toBeVisible();
});

test('a device that can share is asked to, with the address of the article', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await page.addInitScript(() => {
    Object.assign(navigator, {
      share: (data: ShareData) => {
        document.documentElement.dataset.shared = JSON.stringify(data);
        return Promise.resolve();
      },
    });
  });
  await page.goto('/article/4');
  await share(page).click();
  await expect(panel(page).getByRole('link')).toHaveCount(0);
  await panel(page).getByRole('button', { name: 'Partager avec cet appareil' }).click();
  const shared = await page.locator('html').getAttribute('data-shared');
  expect(JSON.parse(shared ?? '{}')).toEqual({
    url: `${bank.url}/article/4`,
    title: 'Reconnaître une fraude au prêt',
  });
  await expect(panel(page)).toHaveCount(0);
});

test('a vote is thanked, remembered after a reload, per article, and can be changed', async ({ page }) => {
  await page.goto('/article/1');
  await useful(page).getByRole('button', { name: 'Oui' }).click();
  await expect(useful(page).getByRole('status')).toContainText('Merci');
  await page.reload();
  // Its code is fetched when it comes into sight.
  await useful(page).scrollIntoViewIfNeeded();
  await expect(useful(page).getByRole('status')).toContainText('Merci');
  await expect(useful(page).getByRole('button', { name: 'Oui' })).toHaveCount(0);
  await page.goto('/article/2');
  await expect(useful(page).getByRole('button', { name: 'Non' })).toBeVisible();
  await page.goto('/article/1');
  await useful(page).scrollIntoViewIfNeeded();
  await useful(page).getByRole('button', { name: 'Changer ma réponse' }).click();
  await useful(page).getByRole('button', { name: 'Non' }).click();
  await expect(useful(page).getByRole('status')).toContainText('ce qui manque');
});

for (const id of ['5', '0', 'abc', '01', '1.0']) {
  test(`/article/${id} does not exist, and answers 404`, { tag: '@whole' }, async ({ page }) => {
    const answer = await page.goto(`/article/${id}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'Article non trouvé' })).toBeVisible();
    await expect(page.getByText("L'article que vous recherchez n'existe pas.")).toBeVisible();
    await expect(page.locator('meta[name=robots]').first()).toHaveAttribute('content', 'noindex');
    await page.getByRole('link', { name: 'Retour au blog' }).click();
    await expect(page).toHaveURL('/blog');
  });
}

test.describe('without JavaScript', { tag: '@whole' }, () => {
  test.use({ javaScriptEnabled: false });

  for (const { id, tempsLecture } of articles) {
    test(`article ${id} is complete, and its length fits its reading time`, async ({ page }) => {
      await page.goto(`/article/${id}`);
      const words = (await page.locator('.prose').innerText()).split(/\s+/).length;
      expect(Math.abs(words / 200 - Number(tempsLecture))).toBeLessThanOrEqual(1.5);
    });
  }
});
