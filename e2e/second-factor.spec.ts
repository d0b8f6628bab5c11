import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import demonstration from '../content/institution/demo.ts';
import { codeOf, stepAt } from '../server/auth/second-factor/totp.ts';
import {
  endBank,
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  newDataFolder,
  startShortBank,
  test,
} from './bank.ts';
import { atCounter, HOME, newAtCounter, PASSWORD, proveAddress, toastOf } from './counter.ts';
import { atDesk, fund, GOOD_IBAN, newClient, words } from './desk.ts';

/** A second factor by authenticator app, and the end of an idle session. */

const PROFILE = `${HOME}?section=profile`;

/** The code an app shows for the secret, so many half minutes from now. */
function codeFor(secret: string, steps = 0): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeOf(Buffer.from(bytes), stepAt(new Date()) + steps);
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

test('a client sets an app up, signs in with it and without it, and switches it off', async ({
  page,
  bank,
}) => {
  const client = await newAtCounter(page, bank, PROFILE);
  await page.getByRole('button', { name: 'Activer' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=currentPassword]').fill('ce n’est pas le bon');
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await expect(dialog.locator('.field-error')).toContainText("Ce n'est pas votre mot de passe actuel.");
  await dialog.locator('[name=currentPassword]').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continuer' }).click();
  await expect(dialog.getByRole('img', { name: /Code à scanner/ })).toBeVisible();
  await expectAccessible(page);
  const secret = (await dialog.locator('.secret-text').innerText()).replaceAll(' ', '');
  await dialog.locator('[name=code]').fill(codeFor(secret));
  await dialog.getByRole('button', { name: 'Activer' }).click();
  const codes = dialog.getByRole('list', { name: 'Vos codes de secours' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  await expectAccessible(page);
  const [first = '', second = ''] = await codes.allInnerTexts();
  const file = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Télécharger' }).click();
  expect((await file).suggestedFilename()).toBe('codes-de-secours.txt');
  // They are shown once: Escape does not take them away, and there is no cross.
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('button', { name: 'Fermer' })).toHaveCount(0);
  await expect(codes).toHaveCount(10);
  await dialog.getByRole('button', { name: "J'ai gardé mes codes" }).click();
  await expect(page.getByText('Il vous reste 10 codes de secours.')).toBeVisible();

  await page.context().clearCookies();
  await signIn(page, client.email);
  await expect(page.getByRole('textbox', { name: "Code de l'application" })).toBeFocused();
  await expectAccessible(page);
  await page.locator('[name=code]').fill('000000');
  await page.getByRole('button', { name: 'Vérifier' }).click();
  await expect(page.locator('.field-error')).toContainText('incorrect, expiré ou déjà utilisé');
  await page.locator('[name=code]').fill(codeFor(secret, 1));
  await page.getByRole('button', { name: 'Vérifier' }).click();
  await expect(page).toHaveURL(HOME);

  await page.context().clearCookies();
  await signIn(page, client.email);
  await page.getByRole('button', { name: /utiliser un code de secours/ }).click();
  await page.locator('[name=code]').fill(first.toLowerCase());
  await page.getByRole('button', { name: 'Vérifier' }).click();
  await expect(page).toHaveURL(HOME);

  await page.goto(PROFILE);
  await expect(page.getByText('Il vous reste 9 codes de secours.')).toBeVisible();
  await page.getByRole('button', { name: 'Désactiver' }).click();
  await dialog.locator('[name=currentPassword]').fill(PASSWORD);
  await dialog.locator('[name=code]').fill(second);
  await dialog.getByRole('button', { name: 'Désactiver' }).click();
  await expect(toastOf(page, 'Double authentification désactivée')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Activer' })).toBeVisible();
});

test('a new address or password takes the password and, with an app, its code, each by itself', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await proveAddress(page, bank, client);
  const begun = await client.post('/two-factor/secret', { currentPassword: PASSWORD });
  const secret = String(begun.secret);
  const { recoveryCodes } = (await client.post('/two-factor/activation', {
    code: codeFor(secret),
  })) as unknown as { recoveryCodes: string[] };
  const [first = '', second = ''] = recoveryCodes;
  await atCounter(page, client, PROFILE);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expect(page.locator('[name=code]')).toHaveCount(0);
  const address = `neuve-${client.email}`.toLowerCase();
  await page.locator('[name=email]').fill(address);
  await page.locator('[name=currentPassword]').fill(PASSWORD);
  await page.locator('[name=password]').fill('onze tuiles rouges au soleil');
  await page.locator('[name=code]').fill(first);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.locator('.field-error')).toContainText("Changez d'abord l'adresse e-mail");
  await expectAccessibleEverywhere(page);
  await page.locator('[name=password]').fill('');
  await page.locator('[name=code]').fill('000000');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.locator('.field-error')).toContainText('incorrect, expiré ou déjà utilisé');
  await page.locator('[name=code]').fill(first);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(toastOf(page, 'Email envoyé !')).toContainText(address);

  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.locator('[name=password]').fill('onze tuiles rouges au soleil');
  await page.locator('[name=currentPassword]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.locator('.field-error')).toContainText('obligatoire');
  await page.locator('[name=code]').fill(second);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.locator('.toast').filter({ hasText: 'Vos autres sessions sont fermées.' })).toBeVisible();
});

