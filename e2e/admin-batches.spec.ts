import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, colleague, type DeskClient, fund, GOOD_IBAN, newClient, rowOf, words } from './desk.ts';

/** Validated withdrawals are exported to the bank in one file, and then marked as executed together. */

const WITHDRAWALS = '/admin-dashboard?tab=withdrawals&state=approved';

async function approved(
  bank: Parameters<typeof fund>[0],
  amountMinor: number,
  iban = GOOD_IBAN,
  country = 'FR',
): Promise<DeskClient> {
  const client = await newClient(bank, country);
  await fund(bank, client, 100_000);
  const { withdrawal } = (await client.post('/withdrawals', {
    amountMinor,
    iban,
    bankName: 'Banque du Marais',
  })) as unknown as { withdrawal: { id: string } };
  const desk = await colleague(bank);
  await desk.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action: 'approve' });
  return client;
}

const balanceOf = async (client: DeskClient) =>
  (await (await client.api.get('/api/overview')).json()).account.balanceMinor as number;

test('two transfers are chosen, exported, downloaded and executed together; a transfer that cannot be in a file says why', async ({
  page,
  bank,
}) => {
  const first = await approved(bank, 12_050);
  const second = await approved(bank, 7_950);
  const wrong = await approved(bank, 5_000, 'FR7630006000011234567890188');
  const swiss = await approved(bank, 4_000, 'CH9300762011623852957', 'CH');
  await atDesk(page, bank, WITHDRAWALS);
  await expect(rowOf(page, wrong)).toContainText(words('Hors lot : IBAN non valide'));
  await expect(rowOf(page, wrong).getByRole('checkbox')).toBeDisabled();
  await expect(rowOf(page, swiss)).toContainText(words('Hors lot : pas en euro'));
  await expect(rowOf(page, swiss).getByRole('checkbox')).toBeDisabled();

  await rowOf(page, first).getByRole('checkbox').check();
  await rowOf(page, second).getByRole('button', { name: second.name, exact: true }).focus();
  await page.keyboard.press('x');
  await expect(page.locator('.bulk-bar')).toContainText(words('2 virements choisis, 200,00 €'));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Exporter en lot SEPA' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words('200,00 €'));
  await expect(dialog).toContainText('FR76 0000 0000 0000 0000 0000 970');
  await expectAccessible(page);
  const downloading = page.waitForEvent('download');
  await dialog.getByRole('button', { name: words('Exporter 2 virements') }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^SEP-\d{8}-\w{8}\.xml$/);
  const xml = await readFile(await file.path(), 'utf8');
  expect(xml).toContain('<NbOfTxs>2</NbOfTxs><CtrlSum>200.00</CtrlSum>');

  const number = file.suggestedFilename().replace('.xml', '');
  const panel = page.getByRole('region', { name: number });
  await expect(panel).toContainText(first.name);
  await expectAccessible(page);
  // No client is debited before the bank has paid, and a transfer that is in a file cannot be rejected.
  expect([await balanceOf(first), await balanceOf(second)]).toEqual([100_000, 100_000]);
  await panel.getByRole('link', { name: first.name }).click();
  const detail = page.getByRole('region', { name: first.name });
  await expect(detail.getByRole('button', { name: 'Rejeter' })).toHaveCount(0);
  await detail.getByRole('link', { name: `Lot ${number}` }).click();

  await panel.getByRole('button', { name: 'Marquer exécuté' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Marquer exécuté' }).click();
  await expect(page.locator('.toast').last()).toContainText('Lot exécuté');
  expect([await balanceOf(first), await balanceOf(second)]).toEqual([87_950, 92_050]);
  await expect(page.locator('[data-row]').filter({ hasText: number })).toContainText('Exécuté');
  await expect(panel.getByRole('button', { name: 'Annuler' })).toHaveCount(0);
});

test('on a telephone all transfers are chosen, the changes of a colleague appear, and a file that the bank refused is cancelled', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await approved(bank, 3_000);
  await page.setViewportSize({ width: 390, height: 844 });
  await atDesk(page, bank, WITHDRAWALS);
  await page.getByRole('checkbox', { name: /^Tout sélectionner/ }).check();
  await expect(rowOf(page, client).getByRole('checkbox')).toBeChecked();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Exporter en lot SEPA' }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Exporter/ })
    .click();
  await expect(page.locator('.toast').last()).toContainText('Lot créé');
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Annuler le lot' }).click();
  await expect(page.locator('.toast').last()).toContainText('Lot annulé');

  await page.goto(WITHDRAWALS);
  await rowOf(page, client).getByRole('checkbox').check();
  await expect(page.locator('.bulk-bar')).toBeVisible();
  const desk = await colleague(bank);
  const { exportable } = await (await desk.api.get('/api/admin/withdrawals/batches')).json();
  await desk.post('/admin/withdrawals/sepa-export', {
    withdrawalIds: exportable.map(({ withdrawalId }: { withdrawalId: string }) => withdrawalId),
  });
  await expect(rowOf(page, client)).toContainText('Lot SEP-');
  await expect(page.locator('.bulk-bar')).toHaveCount(0);
});
