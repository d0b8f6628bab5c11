import { DEMONSTRATION_STAFF } from '../content/demonstration-accounts.ts';
import { ADMINISTRATOR, CLIENT, expect, expectAccessible, test } from './bank.ts';
import { hold } from './visiting.ts';

/** Only administrators enter the back office; how they sign in and out. */

test('a visitor who opens the back office is sent to its sign-in', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/admin-dashboard?tab=loans');
  await expect(page).toHaveURL('/admin-login');
  await expect(page.getByRole('heading', { name: 'Connexion Administrateur' })).toBeVisible();
});

test('a client who opens the back office is sent to the home page', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  await page.request.post('/api/session', { data: CLIENT, headers: { origin: bank.url } });
  await page.goto('/admin-dashboard');
  await expect(page).toHaveURL('/');
});

test('when the session cannot be read, the back office shows its sign-in', { tag: '@whole' }, async ({
  page,
}) => {
  await page.route('**/api/session', (route) => route.fulfill({ status: 500, body: '{}' }));
  await page.goto('/admin-dashboard');
  await expect(page).toHaveURL('/admin-login');
});

test('an administrator signs in, is greeted, and finds the way out', async ({ page }) => {
  await page.goto('/admin-login');
  await page.locator('[name=email]').fill(ADMINISTRATOR.email);
  await page.locator('[name=password]').fill(ADMINISTRATOR.password);
  const arrive = await hold(page);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.getByText('Connexion réussie')).toBeVisible();
  await expect(page.getByText('Redirection en cours...')).toBeVisible();
  arrive();
  await expect(page).toHaveURL('/admin-dashboard');
  await expect(page.locator('.office-main')).toBeVisible();
  await expect(page.getByText('Redirection en cours...')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Tableau de bord' })).toBeVisible();
  await page.getByRole('button', { name: 'Se déconnecter' }).click();
  await expect(page).toHaveURL('/admin-login');
  await page.goto('/admin-dashboard');
  await expect(page).toHaveURL('/admin-login');
});

test('a client is refused at the sign-in of the back office, reads why, and is signed out', {
  tag: '@whole',
}, async ({ page }) => {
  await page.goto('/admin-login');
  await page.locator('[name=email]').fill(CLIENT.email);
  await page.locator('[name=password]').fill(CLIENT.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.locator('.toast')).toContainText('Accès administrateur requis');
  await expect(page).toHaveURL('/admin-login');
  await expectAccessible(page);
  const { session } = await (await page.request.get('/api/session')).json();
  expect(session).toBeNull();
});

test('a wrong password keeps the address that was typed', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/admin-login');
  await page.locator('[name=email]').fill('personne@guichet.example');
  await page.locator('[name=password]').fill('un-mot-de-passe-faux');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page.locator('.toast')).toContainText('Erreur de connexion');
  await expect(page.locator('[name=email]')).toHaveValue('personne@guichet.example');
  await expect(page.locator('[name=password]')).toBeFocused();
});

test('a summary lists the missing fields, and each line leads to its field', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/admin-login');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  const summary = page.getByRole('region', { name: '2 champs sont à revoir' });
  await expect(summary).toBeFocused();
  await summary.getByRole('link').nth(1).click();
  await expect(page.locator('[name=password]')).toBeFocused();
});

test('STAFF-23 the demonstration shows its account and one for each role, fills it in on request, and links to the home page', async ({
  page,
}) => {
  await page.goto('/admin-login');
  await expect(page.getByText(ADMINISTRATOR.password)).toBeVisible();
  await page.getByText('Autres accès de démonstration').click();
  for (const { email } of DEMONSTRATION_STAFF) await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Remplir avec ce compte' }).click();
  await expect(page.locator('[name=email]')).toHaveValue(ADMINISTRATOR.email);
  await page.getByRole('link', { name: "Retour à l'accueil" }).click();
  await expect(page).toHaveURL('/');
});
