import type { Page } from '@playwright/test';
import { ADMINISTRATOR, CLIENT, expect, expectAccessible, test, watchConsole } from './bank.ts';

/** The main job, in two browsers: a person becomes a client, requests a loan, and sees the money arrive. */

const PASSWORD = 'quatre-mots-pour-un-guichet';
let serial = 0;

async function signUp(page: Page, person: { firstName: string; lastName: string; email: string }) {
  await page.goto('/auth');
  await page.getByRole('tab', { name: 'Inscription' }).click();
  await page
    .getByRole('link', { name: "Commencer l'inscription" })
    .or(page.getByRole('button', { name: "Commencer l'inscription" }))
    .click();
  await expect(page).toHaveURL('/client-personal-info');
  await page.locator('[name=firstName]').fill(person.firstName);
  await page.locator('[name=lastName]').fill(person.lastName);
  await page.locator('[name=email]').fill(person.email);
  await page.locator('[name=password]').fill(PASSWORD);
  await page.getByRole('button', { name: 'Suivant' }).click();
  await expect(page).toHaveURL('/client-account-selection');
  await expect(page.getByText(`Bienvenue, ${person.firstName}`)).toBeVisible();
}

/** An amount as the screens write it, whatever the kind of space inside. */
const amount = (text: string) => new RegExp(text.replaceAll(' ', '\\s').replace('.', '\\.'));

