import { DEMONSTRATION_STAFF } from '#content/demonstration-accounts.ts';
import { camt053 } from '../server/testing/bank-files.ts';
import { nextIban } from '../server/testing/next-iban.ts';
import { expect, expectAccessible, test } from './bank.ts';
import { toastOf } from './counter.ts';
import { atDesk, colleague, newClient } from './desk.ts';

/** « À imputer » and « Rapprochement » (PAY-30, PAY-33): a receipt that names nobody waits, by keyboard, and the proof holds. */

/** The name of a payer. A text alone matches « Payeur inconnu » too, which stands where a receipt names nobody. */
const NAMED = /Payeur Inconnu/;

test('a receipt that names nobody waits for a person, and the proof holds', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const desk = await colleague(bank);
  const iban = nextIban();
  const { account } = (await desk.post('/admin/bank-accounts', {
    iban,
    bankName: 'Banque du Marais',
    currency: 'DKK',
  })) as unknown as { account: { id: string } };
  const path = `/admin/bank-accounts/${account.id}/adoption`;
  await desk.post(path, { openingMinor: 0, day: '2026-11-30' });
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
  await page.getByRole('link', { name: 'Rapprochement', exact: true }).click();
  await expect(page.getByText('Rapprochement en DKK')).toBeVisible();
  await expect(page.getByText('Juste', { exact: true }).first()).toBeVisible();
  await expectAccessible(page);
});

test('PAY-30 PAY-31 a receipt is split between a client and its sender', async ({ page, bank }) => {
  // The demonstration's bank keeps the account in Swiss francs: some of its receipts name nobody.
  const client = await newClient(bank, 'CH');
  await atDesk(page, bank, '/admin-dashboard?tab=statements');
  await page.getByRole('link', { name: 'À imputer' }).click();
  // A press beside the buttons of a row imputes nothing: only the button that names the client does.
  const known = page.locator('[data-row]', { has: page.getByRole('button', { name: /^Imputer à/ }) }).first();
  const knownId = await known.getAttribute('data-row');
  await known.locator('td').first().click();
  const row = page.locator('[data-row]', { hasText: NAMED }).first();
  await expect(row).toContainText('À traiter au plus tard le');
  const id = await row.getAttribute('data-row');
  await row.getByRole('button', { name: /^Choisir les bénéficiaires/ }).click();
  const splitting = page.getByRole('dialog', { name: 'Imputer ce virement' });
  await splitting.getByLabel('Chercher un client').fill(client.name);
  await splitting.getByRole('button', { name: client.name }).click();
  await splitting.getByLabel(client.name, { exact: true }).fill('100');
  await expect(splitting.getByRole('button', { name: 'Imputer', exact: true })).toBeEnabled();
  await splitting.getByRole('button', { name: "Renvoyer une part à l'émetteur" }).click();
  // The button goes with its press: the focus stays in the dialog.
  await expect(splitting.getByRole('heading', { name: 'Imputer ce virement' })).toBeFocused();
  await splitting.getByLabel('Motif').selectOption('AC01');
  await expect(splitting).toContainText(/Reste à répartir\s:\s0,00/);
  await expectAccessible(page);
  await splitting.getByRole('button', { name: 'Imputer', exact: true }).click();
  await expect(toastOf(page, 'Virement imputé')).toBeVisible();
  await expect(page.locator(`[data-row="${id}"]`)).toHaveCount(0);
  await expect(page.locator(`[data-row="${knownId}"]`)).toBeVisible();
  const { transactions } = await (await client.api.get('/api/transactions')).json();
  expect(transactions[0]).toMatchObject({
    amountMinor: 100_00,
    currency: 'CHF',
    description: 'Virement reçu de Payeur Inconnu',
  });
});

