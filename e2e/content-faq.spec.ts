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

test('five groups of four questions or more, all closed', async ({ page }) => {
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

test('opens by keyboard', async ({ page }) => {
  await page.goto('/faq');
  await question(page, 'Qui peut demander un prêt').locator('summary').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Toute personne majeure/)).toBeVisible();
  await page.keyboard.press('Space');
  await expect(openAnswers(page)).toHaveCount(0);
});

test('offers a phone number and an e-mail address at the end', async ({ page }) => {
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

test('on paper every answer is printed, and no control is', async ({ page }) => {
  await page.goto('/faq');
  await isAlive(page);
  await page.emulateMedia({ media: 'print' });
  for (const answer of await page.locator('.accordion-body').all())
    expect((await answer.boundingBox())?.height).toBeGreaterThan(10);
  await expect(page.locator('.accordion-body').last()).toBeVisible();
  await expect(page.locator('.chat')).toBeHidden();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('every answer can be opened and read', async ({ page }) => {
    await page.goto('/faq');
    await page.getByText('Quand les fonds sont-ils versés').click();
    await expect(page.locator('details[open] .accordion-body')).toContainText('2 à 5');
  });
});

test.describe('the words of the page travel once', () => {
  const textFiles = (page: Page) => {
    const files: string[] = [];
    page.on('request', (request) => {
      const file = /^virtual:texts\/(.+)\.text$/.exec(sourceOf(request.url()) ?? '')?.[1];
      if (file) files.push(file);
    });
    return files;
  };

  test('a prerendered page does not fetch its text again; a page reached by a link fetches its own', async ({
    page,
  }) => {
    const complaints = watchConsole(page);
    const files = textFiles(page);
    await page.goto('/faq');
    await isAlive(page);
    await page.getByText('Faut-il un revenu minimum').click();
    expect(files).toEqual([]);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Vérifier qui nous sommes' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vérifier notre établissement');
    await expect(page.getByRole('heading', { name: "Les signes d'une fraude au prêt" })).toBeVisible();
    expect(files).toEqual(['verify.fr']);
    // Coming back shows the page as it was prerendered.
    await page.goBack();
    await page.getByText('Quels documents dois-je fournir').click();
    await expect(openAnswers(page)).toHaveCount(1);
    expect(files).toEqual(['verify.fr']);
    expect(complaints).toEqual([]);
  });

  test('another language fetches its own words, and French comes back whole', async ({ page }) => {
    const files = textFiles(page);
    await page.goto('/faq');
    await isAlive(page);
    await page.getByRole('button', { name: /Langue/ }).click();
    await page.getByRole('button', { name: /English/ }).click();
    await expect(page.getByRole('region', { name: 'Eligibility' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frequently asked questions');
    expect(files).toEqual(['faq.en']);
    await page.getByRole('button', { name: /Language/ }).click();
    await page.getByRole('button', { name: /Français/ }).click();
    await expect(page.getByRole('region', { name: groups[0] })).toBeVisible();
    await page.getByText('Faut-il un revenu minimum').click();
    await expect(page.getByText(/revenu net mensuel d'environ 1\s200\s€/)).toBeVisible();
  });

  test('a language without its own text shows the French one, marked as French', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('preferred-language', 'sv'));
    await page.goto('/faq');
    await expect(page.locator('html')).toHaveAttribute('lang', 'sv-SE');
    await expect(page.locator('.faq')).toHaveAttribute('lang', 'fr');
    await expect(page.getByRole('region', { name: groups[0] })).toBeVisible();
  });
});
