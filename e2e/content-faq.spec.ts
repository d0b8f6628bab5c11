import type { Page } from '@playwright/test';
import { expect, isAlive, test, watchConsole } from './bank.ts';
import { sourceOf } from './sources.ts';

/** The questions: five groups, one answer open at a time, and a contact. */

const groups = [
  "Conditions d'éligibilité",
  'Documents nécessaires',
  'Délais de traitement',
  'Remboursement et mensualités',
  'Sécurité des données',
];
const question = (page: Page, text: string) => page.locator('details').filter({ hasText: text });
const isOpen = (page: Page, text: string) =>
  question(page, text).evaluate((one: HTMLDetailsElement) => one.open);
const openAnswers = (page: Page) => page.locator('.faq details[open]');

test('five groups of four questions or more, all closed', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/faq');
  for (const name of groups)
    expect(await page.getByRole('region', { name }).locator('details').count()).toBeGreaterThanOrEqual(4);
  await expect(openAnswers(page)).toHaveCount(0);
});

test('one answer is open at a time, whatever its group, and it can be closed', async ({ page }) => {
  await page.goto('/faq');
  await page.getByText('Faut-il un revenu minimum').click();
  await expect(page.getByText(/revenu net mensuel d'environ 1\s200\s€/)).toBeVisible();
  await page.getByText('Pourquoi attendre sept jours').click();
  await expect(openAnswers(page)).toHaveCount(1);
  expect(await isOpen(page, 'Pourquoi attendre sept jours')).toBe(true);
  await page.getByText('Pourquoi attendre sept jours').click();
  await expect(openAnswers(page)).toHaveCount(0);
});

test('opens by keyboard', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/faq');
  await question(page, 'Qui peut demander un prêt').locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Toute personne majeure/)).toBeVisible();
  await page.keyboard.press('Space');
  await expect(openAnswers(page)).toHaveCount(0);
});

test('offers a phone number and an e-mail address at the end', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/faq');
  const help = page.getByRole('region', { name: "Votre question n'est pas ici" });
  await expect(help.getByRole('link', { name: 'Appeler le 01 99 00 00 00' })).toHaveAttribute(
    'href',
    'tel:+33199000000',
  );
  await expect(help.getByRole('link', { name: 'Écrire un e-mail' })).toHaveAttribute(
    'href',
    'mailto:service-client@guichet.example',
  );
});

test('on paper every answer is printed, and no control is', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/faq');
  await isAlive(page);
  await page.emulateMedia({ media: 'print' });
  for (const answer of await page.locator('.accordion-body').all())
    expect((await answer.boundingBox())?.height).toBeGreaterThan(10);
  await expect(page.locator('.accordion-body').last()).toBeVisible();
  await expect(page.locator('.chat')).toBeHidden();
});

test.describe('without JavaScript', { tag: '@whole' }, () => {
  test.use({ javaScriptEnabled: false });

  test('every answer can be opened and read', async ({ page }) => {
    await page.goto('/faq');
    await page.getByText('Quand les fonds sont-ils versés').click();
    await expect(page.locator('details[open] .accordion-body')).toContainText('2 à 5');
  });
});

test.describe('in another language', () => {
  test('the page is at its own address, whole, without code', async ({ page }) => {
    await page.goto('/en/faq');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en-GB');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions');
    await expect(page.getByRole('region', { name: 'Eligibility' })).toBeVisible();
  });

  test('its links lead to pages in that language', { tag: '@whole' }, async ({ page }) => {
    await page.goto('/en/faq');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Check who we are' }).click();
    await expect(page).toHaveURL('/en/verifier');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Check who we are');
  });

  test('a page to read fetches the script of its header and no React', { tag: '@whole' }, async ({
    page,
  }) => {
    const complaints = watchConsole(page);
    const scripts: string[] = [];
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(sourceOf(request.url()) ?? request.url());
    });
    await page.goto('/de/faq');
    await isAlive(page);
    await page.locator('summary').nth(3).click();
    // The loader, the script and the rules that it shares with the application.
    expect(scripts[1]).toBe('app/visitor/page-script.ts');
    expect(scripts.length).toBeLessThanOrEqual(3);
    expect(complaints).toEqual([]);
  });
});