test('FOUR-22 PAY-30 a receipt is proposed to a client, and is theirs once a colleague approves it', {
  tag: '@whole',
}, async ({ page, bank, browser }) => {
  const client = await newClient(bank, 'CH');
  await atDesk(page, bank, '/admin-dashboard?tab=proposals');
  const fourEyes = page.getByRole('switch', { name: 'Quatre yeux' });
  await fourEyes.click();
  await expect(fourEyes).toBeChecked();
  const context = await browser.newContext({ baseURL: bank.url, locale: 'fr-FR' });
  try {
    await page.goto('/admin-dashboard?tab=statements&view=suspense');
    const row = page.locator('[data-row]', { hasText: NAMED }).last();
    const id = await row.getAttribute('data-row');
    await row.getByRole('button', { name: /^Choisir les bénéficiaires/ }).click();
    const splitting = page.getByRole('dialog', { name: 'Imputer ce virement' });
    await splitting.getByLabel('Chercher un client').fill(client.name);
    await splitting.getByRole('button', { name: client.name }).click();
    await expect(splitting).toContainText(/Reste à répartir\s:\s0,00/);
    // The button says so before it is pressed (FOUR-7).
    await splitting.getByRole('button', { name: "Proposer l'imputation" }).click();
    const proposing = page.getByRole('dialog').last();
    await expect(proposing).toContainText(/demande l'accord de/);
    await expectAccessible(page);
    await proposing.getByRole('button', { name: 'Proposer', exact: true }).click();
    await expect(page).toHaveURL(/tab=proposals&list=mine/);

    const [checker] = DEMONSTRATION_STAFF.filter(({ role }) => role === 'accountant');
    const other = await context.newPage();
    const answer = await other.request.post('/api/admin/session', {
      data: { email: checker?.email, password: checker?.password },
      headers: { origin: bank.url },
    });
    expect(answer.status()).toBe(200);
    await other.goto('/admin-dashboard?tab=proposals');
    const waiting = other.getByRole('row').filter({ hasText: client.name });
    await waiting.getByRole('button', { name: 'Examiner' }).click();
    const examined = other.getByRole('dialog');
    await expect(examined).toContainText(client.name);
    await expectAccessible(other);
    await examined.getByRole('button', { name: 'Approuver' }).click();
    await expect(waiting).toHaveCount(0);

    const { transactions } = await (await client.api.get('/api/transactions')).json();
    expect(transactions[0]).toMatchObject({ description: 'Virement reçu de Payeur Inconnu' });
    await page.goto('/admin-dashboard?tab=statements&view=suspense');
    await expect(page.locator('h1')).toBeVisible();
    await expect(page.locator(`[data-row="${id}"]`)).toHaveCount(0);
  } finally {
    await context.close();
    await page.goto('/admin-dashboard?tab=proposals');
    await fourEyes.click();
    await expect(fourEyes).not.toBeChecked();
  }
});

test('PAY-32 PAY-33 by keyboard: a debit is contested with the bank, and the proof of a past day is read', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await newClient(bank, 'CH');
  await atDesk(page, bank, '/admin-dashboard?tab=statements&view=outgoing');
  // Which debits the demonstration's bank has sent depends on the day of the run.
  const row = page.locator('[data-row]').first();
  await expect(row).toContainText('À traiter au plus tard le');
  const id = await row.getAttribute('data-row');
  // Nor does one post a debit as bank charges: it can still be contested.
  await row.locator('td').first().click();
  await row.getByRole('button', { name: /^Autre raison/ }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Justifier ce débit' });
  await expect(dialog.getByLabel("Ce que c'est")).toBeFocused();
  await dialog.getByLabel("Ce que c'est").selectOption('contested');
  await expect(dialog.getByLabel('Montant')).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Contester' }).press('Enter');
  await expect(toastOf(page, 'Débit contesté')).toBeVisible();
  await expect(page.locator(`[data-row="${id}"]`)).toContainText('Contesté auprès de la banque');
  await page.getByRole('link', { name: 'Rapprochement', exact: true }).click();
  const day = page.getByLabel('Rapprochement au');
  await expect(day).not.toHaveValue('');
  const today = await day.inputValue();
  await expect(page.getByRole('button', { name: 'Tenir par les relevés' })).toBeVisible();
  await day.fill('2026-01-05');
  await expect(page).toHaveURL(/day=2026-01-05/);
  await expect(page.getByRole('button', { name: 'Tenir par les relevés' })).toHaveCount(0);
  await expectAccessible(page);
  await day.fill('');
  await expect(day).toHaveValue(today);
});
