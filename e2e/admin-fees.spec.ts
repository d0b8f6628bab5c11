import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, colleague, newClient, rowOf, words } from './desk.ts';

/** Fees: unpaid ones come before paid ones, and a payment is booked once. */

const FEES = '/admin-dashboard?tab=fees';

test('unpaid and declared fees come before paid ones', { tag: '@whole' }, async ({ page, bank }) => {
  await atDesk(page, bank, FEES);
  await expect(page.locator('.row-group')).toHaveCount(2);
  const [open, paid] = [page.locator('.row-group').first(), page.locator('.row-group').last()];
  await expect(open.locator('.row-group-head')).toContainText('À régler');
  await expect(paid.locator('.row-group-head')).toContainText('Payés');
  await expect(paid.locator('.badge', { hasText: /^Non payé|^En attente/ })).toHaveCount(0);
});

test('a declared payment is validated and the client gets a receipt', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  const desk = await colleague(bank);
  const { fee } = (await desk.post(`/admin/clients/${client.accountId}/fees`, {
    amountMinor: 1_500,
    description: 'Attestation',
  })) as unknown as { fee: { id: string } };
  await atDesk(page, bank, FEES);
  await expect(rowOf(page, client)).toContainText('Non payé');
  await client.post(`/fees/${fee.id}/declaration`, {});
  await expect(rowOf(page, client)).toContainText('En attente de validation');
  await rowOf(page, client).getByRole('button', { name: 'Valider' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words('15,00 €'));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirmer le paiement' }).click();
  await expect(page.locator('.toast')).toContainText('Paiement validé');
  await expect(page.locator('.toast')).toContainText(/REC-/);
  const { fees } = await (await client.api.get('/api/fees')).json();
  expect(fees[0]).toMatchObject({ status: 'paid' });
  expect(fees[0].receiptNumber).toMatch(/^REC-/);
});

test('an unpaid fee can be marked as paid, once', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  const desk = await colleague(bank);
  const { fee } = (await desk.post(`/admin/clients/${client.accountId}/fees`, {
    amountMinor: 900,
    description: 'Chéquier',
  })) as unknown as { fee: { id: string } };
  await atDesk(page, bank, FEES);
  await rowOf(page, client).getByRole('button', { name: 'Marquer comme payé' }).click();
  await desk.post(`/admin/fees/${fee.id}/settlement`, {});
  await page.getByRole('dialog').getByRole('button', { name: 'Confirmer le paiement' }).click();
  await expect(page.locator('.toast')).toContainText(
    words('Ces frais ont déjà été traités par Administration Démo.'),
  );
  await expect(rowOf(page, client)).toContainText('Payé');
  await expect(rowOf(page, client).getByRole('button')).toHaveCount(0);
});

test('LC-14: while a loan of the client forbids payments a fee has no button, and an activation takes no deposit', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const desk = await colleague(bank);
  await desk.post(`/admin/clients/${client.accountId}/fees`, { amountMinor: 900, description: 'Chéquier' });
  await client.post('/loans', {
    amountMinor: 200_000,
    purpose: 'Un vélo',
    durationMonths: 24,
    monthlyIncomeMinor: 250_000,
  });
  await atDesk(page, bank, FEES);
  await expect(rowOf(page, client)).toContainText("Suspendu jusqu'au versement du prêt");
  await expect(rowOf(page, client).getByRole('button')).toHaveCount(0);

  await page.goto(`/admin-dashboard?tab=clients&client=${client.accountId}`);
  await page.getByRole('button', { name: `Activer le compte de ${client.name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Aucun versement ne peut être reçu maintenant');
  await expect(dialog.getByRole('textbox')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Activer le compte' }).click();
  await expect(page.locator('.toast')).toContainText('Compte activé');
});
