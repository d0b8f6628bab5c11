import type { Page } from '@playwright/test';
import { expect, test } from './bank.ts';
import {
  atDesk,
  breakCalls,
  colleague,
  type DeskClient,
  fund,
  GOOD_IBAN,
  LOAN,
  newClient,
  rowOf,
} from './desk.ts';

/** Each failure in the back office shows the sentence of its situation. */

async function expectError(page: Page, sentence: string | RegExp): Promise<void> {
  const toast = page.locator('.toast[data-tone=destructive]').last();
  await expect(toast.locator('.toast-title')).toHaveText('Erreur');
  await expect(toast.locator('.toast-description')).toHaveText(sentence);
}

const cardOf = (client: DeskClient) => `/admin-dashboard?tab=clients&q=${encodeURIComponent(client.email)}`;

test('« Impossible de charger les données » when a list cannot be read, and a retry reads it', {
  tag: '@whole',
}, async ({ page, bank }) => {
  // Live updates would read the lists again by themselves.
  await page.route('**/api/live', (route) => route.abort());
  await atDesk(page, bank);
  for (const [tab, path] of [
    ['dashboard', '/admin/overview'],
    ['clients', '/admin/clients?*'],
    ['loans', '/admin/loans?*'],
    ['withdrawals', '/admin/withdrawals?*'],
    ['fees', '/admin/fees?*'],
  ] as const) {
    await breakCalls(page, path, 'GET');
    await page.goto(`/admin-dashboard?tab=${tab}`);
    await expect(page.getByText('Impossible de charger les données').first()).toBeVisible();
    await page.unroute(`**/api${path}`);
    // Parts of a screen fail one by one, some of them after others were tried again.
    const retries = page.getByRole('button', { name: 'Réessayer' });
    await expect(async () => {
      if ((await retries.count()) > 0) await retries.first().click({ timeout: 1000 });
      await expect(retries).toHaveCount(0, { timeout: 1000 });
    }).toPass();
    await expect(page.locator('.skeleton')).toHaveCount(0);
    await expect(page.getByText('Impossible de charger les données')).toHaveCount(0);
  }
});

test('a failure of the server shows the sentence of its situation and keeps what was typed', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await atDesk(page, bank, cardOf(client));
  const dialog = page.getByRole('dialog');

  await breakCalls(page, '/admin/clients/*/credits');
  await page.getByRole('button', { name: `Effectuer un virement à ${client.name}` }).click();
  await dialog.locator('[name=amount]').fill('10');
  await dialog.locator('[name=description]').fill('Salaire');
  await dialog.getByRole('button', { name: /^Créditer/ }).click();
  await expectError(page, 'Une erreur est survenue lors du virement');
  await expect(dialog.locator('[name=description]')).toHaveValue('Salaire');
  await page.keyboard.press('Escape');

  await breakCalls(page, '/admin/clients/*/iban', 'PUT');
  await page.getByRole('button', { name: `Gérer l'IBAN de ${client.name}` }).click();
  await dialog.locator('[name=iban]').fill(GOOD_IBAN);
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  await dialog.getByRole('button', { name: "Attribuer l'IBAN" }).click();
  await expectError(page, "Une erreur s'est produite lors de l'attribution de l'IBAN");
  await page.keyboard.press('Escape');

  await breakCalls(page, '/admin/clients/*/fees');
  await page.getByRole('button', { name: `Créer des frais pour ${client.name}` }).click();
  await dialog.locator('[name=amount]').fill('10');
  await dialog.locator('[name=description]').fill('Chéquier');
  await dialog.getByRole('button', { name: 'Créer les frais' }).click();
  await expectError(page, "Une erreur s'est produite lors de la création des frais");
  await page.keyboard.press('Escape');

  await breakCalls(page, '/admin/clients/*/activation');
  await page.getByRole('button', { name: `Activer le compte de ${client.name}` }).click();
  await dialog.getByRole('button', { name: 'Activer le compte' }).click();
  await expectError(page, "Une erreur est survenue lors de l'activation");
  await page.keyboard.press('Escape');

  await breakCalls(page, '/admin/clients/*', 'DELETE');
  await page.getByRole('button', { name: `Supprimer ${client.name}` }).click();
  await dialog.locator('[name=confirmation]').fill(client.name);
  await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
  await expectError(page, 'Erreur lors de la suppression du client');
});

