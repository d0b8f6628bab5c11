import type { Page } from '@playwright/test';
import { expect, isAlive, test } from './bank.ts';

/** The blog: two large cards, a category filter that is kept in the address. */

const cards = (page: Page) => page.locator('.articles > li');
const categories = (page: Page) => page.getByRole('navigation', { name: 'Catégories' });
const category = (page: Page, name: string) =>
  categories(page).getByRole('link', { name: new RegExp(`^${name}`) });
const badge = (page: Page) => page.getByText(/^Filtré par/);
const showAll = (page: Page) => page.getByRole('button', { name: 'Afficher tous' });

test('four articles, the first two large', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/blog');
  await expect(cards(page)).toHaveCount(4);
  expect(await cards(page).evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset.look))).toEqual(
    ['large', 'large', 'small', 'small'],
  );
  await expect(badge(page)).toHaveCount(0);
  await expect(showAll(page)).toHaveCount(0);
  await expect(categories(page).getByRole('link')).toHaveCount(4);
});

test('a category filters the list, shows a badge, and a button removes both', async ({ page }) => {
  await page.goto('/blog');
  await category(page, 'Conseils').click();
  await expect(page).toHaveURL('/blog?categorie=conseils');
  await expect(cards(page)).toHaveCount(2);
  await expect(badge(page)).toHaveText(/Filtré par\s?: Conseils/);
  await expect(page.getByRole('status').filter({ hasText: '2 articles' })).toBeVisible();
  await category(page, 'Prévention').click();
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText('Reconnaître une fraude au prêt');
  await showAll(page).click();
  await expect(page).toHaveURL('/blog');
  await expect(cards(page)).toHaveCount(4);
  await expect(badge(page)).toHaveCount(0);
});

test('pressing the active category clears the filter', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/blog');
  await category(page, 'Finance').click();
  await expect(category(page, 'Finance')).toHaveAttribute('aria-current', 'true');
  await expect(cards(page)).toHaveCount(1);
  await category(page, 'Finance').click();
  await expect(cards(page)).toHaveCount(4);
  await expect(category(page, 'Finance')).not.toHaveAttribute('aria-current');
});

test('the filter survives a reload, can be shared and gone back from', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/blog?categorie=finance');
  await expect(cards(page)).toHaveCount(1);
  await page.reload();
  await expect(badge(page)).toBeVisible();
  await category(page, 'Conseils').click();
  await expect(cards(page)).toHaveCount(2);
  await page.goBack();
  await expect(cards(page)).toHaveCount(1);
  await page.goto('/blog?categorie=inconnue');
  await expect(cards(page)).toHaveCount(4);
});

test('an empty category explains itself and offers a next step', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/blog?categorie=simulation');
  await expect(
    page.getByRole('heading', { name: "Pas encore d'article dans cette catégorie" }),
  ).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Ouvrir le simulateur' })).toHaveAttribute(
    'href',
    '/simulateur',
  );
});

test('works by keyboard, and the focus moves on when the button disappears', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/blog');
  // Before its code runs, a category is a link to a page of its own.
  await isAlive(page);
  await category(page, 'Conseils').focus();
  await page.keyboard.press('Enter');
  await expect(cards(page)).toHaveCount(2);
  await expect(category(page, 'Conseils')).toBeFocused();
  await showAll(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.filter-count')).toBeFocused();
});

test('a card leads to its article', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/blog');
  await page.getByRole('link', { name: 'Reconnaître une fraude au prêt' }).click();
  await expect(page).toHaveURL('/article/4');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Reconnaître une fraude au prêt');
});
