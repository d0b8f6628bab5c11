import { expect, expectAccessible, test } from './bank.ts';
import { atCounter, HOME, lendTo, newAtCounter, PHONE, toastOf } from './counter.ts';
import { colleague, LOAN, newClient, words } from './desk.ts';

/** A loan is requested with its cost shown, and followed to its last instalment. */

const LOANS = `${HOME}?section=loans`;
const WARNING = "Attention ! Un crédit coûte de l'argent et doit être remboursé.";

test('the dialog shows what the loan would cost while it is typed, and sends it once', async ({
  page,
  bank,
}) => {
  await newAtCounter(page, bank);
  await page.getByRole('button', { name: 'Demander un prêt' }).click();
  const dialog = page.getByRole('dialog', { name: 'Demander un prêt' });
  await expect(dialog.locator('[name=duration] option')).toHaveText([
    'Choisir une durée',
    ...[12, 24, 36, 48, 60, 72].map((months) => words(`${months} mois`)),
  ]);
  await dialog.locator('[name=amount]').fill('10 000');
  await dialog.locator('[name=purpose]').fill('Rénover la cuisine');
  await dialog.locator('[name=duration]').selectOption('36');
  const preview = dialog.getByRole('region', { name: 'Ce que coûterait ce prêt' });
  // The instalment of the exact schedule, its total and its TAEG, to the cent.
  await expect(preview).toContainText('Mensualité');
  await expect(preview).toContainText(words('10 000,00 €'));
  await expect(preview).toContainText('Taux débiteur fixe');
  await expect(preview).toContainText('TAEG fixe');
  await expect(preview).toContainText(words('Frais de dossier'));
  await expect(preview).toContainText('Montant total dû');
  await expect(preview).toContainText(words(WARNING));
  const before = await preview.innerText();
  await dialog.locator('[name=duration]').selectOption('60');
  await expect.poll(() => preview.innerText()).not.toBe(before);
  await dialog.locator('[name=monthlyIncome]').fill('600');
  await expect(preview).toContainText(words('de votre revenu'));
  await expect(preview).toContainText("Ce n'est pas un seuil légal pour le crédit à la consommation.");
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toastOf(page, 'Demande envoyée !')).toContainText(words('10 000,00 €'));
  await expect(dialog).toBeHidden();
  await page.goto(LOANS);
  await expect(page.locator('a.request')).toHaveCount(1);
  await expect(page.locator('a.request')).toContainText('En attente');
});

test('the preview and the loan that is recorded carry the same figures', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newAtCounter(page, bank, `${HOME}?new=loan`);
  const dialog = page.getByRole('dialog', { name: 'Demander un prêt' });
  await dialog.locator('[name=amount]').fill('4 321,09');
  await dialog.locator('[name=purpose]').fill('Vélo cargo');
  await dialog.locator('[name=duration]').selectOption('24');
  await dialog.locator('[name=monthlyIncome]').fill('1900');
  const figure = (await dialog.locator('.figure-value').innerText()).replace(/\D/g, '');
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toastOf(page, 'Demande envoyée !')).toBeVisible();
  const { loans } = await (await client.api.get('/api/loans')).json();
  expect(loans[0]).toMatchObject({ amountMinor: 432_109, durationMonths: 24, purpose: 'Vélo cargo' });
  expect(String(loans[0].instalmentMinor)).toBe(figure);
});

