import type { Page } from '@playwright/test';
import { expect, expectAccessibleEverywhere, test, wholeUnless } from './bank.ts';

/** WCAG 2.2 AA on states of the content pages, in both themes, on a telephone and on a desktop. As they open: all-screens.spec.ts. */

const states: readonly [name: string, path: string, reach?: (page: Page) => Promise<void>][] = [
  ['questions', '/faq', async (page) => page.getByText('Faut-il un revenu minimum').click()],
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
  [
    'API',
    '/documentation-api',
    async (page) => {
      await page.locator('.operation summary').nth(3).click();
    },
  ],
];

/** What only opens or answers on these pages; the other states are further ones of the same components. */
const IN_SHORT = ['article, sharing'];

for (const [name, path, reach] of states) {
  test(name, wholeUnless(IN_SHORT.includes(name)), async ({ page }) => {
    await page.goto(path);
    await reach?.(page);
    await expectAccessibleEverywhere(page);
  });
}
