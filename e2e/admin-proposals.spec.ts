import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, newClient } from './desk.ts';

/** « À approuver » (FOUR-7, FOUR-14, FOUR-15): a credit above its limit is proposed, seen by another person, and executed. */

const PAYMENTS = { email: 'paiements@guichet.example', password: 'Guichet-paiements-2026' };

test('FOUR-7 to FOUR-15 a credit above its limit is proposed by one person and approved by another', async ({
  page,
  bank,
  browser,
}) => {
  const client = await newClient(bank);
  await atDesk(page, bank, '/admin-dashboard?tab=proposals');
  const fourEyes = page.getByRole('switch', { name: 'Quatre yeux' });
  await expect(page.getByText("Rien n'attend votre accord.")).toBeVisible();
  await fourEyes.click();
  await expect(fourEyes).toBeChecked();
  await expectAccessible(page);
  try {
    await page.goto(`/admin-dashboard?tab=clients&q=${encodeURIComponent(client.email)}`);
    await page.getByRole('button', { name: `Effectuer un virement à ${client.name}` }).click();
    const credit = page.getByRole('dialog', { name: 'Effectuer un virement' });
    await credit.locator('[name=amount]').fill('1500');
    await credit.locator('[name=description]').fill('Versement au guichet');
    await credit.getByRole('button', { name: /^Créditer/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Créditer un compte' });
    await expect(dialog.getByText(/demande l'accord de/)).toBeVisible();
    await dialog.getByLabel(/Commentaire/).fill('Reçu au guichet ce matin.');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Proposer' }).click();
    await expect(page).toHaveURL(/tab=proposals&list=mine/);
    const own = page.getByRole('row', { name: /Créditer un compte/ }).filter({ hasText: client.name });
    await expect(own).toContainText('0 sur 1');
    // Nobody approves their own.
    await expect(own.getByRole('button', { name: 'Refuser' })).toHaveCount(0);

    const context = await browser.newContext({ baseURL: bank.url, locale: 'fr-FR' });
    const other = await context.newPage();
    const answer = await other.request.post('/api/admin/session', {
      data: PAYMENTS,
      headers: { origin: bank.url },
    });
    expect(answer.status()).toBe(200);
    await other.goto('/admin-dashboard?tab=proposals');
    const row = other.getByRole('row', { name: /Créditer un compte/ }).filter({ hasText: client.name });
    await row.getByRole('button', { name: 'Examiner' }).click();
    const examined = other.getByRole('dialog');
    await expect(examined).toContainText('Reçu au guichet ce matin.');
    await expect(examined).toContainText("Rien n'a changé depuis la proposition.");
    await expectAccessible(other);
    await examined.getByRole('button', { name: 'Approuver' }).click();
    await expect(examined).toHaveCount(0);
    await expect(row).toHaveCount(0);
    await context.close();
    await expect(own).toContainText('Exécutée');
  } finally {
    await page.goto('/admin-dashboard?tab=proposals');
    await fourEyes.click();
    await expect(fourEyes).not.toBeChecked();
  }
});
