import type { Page } from '@playwright/test';
import { expect, test } from './bank.ts';

/** The page of the API shows the document of the running server. */

const operations = (page: Page) => page.locator('.operation');

test('lists every operation of the document under its tag, with its access', { tag: '@whole' }, async ({
  page,
}) => {
  const { paths } = await (await page.request.get('/api/openapi.json')).json();
  const all = Object.entries<Record<string, { tags: string[]; summary: string }>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  await page.goto('/documentation-api');
  await expect(operations(page)).toHaveCount(all.length);
  for (const { path, method, tags, summary } of all.slice(0, 60)) {
    const one = page
      .getByRole('region', { name: tags[0], exact: true })
      .locator('.operation')
      .filter({ has: page.getByText(path, { exact: true }) })
      .filter({ has: page.getByText(method.toUpperCase(), { exact: true }) });
    await expect(one.getByText(summary, { exact: true })).toHaveCount(1);
  }
});

test('an operation shows its input, its answer and its errors', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/documentation-api');
  const loan = page.locator('[id="loans.request"]');
  await expect(loan).toContainText('Client');
  await loan.locator('summary').click();
  for (const part of [
    'Idempotency-Key',
    'amountMinor: integer',
    'Corps demandé',
    'Réponse',
    'Refus',
    'auth.required',
  ])
    await expect(loan).toContainText(part);
});

test('can be filtered, and says when no operation matches', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/documentation-api');
  const filter = page.getByLabel('Filtrer les opérations');
  await filter.fill('newsletter');
  await expect(operations(page)).toHaveCount(3);
  await expect(page.getByRole('status').filter({ hasText: '3 opérations' })).toBeVisible();
  await filter.fill('rien de tel');
  await expect(page.getByText('Aucune opération ne correspond')).toBeVisible();
});

test('when the document cannot be read the page shows an error and can load it again', {
  tag: '@whole',
}, async ({ page }) => {
  await page.route('**/api/openapi.json', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/documentation-api');
  await expect(page.getByText("Le document n'a pas pu être lu")).toBeVisible();
  await page.unroute('**/api/openapi.json');
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(operations(page).first()).toBeVisible();
});

test('is not indexed and not in the sitemap', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/documentation-api');
  await expect(page.locator('meta[name=robots]').first()).toHaveAttribute('content', 'noindex');
  expect(await (await page.request.get('/sitemap.xml')).text()).not.toContain('documentation-api');
});
