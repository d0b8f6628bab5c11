import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, colleague, fund, GOOD_IBAN, newClient, rowOf, words } from './desk.ts';

/** What a bank tells outside of a file: the answer to a recall (PAY-41), and its refusal of a transfer (section 18, row 9). */

test('PAY-41 staff record that the bank was asked, and what it answered', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 20_000);
  const desk = await colleague(bank);
  const { withdrawal } = (await client.post('/withdrawals', {
    amountMinor: 3_000,
    iban: GOOD_IBAN,
    bankName: 'Banque du Marais',
  })) as unknown as { withdrawal: { id: string } };
  for (const action of ['approve', 'complete'])
    await desk.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action });
  await client.post(`/withdrawals/${withdrawal.id}/recall`, { reason: 'FRAD' });
  await atDesk(page, bank, '/admin-dashboard?tab=withdrawals&view=recalls');
  const row = rowOf(page, client);
  await expect(row).toContainText('Banque du bénéficiaire à interroger');
  await expectAccessible(page);
  // On a telephone the strip of the section's parts shows the chosen one whole.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.reload();
  await expect(page.locator('nav.tabs [aria-current]').first()).toBeInViewport({ ratio: 0.99 });
  await page.setViewportSize({ width: 1280, height: 900 });
  await row.getByRole('button', { name: "Banque interrogée aujourd'hui" }).click();
  await row.getByRole('button', { name: 'La banque refuse' }).click();
  await expect(row).toContainText('Refusé le');
  await row.getByRole('link', { name: 'Voir le virement' }).click();
  await expect(page.locator('.desk-panel')).toContainText(words('30,00 €'));
});

test('a refusal that the bank tells by telephone is recorded with its code (row 9)', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 20_000);
  const desk = await colleague(bank);
  const { withdrawal } = (await client.post('/withdrawals', {
    amountMinor: 3_000,
    iban: GOOD_IBAN,
    bankName: 'Banque du Marais',
  })) as unknown as { withdrawal: { id: string } };
  await desk.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action: 'approve' });
  await desk.post('/admin/withdrawals/sepa-export', { withdrawalIds: [withdrawal.id] });
  await atDesk(page, bank, `/admin-dashboard?tab=withdrawals&withdrawal=${withdrawal.id}`);
  await page.locator('.desk-panel').getByRole('button', { name: 'Refus de la banque' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notre banque refuse ce virement' });
  await dialog.getByLabel('Motif donné par la banque').selectOption('AC06');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enregistrer le refus' }).click();
  await expect(page.locator('.desk-panel')).toContainText('Le compte du bénéficiaire est bloqué.');
  await expect(page.getByRole('button', { name: 'Refus de la banque' })).toHaveCount(0);
});
