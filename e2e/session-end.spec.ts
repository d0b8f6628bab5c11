import type { Page } from '@playwright/test';
import { ADMINISTRATOR, expect, expectAccessibleEverywhere, test } from './bank.ts';
import { atCounter, HOME, PASSWORD, toastOf } from './counter.ts';
import { atDesk, breakCalls, newClient } from './desk.ts';

/** The sign-in after an expired session explains itself, and gives the same person back what they had typed. */

const ended = (page: Page) => page.getByText('Votre session a pris fin');

async function signIn(page: Page, email: string, password: string) {
  await page.locator('[name=email]').fill(email);
  await page.locator('[name=password]').fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

test('a client whose session ends reads the reason, and finds the transfer as it was typed', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await atCounter(page, client, `${HOME}?new=transfer`);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await dialog.locator('[name=amount]').fill('77,50');
  await dialog.locator('[name=bankName]').fill('Banque du Marais');
  await client.api.delete('/api/session');
  await expect(page).toHaveURL('/auth');
  await expect(ended(page)).toBeVisible();
  await expect(page.getByText('ce que vous aviez saisi y est encore')).toBeVisible();
  await expectAccessibleEverywhere(page);
  await signIn(page, client.email, PASSWORD);
  await expect(dialog.locator('[name=amount]')).toHaveValue('77,50');
  await expect(dialog.locator('[name=bankName]')).toHaveValue('Banque du Marais');
  await expect(dialog).toContainText('Voici ce que vous aviez saisi ici.');
});

test('a client whose session ends while their details are changed comes back to what they typed', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await atCounter(page, client, `${HOME}?section=profile`);
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.locator('[name=city]').fill("L'Haÿ-les-Roses");
  await client.api.delete('/api/session');
  await expect(page).toHaveURL('/auth');
  await signIn(page, client.email, PASSWORD);
  await expect(page.locator('[name=city]')).toHaveValue("L'Haÿ-les-Roses");
  await expect(page.getByText('Voici ce que vous aviez saisi ici.')).toBeVisible();
  // Left without saving, it is gone.
  await page.getByRole('button', { name: 'Annuler' }).click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Modifier' })).toBeVisible();
});

test('what one person typed is not shown to another person, and is removed by signing out', async ({
  page,
  bank,
}) => {
  const [first, second] = [await newClient(bank), await newClient(bank)];
  await atCounter(page, first, `${HOME}?new=transfer`);
  const dialog = page.getByRole('dialog', { name: 'Faire un virement' });
  await dialog.locator('[name=amount]').fill('77,50');
  await first.api.delete('/api/session');
  await expect(ended(page)).toBeVisible();
  await signIn(page, second.email, PASSWORD);
  await expect(page.getByText('Solde actuel').first()).toBeVisible();
  await page.goto(`${HOME}?new=transfer`);
  await expect(dialog.locator('[name=amount]')).toHaveValue('');

  await dialog.locator('[name=amount]').fill('12');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL('/auth');
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await expect(ended(page)).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('12');
});

test('an administrator whose session ends returns to the client and to the credit as it was typed', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const address = `/admin-dashboard/clients/${client.accountId}`;
  await atDesk(page, bank, address);
  const open = () => page.getByRole('button', { name: /^Effectuer un virement/ }).click();
  await open();
  const dialog = page.getByRole('dialog', { name: 'Effectuer un virement' });
  await dialog.locator('[name=amount]').fill('1 250');
  await dialog.locator('[name=description]').fill('Remise de chèque');
  await page.request.delete('/api/session', { headers: { origin: bank.url } });
  await expect(page).toHaveURL('/admin-login');
  await expect(ended(page)).toBeVisible();
  await expectAccessibleEverywhere(page);
  await signIn(page, ADMINISTRATOR.email, ADMINISTRATOR.password);
  await expect(page).toHaveURL(address);
  await open();
  await expect(dialog.locator('[name=description]')).toHaveValue('Remise de chèque');
  // Cancelling removes the draft.
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await open();
  await expect(dialog.locator('[name=description]')).toHaveValue('');
});

test('« Actualiser » shows an error when the data cannot be read', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await atDesk(page, bank);
  await expect(page.getByRole('heading', { name: 'Derniers clients' })).toBeVisible();
  await breakCalls(page, '/admin/overview', 'GET');
  await page.getByRole('button', { name: 'Actualiser' }).click();
  await expect(toastOf(page, 'Erreur')).toContainText('Impossible de charger les données');
});

/** What a browser tells a page that it keeps when it is left and shows again on « back ». Chromium under test keeps none. */
const tell = (page: Page, type: 'pagehide' | 'pageshow') =>
  page.evaluate((event) => dispatchEvent(new PageTransitionEvent(event, { persisted: true })), type);

test('a page shown again is hidden until the server has said that the session lasts', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await atCounter(page, client);
  await expect(page.getByText('Solde actuel').first()).toBeVisible();
  await tell(page, 'pagehide');
  await expect(page.locator('body')).toBeHidden();
  await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
  await tell(page, 'pageshow');
  await expect(page.getByText('Solde actuel').first()).toBeVisible();
  expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);

  await tell(page, 'pagehide');
  await client.api.delete('/api/session');
  // The stream of live updates tells it as well: it stays frozen in a page that is kept.
  await tell(page, 'pageshow');
  await expect(page).toHaveURL('/auth');
  await expect(ended(page)).toBeVisible();
  await expect(page.getByText('Solde actuel')).toHaveCount(0);
});
