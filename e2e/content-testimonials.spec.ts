import comments from '../content/testimonials/comments/en.ts';
import { averageNote, demoTestimonials } from '../content/testimonials/testimonials.ts';
import { expect, test } from './bank.ts';

/** The testimonials of the demonstration: ten, marked as fictional, with marked figures. */

test('ten testimonials, each marked as a fictional example', async ({ page }) => {
  await page.goto('/temoignages');
  const items = page.locator('.testimonial');
  await expect(items).toHaveCount(10);
  for (const [index, { nom, ville, note, commentaire }] of demoTestimonials.entries()) {
    const item = items.nth(index);
    await expect(item).toContainText(nom);
    await expect(item).toContainText(ville);
    await expect(item).toContainText(commentaire);
    await expect(item.getByText('Exemple fictif')).toBeVisible();
    await expect(item.getByRole('img', { name: `${note} étoiles sur 5` })).toBeVisible();
    await expect(item.locator('[data-filled]')).toHaveCount(note);
  }
});

test('their average is computed, to one decimal, its stars rounded', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/temoignages');
  const average = averageNote(demoTestimonials) ?? 0;
  await expect(page.locator('.average-figure')).toContainText(average.toFixed(1).replace('.', ','));
  await expect(page.locator('.average [data-filled]')).toHaveCount(Math.round(average));
  await expect(page.getByText('Moyenne calculée des 10 témoignages de cette page')).toBeVisible();
});

test('the results are the claims of the institution, each marked', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/temoignages');
  const results = page.getByRole('region', { name: 'Nos résultats' });
  for (const figure of ['237', '4,8/5', '98 %', '24 h', '5 000+', '1999'])
    await expect(results.getByText(figure, { exact: true })).toBeVisible();
  await expect(results.getByText('Exemple fictif')).toHaveCount(6);
});

test('leads to the simulator and to the contact page', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/temoignages');
  const next = page.getByRole('region', { name: 'Faites vos propres comptes' });
  await expect(next.getByRole('link', { name: 'Ouvrir le simulateur' })).toHaveAttribute(
    'href',
    '/simulateur',
  );
  await next.getByRole('link', { name: 'Nous contacter' }).click();
  await expect(page).toHaveURL('/contact');
});

test('speaks English too', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/en/temoignages');
  await expect(page.locator('.testimonial').first()).toContainText(comments[1] ?? '');
  // Ten testimonials, their average and six results.
  await expect(page.getByText('Fictional example', { exact: true })).toHaveCount(17);
});