test('an administrator who must have a second factor sets it up before anything else', async ({
  page,
  bank,
}) => {
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch();
    const { session } = await answer.json();
    await route.fulfill({ response: answer, json: { session: { ...session, mustSetUpSecondFactor: true } } });
  });
  await page.route('**/api/two-factor', (route) =>
    route.fulfill({ json: { activatedAt: null, passkeys: [], recoveryCodesLeft: 0, isRequired: true } }),
  );
  await atDesk(page, bank);
  await expect(page.getByText('À activer pour continuer')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Activer' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Clients' })).toHaveCount(0);
  await expectAccessibleEverywhere(page);
});

test('where the institution demands a second factor, a client sets it up before anything else', {
  tag: '@whole',
}, async ({ page }) => {
  const folder = await newDataFolder('filled');
  const file = join(folder, 'institution.json');
  writeFileSync(file, JSON.stringify({ ...demonstration, clientSecondFactor: 'required' }));
  const strict = await startShortBank({ DATA_DIR: folder, INSTITUTION_FILE: file });
  try {
    await page.goto(`${strict.url}/auth`);
    await page.locator('[name=email]').fill('client@guichet.example');
    await page.locator('[name=password]').fill('Guichet-client-2026');
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByText('À activer pour continuer')).toBeVisible();
    const menuEntry = page.getByRole('link', { name: 'Prêts', exact: true });
    await expect(menuEntry).toHaveCount(0);
    await expectAccessibleEverywhere(page);
    // Every address of the area shows the same screen.
    await page.goto(`${strict.url}${PROFILE}`);
    await expect(page.getByText('À activer pour continuer')).toBeVisible();
    await page.getByRole('button', { name: 'Activer' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name=currentPassword]').fill('Guichet-client-2026');
    await dialog.getByRole('button', { name: 'Continuer' }).click();
    const secret = (await dialog.locator('.secret-text').innerText()).replaceAll(' ', '');
    await dialog.locator('[name=code]').fill(codeFor(secret));
    await dialog.getByRole('button', { name: 'Activer' }).click();
    await dialog.getByRole('button', { name: "J'ai gardé mes codes" }).click();
    // The requested screen with its whole frame; the last factor cannot be removed.
    await expect(page.getByText('Il vous reste 10 codes de secours.')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Mes informations' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Désactiver' })).toHaveCount(0);
    await expect(page.getByText('À activer pour continuer')).toHaveCount(0);
    await menuEntry.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Prêts' })).toBeVisible();
  } finally {
    await endBank(strict, folder);
  }
});

test('an idle session announces its end, can be prolonged, and otherwise leads to the sign-in', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await page.context().addCookies((await client.api.storageState()).cookies);
  // As the server answers after a quarter of an hour without activity.
  let secondsLeft = 45;
  await page.route('**/api/session', async (route) => {
    const answer = await route.fetch();
    const { session } = await answer.json();
    if (!session || secondsLeft === 0) return route.fulfill({ response: answer, json: { session } });
    const expiresAt = new Date(Date.parse(session.now) + secondsLeft * 1000).toISOString();
    return route.fulfill({ response: answer, json: { session: { ...session, expiresAt } } });
  });
  await page.goto(HOME);
  const dialog = page.getByRole('dialog', { name: 'Votre session va se terminer' });
  await expect(dialog).toBeVisible();
  await expect(dialog.getByRole('timer')).toContainText(/Il reste \d+ secondes/);
  await expectAccessible(page);
  const asked = page.waitForRequest('**/api/session');
  await dialog.getByRole('button', { name: 'Rester connecté' }).click();
  // Only a call that a person caused prolongs a session.
  expect((await asked).headers()).not.toHaveProperty('x-unattended');
  secondsLeft = 0;
  await expect(async () => {
    if (await dialog.isVisible())
      await dialog.getByRole('button', { name: 'Rester connecté' }).click({ timeout: 500 });
    await expect(dialog).toBeHidden({ timeout: 500 });
  }).toPass();

  secondsLeft = 2;
  await page.reload();
  await expect(dialog).toBeVisible();
  await client.api.delete('/api/session');
  await expect(page).toHaveURL('/auth');
});

// `live-institution.spec.ts` confirms a transfer in the same dialog, by the server's own refusal.
test('a confirmation opens over the dialog of the transfer, shows amount and payee, and keeps what was typed', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await fund(bank, client, 500_00);
  // As in a live institution, the server refuses a transfer without a confirmation.
  await page.route('**/api/withdrawals', (route) => {
    const request = route.request();
    if (request.method() !== 'POST' || request.headers()['x-confirmation']) return route.continue();
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { code: 'auth.confirmation-required', title: '', detail: '', params: { by: 'password' } },
    });
  });
  await atCounter(page, client, HOME);
  await page.getByRole('button', { name: 'Faire un virement' }).first().click();
  await page.locator('[name=amount]').fill('120,50');
  await page.locator('[name=iban]').fill(GOOD_IBAN);
  await page.locator('[name=bankName]').fill('Banque du Marais');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByRole('button', { name: 'Envoyer la demande' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirmez ce virement' });
  await expect(dialog).toContainText(words('120,50 €'));
  await expect(dialog).toContainText(words('FR76 3000 6000 0112 3456 7890 189'));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(toastOf(page, 'Confirmez votre identité')).toBeVisible();
  // The form behind the review keeps what was typed.
  await page.getByRole('button', { name: 'Modifier' }).click();
  await expect(page.locator('[name=amount]')).toHaveValue('120,50');

  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByRole('button', { name: 'Envoyer la demande' }).click();
  await dialog.locator('[name=proof]').fill('ce n’est pas le bon');
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(dialog.locator('.field-error')).toContainText("Ce n'est pas votre mot de passe actuel.");
  await dialog.locator('[name=proof]').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(toastOf(page, 'Demande envoyée')).toBeVisible();
});
