import { nextIban } from '../server/testing/next-iban.ts';
import { CLIENT, expect, expectAccessible, speak, test, watchConsole } from './bank.ts';
import { atCounter, HOME, newAtCounter, PHONE, toastOf } from './counter.ts';
import { colleague, fund, LOAN, newClient, words } from './desk.ts';

/** The client's dashboard: balances, pending requests and the latest movements. */

const sections = {
  '': 'Tableau de bord',
  '?section=transactions': 'Opérations',
  '?section=actions': 'Actions rapides',
  '?section=loans': 'Prêts',
  '?section=transfers': 'Virements',
  '?section=pending': 'Demandes en cours',
  '?section=fees': 'Frais et Charges',
  '?section=profile': 'Mes informations',
};

test('the demonstration’s client finds figures, movements with references, and their account', {
  tag: '@whole',
}, async ({ page }) => {
  const complaints = watchConsole(page);
  await page.goto('/auth');
  await page.locator('[name=email]').fill(CLIENT.email);
  await page.locator('[name=password]').fill(CLIENT.password);
  await page.keyboard.press('Enter');
  const stats = page.getByRole('region', { name: "Vue d'ensemble" });
  for (const label of ['Solde actuel', 'Reçu ce mois-ci', 'Envoyé ce mois-ci', 'Demandes en attente'])
    await expect(stats.getByText(label)).toBeVisible();
  await expect(stats).toContainText(/mêmes jours du mois dernier/);
  const movements = page.locator('.movement');
  await expect(movements).toHaveCount(10);
  await expect(movements.first()).toContainText(/Réf\. [A-Z]{3}-\d{8}-[0-9A-Z]{8}/);
  await expect(movements.first().locator('.money')).toHaveText(/^[+−]/);
  await expect(page.getByText('Actif')).toBeVisible();
  expect(complaints).toEqual([]);
});

test('every section is in the side menu, and going back works', { tag: '@whole' }, async ({ page, bank }) => {
  await newAtCounter(page, bank);
  const menu = page.getByRole('navigation', { name: 'Espace client' });
  for (const title of Object.values(sections)) {
    await menu.getByRole('link', { name: title }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  }
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Frais et Charges');
});

test('a telephone has five tabs at the bottom and a greeting at the top', async ({ page, bank }) => {
  await page.setViewportSize(PHONE);
  await newAtCounter(page, bank);
  await expect(page.getByText('Bonjour Rose')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Espace client' }).getByRole('link');
  await expect(tabs).toHaveText(['Accueil', 'Actions', 'En attente', 'Tarifs', 'Profil']);
  for (const [tab, title] of [
    ['Actions', 'Actions rapides'],
    ['En attente', 'Demandes en cours'],
    ['Tarifs', 'Frais et Charges'],
    ['Profil', 'Mes informations'],
    ['Accueil', 'Tableau de bord'],
  ] as const) {
    await tabs.filter({ hasText: tab }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    await expect(tabs.filter({ hasText: tab })).toHaveAttribute('aria-current', 'page');
  }
});

test('amounts can be hidden on every screen, and stay hidden', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 123_456);
  await atCounter(page, client);
  await expect(page.getByText(words('1 234,56 €')).first()).toBeVisible();
  await page.getByRole('button', { name: 'Masquer les montants' }).click();
  for (const query of ['', '?section=transactions']) {
    await page.goto(HOME + query);
    await expect(page.locator('.movement').first()).toContainText('••••');
    expect(await page.locator('main').innerText()).not.toMatch(/1\s234,56/);
  }
  await page.goto(HOME);
  await page.getByRole('button', { name: 'Afficher les montants' }).click();
  await expect(page.getByText(words('1 234,56 €')).first()).toBeVisible();
});

test('a credit appears in the list, in a toast, for screen readers with the new balance, and under the bell', async ({
  page,
  bank,
}) => {
  const client = await newAtCounter(page, bank);
  await expect(page.getByText('Aucune opération pour le moment')).toBeVisible();
  await fund(bank, client, 50_000);
  await expect(page.locator('.movement')).toContainText('Virement de départ');
  await expect(toastOf(page, 'Vous avez reçu 500,00 €')).toBeVisible();
  const spoken = page.getByRole('status').filter({ hasText: 'Nouvelle opération' });
  await expect(spoken).toHaveText(
    words('Nouvelle opération : Virement de départ, +500,00 €. Nouveau solde : 500,00 €'),
  );
  await page
    .getByRole('button', { name: /^Notifications/ })
    .locator('visible=true')
    .click();
  const bell = page.getByRole('region', { name: 'Notifications' });
  await expect(bell.locator('[data-unread]').first()).toContainText(words('Vous avez reçu 500,00 €'));
  await expectAccessible(page);
  // Opening the list marks its lines as read; new ones keep their mark until it closes.
  await expect(
    page.getByRole('button', { name: /Aucune notification non lue/ }).locator('visible=true'),
  ).toBeVisible();
  await expect(bell.locator('[data-unread]')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(
    page.getByRole('button', { name: /Aucune notification non lue/ }).locator('visible=true'),
  ).toBeFocused();
});

test('the bell counts what the bank did, not what the client did', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newAtCounter(page, bank);
  await client.post('/loans', LOAN);
  await fund(bank, client, 50_000);
  await page.reload();
  const bell = page.getByRole('button', { name: /^Notifications\. 1 notification non lue/ });
  await bell.locator('visible=true').click();
  const list = page.getByRole('region', { name: 'Notifications' });
  await expect(list.locator('[data-unread]')).toHaveCount(1);
  await expect(list.getByRole('link')).toHaveCount(3);
});

test('LC-14: an account that waits for its activation asks for no payment, and mentions no deposit once a loan was requested', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newAtCounter(page, bank);
  const notice = page.getByRole('note').filter({ hasText: "en attente d'activation" });
  await expect(notice).toContainText("Vous n'avez rien à payer pour cela");
  await expect(notice).toContainText(words('Un premier versement est facultatif : 250,00 € sont proposés.'));
  await expect(notice).toContainText("Il n'est jamais une condition pour obtenir un prêt.");
  const { loan } = (await client.post('/loans', LOAN)) as unknown as { loan: { id: string } };
  await expect(notice).not.toContainText('250');
  await expect(notice).toContainText("Vous n'avez rien à payer pour cela");
  await expect(notice).toContainText(
    "Aucun versement, de quelque nature que ce soit, ne peut être exigé d'un particulier",
  );

  const desk = await colleague(bank);
  await desk.post(`/admin/loans/${loan.id}/decision`, { action: 'approve' });
  await expect(page.getByText('Nouvelle opération').or(page.locator('.movement')).first()).toBeAttached();
  await expect(notice).not.toContainText('versement est facultatif');
  await desk.post(`/admin/clients/${client.accountId}/activation`, { receivedMinor: 0 });
  await expect(notice).toHaveCount(0);
  await expect(page.getByText('Actif')).toBeVisible();
});

