import type { Page } from '@playwright/test';
import { DEMONSTRATION_STAFF } from '#content/demonstration-accounts.ts';
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

for (const { label, email, password } of DEMONSTRATION_STAFF)
  test(`STAFF-3, STAFF-11 « ${label} »: the screens ask for nothing that is refused to their reader, and lead nowhere that is not theirs`, {
    tag: '@whole',
  }, async ({ page, bank }) => {
    const refused: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 403) refused.push(`${page.url()}: ${answer.url()}`);
    });
    await atDesk(page, bank, '/admin-dashboard', { email, password });
    const links = page.locator('.office a[href*="/admin-dashboard"]');
    await expect(page.locator('.office a[href="/admin-dashboard"]').first()).toBeAttached();
    await expect(page.locator('h1')).toBeVisible();
    const all = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    const open = [...new Set(all)];
    for (const href of open) {
      await page.goto(href);
      await expect(page.locator('h1')).toBeVisible();
      await expect(page.locator('.skeleton-list')).toHaveCount(0);
      await expect(page.getByText('Cette page ne fait pas partie de vos droits')).toHaveCount(0);
      const clientLinks = await page.locator('.office-main a[href*="/clients/"]').count();
      expect(clientLinks === 0 || open.includes('/admin-dashboard?tab=clients'), href).toBe(true);
    }
    expect(refused).toEqual([]);
  });

test('STAFF-12 what its reader cannot do to many rows has no boxes', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  const [box, allRows] = [
    page.getByRole('checkbox', { name: new RegExp(client.name) }),
    page.getByText('Tout sélectionner'),
  ];
  await atDesk(page, bank, '/admin-dashboard?tab=loans&state=pending');
  await expect(box).toBeVisible();
  await permit(
    page,
    ADVISER.filter((permission) => permission !== 'loans.decide.process'),
  );
  await page.reload();
  await expect(rowOf(page, client)).toBeVisible();
  await expect(box).toHaveCount(0);
  await expect(allRows).toHaveCount(0);
});

test('STAFF-5, Q-40 what is masked in the panel of a loan reads « Réservé », and never as missing', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  const { email = '', password = '' } = DEMONSTRATION_STAFF.find(({ role }) => role === 'payments') ?? {};
  const path = `/admin-dashboard?tab=loans&loan=${loan.id}`;
  await atDesk(page, bank, path, { email, password });
  const panel = page.locator('.desk-panel');
  await expect(panel.locator('.definition').filter({ hasText: 'Identité' })).toContainText('Réservé');
  await expect(panel.getByText('Aucune pièce vérifiée')).toHaveCount(0);
  const figures = panel.getByRole('heading', { name: 'Chiffres de la fiche' }).locator('..');
  await expect(figures).toContainText('Réservé');
  await expect(figures).not.toContainText('certifié');
  await expectAccessible(page);
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
