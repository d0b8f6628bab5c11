import { nextIban } from '../server/testing/next-iban.ts';
import { expect, expectAccessible, expectAccessibleEverywhere, test } from './bank.ts';
import { atDesk, colleague, type DeskClient, fund, LOAN, newClient, rowOf, words } from './desk.ts';

/** What an administrator does for one client, from the client's card: each action checks its input and says its result. */

const cardOf = (client: DeskClient) => `/admin-dashboard?tab=clients&q=${encodeURIComponent(client.email)}`;

const accountOf = async (client: DeskClient) =>
  (await (await client.api.get('/api/overview')).json()).account;

test('Q-25 search, filters and sort are in the address and are applied by the server', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await atDesk(page, bank, '/admin-dashboard?tab=clients');
  await page.locator('[name=q]').fill(client.name);
  await expect(page.locator('.client-card')).toHaveCount(1);
  await expect(page).toHaveURL(/q=Rose/);
  await page.reload();
  await expect(page.locator('[name=q]')).toHaveValue(client.name);
  await expect(page.locator('.client-card')).toHaveCount(1);
  await page.getByLabel('Activation').selectOption('yes');
  await expect(page.getByText(`Aucun résultat pour “${client.name}”.`)).toBeVisible();
  await page.getByRole('button', { name: 'Effacer la recherche et les filtres' }).click();
  await expect(page).not.toHaveURL(/q=/);
  await page.getByLabel('Trier').selectOption('name');
  await expect(page).toHaveURL(/sort=name/);
  await expect(async () => {
    const last = (await page.locator('.client-card h2').allTextContents()).map((name) =>
      name.trim().split(' ').slice(1).join(' '),
    );
    expect(last).toEqual([...last].sort((a, b) => a.localeCompare(b, 'fr')));
  }).toPass();
});

