import { expect, expectAccessible, test } from './bank.ts';
import { atCounter, HOME } from './counter.ts';
import { fund, GOOD_IBAN, newClient } from './desk.ts';

test('PAY-11 an order of before names were kept asks its client for the name, which is verified', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 50_000);
  await client.post('/withdrawals', { amountMinor: 120_00, iban: GOOD_IBAN, bankName: 'Banque du Marais' });
  // No order of today lacks a name: the screen is told that this one does.
  await page.route('**/api/overview*', async (route) => {
    const answer = await route.fetch();
    const text = (await answer.text()).replace(/"recipientName":"[^"]*"/g, '"recipientName":null');
    await route.fulfill({ response: answer, body: text });
  });
  await atCounter(page, client, `${HOME}?section=transfers`);
  const row = page.getByRole('listitem').filter({ hasText: 'Bénéficiaire non précisé' });
  await row.getByRole('button', { name: 'Indiquer le bénéficiaire' }).click();
  const dialog = page.getByRole('dialog', { name: 'Indiquer le bénéficiaire' });
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.locator('[name=recipientName]')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await dialog.locator('[name=recipientName]').fill('Inconnu Durand');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog).toContainText('ne correspond pas au titulaire');
  await expect(dialog.getByRole('button', { name: 'Continuer malgré tout' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Corriger' }).click();
  await expect(dialog.locator('[name=recipientName]')).toHaveValue('Inconnu Durand');
  await dialog.locator('[name=recipientName]').fill('Presque Martin');
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(dialog.getByRole('button', { name: 'Utiliser ce nom' })).toBeVisible();
  await expectAccessible(page);
  await expect(dialog.getByRole('button', { name: 'Annuler' })).toHaveCount(1);
  // Kept as it was typed, it asks once more before it is sent.
  await dialog.getByRole('button', { name: 'Garder le nom saisi' }).click();
  await expect(dialog.getByRole('button', { name: 'Continuer malgré tout' })).toBeVisible();
});