test('the IBAN can be copied once it is assigned', { tag: '@whole' }, async ({ page, context, bank }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const client = await newAtCounter(page, bank);
  await expect(page.getByText('Votre IBAN vous sera attribué par nos services.')).toBeVisible();
  const desk = await colleague(bank);
  const iban = nextIban();
  const answer = await desk.api.put(`/api/admin/clients/${client.accountId}/iban`, {
    data: { iban, bankName: 'Guichet Démo' },
  });
  expect(answer.status()).toBe(200);
  await expect(page.getByText(words(iban.replace(/(.{4})(?=.)/g, '$1 ')))).toBeVisible();
  await page.getByRole('button', { name: "Copier l'IBAN" }).click();
  await expect(page.getByRole('button', { name: 'IBAN copié' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(iban);
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'RIB (PDF)' }).click();
  expect((await file).suggestedFilename()).toMatch(/\.pdf$/);
});

test('an account in yen has no decimals anywhere', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newAtCounter(page, bank, HOME, 'JP');
  const desk = await colleague(bank);
  await desk.post(`/admin/clients/${client.accountId}/credits`, {
    amountMinor: 120_000,
    currency: 'JPY',
    description: 'Virement de départ',
  });
  await expect(
    page
      .getByText(words('120 000 ¥'))
      .or(page.getByText(words('120 000 JPY')))
      .first(),
  ).toBeVisible();
  expect(await page.locator('main').innerText()).not.toMatch(/\d,\d{2}\s*(¥|JPY)/);
  await page.getByRole('button', { name: 'Faire un virement' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=amount]').fill('1 234,56');
  await dialog.locator('[name=amount]').blur();
  await expect(dialog.getByText(words('Saisissez un montant, par exemple 1 234.'))).toBeVisible();
});

test('on a telephone the first movement is visible without scrolling, and loans and help are one press away', {
  tag: '@whole',
}, async ({ page, bank }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const client = await newAtCounter(page, bank, HOME);
  const desk = await colleague(bank);
  await desk.post(`/admin/clients/${client.accountId}/activation`, { receivedMinor: 250_00 });
  await fund(bank, client, 9_345_60);
  await expect(page.locator('.movement').first()).toBeVisible();
  const tabs = await page.locator('.office-tabs').boundingBox();
  const first = await page.locator('.movement').first().boundingBox();
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThanOrEqual(tabs?.y ?? 0);
  await expectAccessible(page);
  const shortcuts = page.getByRole('navigation', { name: 'Raccourcis' });
  await shortcuts.getByRole('link', { name: 'Mes prêts' }).click();
  await expect(page).toHaveURL(/section=loans/);
  await page.goBack();
  await shortcuts.getByRole('link', { name: 'Aide' }).click();
  const main = page.getByRole('main');
  for (const [name, href] of [
    ['01 99 00 00 00', 'tel:+33199000000'],
    ['Carte perdue ou opération inconnue', '/contact#aide-urgente'],
    ['Mentions légales', '/mentions-legales'],
    ['https://mediateur.guichet.example', 'https://mediateur.guichet.example'],
  ] as const)
    await expect(main.getByRole('link', { name, exact: true })).toHaveAttribute('href', href);
  await expectAccessible(page);
});

test('postings of the bank have their name in the language of the reader', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await speak(page, 'en');
  const client = await newAtCounter(page, bank, HOME);
  const desk = await colleague(bank);
  await desk.post(`/admin/clients/${client.accountId}/activation`, { receivedMinor: 100_00 });
  await expect(page.locator('.movement-title').first()).toHaveText('First deposit');
});