test('an administrator who types a credit that a colleague books meanwhile sees a notice and may still go on', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await atDesk(page, bank, cardOf(client));
  await page.getByRole('button', { name: `Effectuer un virement à ${client.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Effectuer un virement' });
  await dialog.locator('[name=amount]').fill('500');
  await dialog.locator('[name=description]').fill('Virement de M. Essai');
  const notice = dialog.getByText('Un crédit de ce montant existe déjà');
  await expect(notice).toHaveCount(0);
  await fund(bank, client, 50_000);
  await expect(notice).toBeVisible();
  await expect(dialog).toContainText('Virement de départ, par Administration Démo');
  await expectAccessible(page);
  await dialog.locator('[name=amount]').fill('501');
  await expect(notice).toHaveCount(0);
  await dialog.getByRole('button', { name: /^Créditer/ }).click();
  await expect(page.locator('.toast')).toContainText('Virement effectué');
});

test('a transfer in another currency shows its conversion and the new balance', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 10_000);
  await atDesk(page, bank, cardOf(client));
  await page.getByRole('button', { name: `Effectuer un virement à ${client.name}` }).click();
  const dialog = page.getByRole('dialog', { name: 'Effectuer un virement' });
  await expect(dialog.locator('[name=currency] option')).toHaveCount(24);
  await dialog.getByRole('button', { name: 'Effectuer le virement' }).click();
  await expect(dialog.getByText('Veuillez remplir tous les champs')).toBeVisible();
  await expect(
    dialog.getByRole('link', { name: words('Description : Ce champ est obligatoire.') }),
  ).toBeVisible();
  await dialog.locator('[name=amount]').fill('douze');
  await expect(dialog.locator('.field-error').first()).toContainText(
    'Le montant doit être un nombre positif',
  );
  await dialog.locator('[name=amount]').fill('1 000');
  await dialog.locator('[name=currency]').selectOption('JPY');
  await dialog.locator('[name=description]').fill('Vente à Tokyo');
  await expect(dialog).toContainText(/1 JPY = 0,00\d+ EUR/);
  await expectAccessible(page);
  const confirm = dialog.getByRole('button', { name: /^Créditer/ });
  const promised = (await confirm.innerText()).match(/[\d\s,]+€/)?.[0];
  await confirm.click();
  await expect(page.locator('.toast')).toContainText('Virement effectué');
  await expect(page.locator('.toast')).toContainText(words('Solde : 100,00 €'));
  const { transactions } = await (await client.api.get('/api/transactions')).json();
  expect(transactions[0]).toMatchObject({
    description: 'Vente à Tokyo',
    original: { amountMinor: 1_000, currency: 'JPY' },
  });
  const credited = new Intl.NumberFormat('fr-FR', { style: 'currency', currency: 'EUR' }).format(
    transactions[0].amountMinor / 100,
  );
  expect(promised?.replace(/\s/g, '')).toBe(credited.replace(/\s/g, ''));
});

test('an invalid IBAN is refused beside its field; a valid one is assigned', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await atDesk(page, bank, cardOf(client));
  await page.getByRole('button', { name: `Gérer l'IBAN de ${client.name}` }).click();
  const dialog = page.getByRole('dialog', { name: "Gérer l'IBAN" });
  await dialog.getByRole('button', { name: "Attribuer l'IBAN" }).click();
  await expect(dialog.getByText("Veuillez remplir l'IBAN et le nom de la banque")).toBeVisible();
  await dialog.locator('[name=iban]').fill('FR7630006000011234567890188');
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  await dialog.getByRole('button', { name: "Attribuer l'IBAN" }).click();
  await expect(dialog.locator('.field-error')).toContainText("Cet IBAN n'est pas valable");
  await dialog.getByRole('button', { name: 'Proposer un IBAN' }).click();
  await expect(dialog.locator('[name=iban]')).toHaveValue(/^FR76 0000 0000 01/);
  await expect(dialog.locator('[name=bankName]')).toHaveValue('Guichet Démo');
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  const iban = nextIban();
  await dialog.locator('[name=iban]').fill(iban.toLowerCase());
  await expectAccessible(page);
  await dialog.getByRole('button', { name: "Attribuer l'IBAN" }).click();
  await expect(page.locator('.toast')).toContainText('IBAN attribué');
  expect(await accountOf(client)).toMatchObject({ iban, bankName: 'Banque du Marais' });
  await expect(rowOf(page, client)).toContainText(words(iban.replace(/(.{4})(?=.)/g, '$1 ')));
});

test('fees are created in euro, and refused while a loan is open, with the reason', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await atDesk(page, bank, cardOf(client));
  const open = page.getByRole('button', { name: `Créer des frais pour ${client.name}` });
  await open.click();
  const dialog = page.getByRole('dialog', { name: 'Créer des frais' });
  await dialog.locator('[name=description]').fill('   ');
  await dialog.getByRole('button', { name: 'Créer les frais' }).click();
  await expect(dialog.getByText('Veuillez remplir tous les champs')).toBeVisible();
  await dialog.locator('[name=amount]').fill('12,50');
  await dialog.locator('[name=description]').fill('Duplicata de carte');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Créer les frais' }).click();
  await expect(page.locator('.toast')).toContainText('Frais créés');
  const { fees } = await (await client.api.get('/api/fees')).json();
  expect(fees[0]).toMatchObject({ amountMinor: 1_250, status: 'unpaid', description: 'Duplicata de carte' });

  await client.post('/loans', LOAN);
  await expect(rowOf(page, client)).toContainText('Prêt demandé');
  await open.click();
  await expect(dialog).toContainText('Aucuns frais ne peuvent être créés maintenant');
  await expect(dialog).toContainText('L519-6');
  await expect(dialog.locator('input')).toHaveCount(0);
  await expectAccessible(page);
});

