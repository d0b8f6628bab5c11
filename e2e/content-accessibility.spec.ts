import type { Page } from '@playwright/test';
import { isWhole } from '../server/testing/size.ts';
import { expect, expectAccessibleEverywhere, test } from './bank.ts';

/** WCAG 2.2 AA on every content page and its states, in both themes, on a telephone and on a desktop. */

const states: readonly [name: string, path: string, reach?: (page: Page) => Promise<void>][] = [
  ['offers', '/prets'],
  ['questions', '/faq', async (page) => page.getByText('Faut-il un revenu minimum').click()],
  ['testimonials', '/temoignages'],
  ['blog, filtered', '/blog?categorie=conseils'],
  ['blog, empty category', '/blog?categorie=simulation'],
  [
    'blog, refused address',
    '/blog',
    async (page) => {
      await page.getByRole('button', { name: "S'abonner" }).click();
      await expect(page.locator('.field-error')).toBeVisible();
    },
  ],
  [
    'article, sharing',
    '/article/3',
    async (page) => {
      await page.getByRole('button', { name: 'Partager', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Partager cet article' })).toBeVisible();
    },
  ],
  [
    'article, voted',
    '/article/1',
    async (page) => {
      await page.getByRole('button', { name: 'Oui', exact: true }).click();
      await expect(page.getByText(/^Merci/)).toBeVisible();
    },
  ],
  ['article not found', '/article/9'],
  ['legal notices', '/mentions-legales'],
  ['privacy', '/confidentialite'],
  ['short privacy', '/confidentialite/resume'],
  ['verify', '/verifier'],
  ['confirmation', '/newsletter/confirmation'],
  ['unsubscription', '/newsletter/desinscription'],
  [
    'API',
    '/documentation-api',
    async (page) => {
      // axe takes seven seconds for all three hundred operations: these are some of each method.
      if (!isWhole) {
        await page.getByLabel('Filtrer les opérations').fill('profile');
        await expect(page.getByRole('region', { name: 'Loans', exact: true })).toHaveCount(0);
      }
      await page.locator('.operation summary').nth(3).click();
    },
  ],
];

for (const [name, path, reach] of states) {
  test(name, async ({ page }) => {
    await page.goto(path);
    await reach?.(page);
    await expectAccessibleEverywhere(page);
  });
}
