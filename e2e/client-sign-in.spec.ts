import { ADMINISTRATOR, CLIENT, expect, expectAccessible, test, useTheme } from './bank.ts';
import { mailTo, PASSWORD, PHONE, toastOf } from './counter.ts';
import { newClient, words } from './desk.ts';
import { hold } from './visiting.ts';

/** The client signs in by password, resets a forgotten one by a link, and returns to the screen they came from. */

for (const path of ['/auth', '/compte'])
  test(`${path} is the client's entrance, with the way to sign up and the way back`, {
    tag: '@whole',
  }, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: 'Espace Client' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('tab', { name: 'Inscription' }).click();
    await expect(page).toHaveURL(`${path}?tab=inscription`);
    await expect(page.getByRole('link', { name: "Commencer l'inscription" })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Retour au site' }).click();
    await expect(page).toHaveURL('/');
  });

test('the entrance fits a telephone and is accessible in the dark theme', { tag: '@whole' }, async ({
  page,
}) => {
  await useTheme(page, 'dark');
  await page.setViewportSize(PHONE);
  await page.goto('/auth');
  await expect(page.getByRole('button', { name: 'Se connecter' })).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});

test('the password can be shown and hidden again', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/auth');
  const password = page.locator('[name=password]');
  await password.fill(CLIENT.password);
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Afficher le mot de passe' }).click();
  await expect(password).toHaveAttribute('type', 'text');
  await page.getByRole('button', { name: 'Masquer le mot de passe' }).click();
  await expect(password).toHaveAttribute('type', 'password');
});

test('what was typed before the code arrived is kept', { tag: '@whole' }, async ({ page }) => {
  const release = await hold(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.locator('[name=email]').fill(CLIENT.email);
  await page.locator('[name=password]').fill(CLIENT.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  release();
  await expect(page).toHaveURL('/client-dashboard');
});

test('a demonstration account fills the form and signs in', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: words(`Utiliser ce compte : ${CLIENT.email}`) }).click();
  await expect(page.locator('[name=password]')).toHaveValue(CLIENT.password);
  const arrive = await hold(page);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(toastOf(page, 'Connexion réussie !')).toContainText('Redirection en cours...');
  arrive();
  await expect(page).toHaveURL('/client-dashboard');
  await expect(page.locator('.office-main')).toBeVisible();
  await expect(page.getByText('Redirection en cours...')).toHaveCount(0);
});

test('a wrong password shows an error and keeps the address', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/auth');
  await page.locator('[name=email]').fill('personne@exemple.fr');
  await page.locator('[name=password]').fill('un mot de passe qui ne va pas');
  await page.keyboard.press('Enter');
  await expect(toastOf(page, 'Erreur de connexion')).toContainText(
    "L'adresse e-mail ou le mot de passe est incorrect.",
  );
  await expect(page.locator('[name=email]')).toHaveValue('personne@exemple.fr');
});

test('an administrator who signs in here goes to the back office', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/compte');
  await page.locator('[name=email]').fill(ADMINISTRATOR.email);
  await page.locator('[name=password]').fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL('/admin-dashboard');
});

test('an empty form lists the missing fields and leads to them', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  const summary = page.getByRole('region', { name: 'Veuillez remplir tous les champs obligatoires' });
  await expect(summary).toBeFocused();
  await summary.getByRole('link', { name: /^Mot de passe/ }).click();
  await expect(page.locator('[name=password]')).toBeFocused();
  await expectAccessible(page);
});

test('after an expired session the sign-in leads back to the same screen', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await page.goto('/client-dashboard?section=fees');
  await expect(page).toHaveURL('/auth');
  await page.locator('[name=email]').fill(client.email);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL('/client-dashboard?section=fees');
});

test('a forgotten password needs an address first', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Mot de passe oublié' }).click();
  await expect(toastOf(page, 'Email requis')).toContainText(
    'Veuillez entrer votre email pour réinitialiser votre mot de passe',
  );
  await expect(page.locator('[name=email]')).toBeFocused();
});

test('a link requested before the code arrives goes to the address that was typed', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const client = await newClient(bank);
  const release = await hold(page);
  await page.goto('/auth', { waitUntil: 'commit' });
  await page.locator('[name=email]').fill(client.email);
  await page.getByRole('button', { name: 'Mot de passe oublié' }).click();
  release();
  await expect(toastOf(page, 'Email envoyé !')).toBeVisible();
});

test('the answer does not tell whether an address is known', { tag: '@whole' }, async ({ page, bank }) => {
  const client = await newClient(bank);
  for (const email of [client.email, 'inconnue@exemple.fr']) {
    await page.goto('/auth');
    await page.locator('[name=email]').fill(email);
    const answer = page.waitForResponse('**/api/password-reset');
    await page.getByRole('button', { name: 'Mot de passe oublié' }).click();
    expect(await (await answer).text()).toBe('{}');
    await expect(toastOf(page, 'Email envoyé !')).toContainText(
      'Vérifiez votre boîte mail pour réinitialiser votre mot de passe',
    );
  }
});

test('the mailed link opens a form for a new password, works once, and ends every session', async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await page.goto('/auth');
  await page.locator('[name=email]').fill(client.email);
  await page.getByRole('button', { name: 'Mot de passe oublié' }).click();
  await page.getByRole('button', { name: "Lire l'e-mail de la démonstration" }).click();
  await expect(page).toHaveURL(/courrier-de-demonstration/);
  const mail = await mailTo(page, client.email, /mot de passe/i);
  // Started on port 0, the product does not know its own port: only the path is compared.
  const link = /\/auth#token=\S+/.exec(mail)?.[0] ?? '';

  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  // Where the sign-in is already open, only the fragment of the address changes.
  await page.goto('/auth');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Nouveau mot de passe' })).toBeVisible();
  expect(page.url()).not.toMatch(/token=./);
  expect(asked.filter((url) => new URL(url).search.includes('token='))).toEqual([]);
  await expectAccessible(page);
  await page.locator('[name=password]').fill('motdepasse2026');
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(page.locator('.field-error')).toContainText('trop courant');
  await page.locator('[name=password]').fill('sept moulins sous la neige');
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(toastOf(page, 'Mot de passe modifié')).toBeVisible();
  const { session } = await (await client.api.get('/api/session')).json();
  expect(session).toBeNull();

  await page.locator('[name=email]').fill(client.email);
  await page.locator('[name=password]').fill('sept moulins sous la neige');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL('/client-dashboard');

  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Nouveau mot de passe' })).toBeVisible();
  await page.locator('[name=password]').fill('huit moulins sous la neige');
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(page.getByText("Ce lien n'est plus valable")).toBeVisible();
});
