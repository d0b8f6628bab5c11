import type { Locator } from '@playwright/test';
import { expect, expectAccessible, expectAccessibleEverywhere, test } from './bank.ts';
import { atCounter, HOME, newAtCounter, PHONE, toastOf } from './counter.ts';
import { breakCalls, colleague, type DeskClient, fund, GOOD_IBAN, newClient, words } from './desk.ts';

/** A transfer never exceeds the available balance; an invalid IBAN shows a warning and does not block; a pending transfer can be cancelled. */

const TRANSFERS = `${HOME}?section=transfers`;
const NEW = `${HOME}?new=transfer`;

test('a transfer is held at once: the available balance falls, the balance stays', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 100_000);
  await atCounter(page, client);
  await page.getByRole('button', { name: 'Faire un virement' }).click();
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await dialog.locator('[name=amount]').fill('250,50');
  await expect(dialog).toContainText(words('Disponible ensuite'));
  await expect(dialog).toContainText(words('749,50 €'));
  await dialog.locator('[name=iban]').pressSequentially('fr76 3000');
  await expect(dialog.locator('[name=iban]')).toHaveValue('FR76 3000');
  await expect(dialog.getByText(words('France : 8 caractères sur 27.'))).toBeVisible();
  await dialog.locator('[name=iban]').fill(GOOD_IBAN);
  await expect(dialog.getByText('Cet IBAN est bien formé (France).')).toBeVisible();
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toastOf(page, 'Demande envoyée !')).toContainText(words('Il reste 749,50 € disponibles.'));
  const stats = page.getByRole('region', { name: "Vue d'ensemble" });
  await expect(stats).toContainText(words('1 000,00 €'));
  await expect(stats).toContainText(words('749,50 €'));
});

test('more than the available balance is refused with both amounts in the sentence', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 30_000);
  await client.post('/withdrawals', { amountMinor: 10_000, iban: GOOD_IBAN, bankName: 'Banque du Marais' });
  await atCounter(page, client, NEW);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await dialog.locator('[name=amount]').fill('200,01');
  await dialog.locator('[name=iban]').fill(GOOD_IBAN);
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await expect(toastOf(page, 'Montant insuffisant')).toContainText(
    'Votre solde disponible est de 200,00€. Vous ne pouvez pas retirer 200,01€.',
  );
  await expect(dialog.locator('[name=bankName]')).toHaveValue('Banque du Marais');
  await expect(dialog.locator('[name=amount]')).toBeFocused();
  // The result of the next attempt replaces this message.
  await dialog.locator('[name=amount]').fill('20');
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toastOf(page, 'Demande envoyée !')).toBeVisible();
  await expect(toastOf(page, 'Montant insuffisant')).toHaveCount(0);
});

test('a simulated transfer is kept through the sign-in and fills in the request', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await page.goto('/simulateur-virement');
  await page.locator('[name=amount]').fill('250,50');
  await page.locator('[name=recipientName]').fill('Zoé Renard');
  await page.locator('[name=recipientIban]').fill(GOOD_IBAN);
  await page.locator('input[name=description]').fill('Loyer de décembre');
  await page.getByRole('button', { name: 'Simuler le virement' }).click();
  await expect(page.getByText('elle préremplit votre demande de virement')).toBeVisible();
  await atCounter(page, client);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await expect(dialog.locator('[name=amount]')).toHaveValue('250,50');
  await expect(dialog.locator('[name=iban]')).toHaveValue(/^FR76 /);
  await expect(dialog).toContainText(words('virement à Zoé Renard, motif « Loyer de décembre »'));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.goto(HOME);
  await expect(page.getByRole('region', { name: "Vue d'ensemble" })).toBeVisible();
  await expect(dialog).toBeHidden();
});

test('missing fields show the sentence of this dialog', { tag: '@whole' }, async ({ page, bank }) => {
  await newAtCounter(page, bank, NEW);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await expect(
    dialog.getByRole('region', { name: 'Veuillez remplir tous les champs', exact: true }),
  ).toBeFocused();
  await dialog.locator('[name=amount]').fill('0,99');
  await expect(dialog.locator('.field-error').first()).toContainText(words('au moins 1,00 €'));
});

