import { amortisationSchedule } from '../domain/loans/schedule.ts';
import { legalDay } from '../domain/time/days.ts';
import { expect, expectAccessible, test } from './bank.ts';
import { atCounter, HOME, lendTo, toastOf } from './counter.ts';
import { atDesk, colleague, LOAN, newClient, rowOf, words } from './desk.ts';

/** A loan request is decided once, beside the client's situation, and both sides see the decision. */

const LOANS = '/admin-dashboard?tab=loans';

test('LC-2, LC-7 an approval shows the balance before and after, pays the loan out, and says the new balance', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await atDesk(page, bank, LOANS);
  await page.getByRole('button', { name: `Approuver la demande de ${client.name}` }).click();
  const dialog = page.getByRole('dialog', { name: words(`Approuver le prêt de ${client.name} ?`) });
  await expect(dialog).toContainText(words('+10 000,00 €'));
  await expect(dialog.getByRole('button', { name: "Émettre l'offre de contrat" })).toBeVisible();
  // Who looks for the button that approves finds one, and it is the last.
  await expect(dialog.getByRole('button', { name: /Approuver|Confirmer/ })).toHaveCount(1);
  await expect(dialog.getByRole('button').last()).toHaveText(words('Approuver et verser 10 000,00 €'));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: /^Approuver et verser/ }).click();
  await expect(page.locator('.toast')).toContainText('Prêt approuvé et virement effectué');
  await expect(page.locator('.toast')).toContainText(words('Nouveau solde : 10 000,00 €'));
  const { account } = await (await client.api.get('/api/overview')).json();
  expect(account.balanceMinor).toBe(1_000_000);
  // The buttons are there only while the request waits.
  await expect(rowOf(page, client).getByRole('button', { name: /Approuver|En cours|Rejeter/ })).toHaveCount(
    0,
  );
  await expect(rowOf(page, client)).toContainText('En remboursement');
});

test('LC-7 the second line of a state says an offer and a reason, to the staff and to the client', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  const [offered, refused] = (await Promise.all(
    ['Une cuisine', 'Un canapé'].map((purpose) => client.post('/loans', { ...LOAN, purpose })),
  )) as unknown as { loan: { id: string } }[];
  const desk = await colleague(bank);
  await desk.post(`/admin/loans/${offered?.loan.id}/offer`, { seenPhase: 'submitted' });
  await desk.post(`/admin/loans/${refused?.loan.id}/decision`, {
    action: 'reject',
    reasonCode: 'amount-not-offered',
  });
  const said = [
    [offered, 'Une cuisine', /Offre à accepter avant le \d+ \p{L}+ \d{4}/u],
    [refused, 'Un canapé', 'Ce montant ou cette durée ne fait pas partie de nos offres.'],
  ] as const;
  await atDesk(page, bank, LOANS);
  for (const [request, , line] of said)
    await expect(page.locator(`[data-row="${request?.loan.id}"]`)).toContainText(line);
  await page.goto(`${LOANS}&loan=${offered?.loan.id}`);
  await expect(page.getByRole('region', { name: client.name })).toContainText('Offre à accepter avant le');
  await atCounter(page, client, `${HOME}?section=loans`);
  for (const [, purpose, line] of said)
    await expect(page.locator('.request').filter({ hasText: purpose })).toContainText(line);
});

test('the approval shows what the other requests of the client would take', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  for (let times = 0; times < 2; times += 1) await client.post('/loans', LOAN);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  await atDesk(page, bank, `${LOANS}&loan=${loan.id}`);
  await page.locator('.desk-panel').getByRole('button', { name: 'Approuver', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: words(`Approuver le prêt de ${client.name} ?`) });
  await expect(dialog).toContainText('Aucun autre prêt en cours');
  await expect(dialog).toContainText('Mensualités de 2 autres demandes en attente, non comptées');
  await expect(dialog).toContainText(words('589,60 €'));
  // Escape closes the dialog alone, and then the panel.
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('.desk-panel')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.desk-panel')).toHaveCount(0);
});

test('a request under review has no button in the list and is decided from its detail', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await atDesk(page, bank, LOANS);
  await page.getByRole('button', { name: `Mettre en cours la demande de ${client.name}` }).click();
  await expect(page.locator('.toast')).toContainText('Statut mis à jour');
  await expect(rowOf(page, client).getByRole('button', { name: 'Approuver' })).toHaveCount(0);
  await rowOf(page, client).getByRole('button', { name: client.name, exact: true }).click();
  const detail = page.getByRole('region', { name: client.name });
  await expect(detail).toContainText('Prise en main par');
  await detail.getByRole('button', { name: 'Approuver' }).click();
  await page.getByRole('button', { name: /^Approuver et verser/ }).click();
  await expect(page.locator('.toast').last()).toContainText('Prêt approuvé et virement effectué');
  await expect(detail).toContainText('Approuvée par');
});

