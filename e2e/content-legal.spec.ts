import { expect, test } from './bank.ts';

/** Legal notices and privacy: one screen, two texts, the figures of the product table, and a short page in other languages. */

test('each address shows its text, and each text links to the other', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/mentions-legales');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Mentions légales et conditions générales des prêts',
  );
  await page
    .getByRole('navigation', { name: 'Textes légaux' })
    .getByRole('link', { name: 'Confidentialité' })
    .click();
  await expect(page).toHaveURL('/confidentialite');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/confidentialité/i);
  await page.getByRole('link', { name: 'Mentions légales' }).first().click();
  await expect(page).toHaveURL('/mentions-legales');
  await expect(page.getByRole('heading', { name: 'Conditions générales des prêts', level: 2 })).toBeVisible();
});

test('the terms are those of the product table, the example and the warning larger than the rest', async ({
  page,
}) => {
  await page.goto('/mentions-legales');
  const main = page.getByRole('main');
  await expect(main).toContainText(/de 1\s000\s€ à 50\s000\s€/);
  await expect(main).toContainText(/de 12\smois à 84\smois/);
  await expect(main).toContainText(/3,90\s%\s?(à|et)\s?19,90\s%/);
  await expect(main).toContainText(/3,97\s%\s?(à|et)\s?21,82\s%/);
  const sizes = await main
    .locator('p[data-loud], article-none, li')
    .evaluateAll((elements) =>
      elements.map((element) => [
        element.hasAttribute('data-loud'),
        Number.parseFloat(getComputedStyle(element).fontSize),
      ]),
    );
  const of = (loud: boolean) => sizes.filter(([is]) => is === loud).map(([, size]) => Number(size));
  expect(of(true).length).toBeGreaterThanOrEqual(2);
  expect(Math.min(...of(true))).toBeGreaterThan(Math.max(...of(false)));
});

test('the list of its parts leads to each of them', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/mentions-legales');
  const parts = page.getByRole('navigation', { name: 'Dans ce texte' });
  await parts.getByRole('link', { name: 'Article 13. Retard et défaillance' }).click();
  await expect(page).toHaveURL(/#article-13$/);
  await expect(page.getByRole('heading', { name: 'Article 13. Retard et défaillance' })).toBeInViewport();
});

test('the policy gives the retention periods', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/confidentialite');
  const main = page.getByRole('main');
  for (const period of [/5\sans/, /2\sans/, /13\smois/, /un mois/]) await expect(main).toContainText(period);
});

test('the short page has its six parts and its date, and leads to the full text', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/confidentialite/resume');
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Données collectées',
    'Utilisation des données',
    'Vos droits',
    'Cookies',
    'Contact',
    'Dernière mise à jour',
  ]);
  await expect(page.getByText('20 juillet 2025')).toBeVisible();
  await page.getByRole('link', { name: 'Lire la politique complète' }).click();
  await expect(page).toHaveURL('/confidentialite');
  await expect(page.getByRole('navigation', { name: 'Dans ce texte' })).toBeVisible();
});

test('in a language without the full text the short one is shown, with a link to the French', {
  tag: '@whole',
}, async ({ page }) => {
  await page.goto('/de/confidentialite');
  await expect(page.locator('.summary-sections')).toContainText('CNIL');
  const link = page.locator('.summary-sections a');
  await expect(link).toHaveAttribute('hreflang', 'fr');
  await link.click();
  await expect(page).toHaveURL('/confidentialite');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/confidentialité/i);
});

test('the legal notices exist in French only: a page in another language says so and marks them', {
  tag: '@whole',
}, async ({ page }) => {
  await page.goto('/de/mentions-legales');
  await expect(page.locator('.language-note')).toBeVisible();
  await expect(page.locator('[lang=fr] h1')).toHaveText('Mentions légales et conditions générales des prêts');
});

test('the institution can be verified, in French and in English', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Vérifier qui nous sommes' }).click();
  await expect(page).toHaveURL('/verifier');
  const main = page.getByRole('main');
  await expect(main).toContainText('CIB 00000 (numéro fictif)');
  await expect(main.getByRole('link', { name: 'REGAFI' })).toHaveAttribute('href', 'https://www.regafi.fr');
  await expect(main.getByRole('link', { name: 'ORIAS' })).toHaveAttribute('href', 'https://www.orias.fr');
  await expect(main).toContainText('Aucun versement, de quelque nature que ce soit');
  await page.goto('/en/verifier');
  await expect(main.getByRole('heading', { level: 1 })).toHaveText('Check who we are');
  await expect(main).toContainText('This institution is fictional.');
});
