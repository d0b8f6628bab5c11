import { readFile } from 'node:fs/promises';
import { expect, expectAccessible, expectAccessibleEverywhere, test } from './bank.ts';
import { atCounter, HOME, mailTo, newAtCounter, PASSWORD, PHONE, toastOf } from './counter.ts';
import { newClient } from './desk.ts';

/** The client's details and sign-in: shown, corrected, downloaded; changes that affect the sign-in ask for the password. */

const PROFILE = `${HOME}?section=profile`;
const NEW_PASSWORD = 'onze tuiles rouges au soleil';

test('details are read, then corrected; an emptied field is cleared', async ({ page, bank }) => {
  const client = await newAtCounter(page, bank, PROFILE);
  await expect(page.getByText('Complétez vos informations')).toBeVisible();
  await expect(page.getByText('Ajoutez votre téléphone et votre adresse')).toBeVisible();
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expect(page.locator('[name=firstName]')).toBeFocused();
  await page.locator('[name=phone]').fill('06 39 98 00 99');
  await page.locator('[name=address]').fill('3 quai du Départ');
  await page.locator('[name=city]').fill('Nantes');
  await page.locator('[name=dateOfBirth]').fill('1990-02-28');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(toastOf(page, 'Profil mis à jour')).toBeVisible();
  await expect(page.getByText('28 février 1990')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Modifier' })).toBeFocused();
  await expect(page.getByText('Complétez vos informations')).toHaveCount(0);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.locator('[name=city]').fill('');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByText('Nantes')).toHaveCount(0);
  // The form shows no « Nantes » either: the screen alone does not tell when the correction is saved.
  await expect
    .poll(async () => (await (await client.api.get('/api/profile')).json()).profile)
    .toMatchObject({ city: null, address: '3 quai du Départ', phone: '06 39 98 00 99' });
});

test('first and last name cannot be empty, and cancelling changes nothing', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await page.setViewportSize(PHONE);
  const client = await newAtCounter(page, bank, PROFILE);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.locator('[name=firstName]').fill('  ');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(
    page.getByRole('region', { name: 'Veuillez remplir tous les champs obligatoires' }),
  ).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Annuler' }).click();
  await expect(page.getByText(client.name).first()).toBeVisible();
});

test('the IBAN is shown and cannot be edited', { tag: '@whole' }, async ({ page, bank }) => {
  await newAtCounter(page, bank, PROFILE);
  await expect(page.getByText("L'IBAN est attribué par nos services")).toBeVisible();
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expect(page.locator('[name=iban]')).toHaveCount(0);
});

test('a new password asks for the current one and ends the other sessions', async ({
  page,
  browser,
  bank,
}) => {
  const client = await newClient(bank);
  const other = await (await browser.newContext({ baseURL: bank.url })).newPage();
  await other.goto('/auth');
  await other.locator('[name=email]').fill(client.email);
  await other.locator('[name=password]').fill(PASSWORD);
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(HOME);

  await atCounter(page, client, PROFILE);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expect(page.locator('[name=currentPassword]')).toHaveCount(0);
  await page.locator('[name=password]').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.getByRole('link', { name: /^Mot de passe actuel/ })).toBeVisible();
  await page.locator('[name=currentPassword]').fill('ce n’est pas le bon');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.locator('.field-error')).toContainText("Ce n'est pas votre mot de passe actuel.");
  await page.locator('[name=currentPassword]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(toastOf(page, 'Profil mis à jour')).toContainText('Vos autres sessions sont fermées.');
  await expect(page.locator('.request').getByText('Cet appareil')).toBeVisible();
  await expect(other).toHaveURL('/auth');
  await other.context().close();
});

test('a new e-mail address is valid once its link is confirmed', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newAtCounter(page, bank, PROFILE);
  const address = `nouvelle-${client.email}`.toLowerCase();
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.locator('[name=email]').fill(address);
  await page.locator('[name=currentPassword]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(toastOf(page, 'Email envoyé !')).toContainText(address);
  await expect(page.getByText(client.email.toLowerCase(), { exact: true })).toBeVisible();
  const link = /\/confirmer-adresse#token=\S+/.exec(await mailTo(page, address, /adresse/i))?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: /Confirmer/ }).click();
  await expect(page.getByText(address).first()).toBeVisible();
  const { session } = await (await page.request.get('/api/session')).json();
  expect(session.email).toBe(address);
});

