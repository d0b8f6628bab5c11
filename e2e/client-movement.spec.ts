import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expect, expectAccessible, type RunningBank, test } from './bank.ts';
import { atCounter, HOME, lendTo, PHONE, toastOf } from './counter.ts';
import { atDesk, breakCalls, colleague, type DeskClient, fund, GOOD_IBAN, newClient, words } from './desk.ts';

/** The page of one movement: its facts, its notice as a PDF, and what its client may do about it (section 19 of the payments). */

/** A client whose transfer of 45.00 to Zoé Renard was executed. */
async function withExecuted(bank: RunningBank): Promise<DeskClient> {
  const client = await newClient(bank);
  await fund(bank, client, 100_000);
  const payee = { iban: GOOD_IBAN, name: 'Zoé Renard' };
  const { check } = (await client.post('/payee-checks', payee)) as unknown as { check: { id: string } };
  const { withdrawal } = (await client.post('/withdrawals', {
    amountMinor: 4_500,
    iban: GOOD_IBAN,
    bankName: 'Banque du Marais',
    recipientName: payee.name,
    payeeCheckId: check.id,
  })) as unknown as { withdrawal: { id: string } };
  const desk = await colleague(bank);
  for (const action of ['approve', 'complete'])
    await desk.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action });
  return client;
}

const card = (page: Page, title: string) => page.locator('section.card').filter({ hasText: title });

test('a movement opens from the dashboard by keyboard, says what is known of it, and gives its notice', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await atCounter(page, await withExecuted(bank));
  await page.locator('a.movement').first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/section=transactions&movement=/);
  const details = card(page, "Détail de l'opération");
  for (const fact of [
    'Zoé Renard',
    'FR76 3000 6000 0112 3456 7890 189',
    'Banque du Marais',
    '955,00 €',
    'VIR-',
  ])
    await expect(details).toContainText(words(fact));
  await expect(card(page, 'Étapes du virement')).toContainText('Parti de votre compte');
  // A French IBAN stands in one line.
  await page.setViewportSize({ width: 1280, height: 900 });
  const linesOfIban = () => details.locator('.iban').evaluate((iban) => iban.getClientRects().length);
  await expect.poll(linesOfIban).toBe(1);
  await expectAccessible(page);
  const downloaded = page.waitForEvent('download');
  await page.getByRole('button', { name: "Avis d'exécution (PDF)" }).click();
  const file = await downloaded;
  expect(file.suggestedFilename()).toMatch(/^avis-VIR-.*\.pdf$/);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe('%PDF-');
  await page.getByRole('link', { name: 'Toutes les opérations' }).click();
  await expect(page.locator('.movement')).toHaveCount(2);
});