test('on a telephone a message is at the top of the screen and does not cover the dialog', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const client = await newClient(bank);
  await atDesk(page, bank, cardOf(client));
  await breakCalls(page, '/admin/clients/*/iban', 'PUT');
  await page.getByRole('button', { name: `Gérer l'IBAN de ${client.name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=iban]').fill(GOOD_IBAN);
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  await dialog.getByRole('button', { name: "Attribuer l'IBAN" }).click();
  await expectError(page, "Une erreur s'est produite lors de l'attribution de l'IBAN");
  const toast = await page.locator('.toast').last().boundingBox();
  const title = await dialog.getByRole('heading').boundingBox();
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThan(title?.y ?? 0);
});

test('a failed payout and a failed execution have their own error sentences', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 50_000);
  const { withdrawal } = (await client.post('/withdrawals', {
    amountMinor: 10_000,
    iban: GOOD_IBAN,
    bankName: 'Banque du Marais',
  })) as unknown as { withdrawal: { id: string } };
  const desk = await colleague(bank);
  await desk.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action: 'approve' });
  await client.post('/loans', LOAN);
  const balance = async () =>
    (await (await client.api.get('/api/overview')).json()).account.balanceMinor as number;

  await atDesk(page, bank, '/admin-dashboard?tab=loans');
  await breakCalls(page, '/admin/loans/*/decision');
  await rowOf(page, client).getByRole('button', { name: 'Approuver' }).click();
  const dialog = page.getByRole('dialog');
  const approve = dialog.getByRole('button', { name: /^Approuver et verser/ });
  await approve.click();
  await expectError(page, /^Impossible de créer la transaction\s: Une erreur est survenue de notre côté/);
  expect(await balance()).toBe(50_000);
  // The dialog is still there: once the server answers again, one press does it.
  await page.unroute('**/api/admin/loans/*/decision');
  await approve.click();
  await expect(page.locator('.toast').last()).toContainText('Prêt approuvé et virement effectué');
  expect(await balance()).toBe(50_000 + LOAN.amountMinor);

  await page.goto('/admin-dashboard?tab=withdrawals');
  await breakCalls(page, '/admin/withdrawals/*/decision');
  await rowOf(page, client).getByRole('button', { name: 'Exécuter' }).click();
  await dialog.getByRole('button', { name: /^Exécuter/ }).click();
  await expectError(page, 'Impossible de mettre à jour le solde');
  expect(await balance()).toBe(50_000 + LOAN.amountMinor);
});

test('failed decisions and payments show the sentence of their situation', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 50_000);
  await client.post('/withdrawals', { amountMinor: 10_000, iban: GOOD_IBAN, bankName: 'Banque du Marais' });
  const desk = await colleague(bank);
  // Another client, without a loan: a loan suspends the fees of its client (LC-14).
  const payer = await newClient(bank);
  await desk.post(`/admin/clients/${payer.accountId}/fees`, { amountMinor: 900, description: 'Chéquier' });
  await client.post('/loans', LOAN);

  await atDesk(page, bank, '/admin-dashboard?tab=loans');
  await breakCalls(page, '/admin/loans/*/decision');
  await page.getByRole('button', { name: `Mettre en cours la demande de ${client.name}` }).click();
  await expectError(page, 'Une erreur est survenue lors de la mise à jour');

  await page.goto('/admin-dashboard?tab=withdrawals');
  await breakCalls(page, '/admin/withdrawals/*/decision');
  await rowOf(page, client).getByRole('button', { name: 'Valider' }).click();
  await expectError(page, 'Une erreur est survenue lors de la mise à jour');

  await page.goto('/admin-dashboard?tab=rates');
  await breakCalls(page, '/admin/rates/GBP', 'PUT');
  await page.getByRole('button', { name: 'Modifier le taux GBP' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enregistrer le taux' }).click();
  await expectError(page, 'Une erreur est survenue lors de la mise à jour');

  await page.goto('/admin-dashboard?tab=fees');
  await breakCalls(page, '/admin/fees/*/settlement');
  await rowOf(page, payer).getByRole('button', { name: 'Marquer comme payé' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmer le paiement' }).click();
  await expectError(page, 'Une erreur est survenue lors de la validation');
});
