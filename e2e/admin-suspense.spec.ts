import { camt053 } from '../server/testing/bank-files.ts';
import { nextIban } from '../server/testing/next-iban.ts';
import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, colleague } from './desk.ts';

/** « À imputer » and « Rapprochement » (PAY-30, PAY-33): a receipt that names nobody waits, by keyboard, and the proof holds. */
test('a receipt that names nobody waits for a person, and the proof holds', async ({ page, bank }) => {
  const desk = await colleague(bank);
  const iban = nextIban();
  const { account } = (await desk.post('/admin/bank-accounts', {
    iban,
    bankName: 'Banque du Marais',
    currency: 'DKK',
  })) as unknown as { account: { id: string } };
  const path = `/admin/bank-accounts/${account.id}/adoption`;
  await desk.post(path, { openingMinor: 0, day: '2026-11-30' });
  await desk.post(`${path}/approval`, {});
  await atDesk(page, bank);
  await page.goto('/admin-dashboard?tab=statements');
  const content = camt053([
    {
      id: 'D1',
      day: '2026-12-01',
      openingMinor: 0,
      entries: [{ amountMinor: 12_34 }],
      account: iban,
      currency: 'DKK',
    },
  ]);
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'releve.xml', mimeType: 'application/xml', buffer: Buffer.from(content) });
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await page.getByRole('link', { name: 'À imputer' }).click();
  const row = page.locator('[data-row]', { hasText: 'Aucun bénéficiaire trouvé' }).first();
  await expect(row).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('j');
  await page.keyboard.press('s');
  const splitting = page.getByRole('dialog', { name: 'Imputer ce virement' });
  await splitting.getByRole('button', { name: 'Imputer une part aux frais bancaires' }).click();
  await expect(splitting.getByLabel('Frais bancaires', { exact: true })).toHaveValue(/^\d/);
  await expectAccessible(page);
  await splitting.getByRole('button', { name: 'Retirer' }).click();
  await expect(splitting.getByLabel('Frais bancaires', { exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Rapprochement' }).click();
  await expect(page.getByText('Rapprochement en DKK')).toBeVisible();
  await expect(page.getByText('Juste', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
});