test('an activation records the amount received, zero included, and is offered once', async ({
  page,
  bank,
}) => {
  const [nothing, something] = [await newClient(bank), await newClient(bank)];
  await atDesk(page, bank, cardOf(nothing));
  await page.getByRole('button', { name: `Activer le compte de ${nothing.name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(words('250,00 €'));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Activer le compte' }).click();
  await expect(page.locator('.toast')).toContainText('Compte activé');
  expect(await accountOf(nothing)).toMatchObject({ isActivated: true, balanceMinor: 0 });
  await expect(page.getByRole('button', { name: `Activer le compte de ${nothing.name}` })).toHaveCount(0);

  await page.goto(cardOf(something));
  await page.getByRole('button', { name: `Activer le compte de ${something.name}` }).click();
  await dialog.locator('[name=amount]').fill('250');
  await dialog.getByRole('button', { name: 'Activer le compte' }).click();
  await expect(page.locator('.toast').last()).toContainText('Compte activé');
  expect(await accountOf(something)).toMatchObject({ isActivated: true, balanceMinor: 25_000 });
});

test('a deletion warns, asks for the name to be typed, and says where the balance went', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await fund(bank, client, 12_300);
  await atDesk(page, bank, cardOf(client));
  await page.getByRole('link', { name: client.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: client.name })).toBeVisible();
  await page.getByRole('button', { name: `Supprimer ${client.name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Cette action est irréversible.');
  await dialog.locator('[name=confirmation]').fill('Rose');
  await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
  await expect(dialog.locator('.field-error')).toContainText('Tapez le nom du client');
  await expectAccessible(page);
  await dialog.locator('[name=confirmation]').fill(client.name);
  await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
  await expect(page.locator('.toast')).toContainText('Client supprimé');
  await expect(page.locator('.toast')).toContainText(words('123,00 € passés aux fonds non réclamés'));
  await expect(page).toHaveURL('/admin-dashboard?tab=clients');
  await expect(page.getByRole('link', { name: client.name })).toHaveCount(0);
  expect((await client.api.get('/api/overview')).status()).toBe(401);
});

test('deleting a client who owes a loan says in figures what is set off and what is lost, before and after', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const [client, desk] = [await newClient(bank), await colleague(bank)];
  const { loan } = (await client.post('/loans', {
    amountMinor: 200_000,
    purpose: 'Un vélo',
    durationMonths: 24,
    monthlyIncomeMinor: 250_000,
  })) as unknown as { loan: { id: string } };
  await desk.post(`/admin/loans/${loan.id}/decision`, { action: 'approve' });
  const { withdrawal } = (await client.post('/withdrawals', {
    amountMinor: 150_000,
    iban: nextIban(),
    bankName: 'Banque du Marais',
  })) as unknown as { withdrawal: { id: string } };
  for (const action of ['approve', 'complete'])
    await desk.post(`/admin/withdrawals/${withdrawal.id}/decision`, { action });

  await atDesk(page, bank, cardOf(client));
  await page.getByRole('button', { name: `Supprimer ${client.name}` }).click();
  const dialog = page.getByRole('dialog');
  const figures = dialog.getByRole('region', { name: 'Ce que deviennent les sommes' });
  await expect(figures).toContainText(words('Solde du compte500,00 €'));
  await expect(figures).toContainText(words('Capital restant dû sur les prêts2 000,00 €'));
  await expect(figures).toContainText(words('Compensé avec le solde500,00 €'));
  await expect(figures).toContainText(words('Passé en perte1 500,00 €'));
  await expectAccessible(page);
  await dialog.locator('[name=confirmation]').fill(client.name);
  await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
  await expect(page.locator('.toast')).toContainText(
    words('500,00 € compensés avec le prêt. 1 500,00 € passés en perte.'),
  );
});

test('the second of two administrators reads the name of the first, and nothing happens twice', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const [client, desk] = [await newClient(bank), await colleague(bank)];
  const path = `/admin/clients/${client.accountId}`;
  const dialog = page.getByRole('dialog');
  await atDesk(page, bank, cardOf(client));
  await page.getByRole('button', { name: `Activer le compte de ${client.name}` }).click();
  await dialog.locator('[name=amount]').fill('250');
  await desk.post(`${path}/activation`, { receivedMinor: 25_000 });
  await expect(page.getByRole('button', { name: `Activer le compte de ${client.name}` })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Activer le compte' }).click();
  await expect(page.locator('.toast').last()).toContainText(
    words('Cette activation a déjà été traitée par Administration Démo.'),
  );
  await expect(dialog).toHaveCount(0);
  expect(await accountOf(client)).toMatchObject({ isActivated: true, balanceMinor: 25_000 });

  await page.getByRole('button', { name: `Gérer l'IBAN de ${client.name}` }).click();
  await dialog.locator('[name=iban]').fill('BE68539007547034');
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  const iban = nextIban();
  await desk.api.put(`/api${path}/iban`, { data: { iban, bankName: 'Guichet' } });
  await dialog.getByRole('button', { name: "Attribuer l'IBAN" }).click();
  await expect(page.locator('.toast').last()).toContainText(
    words('Déjà traité par Administration Démo : ce compte porte désormais'),
  );
  await expect(dialog).toHaveCount(0);
  expect(await accountOf(client)).toMatchObject({ iban });

  const other = await page.context().newPage();
  await other.goto(`/admin-dashboard/clients/${client.accountId}`);
  await expect(other.getByRole('heading', { level: 1, name: client.name })).toBeVisible();
  await page.getByRole('button', { name: `Supprimer ${client.name}` }).click();
  await dialog.locator('[name=confirmation]').fill(client.name);
  await desk.api.delete(`/api${path}`);
  await expect(page.getByRole('link', { name: client.name })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Supprimer définitivement' }).click();
  await expect(page.locator('.toast').last()).toContainText(
    words('Ce client a déjà été supprimé par Administration Démo.'),
  );
  await expect(dialog).toHaveCount(0);
  // The page of the client, open elsewhere, follows live.
  await expect(other.getByText("Ce client n'existe pas")).toBeVisible();
});

test("a client's sessions are ended from their page, and their screen leaves at once", {
  tag: '@whole',
}, async ({ page, browser, bank }) => {
  const client = await newClient(bank);
  const theirs = await (await browser.newContext({ baseURL: bank.url })).newPage();
  await theirs.context().addCookies((await client.api.storageState()).cookies);
  await theirs.goto('/client-dashboard');
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();
  await atDesk(page, bank, `/admin-dashboard/clients/${client.accountId}`);
  await page.getByRole('button', { name: `Fermer les sessions de ${client.name}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Ses appareils sont déconnectés aussitôt.');
  await expectAccessibleEverywhere(page);
  await dialog.getByRole('button', { name: 'Fermer les sessions' }).click();
  await expect(page.locator('.toast')).toContainText(words('Ouvertes jusque-là : 1.'));
  await expect(theirs).toHaveURL('/auth');
  await expect(page.locator('.timeline')).toContainText("Sessions fermées par l'établissement");
  await theirs.context().close();
});

test("a client's page tells their account and everything that happened, as it happens", {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank, 'CH');
  await atDesk(page, bank, `/admin-dashboard/clients/${client.accountId}`);
  await expect(page.getByRole('heading', { level: 1, name: client.name })).toBeVisible();
  await expect(page.locator('.timeline')).toContainText('Compte ouvert');
  await page.locator('[name=text]').fill('Rappeler lundi.');
  await page.getByRole('button', { name: 'Enregistrer la note' }).click();
  await page.getByLabel('Afficher').selectOption('notes');
  await expect(page).toHaveURL(/only=notes/);
  await expect(page.locator('.timeline-row')).toHaveText([/Rappeler lundi\./]);
  await page.getByLabel('Afficher').selectOption('');
  await client.post('/loans', LOAN);
  await expect(page.getByRole('link', { name: 'Demande de prêt' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Demande de prêt' }).click();
  await expect(page.getByRole('region', { name: client.name })).toContainText(LOAN.purpose);
  await page.goto('/admin-dashboard/clients/00000000-0000-7000-8000-000000000000');
  await expect(page.getByText("Ce client n'existe pas")).toBeVisible();
});

test('PAY-58 PAY-60 the staff lower a limit of a client and warn about them, on the page of the client', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await atDesk(page, bank, `/admin-dashboard/clients/${client.accountId}`);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await press(`Baisser les plafonds de ${client.name}`);
  const limits = page.getByRole('dialog');
  await limits.getByRole('button', { name: 'Baisser', exact: true }).click();
  await expect(limits.getByText('Veuillez remplir')).toBeVisible();
  await limits.locator('[name=day]').fill('200');
  await expectAccessible(page);
  await limits.getByRole('button', { name: 'Baisser', exact: true }).click();
  await expect(page.locator('.toast')).toContainText('Plafonds baissés');
  await expect(page.getByText(/^200,00\s?€/)).toBeVisible();
  // A limit is lowered only.
  await press(`Baisser les plafonds de ${client.name}`);
  await limits.locator('[name=day]').fill('300');
  await limits.getByRole('button', { name: 'Baisser', exact: true }).click();
  await expect(limits.locator('[name=day]')).toHaveAttribute('aria-invalid', 'true');
  await limits.getByRole('button', { name: 'Annuler' }).click();

  await press('Signaler');
  const warning = page.getByRole('dialog');
  await warning.locator('[name=reason]').fill('Papiers volés.');
  await expectAccessible(page);
  await warning.getByRole('button', { name: 'Signaler', exact: true }).click();
  await expect(page.getByText('Papiers volés.')).toBeVisible();
  await expectAccessible(page);
  await press('Lever');
  await expect(page.getByText('Aucun signalement.')).toBeVisible();
});
