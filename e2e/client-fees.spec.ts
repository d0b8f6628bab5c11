import { expect, expectAccessible, test } from './bank.ts';
import { atCounter, HOME, toastOf } from './counter.ts';
import { breakCalls, colleague, newClient, words } from './desk.ts';

const LOAN = { amountMinor: 200_000, purpose: 'Un vélo', durationMonths: 24, monthlyIncomeMinor: 250_000 };

/** Fees: shown with their state, declared as paid in person, with a receipt once an administrator has validated them. */

const FEES = `${HOME}?section=fees`;

test('a fee is declared as paid in person, validated, and receipted', async ({ page, bank }) => {
  const client = await newClient(bank);
  const desk = await colleague(bank);
  await desk.post(`/admin/clients/${client.accountId}/fees`, {
    amountMinor: 1_200,
    description: 'Duplicata de relevé',
  });
  await atCounter(page, client, FEES);
  const row = page.locator('.request');
  await expect(row).toContainText('Non payé');
  await expect(row).toContainText(words('12,00 €'));
  await row.getByRole('button', { name: /^J'ai payé en personne/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Marquer comme payé en personne' });
  await expect(dialog).toContainText(words('12,00 €'));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Marquer comme payé' }).click();
  await expect(toastOf(page, 'Succès')).toContainText("En attente de la validation d'un administrateur");
  await expect(row).toContainText('En attente de validation');
  await expect(row.getByRole('button', { name: /payé en personne/ })).toHaveCount(0);

  const { fees } = await (await client.api.get('/api/fees')).json();
  await desk.post(`/admin/fees/${fees[0].id}/settlement`, {});
  await expect(row.getByText('Payé', { exact: true })).toBeVisible();
  await expect(row).toContainText(/Reçu REC-/);
  const file = page.waitForEvent('download');
  await row.getByRole('button', { name: /^Reçu/ }).click();
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
});

test('LC-15: without fees the screen explains itself, and says that no payment precedes a loan', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await atCounter(page, client, FEES);
  await expect(page.getByText('Aucuns frais', { exact: true })).toBeVisible();
  await expect(page.getByText('Aucun versement, de quelque nature que ce soit')).toBeVisible();
});

test('a list that cannot be loaded shows an error and can be loaded again', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await breakCalls(page, '/fees', 'GET');
  await atCounter(page, client, FEES);
  await expect(page.getByText('Impossible de charger vos frais')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Réessayer' }).click();
  await expect(page.getByText('Aucuns frais', { exact: true })).toBeVisible();
});

test('a declaration that fails shows an error and can be sent again', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  const desk = await colleague(bank);
  await desk.post(`/admin/clients/${client.accountId}/fees`, {
    amountMinor: 1_200,
    description: 'Duplicata de relevé',
  });
  await page.route('**/api/fees/*/declaration', (route) => route.fulfill({ status: 500, body: '' }));
  await atCounter(page, client, FEES);
  await page.getByRole('button', { name: /^J'ai payé en personne/ }).click();
  await page.getByRole('button', { name: 'Marquer comme payé' }).click();
  await expect(toastOf(page, 'Erreur')).toContainText('Impossible de marquer les frais comme payés');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Marquer comme payé' }).click();
  await expect(toastOf(page, 'Succès')).toBeVisible();
});

test('LC-14: a loan that is asked for suspends a fee, until it is paid out and for seven days after it', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const desk = await colleague(bank);
  await desk.post(`/admin/clients/${client.accountId}/fees`, {
    amountMinor: 1_200,
    description: 'Duplicata de relevé',
  });
  await atCounter(page, client, FEES);
  const row = page.locator('.request');
  await expect(row.getByRole('button', { name: /payé en personne/ })).toBeVisible();
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  await expect(row).toContainText("Suspendu jusqu'au versement du prêt");
  await expect(row.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  await desk.post(`/admin/loans/${loan.id}/decision`, { action: 'approve' });
  await expect(row).toContainText(/Suspendu jusqu'au \d.* inclus/);
  await expect(row.getByRole('button')).toHaveCount(0);
});