test('an invalid IBAN shows a warning and does not block', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 30_000);
  await page.setViewportSize(PHONE);
  await atCounter(page, client, NEW);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await dialog.locator('[name=amount]').fill('20');
  await dialog.locator('[name=iban]').fill('FR7630006000011234567890188');
  await expect(dialog.getByText('La clé de contrôle de cet IBAN ne correspond pas')).toBeVisible();
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  // The last look says that it cannot be carried out, and promises no day.
  await expect(dialog).toContainText('Un virement vers cet IBAN ne peut pas être exécuté.');
  await expect(dialog).not.toContainText('au plus tôt le');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toastOf(page, 'Demande envoyée !')).toBeVisible();
  await page.goto(TRANSFERS);
  await expect(page.locator('.request')).toContainText('IBAN à vérifier');
});

/** Fills the form of the open dialog in. */
async function fill(dialog: Locator, amount: string, iban = GOOD_IBAN) {
  await dialog.locator('[name=amount]').fill(amount);
  await dialog.locator('[name=iban]').fill(iban);
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
}

const sentBy = async (client: DeskClient): Promise<number> =>
  (await (await client.api.get('/api/withdrawals')).json()).withdrawals.length;

test('a transfer is shown once more before it is sent: payee, amount, day, and remaining balance', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 100_000);
  await atCounter(page, client, NEW);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await fill(dialog, '250,50');
  // A double click opens the review and does not send.
  await dialog.getByRole('button', { name: 'Continuer' }).dblclick();
  await expect(dialog.getByRole('heading', { name: "Relisez avant d'envoyer" })).toBeFocused();
  await expect(dialog).toContainText('Premier virement vers cet IBAN');
  await expect(dialog).toContainText(words('FR76 3000 6000 0112 3456 7890 189'));
  await expect(dialog).toContainText('Banque du Marais');
  await expect(dialog).toContainText(words('250,50 €'));
  await expect(dialog).toContainText(words('749,50 €'));
  await expect(dialog).toContainText(/Après vérification, au plus tôt le \d+/);
  await expectAccessibleEverywhere(page);
  expect(await sentBy(client)).toBe(0);

  await dialog.getByRole('button', { name: 'Modifier' }).click();
  // Not on « Annuler », which takes the place of « Modifier »: a second Enter would close the dialog.
  await expect(dialog.locator('[name=amount]')).toBeFocused();
  await expect(dialog.locator('[name=amount]')).toHaveValue('250,50');
  await dialog.locator('[name=amount]').fill('260');
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await expect(dialog).toContainText(words('740,00 €'));
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toastOf(page, 'Demande envoyée !')).toBeVisible();
  expect(await sentBy(client)).toBe(1);

  // The second time the payee is known.
  await page.goto(NEW);
  await fill(dialog, '10');
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await expect(dialog.getByRole('heading', { name: "Relisez avant d'envoyer" })).toBeVisible();
  await expect(dialog.getByText('Premier virement vers cet IBAN')).toHaveCount(0);
});

test('a balance that cannot be read shows its error sentence, and nothing is sent', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 100_000);
  await atCounter(page, client, NEW);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await fill(dialog, '20');
  await breakCalls(page, '/overview*', 'GET');
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  const said = toastOf(page, 'Erreur');
  await expect(said).toContainText('Impossible de vérifier le solde du compte');
  await expect(said).toContainText("Rien n'a été envoyé.");
  await expect(dialog.locator('[name=amount]')).toHaveValue('20');
  expect(await sentBy(client)).toBe(0);
});

test('a transfer that the server fails to record does not show the error of the balance check', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 100_000);
  await atCounter(page, client, NEW);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await fill(dialog, '20');
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await breakCalls(page, '/withdrawals');
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toastOf(page, 'Erreur')).toContainText("Rien n'a été modifié.");
  await expect(page.getByText('Impossible de vérifier le solde')).toHaveCount(0);
});