test('the movement of a loan names the loan and leads to it', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  const loanId = await lendTo(bank, client);
  await atCounter(page, client, `${HOME}?section=transactions`);
  await page.locator('a.movement').first().click();
  await card(page, "Détail de l'opération").getByRole('link', { name: 'Rénover la cuisine' }).click();
  await expect(page).toHaveURL(`${HOME}?section=loans&loan=${loanId}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('PAY-41, PAY-55 its return is asked for once, and it is disputed, on its page and not in the lists', async ({
  page,
  bank,
}) => {
  await page.setViewportSize(PHONE);
  const client = await withExecuted(bank);
  await atCounter(page, client, `${HOME}?section=transfers`);
  await expect(page.getByRole('button', { name: 'Demander le retour des fonds' })).toHaveCount(0);
  await page.getByRole('link', { name: /^Détail et avis/ }).click();
  const help = card(page, 'Un problème avec cette opération');
  await help.getByRole('button', { name: 'Demander le retour des fonds' }).click();
  const asking = page.getByRole('dialog', { name: /Demander le retour de/ });
  await expectAccessible(page);
  // The reason decides what the bank is told: none is preselected.
  await asking.getByRole('button', { name: 'Demander le retour des fonds' }).click();
  await expect(asking.locator('.field-error')).toBeVisible();
  await asking.locator('[name=reason]').selectOption('FRAD');
  await asking.getByRole('button', { name: 'Demander le retour des fonds' }).click();
  await expect(toastOf(page, 'Retour demandé')).toBeVisible();
  await expect(help).toContainText('Retour demandé le');
  await expect(help.getByRole('button', { name: 'Demander le retour des fonds' })).toHaveCount(0);
  await help.getByRole('button', { name: "Je n'ai pas autorisé cette opération" }).click();
  const disputing = page.getByRole('dialog', { name: "Je n'ai pas autorisé cette opération" });
  await expectAccessible(page);
  await disputing.getByRole('button', { name: 'Contester cette opération' }).click();
  await expect(help).toContainText('Contestée : réponse au plus tard le');
  await expectAccessible(page);
  await page.goto(`${HOME}?section=transactions`);
  await expect(page.locator('.movement').first()).toContainText('Contestée');
  await expect(page.getByRole('button', { name: "Je n'ai pas autorisé cette opération" })).toHaveCount(0);
});

test('PAY-55 the staff refund a disputed transfer, and book the loss with a reason', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await withExecuted(bank);
  const { transactions } = await (await client.api.get('/api/transactions')).json();
  await client.post(`/transactions/${transactions[0].id}/dispute`, {});
  await atDesk(page, bank, '/admin-dashboard?tab=statements&view=corrections');
  const row = page.locator('[data-row]', { hasText: client.name }).first();
  await row.getByRole('button', { name: /^Rembourser/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Rembourser', exact: true }).click();
  await expect(row).toContainText('Remboursée à titre provisoire');
  await row.getByRole('button', { name: /^Passer en perte/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Passer en perte' });
  // Which reason it is says who bears it: none is preselected.
  await dialog.getByRole('button', { name: 'Passer en perte' }).click();
  await expect(dialog.getByLabel('Motif de la perte')).toBeFocused();
  await expect(dialog).toContainText('Choisissez le motif de la perte.');
  await dialog.getByLabel('Motif de la perte').selectOption('not-recovered');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Passer en perte' }).click();
  await expect(toastOf(page, 'Perte enregistrée')).toBeVisible();
  await expect(row).toContainText("Perte de l'établissement");
  await row.getByRole('button', { name: /^Écriture/ }).click();
  const posting = page.getByRole('dialog', { name: 'Perte sur un remboursement contesté' });
  await expect(posting).toContainText('Pertes sur opérations de paiement');
  await expect(posting.getByRole('button', { name: 'Annuler cette écriture' })).toBeVisible();
  await expectAccessible(page);
});

test('PAY-54 a claim that is not paid is given up with a reason; its client is asked for nothing any more', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await withExecuted(bank);
  const right = await newClient(bank);
  const desk = await colleague(bank);
  const timeline = await desk.api.get(`/api/admin/clients/${client.accountId}/timeline`);
  const { entries } = await timeline.json();
  const { postingId } = entries.find(({ text }: { text: string | null }) => text === 'Virement de départ');
  const reason = 'Versé au mauvais client';
  await desk.post('/admin/corrections', { postingId, reason, rightAccountId: right.accountId });
  await atDesk(page, bank, '/admin-dashboard?tab=statements&view=corrections');
  const row = page.locator('[data-row]', { hasText: client.name }).first();
  await expect(row).toContainText(words('45,00 €'));
  await row.getByRole('button', { name: /^Passer en perte/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Passer en perte' });
  await dialog.getByLabel('Motif de la perte').selectOption('unanswered');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Passer en perte' }).click();
  await expect(toastOf(page, 'Perte enregistrée')).toBeVisible();
  await expect(row).toContainText('Le client ne répond pas à nos demandes');
  await row.getByRole('button', { name: /^Écriture/ }).click();
  const posting = page.getByRole('dialog', { name: 'Perte sur une somme à recouvrer' });
  await expect(posting).toContainText('Pertes sur opérations de paiement');
  await expect(posting.getByRole('button', { name: 'Annuler cette écriture' })).toBeVisible();
  await expectAccessible(page);
  expect(await (await client.api.get('/api/receivables')).json()).toEqual({ receivables: [] });
});

test('a movement of somebody else, and one that does not load, are said', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await atCounter(page, await newClient(bank));
  await page.goto(`${HOME}?section=transactions&movement=01a1f9b6-0000-7000-8000-000000000001`);
  await expect(page.getByRole('heading', { name: 'Opération introuvable' })).toBeVisible();
  await breakCalls(page, '/transactions/*', 'GET');
  await page.goto(`${HOME}?section=transactions&movement=01a1f9b6-0000-7000-8000-000000000002`);
  await expect(page.getByRole('heading', { name: "L'opération n'a pas pu être chargée" })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Réessayer' })).toBeVisible();
  await expectAccessible(page);
});
