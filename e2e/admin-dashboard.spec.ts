import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, fund, LOAN, newClient, words } from './desk.ts';

/** The dashboard shows counts, the latest clients and requests, the age of waiting requests and the trial balance, all live. */

test('shows its figures and lists', { tag: '@whole' }, async ({ page, bank }) => {
  await atDesk(page, bank);
  const counts = await (await page.request.get('/api/admin/counts')).json();
  const cards = page.locator('.stat-card');
  await expect(cards).toHaveCount(3);
  await expect(cards.nth(0).locator('.stat-value')).toHaveText(String(counts.clients));
  await expect(cards.nth(0)).toContainText(words(`${counts.activatedClients} comptes activés`));
  await expect(cards.nth(1).locator('.stat-value')).toHaveText(String(counts.loans));
  await expect(cards.nth(2).locator('.stat-value')).toHaveText(String(counts.withdrawals));
  const list = (title: string) => page.locator('.card').filter({ hasText: title }).locator('.entry');
  await expect(list('Derniers clients')).toHaveCount(5);
  await expect(list('Dernières demandes de prêt')).toHaveCount(3);
  await expect(list('Dernières demandes de virement')).toHaveCount(2);
  const { awaited } = await (await page.request.get('/api/admin/overview')).json();
  await expect(list('Attendu des clients')).toHaveCount(awaited.length);
  await list('Attendu des clients').first().getByRole('link', { name: awaited[0].displayName }).click();
  await expect(page).toHaveURL(`/admin-dashboard/clients/${awaited[0].clientId}`);
});

test('counts, lists and waiting requests follow live what clients do', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await atDesk(page, bank);
  const loans = page.locator('.stat-card').nth(1).locator('.stat-value');
  await expect(loans).toHaveText(/\d/);
  const before = Number(await loans.innerText());
  // A total is plain; a number of waiting requests is marked.
  const tab = page.locator('.office-side').getByRole('link', { name: /Prêts/ });
  const waiting = Number(await tab.locator('.count-badge').innerText());
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await expect(loans).toHaveText(String(before + 1));
  await expect(page.getByRole('link', { name: client.name }).first()).toBeVisible();
  await expect(tab.locator('.office-total')).toHaveText(String(before + 1));
  await expect(tab.locator('.count-badge')).toHaveText(String(waiting + 1));
  await expect(tab).toContainText(`${before + 1} en tout, ${waiting + 1} à traiter`);
});

test('the books balance, and one press shows every account', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 50_000);
  await atDesk(page, bank);
  await expect(page.getByText("Les écritures s'équilibrent")).toBeVisible();
  await page.getByRole('button', { name: 'Voir le détail' }).click();
  const detail = page.getByRole('dialog', { name: 'Balance générale' });
  await expect(detail.getByRole('row', { name: /Banque correspondante/ }).first()).toBeVisible();
  for (const row of await detail.getByRole('row', { name: /Écart/ }).all())
    await expect(row).toHaveText(/^Écart0(,00)?\s/);
  await expectAccessible(page);
});

test('tabs have addresses, the theme switches, and Refresh reads everything again', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await atDesk(page, bank, '/admin-dashboard?tab=withdrawals');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Virements');
  await page.locator('.office-side').getByRole('link', { name: /Frais/ }).click();
  await expect(page).toHaveURL('/admin-dashboard?tab=fees');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Virements');
  // A list that is still being read for the first time is not read again.
  await expect(
    page
      .getByRole('table', { name: /Demandes de virement/ })
      .locator('[data-row]')
      .first(),
  ).toBeVisible();
  await page.getByRole('radio', { name: 'Sombre' }).check({ force: true });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const read = page.waitForRequest(/\/api\/admin\/withdrawals/);
  await page.getByRole('button', { name: 'Actualiser' }).click();
  await read;
  for (const type of ['Compte courant', 'Compte épargne', 'Compte crédit'])
    await expect(page.locator('.office-types')).toContainText(type);
});
