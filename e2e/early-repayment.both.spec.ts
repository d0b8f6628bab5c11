import { expect, expectAccessible, test } from './bank.ts';
import { atCounter, HOME, lendTo, PHONE, toastOf } from './counter.ts';
import { atDesk, colleague, fund, newClient, words } from './desk.ts';

/** A loan is repaid early, first a part and then the whole, and help is asked for and given. */

const loanPage = (id: string) => `${HOME}?section=loans&loan=${id}`;

test('LC-95 to LC-99: a part with both results side by side, then the payoff and its certificate', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 5_000_00);
  const id = await lendTo(bank, client);
  await page.setViewportSize(PHONE);
  await atCounter(page, client, loanPage(id));
  // LC-71: more than the next instalment is kept for later ones and saves no interest: the dialog says so before it is sent.
  await page.getByRole('button', { name: 'Payer mon échéance' }).click();
  const paying = page.getByRole('dialog', { name: 'Payer mon échéance' });
  await expect(paying).not.toContainText('sans réduire les intérêts');
  await paying.locator('[name=amount]').fill('5 000');
  await expect(paying).toContainText('sans réduire les intérêts');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Rembourser par anticipation' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rembourser par anticipation' });
  await dialog.getByText('Une partie').click();
  // All the capital is no part: the dialog leads to « Tout le prêt » and offers nothing to send.
  await dialog.locator('[name=amount]').fill('10 000');
  await expect(dialog).toContainText('Ce montant couvre tout le capital restant dû');
  await expect(dialog.getByRole('button', { name: /^Rembourser/ })).toHaveCount(0);
  await dialog.locator('[name=amount]').fill('1 000');
  const result = dialog.getByRole('region', { name: 'Résultat' });
  await expect(result).toContainText(words('Intérêts économisés'));
  await expect(result.locator('svg').first()).toBeVisible();
  await expect(dialog.getByRole('radio', { name: /Réduire la/ })).toHaveCount(2);
  await expect(dialog.getByRole('radio', { name: /Réduire la/, checked: true })).toHaveCount(0);
  await expectAccessible(page);
  // Nothing is preselected: without a choice nothing is sent.
  await dialog.getByRole('button', { name: /^Rembourser/ }).click();
  await expect(dialog.getByRole('alert').or(dialog.locator('.field-error')).first()).toBeVisible();
  await expect(dialog.locator('.form-summary')).toContainText(
    words('Que deviennent les échéances ? Choisissez'),
  );
  // The whole asks for no such choice: its fault goes with it.
  await dialog.getByText('Tout le prêt').click();
  await expect(dialog.locator('.form-summary')).toHaveCount(0);
  await dialog.getByText('Une partie').click();
  await dialog.getByRole('radio', { name: /Réduire la durée/ }).check();
  await dialog.getByRole('button', { name: words('Rembourser 1 000,00 €') }).click();
  await expect(toastOf(page, 'Remboursement enregistré')).toBeVisible();

  await page.getByRole('button', { name: 'Rembourser par anticipation' }).click();
  await dialog.getByText('Tout le prêt').click();
  await expect(result).toContainText('Capital restant dû');
  const [quote] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Télécharger le décompte' }).click(),
  ]);
  expect(quote.suggestedFilename()).toMatch(/^decompte-remboursement-anticipe-.*\.pdf$/);
  await dialog.getByRole('button', { name: words('Rembourser 9 000,00 €') }).click();
  await expect(toastOf(page, 'Remboursement enregistré').filter({ hasText: 'soldé' })).toBeVisible();
  const [certificate] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Attestation de solde' }).click(),
  ]);
  expect(certificate.suggestedFilename()).toBe('attestation-de-solde.pdf');
  await expect(page.getByRole('button', { name: 'Rembourser par anticipation' })).toHaveCount(0);
});

// `days-later.both.spec.ts` tells the same of a loan that is late.
test('LC-86, LC-87: a difficulty is told, a measure proposed by a colleague and accepted', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const id = await lendTo(bank, client);
  await atCounter(page, client, loanPage(id));
  await page.getByRole('button', { name: words('En difficulté ?') }).click();
  const dialog = page.getByRole('dialog', { name: words('En difficulté ?') });
  await dialog.locator('[name=change]').selectOption('income');
  await dialog.locator('[name=since]').fill('2026-01-05');
  await dialog.locator('[name=monthly]').fill('100');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Envoyer' }).click();
  await expect(toastOf(page, 'Message reçu')).toBeVisible();

  const desk = await colleague(bank);
  const shown = await desk.api.get(`/api/admin/loans/${id}/measure-effect?kind=suspension-total&months=3`);
  const { effect } = await shown.json();
  await desk.post(`/admin/loans/${id}/measures`, {
    action: 'propose',
    kind: 'suspension-total',
    months: 3,
    seenExtraInterestMinor: effect.extraInterestMinor,
  });
  await page.reload();
  await expect(page.getByText("Suspendre toute l'échéance pendant 3 mois")).toBeVisible();
  // How to complain stands beside the two answers, as in the information's paper (R312-14-1).
  await expect(page.getByText('vous pouvez ensuite saisir gratuitement le médiateur')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accepter' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accepter' }).click();
  await expect(toastOf(page, 'Aménagement accepté')).toBeVisible();
});

test('LC-86: the queue of the staff shows who waits, and the measure is proposed from the loan', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const id = await lendTo(bank, client);
  await client.post(`/loans/${id}/difficulties`, {
    change: 'employment',
    since: '2026-01-05',
    monthlyMinor: 0,
  });
  await atDesk(page, bank, '/admin-dashboard?tab=loans');
  await page.getByRole('button', { name: client.name }).first().click();
  await page.getByRole('button', { name: 'Proposer une mesure' }).click();
  const dialog = page.getByRole('dialog', { name: 'Proposer une mesure' });
  await dialog.locator('[name=kind]').selectOption('extension');
  await dialog.locator('[name=months]').fill('12');
  await expect(dialog).toContainText('Intérêts en plus');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Proposer au client' }).click();
  await expect(toastOf(page, 'Mesure proposée')).toBeVisible();
});