test('a payee used before is offered again', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 30_000);
  await client.post('/withdrawals', { amountMinor: 1_000, iban: GOOD_IBAN, bankName: 'Banque du Marais' });
  await atCounter(page, client, NEW);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await dialog.getByRole('button', { name: /^Banque du Marais/ }).click();
  await expect(dialog.locator('[name=iban]')).toHaveValue('FR76 3000 6000 0112 3456 7890 189');
  await expect(dialog.locator('[name=bankName]')).toHaveValue('Banque du Marais');
});

test('a pending transfer can be cancelled, a decided one cannot', async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 30_000);
  for (const bankName of ['Banque du Marais', 'Banque du Canal'])
    await client.post('/withdrawals', { amountMinor: 10_000, iban: GOOD_IBAN, bankName });
  const { withdrawals } = await (await client.api.get('/api/withdrawals')).json();
  const decided = withdrawals.find(
    (each: { clientBankName: string }) => each.clientBankName === 'Banque du Canal',
  );
  await atCounter(page, client, TRANSFERS);
  await expect(page.getByRole('button', { name: /^Annuler/ })).toHaveCount(2);
  const desk = await colleague(bank);
  await desk.post(`/admin/withdrawals/${decided.id}/decision`, {
    action: 'reject',
    reasonCode: 'account-closed',
  });
  const row = page.locator('.request').filter({ hasText: 'Banque du Canal' });
  await expect(row).toContainText('Rejeté');
  await expect(row).toContainText('Le compte du bénéficiaire est clos.');
  await expect(row).toContainText('Aucun paiement ne vous sera demandé pour débloquer ce virement.');
  await page.getByRole('button', { name: /^Annuler/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Annuler ce virement' });
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Annuler le virement' }).click();
  await expect(toastOf(page, 'Virement annulé')).toContainText(
    words('100,00 € sont de nouveau disponibles.'),
  );
  await expect(page.locator('.request').filter({ hasText: 'Banque du Marais' })).toContainText('Annulé');
  const { account } = await (await client.api.get('/api/overview')).json();
  expect(account.availableMinor).toBe(30_000);
});

/** Fills the form in for another person. */
async function fillFor(dialog: Locator, name: string) {
  await fill(dialog, '20');
  await dialog.getByText('Une autre personne ou une entreprise').click();
  await dialog.locator('[name=recipientName]').fill(name);
  await dialog.getByRole('button', { name: 'Continuer' }).click();
}

const lastName = async (client: DeskClient): Promise<string> =>
  (await (await client.api.get('/api/withdrawals')).json()).withdrawals[0].recipientName;

const WARNING =
  "Si vous confirmez, l'argent peut arriver sur le compte de quelqu'un d'autre et nous ne pourrons peut-être pas le récupérer.";

test('PAY-15 a name that matches asks nothing more; the payee is named from then on', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 100_000);
  await atCounter(page, client, NEW);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await dialog.getByText('Une autre personne ou une entreprise').click();
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await expect(
    dialog.getByRole('region', { name: 'Veuillez remplir tous les champs', exact: true }),
  ).toContainText('Nom du bénéficiaire');
  await fillFor(dialog, 'Zoé Renard');
  await expect(dialog).toContainText('Le nom correspond au titulaire du compte.');
  await expect(dialog).toContainText('Réponse simulée');
  await expect(dialog.getByText(WARNING)).toHaveCount(0);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toastOf(page, 'Demande envoyée !')).toBeVisible();
  expect(await lastName(client)).toBe('Zoé Renard');
  await page.goto(TRANSFERS);
  await expect(page.locator('.request').first()).toContainText('Zoé Renard');
});

