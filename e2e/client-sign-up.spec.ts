import type { Page } from '@playwright/test';
import { expect, expectAccessible, isAlive, test, useTheme } from './bank.ts';
import { PASSWORD, PHONE, toastOf } from './counter.ts';
import { newClient } from './desk.ts';

/** Signing up: two steps, a draft without the password, and the way back after a pause. */

const STEP_1 = '/client-personal-info';
const STEP_2 = '/client-account-selection';
let serial = 0;

function newPerson() {
  serial += 1;
  return { firstName: 'Yanis', lastName: 'Moreau', email: `yanis-${Date.now()}-${serial}@example.test` };
}

async function fillStep1(page: Page, person: ReturnType<typeof newPerson>): Promise<void> {
  for (const [name, value] of Object.entries({ ...person, password: PASSWORD }))
    await page.locator(`[name=${name}]`).fill(value);
}

test('each missing field shows its own sentence', { tag: '@whole' }, async ({ page }) => {
  await page.goto(STEP_1);
  await page.getByRole('button', { name: 'Suivant' }).click();
  const summary = page.getByRole('region', { name: 'Veuillez remplir tous les champs obligatoires' });
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(4);
  await expect(page.locator('.field-error')).toHaveCount(4);
  await expectAccessible(page);
  await expect(page).toHaveURL(STEP_1);
});

test('a country is found by its name without its accents, and decides the currency of the account', {
  tag: '@whole',
}, async ({ page }) => {
  const person = newPerson();
  await page.goto(STEP_1);
  await fillStep1(page, person);
  const country = page.getByRole('combobox', { name: 'Pays de résidence' });
  await expect(country).toHaveValue('France (EUR)');
  // A click anywhere in the field opens the whole list; so does an arrow key.
  await country.click();
  await expect(page.getByRole('option')).not.toHaveCount(1);
  await expect(page.getByRole('option', { name: 'Allemagne (EUR)' })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  await country.press('ArrowDown');
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Escape');
  for (const [typed, name] of [
    ['USA', 'États-Unis (USD)'],
    ['Angleterre', 'Royaume-Uni (GBP)'],
    ['hollande', 'Pays-Bas (EUR)'],
    ['germany', 'Allemagne (EUR)'],
  ] as const) {
    await country.fill(typed);
    await expect(page.getByRole('option', { name })).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await country.fill('');
  await country.pressSequentially('etats');
  await expect(page.getByRole('option', { name: 'États-Unis (USD)', exact: true })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.locator('[name=country]')).toHaveValue('US');
  await page.getByRole('button', { name: 'Suivant' }).click();
  await expect(toastOf(page, 'Informations enregistrées !')).toBeVisible();
  await expect(page.getByText('Votre compte sera tenu en USD')).toBeVisible();
  await page.getByRole('radio', { name: /Compte épargne/ }).check();
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(page).toHaveURL('/client-dashboard');
  await expect(page.getByText(/Un premier versement est facultatif/)).toContainText('$US');
});

test('the country list and its search text stay while the page scrolls', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto(STEP_1);
  const country = page.getByRole('combobox', { name: 'Pays de résidence' });
  await expect(country).toHaveValue('France (EUR)');
  await country.focus();
  await country.pressSequentially('et');
  const found = page.getByRole('option', { name: 'États-Unis (USD)', exact: true });
  await expect(found).toBeVisible();
  const distance = () =>
    page.evaluate(() => {
      const [list, field] = ['[role=listbox]', '[role=combobox]'].map(
        (selector) => document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NaN,
      );
      return Math.round((list ?? 0) - (field ?? 0));
    });
  const before = await distance();
  const from = await page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, from > 60 ? -60 : 60);
  await expect.poll(() => page.evaluate(() => window.scrollY)).not.toBe(from);
  // The list follows its field a frame after the page has moved.
  await expect.poll(distance).toBe(before);
  await country.pressSequentially('ats');
  await expect(country).toHaveValue('etats');
  await expect(found).toBeVisible();
  // Escape restores the chosen country.
  await page.keyboard.press('Escape');
  await expect(country).toHaveValue('France (EUR)');
  await expect(found).toBeHidden();
});

test('a password that is easy to guess is refused before it is sent', { tag: '@whole' }, async ({ page }) => {
  const person = newPerson();
  await page.goto(STEP_1);
  await fillStep1(page, person);
  for (const [password, fault] of [
    ['court', '12 caractères'],
    ['motdepasse2026', 'trop courant'],
    ['Yanis-Moreau-1', 'votre nom'],
  ] as const) {
    await page.locator('[name=password]').fill(password);
    await page.getByRole('button', { name: 'Suivant' }).click();
    await expect(page.locator('.field-error')).toContainText(fault);
  }
  await page.locator('[name=password]').fill(PASSWORD);
  await expect(page.getByText('Solidité du mot de passe')).toContainText('Excellent');
});