test("a client's simulation goes into the request, with its product and its price", {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newAtCounter(page, bank, '/simulateur?montant=20000&duree=42&produit=consolidation');
  // Until its code has read the address, the page shows 10 000 € and its link leads to the public form.
  await expect(page.locator('.simulator-answer')).toContainText(words('Pour 20 000 € sur 42 mois'));
  await page.getByRole('link', { name: 'Soumettre ma demande' }).click();
  const dialog = page.getByRole('dialog', { name: 'Demander un prêt' });
  await expect(dialog.locator('[name=amount]')).toHaveValue(/^20\s000$/);
  await expect(dialog.locator('[name=duration]')).toHaveValue('48');
  await expect(dialog).toContainText(words('Regroupement de crédits, 20 000,00 € sur 42 mois.'));
  await expect(dialog).toContainText(words('4,90 %'));
  await expectAccessible(page);
  await dialog.locator('[name=purpose]').fill('Regrouper deux crédits');
  await dialog.locator('[name=monthlyIncome]').fill('3000');
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toastOf(page, 'Demande envoyée !')).toBeVisible();
  const { loans } = await (await client.api.get('/api/loans')).json();
  expect(loans[0]).toMatchObject({ product: 'consolidation', annualRateBps: 490 });
  // A simulation that was sent is not proposed again.
  await page.goto(HOME);
  await expect(page.getByRole('region', { name: "Vue d'ensemble" })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('missing and too small values are refused, and closing the dialog keeps what was typed', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await newAtCounter(page, bank, `${HOME}?new=loan`);
  const dialog = page.getByRole('dialog', { name: 'Demander un prêt' });
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  const summary = dialog.getByRole('region', { name: 'Veuillez remplir tous les champs obligatoires' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(4);
  await dialog.locator('[name=amount]').fill('99,99');
  await dialog.locator('[name=documentsUrl]').fill('mes papiers');
  await dialog.locator('[name=purpose]').fill('Un toit');
  await expect(dialog.locator('.field-error')).toContainText([words('au moins 100,00 €')]);
  await dialog.locator('[name=amount]').fill('100000,01');
  await expect(dialog.locator('.field-error')).toContainText([words('pas dépasser 100 000,00 €')]);
  await dialog.locator('[name=amount]').fill('99,99');
  await expect(dialog.getByText('Saisissez une adresse web complète')).toHaveCount(2);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(HOME);
  await page.getByRole('button', { name: 'Demander un prêt' }).click();
  await expect(dialog.locator('[name=amount]')).toHaveValue('99,99');
  await expect(dialog.locator('[name=purpose]')).toHaveValue('Un toit');
});

test('going back closes the dialog', { tag: '@whole' }, async ({ page, bank }) => {
  await newAtCounter(page, bank, LOANS);
  // One primary action a screen: what stands in an empty list is the same request, and is not.
  await expect(page.getByRole('button', { name: 'Demander un prêt' })).toHaveCount(2);
  await expect(page.locator('#main .btn[data-tone="primary"]')).toHaveCount(1);
  await page.getByRole('button', { name: 'Demander un prêt' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(LOANS);
});

// Instalments are collected now: the page says what is next and what is left, where it said that nothing was collected.
test('LC-4, section 19: a loan that is paid out shows its next instalment, the capital left, its terms and its exact schedule', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const id = await lendTo(bank, client);
  await atCounter(page, client, LOANS);
  await page.getByRole('link', { name: /Rénover la cuisine/ }).click();
  await expect(page).toHaveURL(`${LOANS}&loan=${id}`);
  const figures = page.locator('.figure-row .figure');
  await expect(figures).toHaveCount(2);
  await expect(figures.first()).toContainText('Prochaine échéance');
  await expect(figures.last()).toContainText('Capital restant à rembourser');
  await expect(page.getByRole('button', { name: 'Payer mon échéance' })).toBeVisible();
  await expect(
    page.getByText("l'offre, votre acceptation et le délai légal de sept jours ont été passés d'office"),
  ).toBeVisible();
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(LOAN.durationMonths);
  const cents = (texts: string[]) => texts.reduce((sum, text) => sum + Number(text.replace(/\D/g, '')), 0);
  expect(cents(await rows.locator('td:nth-child(5)').allInnerTexts())).toBe(LOAN.amountMinor);
  await expect(rows.last().locator('td').last()).toHaveText(words('0,00 €'));
  await expect(page.getByText(words(WARNING))).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: "Tableau d'amortissement", exact: true }).click();
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
  await page.setViewportSize(PHONE);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Tous mes prêts' }).click();
  await expect(page).toHaveURL(LOANS);
});

test('LC-53: a payout arrives on the open page of the loan, and its schedule gets its days', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newAtCounter(page, bank, LOANS);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  await page.locator('a.request').click();
  const rows = page.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(LOAN.durationMonths);
  await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveCount(0);
  await (await colleague(bank)).post(`/admin/loans/${loan.id}/decision`, { action: 'approve' });
  await expect(page.getByRole('columnheader', { name: 'Date' })).toBeVisible();
  await expect(rows.first().locator('td').first()).toHaveText(/^\d{2}\/\d{2}\/\d{4}$/);
  await expect(rows).toHaveCount(LOAN.durationMonths);
});

test('a refused request shows the reason on the open screen and in its detail', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newAtCounter(page, bank, LOANS);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  await expect(page.locator('a.request')).toContainText('En attente');
  const desk = await colleague(bank);
  await desk.post(`/admin/loans/${loan.id}/decision`, { action: 'reject', reasonCode: 'missing-document' });
  await expect(page.locator('a.request')).toContainText('Rejeté');
  await expect(toastOf(page, "n'a pas été acceptée")).toBeVisible();
  await page.locator('a.request').click();
  await expect(page.locator('.loan-decision')).toContainText('Un justificatif manque au dossier.');
  // The amount is the requested one: no loan was paid out.
  await expect(page.getByText('Montant demandé')).toBeVisible();
  await expect(page.getByText('Montant emprunté')).toHaveCount(0);
  await expect(page.getByRole('table')).toHaveCount(0);
});

test('the loan of another client answers exactly as one that does not exist', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const other = await newClient(bank);
  const foreign = await lendTo(bank, other);
  await newAtCounter(page, bank, `${LOANS}&loan=${foreign}`);
  await expect(page.getByRole('heading', { name: 'Ce prêt est introuvable' })).toBeVisible();
  const screen = await page.locator('main .state').innerText();
  await page.goto(`${LOANS}&loan=${foreign.replace(/.{4}$/, '0000')}`);
  await expect(page.locator('main .state')).toHaveText(screen.replaceAll('\n', ''));
});

test('LC-6 a loan whose payout is back asks for another account on the first screen, and its schedule names no day', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newAtCounter(page, bank);
  const loanId = await lendTo(bank, client);
  // Only a house without accounts pays out at other banks; the real answer says that such a payout is back.
  await page.route('**/api/overview*', async (route) => {
    const response = await route.fetch();
    const overview = await response.json();
    for (const loan of overview.loans) loan.freeze = 'payout-returned';
    await route.fulfill({ response, json: overview });
  });
  await page.goto(HOME);
  const notice = page.locator('.notice').filter({ hasText: 'Le versement de votre prêt nous est revenu' });
  await expect(notice).toBeVisible();
  await expectAccessible(page);
  await notice.getByRole('link', { name: 'Mon prêt' }).click();
  await expect(page).toHaveURL(new RegExp(`loan=${loanId}`));
  await expect(page.locator('.request-sub')).toHaveText('Le versement de votre prêt nous est revenu');
  await expect(page.getByText("L'échéancier ci-dessous sera daté lors du versement.")).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Mensualité' })).toBeVisible();
  await expect(page.getByRole('columnheader', { name: 'Date' })).toHaveCount(0);
  await expect(page.getByRole('heading', { name: 'Capital restant dû' })).toHaveCount(0);
  await expectAccessible(page);
});