test('a rejection needs a reason, shows the text for the client, and the client reads it', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await client.post('/loans', LOAN);
  await atDesk(page, bank, LOANS);
  await page.getByRole('button', { name: `Rejeter la demande de ${client.name}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Rejeter la demande' }).click();
  await expect(dialog.getByRole('link', { name: 'Choisissez un motif de la liste.' })).toBeVisible();
  await expectAccessible(page);
  await dialog.locator('[name=reasonCode]').selectOption('missing-document');
  await dialog.locator('[name=reasonNote]').fill('Le dernier bulletin de salaire.');
  await expect(dialog.locator('blockquote')).toHaveText(
    'Un justificatif manque au dossier. Le dernier bulletin de salaire.',
  );
  await dialog.getByRole('button', { name: 'Rejeter la demande' }).click();
  await expect(page.locator('.toast')).toContainText('Statut mis à jour');
  const { loans } = await (await client.api.get('/api/loans')).json();
  expect(loans[0]).toMatchObject({
    status: 'rejected',
    reasonCode: 'missing-document',
    reasonNote: 'Le dernier bulletin de salaire.',
  });
});

test('the second of two administrators reads the name of the first, and nothing happens twice', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  await atDesk(page, bank, LOANS);
  await page.getByRole('button', { name: `Approuver la demande de ${client.name}` }).click();
  await (await colleague(bank)).post(`/admin/loans/${loan.id}/decision`, { action: 'approve' });
  await page.getByRole('button', { name: /^Approuver et verser/ }).click();
  await expect(page.locator('.toast')).toContainText(
    words('Cette demande a déjà été traitée par Administration Démo.'),
  );
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Approuver la demande de ${client.name}` })).toHaveCount(0);
  const { account } = await (await client.api.get('/api/overview')).json();
  expect(account.balanceMinor).toBe(1_000_000);
});

test('requests and decisions of others appear without a reload', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await atDesk(page, bank, LOANS);
  await expect(page.getByText(/En attente/).first()).toBeVisible();
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  await expect(page.getByRole('button', { name: `Approuver la demande de ${client.name}` })).toBeVisible();
  await (await colleague(bank)).post(`/admin/loans/${loan.id}/decision`, { action: 'process' });
  await expect(page.getByRole('button', { name: `Approuver la demande de ${client.name}` })).toHaveCount(0);
});

test('Q-40 the detail shows the situation and the exact schedule, and its address opens it again', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const { loan } = (await client.post('/loans', { ...LOAN, monthlyIncomeMinor: 80_000 })) as unknown as {
    loan: { id: string; annualRateBps: number };
  };
  await atDesk(page, bank, `${LOANS}&loan=${loan.id}`);
  const detail = page.getByRole('region', { name: client.name });
  await expect(detail).toContainText('Au-dessus de la limite de');
  await expect(detail).toContainText("Ce n'est pas un seuil légal pour le crédit à la consommation.");
  const schedule = amortisationSchedule({
    principalMinor: LOAN.amountMinor,
    annualRateBps: loan.annualRateBps,
    durationMonths: LOAN.durationMonths,
  });
  await detail.getByText(words('Voir les 36 mensualités')).click();
  const rows = detail.getByRole('table').locator('tbody tr');
  await expect(rows).toHaveCount(36);
  const french = (minor: number) =>
    words(new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }).format(minor / 100));
  await expect(rows.last()).toContainText(french(schedule.lastInstalmentMinor));
  await expect(rows.first()).toContainText(french(schedule.rows[0]?.interestMinor ?? -1));
  await expect(rows.last()).toContainText(french(0));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(detail).toHaveCount(0);
  await expect(page).toHaveURL(LOANS);
});

test('LC-92: a loan is frozen by the keyboard on a letter, and its client reads that nothing is asked of them', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const id = await lendTo(bank, client);
  await atDesk(page, bank, `${LOANS}&loan=${id}`);
  await page.getByRole('button', { name: 'Geler le prêt' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Geler le prêt' });
  await expect(dialog.locator('[name=kind]')).toBeFocused();
  await dialog.getByRole('button', { name: 'Geler le prêt' }).press('Enter');
  await expect(dialog.locator('.field-error').nth(1)).toContainText('Ce champ est obligatoire.');
  await expectAccessible(page);
  await dialog.locator('[name=kind]').selectOption('overindebtedness');
  await dialog.locator('[name=fromDay]').fill(legalDay(new Date()));
  await dialog.locator('[name=document]').fill('Lettre de la Banque de France du 3 novembre');
  await dialog.locator('[name=document]').press('Enter');
  await expect(toastOf(page, 'Prêt gelé')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Lever le gel' })).toBeVisible();

  await page.context().clearCookies();
  await atCounter(page, client, `${HOME}?section=loans&loan=${id}`);
  await expect(page.locator('.notice').filter({ hasText: 'Votre prêt est suspendu' })).toBeVisible();
  await expect(page.locator('.request-sub')).toHaveText('Votre prêt est suspendu');
  await expect(page.getByText('Capital restant à rembourser')).toBeVisible();
  await expect(page.getByText('Prochaine échéance')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /Payer|Rembourser par anticipation/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: words('En difficulté ?') })).toBeVisible();
  await expectAccessible(page);
});