test('a sign-up with a known address looks like any other; its owner receives a mail that says how to go on', {
  tag: '@whole',
}, async ({ page, bank }) => {
  const { email } = await newClient(bank);
  await page.goto(STEP_1);
  await fillStep1(page, { ...newPerson(), email });
  await page.getByRole('button', { name: 'Suivant' }).click();
  await expect(toastOf(page, 'Informations enregistrées !')).toBeVisible();
  await expect(page).toHaveURL(STEP_2);
  await expect(page.getByText('Bienvenue, Yanis')).toBeVisible();
  await page.getByRole('radio', { name: /Compte courant/ }).check();
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(page.getByText('Consultez votre boîte mail')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: "Lire l'e-mail de la démonstration" }).click();
  await expect(page.getByText('Vous avez déjà un accès chez nous').first()).toBeVisible();
});

test('the draft survives a reload, without the password', { tag: '@whole' }, async ({ page }) => {
  const person = newPerson();
  await page.goto(STEP_1);
  await isAlive(page);
  await fillStep1(page, person);
  await page.reload();
  await expect(page.locator('[name=firstName]')).toHaveValue(person.firstName);
  await expect(page.locator('[name=email]')).toHaveValue(person.email);
  await expect(page.locator('[name=password]')).toHaveValue('');
  const kept = await page.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }));
  expect(kept).toContain(person.email);
  expect(kept).not.toContain(PASSWORD);
});

test('a person who stops after step 1 signs in later and goes on at step 2; « Retour » corrects the details', async ({
  page,
  browser,
  bank,
}) => {
  const person = newPerson();
  await page.goto(STEP_1);
  await fillStep1(page, person);
  await page.getByRole('button', { name: 'Suivant' }).click();
  await expect(page).toHaveURL(STEP_2);
  await page.close();

  const later = await (await browser.newContext({ baseURL: bank.url })).newPage();
  await later.goto('/auth');
  await later.locator('[name=email]').fill(person.email);
  await later.locator('[name=password]').fill(PASSWORD);
  await later.getByRole('button', { name: 'Se connecter' }).click();
  await expect(later).toHaveURL(STEP_2);
  await expect(later.getByText(`Bienvenue, ${person.firstName}`)).toBeVisible();
  await later.getByRole('link', { name: 'Retour', exact: true }).click();
  await expect(later.locator('[name=email]')).toHaveValue(person.email);
  await expect(later.locator('[name=password]')).toHaveCount(0);
  await later.locator('[name=firstName]').fill('Yanis Karim');
  await later.getByRole('button', { name: 'Suivant' }).click();
  await expect(later.getByText('Bienvenue, Yanis Karim')).toBeVisible();
  await later.context().close();
});

for (const path of [STEP_2, '/client-signup'])
  test(`${path} sends a newcomer to step 1 without a message, and with one after a start`, {
    tag: '@whole',
  }, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(STEP_1);
    await expect(page.locator('.toast')).toHaveCount(0);
    await page.locator('[name=firstName]').fill('Yanis');
    await page.goto(path);
    await expect(page).toHaveURL(STEP_1);
    await expect(toastOf(page, 'Erreur')).toContainText('Données manquantes, veuillez recommencer');
  });

test('the account type must be chosen; then the account opens after a second and a half', {
  tag: '@whole',
}, async ({ page }) => {
  await useTheme(page, 'dark');
  await page.setViewportSize(PHONE);
  // The page measures the time itself: the test may see the message late.
  await page.addInitScript(() => {
    const times: Record<string, number> = {};
    Object.assign(window, { times });
    new MutationObserver(() => {
      const toasts = [...document.querySelectorAll('.toast')];
      if (toasts.some(({ textContent }) => textContent?.includes('Compte créé')))
        times.created ??= performance.now();
      if (location.pathname === '/client-dashboard') times.left ??= performance.now();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(STEP_1);
  await fillStep1(page, newPerson());
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Suivant' }).click();
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(page.locator('.field-error')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('radio', { name: /Compte crédit/ }).check();
  await page.getByRole('button', { name: 'Créer mon compte' }).click();
  await expect(toastOf(page, 'Compte créé avec succès !')).toBeVisible();
  await expect(page).toHaveURL('/client-dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const waitedMs = await page.evaluate(() => {
    const { times } = window as unknown as { times: { created: number; left: number } };
    return times.left - times.created;
  });
  expect(waitedMs).toBeGreaterThan(1_000);
  expect(await page.evaluate(() => sessionStorage.getItem('sign-up-draft'))).toBeNull();
});

test('a client with an account is sent to the dashboard from every step', { tag: '@whole' }, async ({
  page,
  bank,
}) => {
  const client = await newClient(bank);
  await page.context().addCookies((await client.api.storageState()).cookies);
  for (const path of ['/auth', STEP_1, STEP_2]) {
    await page.goto(path);
    await expect(page).toHaveURL('/client-dashboard');
  }
});
