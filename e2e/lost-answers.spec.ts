import type { Page } from '@playwright/test';
import { expect, expectAccessibleEverywhere, isAlive, test } from './bank.ts';
import { HOME, mailTo, newAtCounter, PASSWORD, proveAddress, toastOf } from './counter.ts';
import { newClient } from './desk.ts';

/** What forms outside dialogs send is never kept for later, and a lost answer is told as one: it may have been done. */

const PROFILE = `${HOME}?section=profile`;

/** Lets the first call of a path reach the server and loses its answer. Answers how many calls have left so far. */
async function loseFirstAnswer(page: Page, path: RegExp, method: string): Promise<() => number> {
  let calls = 0;
  await page.route(path, async (route) => {
    if (route.request().method() !== method) return route.continue();
    calls += 1;
    if (calls > 1) return route.continue();
    await route.fetch();
    return route.abort('connectionreset');
  });
  return () => calls;
}

test('a device whose end had no answer is told as unknown; the next press finds it ended', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  await page.request.post('/api/session', {
    data: { email: client.email, password: PASSWORD },
    headers: { origin: bank.url },
  });
  await page.goto(PROFILE);
  await loseFirstAnswer(page, /\/api\/sessions\/[^/]+$/, 'DELETE');
  // The list as it was, so that the button is still there.
  const list = await (await page.request.get('/api/sessions')).json();
  await page.route('**/api/sessions', (route) => route.fulfill({ json: list }));
  const end = page.getByRole('button', { name: /^Déconnecter : / });
  await end.click();
  await expect(toastOf(page, 'Pas de réponse du serveur')).toContainText('nous ne savons pas');
  expect((await client.api.get('/api/overview')).status()).toBe(401);
  await end.click();
  await expect(toastOf(page, 'Appareil déconnecté')).toBeVisible();
  await expect(toastOf(page, 'Pas de réponse du serveur')).toHaveCount(0);
});

test('a change of address is not sent again unseen, offline it is not sent at all, and the details wait with it', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newAtCounter(page, bank, PROFILE);
  await proveAddress(page, bank, client);
  const address = `autre-${client.email}`.toLowerCase();
  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.locator('[name=email]').fill(address);
  await page.locator('[name=city]').fill('Angers');
  await page.locator('[name=currentPassword]').fill(PASSWORD);
  const calls = await loseFirstAnswer(page, /\/api\/profile\/email$/, 'PUT');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(toastOf(page, 'Pas de réponse du serveur')).toBeVisible();
  expect(calls()).toBe(1);
  await expect(page.locator('[name=city]')).toHaveValue('Angers');
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(toastOf(page, 'Email envoyé !')).toContainText(address);
  await expect(page.getByText('Angers')).toBeVisible();

  await page.getByRole('button', { name: 'Modifier' }).click();
  await page.locator('[name=city]').fill('Brest');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Enregistrer' }).click();
  await expect(page.locator('.toast').filter({ hasText: 'connexion' })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Annuler' }).click();
  const { profile } = await (await client.api.get('/api/profile')).json();
  expect(profile.city).toBe('Angers');
});

test('a new password whose answer was lost is not told as an expired link', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await page.request.post('/api/password-reset', {
    data: { email: client.email },
    headers: { origin: bank.url },
  });
  const link = /\/auth#token=\S+/.exec(await mailTo(page, client.email.toLowerCase(), /mot de passe/i))?.[0];
  await page.goto(link ?? '');
  await expect(page).toHaveURL(/\/auth\?token$/);
  await isAlive(page);
  await loseFirstAnswer(page, /\/api\/password-reset\/completion$/, 'POST');
  await page.locator('[name=password]').fill('onze tuiles rouges au soleil');
  const submit = page.getByRole('button', { name: 'Enregistrer le mot de passe' });
  await submit.click();
  await expect(toastOf(page, 'Pas de réponse du serveur')).toBeVisible();
  await submit.click();
  await expect(page.getByText('Votre nouveau mot de passe est sans doute enregistré')).toBeVisible();
});

test('the dashboard asks for the proof of the address until its link is followed, twice a day at most', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newAtCounter(page, bank);
  const address = client.email.toLowerCase();
  const notice = page.locator('.notice').filter({ hasText: 'Confirmez votre adresse' });
  await expect(notice).toContainText(address);
  await expectAccessibleEverywhere(page);
  const resend = notice.getByRole('button');
  await resend.click();
  await expect(page.locator('.toast')).toContainText(/envoyé/i);
  await resend.click();
  await expect(page.locator('.toast').filter({ hasText: /demain|24|aujourd/i })).toBeVisible();
  const link = /\/confirmer-adresse#token=\S+/.exec(await mailTo(page, address, /confirm/i))?.[0] ?? '';
  await page.goto(link);
  await page.getByRole('button', { name: 'Confirmer cette adresse' }).click();
  await expect(page.getByText('Votre adresse est confirmée')).toBeVisible();
  await page.getByRole('link', { name: 'Ouvrir mon espace' }).click();
  await expect(page).toHaveURL(HOME);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(notice).toHaveCount(0);
});
