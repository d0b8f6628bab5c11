import type { Page } from '@playwright/test';
import { expect, expectAccessible, test, useTheme } from './bank.ts';

/** WCAG 2.2 AA on every page to read and in its states, in both themes, on a telephone and on a desk. */

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
  ['API', '/documentation-api', async (page) => page.locator('.operation summary').nth(3).click()],
];

for (const theme of ['light', 'dark'] as const) {
  for (const [width, height] of [
    [390, 844],
    [1280, 900],
  ] as const) {
    test.describe(`${theme}, ${width} px`, () => {
      test.use({ viewport: { width, height } });

      for (const [name, path, reach] of states) {
        test(name, async ({ page }) => {
          await useTheme(page, theme);
          await page.goto(path);
          await reach?.(page);
          await expectAccessible(page);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow).toBeLessThanOrEqual(0);
        });
      }
    });
  }
}