async function signInAsAdministrator(page: Page) {
  await page.goto('/admin-login');
  await page.locator('[name=email]').fill(ADMINISTRATOR.email);
  await page.locator('[name=password]').fill(ADMINISTRATOR.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(page).toHaveURL(/\/admin-dashboard/);
}

test('from sign-up to a paid-out loan that arrives on the open screen', async ({
  page,
  browser,
  bank,
  databaseKind,
}) => {
  serial += 1;
  const person = {
    firstName: 'Maëlle',
    lastName: `Essai${serial}`,
    email: `maelle-${Date.now()}@example.test`,
  };
  const complaints = watchConsole(page);
  // What the screens show does not depend on the database: the run that npm test has checks them.
  const look = () => (databaseKind === 'postgresql' ? expectAccessible(page) : undefined);

  await test.step('the person becomes a client', async () => {
    await signUp(page, person);
    await look();
    expect(await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(
      PASSWORD,
    );
    await page.getByRole('radio', { name: /Compte courant/ }).check({ force: true });
    await page.getByRole('button', { name: 'Créer mon compte' }).click();
    await expect(page.getByText('Compte créé avec succès')).toBeVisible();
    await expect(page).toHaveURL('/client-dashboard');
  });

  await test.step('the dashboard shows an empty account that waits for activation', async () => {
    await expect(page.getByText(amount('0,00 €')).first()).toBeVisible();
    await expect(page.getByText("Votre compte est en attente d'activation")).toBeVisible();
    await expect(page.getByText('Aucune opération pour le moment')).toBeVisible();
    await look();
  });

  await test.step('the client asks for a loan', async () => {
    await page.getByRole('button', { name: 'Demander un prêt' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Demander un prêt' });
    await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
    await expect(page.getByText('Veuillez remplir tous les champs obligatoires').first()).toBeVisible();
    await dialog.locator('[name=amount]').fill('10 000');
    await dialog.locator('[name=purpose]').fill('Rénover la cuisine');
    await dialog.locator('[name=duration]').selectOption('36');
    await dialog.locator('[name=monthlyIncome]').fill('2 400,50');
    await look();
    await dialog.getByRole('button', { name: 'Envoyer la demande' }).click();
    await expect(page.getByText('Demande envoyée')).toBeVisible();
    await expect(dialog).toBeHidden();
    // While a loan is open no payment is asked of the client (CMF L519-6).
    await expect(page.getByText(/^Aucun versement, de quelque nature que ce soit/).first()).toBeVisible();
  });

  const office = await browser.newContext({ baseURL: bank.url, locale: 'fr-FR' });
  const desk = await office.newPage();
  await test.step('an administrator approves it in another browser, and the money arrives within a second, without a reload', async () => {
    await signInAsAdministrator(desk);
    await desk.goto('/admin-dashboard?tab=loans');
    const name = `${person.firstName} ${person.lastName}`;
    await page.evaluate(() => Object.assign(window, { stillTheSamePage: true }));
    await desk.getByRole('button', { name: `Approuver la demande de ${name}` }).click();
    const approvedAt = performance.now();
    await desk.getByRole('button', { name: /^Approuver et verser/ }).click();
    await expect(desk.getByText('Prêt approuvé et virement effectué')).toBeVisible();
    // A busy machine shows the money as late as it showed the approval.
    const patience = 2_000 + 2 * (performance.now() - approvedAt);
    await expect(desk.getByText(amount('Nouveau solde : 10 000,00 €'))).toBeVisible();
    await expect(page.getByText(amount('10 000,00 €')).first()).toBeVisible({ timeout: patience });
    await expect(page.getByText('Virement automatique - Prêt approuvé (36 mois)').first()).toBeVisible();
    await expect(page.getByText(/PRT-\d{8}-[0-9A-Z]{8}/).first()).toBeVisible();
    expect(await page.evaluate(() => 'stillTheSamePage' in window)).toBe(true);
    await expect(desk.getByRole('button', { name: `Approuver la demande de ${name}` })).toHaveCount(0);
  });
  await office.close();

  await test.step('signing out and in again', async () => {
    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL('/auth');
    await page.locator('[name=email]').fill(person.email);
    await page.locator('[name=password]').fill(PASSWORD);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page).toHaveURL('/client-dashboard');
    await expect(page.getByText(amount('10 000,00 €')).first()).toBeVisible();
  });
  expect(complaints).toEqual([]);
});

test('a lost connection is opened again and catches up with what happened meanwhile', {
  tag: '@whole',
}, async ({ page, context, browser, bank }) => {
  serial += 1;
  const person = {
    firstName: 'Sacha',
    lastName: `Reprise${serial}`,
    email: `sacha-${Date.now()}@example.test`,
  };
  await signUp(page, person);
  await page.getByRole('radio', { name: /Compte courant/ }).check({ force: true });
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(page).toHaveURL('/client-dashboard');
  await expect(page.getByText('Aucune opération pour le moment')).toBeVisible();

  await context.setOffline(true);
  const office = await browser.newContext({ baseURL: bank.url });
  const api = office.request;
  const origin = { origin: bank.url };
  await api.post('/api/admin/session', { data: ADMINISTRATOR, headers: origin });
  const { clients } = await (await api.get(`/api/admin/clients?q=${person.lastName}`)).json();
  const credit = await api.post(`/api/admin/clients/${clients[0].id}/credits`, {
    data: { amountMinor: 12_345, currency: 'EUR', description: 'Pendant la coupure' },
    headers: { ...origin, 'idempotency-key': `reprise-${Date.now()}` },
  });
  expect(credit.status()).toBe(200);
  await office.close();
  await expect(page.getByText('Pendant la coupure')).toHaveCount(0);
  await context.setOffline(false);
  await expect(page.getByText('Pendant la coupure').first()).toBeVisible();
  await expect(page.getByText(amount('123,45 €')).first()).toBeVisible();
});

test.describe('each person is sent to their own area', { tag: '@whole' }, () => {
  test('an administrator who signs in at /auth goes to the back office', async ({ page }) => {
    await page.goto('/auth');
    await page.locator('[name=email]').fill(ADMINISTRATOR.email);
    await page.locator('[name=password]').fill(ADMINISTRATOR.password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page).toHaveURL(/\/admin-dashboard/);
  });

  test('a client who opens the back office goes to the home page, and is refused at its sign-in', async ({
    page,
  }) => {
    await page.goto('/auth');
    await page.locator('[name=email]').fill(CLIENT.email);
    await page.locator('[name=password]').fill(CLIENT.password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page).toHaveURL('/client-dashboard');
    await page.goto('/admin-dashboard');
    await expect(page).toHaveURL('/');
    await page.goto('/admin-login');
    await page.locator('[name=email]').fill(CLIENT.email);
    await page.locator('[name=password]').fill(CLIENT.password);
    await page.getByRole('button', { name: 'Se connecter' }).click();
    await expect(page.getByText('Accès administrateur requis').first()).toBeVisible();
  });

  test('a visitor goes to the sign-in of the area', async ({ page }) => {
    await page.goto('/client-dashboard');
    await expect(page).toHaveURL('/auth');
    await page.goto('/admin-dashboard');
    await expect(page).toHaveURL('/admin-login');
  });

  test('step 2 of sign-up without step 1 goes to step 1', async ({ page }) => {
    await page.goto('/client-account-selection');
    await expect(page).toHaveURL('/client-personal-info');
    await page.goto('/client-signup');
    await expect(page).toHaveURL('/client-personal-info');
  });
});