test('PAY-15 a close match: the name is taken, kept knowing, or the transfer given up', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 100_000);
  await atCounter(page, client, NEW);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await fillFor(dialog, 'Paul Presque Martin');
  await expect(dialog).toContainText(words("Le titulaire du compte s'appelle « MARTIN P »."));
  await expect(dialog).toContainText(WARNING);
  await expect(dialog.getByRole('button', { name: 'Envoyer la demande' })).toHaveCount(0);
  await expectAccessibleEverywhere(page);
  await dialog.getByRole('button', { name: 'Utiliser ce nom' }).click();
  await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
  await expect(toastOf(page, 'Demande envoyée !')).toBeVisible();
  expect(await lastName(client)).toBe('MARTIN P');

  await page.goto(NEW);
  await fillFor(dialog, 'Paul Presque Martin');
  await dialog.getByRole('button', { name: 'Garder le nom saisi' }).click();
  await expect(dialog.getByRole('button', { name: 'Corriger' })).toBeFocused();
  await dialog.getByRole('button', { name: 'Continuer malgré tout' }).click();
  await expect(toastOf(page, 'Demande envoyée !')).toBeVisible();
  expect(await lastName(client)).toBe('Paul Presque Martin');

  await page.goto(NEW);
  await fillFor(dialog, 'Paul Presque Martin');
  // The fields have an « Annuler » too, which becomes « Modifier » when the answer comes.
  await expect(dialog).toContainText(WARNING);
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(dialog).toBeHidden();
  expect(await sentBy(client)).toBe(2);
});

test.describe('PAY-15 what cannot be confirmed', { tag: '@whole' }, () => {
  for (const [name, sentence] of [
    [
      'Paul Inconnu',
      'Le nom saisi ne correspond pas au titulaire de cet IBAN. Vous pouvez corriger, annuler ou confirmer en connaissance de cause.',
    ],
    ['Paul Indisponible', "La vérification du bénéficiaire n'a pas pu être faite."],
  ] as const) {
    test(`${name}: Enter corrects, only a press of « Continuer malgré tout » goes on`, async ({
      page,
      bank,
    }) => {
      const client = await newClient(bank);
      await fund(bank, client, 100_000);
      await atCounter(page, client, NEW);
      const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
      await fillFor(dialog, name);
      await expect(dialog).toContainText(sentence);
      await expect(dialog).toContainText(WARNING);
      await expect(dialog.getByRole('button', { name: 'Corriger' })).toBeFocused();
      await expectAccessible(page);
      await page.keyboard.press('Enter');
      await expect(dialog.locator('[name=recipientName]')).toHaveValue(name);
      expect(await sentBy(client)).toBe(0);
      await dialog.getByRole('button', { name: 'Continuer' }).click();
      await dialog.getByRole('button', { name: 'Continuer malgré tout' }).click();
      await expect(toastOf(page, 'Demande envoyée !')).toBeVisible();
      expect(await lastName(client)).toBe(name);
    });
  }
});

test('PAY-10 payees are kept, changed and removed; their IBAN shows its end only', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await atCounter(page, client, TRANSFERS);
  await page.getByRole('button', { name: 'Ajouter un bénéficiaire' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ajouter un bénéficiaire' });
  await dialog.locator('[name=name]').fill('Zoé Renard');
  await dialog.locator('[name=iban]').fill(GOOD_IBAN);
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(toastOf(page, 'Bénéficiaire enregistré')).toBeVisible();
  const row = page.locator('.payee-row').filter({ hasText: 'Zoé Renard' });
  await expect(row).toContainText('…\u00a00189');
  await expect(row).not.toContainText('3000 6000');
  await page.getByRole('button', { name: 'Modifier Zoé Renard' }).click();
  const change = page.getByRole('dialog', { name: 'Modifier le bénéficiaire' });
  await change.locator('[name=nickname]').fill('Loyer');
  await change.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.locator('.payee-row').filter({ hasText: 'Loyer' })).toContainText('Zoé Renard');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Supprimer Loyer' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Supprimer', exact: true }).click();
  await expect(page.getByText('Aucun bénéficiaire gardé')).toBeVisible();
  // The button of the removed row is gone: the focus stays at its card.
  await expect(page.getByRole('heading', { name: 'Mes bénéficiaires' })).toBeFocused();
});
