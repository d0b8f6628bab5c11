import { expect, expectAccessible, test } from './bank.ts';
import { atDesk, colleague, words } from './desk.ts';

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
  await dialog.getByLabel(/^Téléphone professionnel/).fill('01 99 00 12 34');
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
  // STAFF-13: colleagues reach them from their page.
  await expect(page.getByRole('link', { name: '01 99 00 12 34' })).toHaveAttribute('href', 'tel:0199001234');
  await expectAccessible(page);
  await page.getByRole('button', { name: "Suspendre l'accès" }).click();
  await page.getByRole('dialog').getByLabel('Motif').fill('Congé');
  await page.getByRole('dialog').getByRole('button', { name: "Suspendre l'accès" }).click();
  await expect(row).toContainText('Accès suspendu');
  // The stream of the person ends, and their screen leaves.
  await expect(own).toHaveURL(/admin-login/);
  await context.close();
});

test('STAFF-21 a member of the staff changes their own address and password by keyboard, and signs in with them', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const [before, after] = [`avant-${Date.now()}@example.test`, `apres-${Date.now()}@example.test`];
  const [first, second] = ['correct-cheval-42-agrafe', 'quatre-mots-bien-choisis-ici'];
  const desk = await colleague(bank);
  await desk.post('/admin/staff', {
    email: before,
    firstName: 'Paul',
    lastName: 'Adresse',
    roles: ['adviser'],
  });
  const { mails } = await (await page.request.get(`/api/demo/mails?recipient=${before}`)).json();
  const token = /invitation=([\w-]+)/.exec(JSON.stringify(mails))?.[1] ?? '';
  await desk.post(`/staff-invitations/${token}`, { password: first });
  const signIn = async (email: string, password: string) => {
    await page.locator('[name=email]').fill(email);
    await page.locator('[name=password]').fill(password);
    await page.keyboard.press('Enter');
  };
  await page.goto('/admin-login');
  await signIn(before, first);
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible();
  await page.goto('/admin-dashboard?tab=security');
  await expect(page.getByText(before)).toBeVisible();

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Changer de mot de passe' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Nouveau mot de passe')).toBeFocused();
  await page.keyboard.type(second);
  await dialog.locator('[name=currentPassword]').fill('ce n’est pas le bon');
  await page.keyboard.press('Enter');
  await expect(dialog.locator('.field-error')).toContainText("Ce n'est pas votre mot de passe actuel.");
  await expectAccessible(page);
  await dialog.locator('[name=currentPassword]').fill(first);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: "Changer d'adresse e-mail" }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog.getByLabel('Nouvelle adresse e-mail')).toBeFocused();
  await page.keyboard.type(after);
  await dialog.locator('[name=currentPassword]').fill(second);
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page.locator('.toast').filter({ hasText: words('Lien envoyé') })).toContainText(after);
  await expect(page.getByText(before)).toBeVisible();

  await page.goto(`/courrier-de-demonstration?recipient=${after}`);
  await page
    .getByRole('link', { name: /confirmer-adresse/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Confirmer cette adresse' }).click();
  await expect(page.getByText('Votre adresse est confirmée')).toBeVisible();
  await page.getByRole('link', { name: 'Ouvrir mon espace' }).click();
  await expect(page).toHaveURL(/admin-login/);
  await signIn(before, second);
  await expect(
    page.locator('#main').getByText("L'adresse e-mail ou le mot de passe est incorrect."),
  ).toBeVisible();
  await signIn(after, second);
  await expect(page.getByRole('heading', { level: 1, name: 'Tableau de bord' })).toBeVisible();
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

test('STAFF-13, STAFF-42 title and telephone of a person are changed on their page; the trail says limits in words', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const desk = await colleague(bank);
  const { members } = await (await desk.api.get('/api/admin/staff')).json();
  const { id } = members.find(({ email }: { email: string }) => email === 'conseil@guichet.example');
  await atDesk(page, bank, `/admin-dashboard?tab=team&member=${id}`);
  const panel = page.locator('.desk-panel');
  await panel.getByRole('button', { name: 'Modifier les coordonnées' }).click();
  const dialog = page.getByRole('dialog', { name: /^Fonction et téléphone d/ });
  const phone = dialog.getByLabel(/^Téléphone professionnel/);
  await dialog.getByLabel(/^Fonction/).fill('Conseil aux familles');
  await phone.fill('appelez-moi');
  await phone.press('Enter');
  await expect(phone).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  await phone.fill('01 99 00 12 34');
  await phone.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(panel).toContainText('Conseil aux familles');
  await expect(panel.getByRole('link', { name: '01 99 00 12 34' })).toHaveAttribute('href', 'tel:0199001234');

  const limits = (of: object[]) => desk.api.put(`/api/admin/staff/${id}/limits`, { data: { limits: of } });
  await limits([{ operation: 'accounts.activate', perActEurMinor: 500_00, perDayEurMinor: null }]);
  try {
    await page.goto('/admin-dashboard?tab=audit');
    const line = page.locator('[data-row]').filter({ hasText: "Limites d'une personne modifiées" }).first();
    await line.locator('[data-row-link]').click();
    await expect(panel).toContainText(words('500,00 € par opération'));
    await expect(panel).not.toContainText('accounts.activate');
    await expectAccessible(page);
  } finally {
    await limits([]);
  }
});

test('STAFF-13 on a telephone a person is a page of their own, and what ends their access stands together', async ({
  page,
  bank,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await atDesk(page, bank, '/admin-dashboard?tab=team');
  const filters = page.getByRole('search');
  await expect(filters).toBeVisible();
  const row = page.locator('[data-row]').filter({ hasText: 'Karim Conformité' });
  await row.locator('[data-row-link]').focus();
  await page.keyboard.press('Enter');
  const panel = page.locator('.desk-panel');
  await expect(panel.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(panel.getByRole('heading', { name: 'Rôles' })).toBeVisible();
  await expect(filters).toBeHidden();
  await expect(page.getByRole('switch', { name: 'Quatre yeux' })).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const topOf = async (name: string) => (await panel.getByRole('button', { name }).boundingBox())?.y;
  expect(await topOf('Départ')).toBe(await topOf("Suspendre l'accès"));
  expect(await topOf('Modifier les limites')).toBe(await topOf('Modifier les rôles'));
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(row.locator('[data-row-link]')).toBeFocused();
  await expect(filters).toBeVisible();
});
