import type { Page } from '@playwright/test';
import { ADMINISTRATOR, test as base, expect, expectAccessible, expectAccessibleEverywhere } from './bank.ts';
import { atCounter, HOME, newAtCounter, PASSWORD, toastOf } from './counter.ts';
import { atDesk, fund, GOOD_IBAN, newClient, words } from './desk.ts';
import { addPasskey, withDevice } from './passkey-device.ts';

/** Passkeys, with the browser's virtual device. A passkey belongs to a host name, here `localhost`. */

const PROFILE = `${HOME}?section=profile`;

const test = base.extend<object>({
  baseURL: async ({ bankAtLocalhost }, use) => use(bankAtLocalhost.url),
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.context().clearCookies();
  await page.goto('/auth');
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

test('a client makes a passkey, signs in with it and without it, and removes it', async ({
  page,
  bankAtLocalhost: bank,
}) => {
  await withDevice(page);
  const client = await newAtCounter(page, bank, PROFILE);
  const [code = ''] = await addPasskey(page, 'Téléphone', { look: () => expectAccessible(page) });
  await expect(page.locator('.factor-title', { hasText: 'Téléphone' })).toBeVisible();
  await expect(page.getByText('Il vous reste 10 codes de secours.')).toBeVisible();
  await expectAccessibleEverywhere(page);

  await signIn(page, client.email);
  const use = page.getByRole('button', { name: "Utiliser ma clé d'accès" });
  await expect(use).toBeFocused();
  await expectAccessibleEverywhere(page);
  await use.click();
  await expect(page).toHaveURL(HOME);

  await signIn(page, client.email);
  await page.getByRole('button', { name: /utiliser un code de secours/ }).click();
  await page.locator('[name=code]').fill(code);
  await page.getByRole('button', { name: 'Vérifier' }).click();
  await expect(page).toHaveURL(HOME);

  await page.goto(PROFILE);
  await expect(page.getByText(/Ajoutée le .*, utilisée/)).toBeVisible();
  await page.getByRole('button', { name: 'Retirer Téléphone' }).click();
  const dialog = page.getByRole('dialog', { name: /Retirer/ });
  await dialog.locator('[name=currentPassword]').fill(PASSWORD);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Retirer' }).click();
  await expect(toastOf(page, 'Double authentification désactivée')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Ajouter une clé' })).toBeVisible();
});

test('a device without the passkey shows an error, and a code can be used instead', {
  tag: '@whole',
}, async ({ page, context, bankAtLocalhost: bank }) => {
  await withDevice(page);
  const client = await newAtCounter(page, bank, PROFILE);
  const [code = ''] = await addPasskey(page, 'Ordinateur');
  const elsewhere = await context.newPage();
  await withDevice(elsewhere);
  await signIn(elsewhere, client.email);
  await elsewhere.getByRole('button', { name: "Utiliser ma clé d'accès" }).click();
  await expect(elsewhere.locator('.toast')).toContainText("Cette clé d'accès n'a pas été reconnue");
  await elsewhere.getByRole('button', { name: /utiliser un code de secours/ }).click();
  await elsewhere.locator('[name=code]').fill(code);
  await elsewhere.getByRole('button', { name: 'Vérifier' }).click();
  await expect(elsewhere).toHaveURL(HOME);

  await page.goto(PROFILE);
  await page.getByRole('button', { name: 'Nouveaux codes de secours' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('[name=currentPassword]').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Utiliser un code à la place' }).click();
  await expect(dialog.locator('[name=code]')).toBeVisible();
  await expect(dialog.locator('[name=currentPassword]')).toHaveValue(PASSWORD);
  await dialog.getByRole('button', { name: "Utiliser ma clé d'accès" }).click();
  await dialog.getByRole('button', { name: 'Remplacer mes codes' }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(10);
});

test('a transfer is confirmed by the passkey, beside its amount and payee', { tag: '@whole' }, async ({
  page,
  bankAtLocalhost: bank,
}) => {
  await withDevice(page);
  const client = await newClient(bank);
  await fund(bank, client, 500_00);
  await atCounter(page, client, PROFILE);
  await addPasskey(page, 'Téléphone');
  // As in a live institution, the server refuses a transfer without a confirmation.
  await page.route('**/api/withdrawals', (route) => {
    const request = route.request();
    if (request.method() !== 'POST' || request.headers()['x-confirmation']) return route.continue();
    return route.fulfill({
      status: 403,
      contentType: 'application/problem+json',
      json: { code: 'auth.confirmation-required', title: '', detail: '', params: { by: 'passkey' } },
    });
  });
  await page.goto(HOME);
  await page.getByRole('button', { name: 'Faire un virement' }).first().click();
  await page.locator('[name=amount]').fill('120,50');
  await page.locator('[name=iban]').fill(GOOD_IBAN);
  await page.locator('[name=bankName]').fill('Banque du Marais');
  await page.getByRole('button', { name: 'Continuer' }).click();
  await page.getByRole('button', { name: 'Envoyer la demande' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirmez ce virement' });
  await expect(dialog).toContainText(words('120,50 €'));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirmer' }).click();
  await expect(toastOf(page, 'Demande envoyée')).toBeVisible();
});

// Last, because afterwards this administrator cannot sign in by the password alone.
test('an administrator makes one in the security section and signs in with it', { tag: '@whole' }, async ({
  page,
  bankAtLocalhost: bank,
}) => {
  await withDevice(page);
  await atDesk(page, bank, '/admin-dashboard?tab=security');
  await addPasskey(page, 'Clé du bureau', {
    password: ADMINISTRATOR.password,
    look: () => expectAccessible(page),
  });
  await expectAccessibleEverywhere(page);
  await page.context().clearCookies();
  await page.goto('/admin-login');
  await page.locator('[name=email]').fill(ADMINISTRATOR.email);
  await page.locator('[name=password]').fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.getByRole('button', { name: "Utiliser ma clé d'accès" }).click();
  await expect(page).toHaveURL(/admin-dashboard/);
});
