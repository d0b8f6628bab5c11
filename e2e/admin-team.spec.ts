import { expect, expectAccessible, test } from './bank.ts';
import { atDesk } from './desk.ts';

/** « Équipe » and « Rôles » (STAFF-13 to STAFF-16): a person is invited, signs in for the first time, and is suspended. */

test('STAFF-14 to STAFF-16 a person is invited, chooses a password, and loses access', async ({
  page,
  bank,
  browser,
}) => {
  const email = `anne-${Date.now()}@example.test`;
  await atDesk(page, bank, '/admin-dashboard?tab=team');
  await page.getByRole('button', { name: 'Inviter une personne' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Prénom').fill('Anne');
  await dialog.getByLabel('Nom de famille').fill('Roy');
  await dialog.getByLabel('Adresse e-mail').fill(email);
  await dialog.getByLabel('Conseiller').check();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: "Envoyer l'invitation" }).click();
  await expect(dialog).toHaveCount(0);
  const row = page.getByRole('row', { name: /Anne Roy/ });
  await expect(row).toContainText('Invitation envoyée');

  const { mails } = await (await page.request.get(`/api/demo/mails?recipient=${email}`)).json();
  const link: string = /https?:\/\/[^\s"]*invitation=[\w-]+/.exec(JSON.stringify(mails))?.[0] ?? '';
  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'fr-FR' });
  const own = await context.newPage();
  await own.goto(`/admin-login${new URL(link).search}`);
  await expect(own.getByText('Bonjour Anne Roy.')).toBeVisible();
  // The token leaves the address at once.
  await expect(own).toHaveURL(/\/admin-login$/);
  await expectAccessible(own);
  await own.getByLabel('Nouveau mot de passe').fill('correct-cheval-42-agrafe');
  await own.getByRole('button', { name: 'Activer mon accès' }).click();
  await expect(own.getByRole('heading', { name: 'Tableau de bord' })).toBeVisible();
  const menu = own.getByRole('navigation').first();
  await expect(menu.getByRole('link', { name: 'Clients' })).toBeVisible();
  await expect(menu.getByRole('link', { name: 'Équipe' })).toHaveCount(0);

  await expect(row).toContainText('Actif');
  await row.getByRole('button', { name: 'Anne Roy' }).click();
  await expectAccessible(page);
  await page.getByRole('button', { name: "Suspendre l'accès" }).click();
  await page.getByRole('dialog').getByLabel('Motif').fill('Congé');
  await page.getByRole('dialog').getByRole('button', { name: "Suspendre l'accès" }).click();
  await expect(row).toContainText('Accès suspendu');
  // The stream of the person ends, and their screen leaves.
  await expect(own).toHaveURL(/admin-login/);
  await context.close();
});

test('STAFF-8 the differences of a role stand before they are saved', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await atDesk(page, bank, '/admin-dashboard?tab=team&view=roles&role=auditor');
  await page
    .locator('.role-matrix summary')
    .filter({ hasText: /^Clients/ })
    .click();
  await page.getByLabel('Note sur un client').check();
  await expect(page.getByText('Ajouté\u00a0: Note sur un client')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByRole('row', { name: /Auditeur/ })).toContainText('modifié ici');
});
