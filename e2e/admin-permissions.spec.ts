import type { Page } from '@playwright/test';
import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, LOAN, newClient, rowOf } from './desk.ts';

/** What a member of the staff sees whose roles do not permit everything (STAFF-11, STAFF-12). The server's part: server/trust/access-matrix.test.ts. */

/** Lets the session say that these are the caller's permissions. */
async function permit(page: Page, permissions: readonly string[]): Promise<void> {
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch();
    const { session } = await answer.json();
    await route.fulfill({ response: answer, json: { session: session && { ...session, permissions } } });
  });
}

const ADVISER = [
  'overview.administrator',
  'overview.counts',
  'overview.find',
  'overview.clientTimeline',
  'clients.list',
  'clients.show',
  'accounts.credit',
  'loans.review',
  'loans.reviewOne',
  'loans.decide.process',
];

test('STAFF-11 a tab without permission is absent, and its address says so', async ({ page, bank }) => {
  await permit(page, ADVISER);
  await atDesk(page, bank);
  await expect(page.getByRole('heading', { name: 'Tableau de bord' })).toBeVisible();
  const menu = page.getByRole('navigation').first();
  for (const name of ['Clients', 'Prêts', 'Sécurité'])
    await expect(menu.getByRole('link', { name })).toBeVisible();
  for (const name of ['Virements', 'Frais', 'Messages', 'Taux', "Journal d'audit"])
    await expect(menu.getByRole('link', { name })).toHaveCount(0);
  await page.goto('/admin-dashboard?tab=fees');
  await expect(
    page.getByRole('heading', { name: 'Cette page ne fait pas partie de vos droits' }),
  ).toBeVisible();
  await expectAccessible(page);
  await page.locator('.office-main').getByRole('link', { name: 'Tableau de bord' }).click();
  await expect(page.getByRole('heading', { name: 'Tableau de bord' })).toBeVisible();
});

test('STAFF-3 the screens ask for nothing that is refused to their reader', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refused.push(answer.url());
  });
  const adviser = { email: 'conseil@guichet.example', password: 'Guichet-conseil-2026' };
  await atDesk(page, bank, '/admin-dashboard', adviser);
  for (const tab of ['clients', 'loans', 'withdrawals', 'fees', 'proposals', 'parameters']) {
    await page.goto(`/admin-dashboard?tab=${tab}`);
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator('.skeleton-list')).toHaveCount(0);
  }
  expect(refused).toEqual([]);
});

test('STAFF-12 a button without permission is absent', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await permit(page, ADVISER);
  await atDesk(page, bank, '/admin-dashboard?tab=loans&state=pending');
  const row = rowOf(page, client);
  await expect(row.getByRole('button', { name: 'En cours' })).toBeVisible();
  for (const name of ['Approuver', 'Rejeter']) await expect(row.getByRole('button', { name })).toHaveCount(0);
  await page.goto(`/admin-dashboard/clients/${client.accountId}`);
  const main = page.locator('.office-main');
  await expect(main.getByRole('button', { name: 'Effectuer un virement' })).toBeVisible();
  for (const name of ['IBAN', 'frais', 'Activer', 'Fermer les sessions', 'Supprimer'])
    await expect(main.getByRole('button', { name })).toHaveCount(0);
  await expect(main.getByRole('textbox')).toHaveCount(0);
  await expect(main.getByRole('link', { name: "Journal d'audit" })).toHaveCount(0);
  await expectAccessible(page);
});
