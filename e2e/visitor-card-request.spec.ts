import type { Page } from '@playwright/test';
import { expect, expectAccessibleEverywhere, test, watchConsole } from './bank.ts';
import { noteLeaving } from './leaving.ts';
import { isFileOf } from './sources.ts';

/** The bank card request: opened from home and footer, sent by mail or messaging, cleared. */

const form = (page: Page) => page.getByRole('dialog', { name: 'Demander une carte bancaire' });
const choices = (page: Page) => page.getByRole('dialog', { name: "Choisissez votre méthode d'envoi" });
const field = (page: Page, name: string) => form(page).locator(`[name="${name}"]`);
const submit = (page: Page) => form(page).getByRole('button', { name: 'Envoyer la demande' }).click();
const isDialog = isFileOf('app/visitor/card-request-dialog.tsx');
const openFromFooter = (page: Page) =>
  page.getByRole('contentinfo').getByRole('button', { name: 'Demander une carte bancaire' }).click();

async function fill(page: Page) {
  await field(page, 'firstName').fill('Zoé');
  await field(page, 'lastName').fill('Renard');
  await field(page, 'email').fill('zoe.renard@exemple.fr');
  await field(page, 'cardType').selectOption('visa-premier');
  await field(page, 'income').fill('2 150');
  await field(page, 'address').fill('1 rue des Lilas\n69001 Lyon');
}

test('opens from the home page and gives the focus back', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/');
  const opener = page.getByRole('main').getByRole('button', { name: 'Demander ma carte' });
  await opener.click();
  await expect(form(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(form(page)).toBeHidden();
  await expect(opener).toBeFocused();
});

test('opens from the footer of any page', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/contact');
  await openFromFooter(page);
  await expect(form(page)).toBeVisible();
  await expect(field(page, 'cardType').locator('option')).toHaveText([
    'Choisissez une carte',
    'Visa Classic',
    'Visa Premier',
    'Mastercard Standard',
    'Mastercard Gold',
    'Carte bleue',
  ]);
});

test('four fields are required; the form stays', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/');
  await openFromFooter(page);
  await submit(page);
  await expect(form(page)).toContainText('Veuillez remplir tous les champs obligatoires');
  await expect(form(page).getByText('Ce champ est obligatoire.', { exact: true })).toHaveCount(4);
  await expect(choices(page)).toBeHidden();
});

test('an income that is no amount is refused beside its field', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/');
  await openFromFooter(page);
  await fill(page);
  await field(page, 'income').fill('-5abc');
  await submit(page);
  await expect(form(page).locator('.field-error')).toContainText('Saisissez un montant');
  await expect(choices(page)).toBeHidden();
  await expect(field(page, 'firstName')).toHaveValue('Zoé');
});

for (const [link, parameter] of [
  ['Par e-mail', 'body'],
  ['Par messagerie (WhatsApp)', 'text'],
] as const) {
  test(`${link}: the request in the specified order, then a clear form`, { tag: '@whole' }, async ({
    page,
  }) => {
    const complaints = watchConsole(page);
    await page.goto('/');
    await openFromFooter(page);
    await fill(page);
    await submit(page);
    await expect(choices(page)).toBeVisible();
    const left = await noteLeaving(page);
    await choices(page).getByRole('link', { name: link }).click();
    await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
      'Demande envoyée avec succès !',
    );
    await expect(choices(page)).toBeHidden();
    const address = await left();
    if (parameter === 'body') expect(address.pathname).toBe('service-client@guichet.example');
    else expect(address.pathname).toBe('/33639980000');
    expect(address.searchParams.get(parameter)?.split('\r\n')).toEqual([
      'Demande de carte bancaire',
      '',
      'Nom\u00a0: Renard',
      'Prénom\u00a0: Zoé',
      'E-mail\u00a0: zoe.renard@exemple.fr',
      'Téléphone\u00a0: Non renseigné',
      'Type de carte\u00a0: Visa Premier',
      'Revenu mensuel\u00a0: 2 150\u00a0€ par mois',
      'Adresse\u00a0: 1 rue des Lilas',
      '69001 Lyon',
      'Motif de la demande\u00a0: Non renseigné',
    ]);
    await openFromFooter(page);
    for (const name of ['firstName', 'lastName', 'email', 'cardType', 'income', 'address'])
      await expect(field(page, name)).toHaveValue('');
    expect(complaints).toEqual([]);
  });
}

test('sent by the site: the receipt takes the place of the form at once, and the next opening is a clear form', async ({
  page,
}) => {
  await page.goto('/');
  await openFromFooter(page);
  await fill(page);
  await submit(page);
  await choices(page).getByRole('button', { name: 'Envoyer ici' }).click();
  const receipt = form(page)
    .locator('.notice')
    .filter({ hasText: /Message reçu, référence [A-Z0-9-]+/ });
  await expect(receipt).toBeFocused();
  await expect(field(page, 'firstName')).toHaveCount(0);
  await expectAccessibleEverywhere(page);
  await form(page).getByRole('button', { name: 'Fermer' }).last().click();
  await expect(form(page)).toBeHidden();
  await openFromFooter(page);
  await expect(receipt).toHaveCount(0);
  await expect(field(page, 'firstName')).toHaveValue('');
});

test('what was typed survives closing, going back from the choices, and a reload', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/');
  await openFromFooter(page);
  await fill(page);
  await submit(page);
  await choices(page).getByRole('button', { name: 'Retour' }).click();
  await expect(field(page, 'lastName')).toHaveValue('Renard');
  await form(page).getByRole('button', { name: 'Annuler' }).click();
  await openFromFooter(page);
  await expect(field(page, 'cardType')).toHaveValue('visa-premier');
  await page.reload();
  await openFromFooter(page);
  await expect(field(page, 'address')).toHaveValue('1 rue des Lilas\n69001 Lyon');
});

test('when the code of the dialog cannot be fetched, the page shows an error and the button can be pressed again', {
  tag: '@whole',
}, async ({ page }) => {
  await page.goto('/');
  await page.route(isDialog, (route) => route.abort());
  await openFromFooter(page);
  await expect(page.getByRole('alert')).toContainText("Cette fenêtre n'a pas pu s'ouvrir");
  await page.unroute(isDialog);
  await page.reload();
  await openFromFooter(page);
  await expect(form(page)).toBeVisible();
});

test('accessible as a form and as a choice, in both themes and sizes', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/');
  await openFromFooter(page);
  await submit(page);
  await expect(form(page).getByText('Ce champ est obligatoire.', { exact: true })).toHaveCount(4);
  await expectAccessibleEverywhere(page);
  await fill(page);
  await submit(page);
  await expect(choices(page)).toBeVisible();
  await expectAccessibleEverywhere(page);
});