test('the owner of the present address stops a change of address, and chooses a new password', {
  tag: '@whole',
}, async ({ page, browser, bank }) => {
  const client = await newClient(bank);
  const thief = await (await browser.newContext({ baseURL: bank.url })).newPage();
  await atCounter(thief, client, PROFILE);
  await thief.getByRole('button', { name: 'Modifier' }).click();
  const wanted = `voleur-${client.email}`.toLowerCase();
  await thief.locator('[name=email]').fill(wanted);
  await thief.locator('[name=currentPassword]').fill(PASSWORD);
  await thief.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(toastOf(thief, 'Email envoyé !')).toContainText(wanted);
  const change =
    /\/confirmer-adresse#token=\S+/.exec(await mailTo(page, wanted, /nouvelle adresse/i))?.[0] ?? '';

  const mail = await mailTo(page, client.email.toLowerCase(), /demande à changer/i);
  expect(mail).toContain(wanted);
  const link = /\/garder-mon-adresse#token=\S+/.exec(mail)?.[0] ?? '';
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Garder mon adresse');
  await expect(page).toHaveURL(/\/garder-mon-adresse$/);
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Arrêter le changement' }).click();
  await expect(page.getByText('Le changement est arrêté')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await expect(thief).toHaveURL(/\/auth/);
  await page.getByRole('link', { name: 'Choisir un nouveau mot de passe' }).click();
  await expect(page.locator('[name=password]')).toBeVisible();
  await expect(page).toHaveURL(/\/auth\?token$/);

  await page.goto(change);
  await page.getByRole('button', { name: /Confirmer/ }).click();
  await expect(page.getByText('Ce lien ne peut plus servir')).toBeVisible();
  await page.goto(link);
  await page.getByRole('button', { name: 'Arrêter le changement' }).click();
  await expect(page.getByText('Ce lien ne peut plus servir')).toBeVisible();
  await expectAccessible(page);
  await thief.context().close();
});

test('all other devices are signed out from here, and this one stays', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  const signedIn = await page.request.post('/api/session', {
    data: { email: client.email, password: PASSWORD },
    headers: { origin: bank.url },
  });
  expect(signedIn.status()).toBe(200);
  await page.goto(PROFILE);
  await page.getByRole('button', { name: 'Déconnecter les autres appareils' }).click();
  await expect(toastOf(page, 'Les autres appareils sont déconnectés')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Déconnecter les autres appareils' })).toBeHidden();
  expect((await client.api.get('/api/overview')).status()).toBe(401);
  await page.reload();
  await expect(page.getByText('Cet appareil')).toBeVisible();
});

test('another device is signed out from here', { tag: '@whole' }, async ({ page, browser, bank }) => {
  const client = await newClient(bank);
  const other = await (await browser.newContext({ baseURL: bank.url })).newPage();
  await other.goto('/auth');
  await other.locator('[name=email]').fill(client.email);
  await other.locator('[name=password]').fill(PASSWORD);
  await other.keyboard.press('Enter');
  await expect(other).toHaveURL(HOME);
  await atCounter(page, client, PROFILE);
  await page.getByRole('button', { name: /^Déconnecter : Chrome/ }).click();
  await expect(toastOf(page, 'Appareil déconnecté')).toBeVisible();
  // The button of the row that left is gone: the focus stays at its card.
  await expect(page.getByRole('heading', { name: 'Appareils connectés' })).toBeFocused();
  await expect(other).toHaveURL('/auth');
  await other.context().close();
});

test('preferences are kept, and personal data can be downloaded', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newAtCounter(page, bank, PROFILE);
  await page.locator('[name=mailLanguage]').selectOption('en');
  await expect(toastOf(page, 'Langue des e-mails enregistrée')).toBeVisible();
  const { language } = await (await client.api.get('/api/profile/preferences')).json();
  expect(language).toBe('en');
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Télécharger mes données' }).click();
  expect(await readFile(await (await file).path(), 'utf8')).toContain(client.email.toLowerCase());
});
