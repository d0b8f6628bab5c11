import type { Page } from '@playwright/test';
import { expect, expectAccessibleEverywhere, isAlive, test, watchConsole } from './bank.ts';

/** The transfer simulator: its rules, its delay of a second and a half, its recap; nothing leaves the browser. */

const field = (page: Page, name: string) => page.locator(`main input[name="${name}"]`);
const submit = (page: Page) => page.getByRole('button', { name: 'Simuler le virement' }).click();
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });

async function fill(page: Page) {
  await field(page, 'amount').fill('1 250,50');
  await field(page, 'recipientName').fill('Zoé Renard');
  await field(page, 'recipientIban').fill('FR76 3000 6000 0112 3456 7890 189');
  await field(page, 'description').fill('Loyer de décembre');
}

test('missing fields: a toast titled « Erreur », and nothing is simulated', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/simulateur-virement');
  await field(page, 'description').fill('Loyer');
  await submit(page);
  await expect(messages(page)).toContainText('Erreur');
  await expect(messages(page)).toContainText('Veuillez remplir tous les champs obligatoires');
  await expect(page.getByText('Ce champ est obligatoire.', { exact: true })).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Nouvelle simulation' })).toBeHidden();
});

for (const amount of ['0', '-5', 'dix', '1,234']) {
  test(`an amount of « ${amount} » is refused`, { tag: '@whole' }, async ({ page }) => {
    await page.goto('/simulateur-virement');
    await fill(page);
    await field(page, 'amount').fill(amount);
    await submit(page);
    await expect(messages(page)).toContainText('Erreur');
    await expect(messages(page)).toContainText('Le montant doit être un nombre valide et positif');
    await expect(field(page, 'recipientName')).toHaveValue('Zoé Renard');
  });
}

test('a simulation takes a second and a half, recaps what was typed, and sends nothing', async ({ page }) => {
  const complaints = watchConsole(page);
  await page.goto('/simulateur-virement');
  await isAlive(page);
  await fill(page);
  // The rules of the form and of IBANs are fetched once something is typed: all that follows would count as sent.
  await expect(page.getByText('Cet IBAN est bien formé.')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  const sent: string[] = [];
  page.on('request', (request) => sent.push(request.url()));
  await submit(page);
  // A link of the recap under the pointer would fetch the code of its page: the pointer moves away.
  await page.mouse.move(0, 0);
  await expect(page.getByRole('button', { name: 'Simulation en cours...' })).toBeVisible();
  await page.clock.runFor(1400);
  await expect(page.getByRole('button', { name: 'Simulation en cours...' })).toBeVisible();
  await page.clock.runFor(200);
  await expect(messages(page)).toContainText('Simulation créée');
  await expect(messages(page)).toContainText('Votre simulation de virement a été générée avec succès');
  const main = page.getByRole('main');
  await expect(main.getByRole('heading', { name: 'Votre simulation de virement' })).toBeFocused();
  await expect(main.getByText('1 250,50 €')).toBeVisible();
  await expect(main.getByText('Zoé Renard')).toBeVisible();
  await expect(main.getByText('FR76 3000 6000 0112 3456 7890 189')).toBeVisible();
  await expect(main.getByText('Loyer de décembre')).toBeVisible();
  await expect(
    main.getByText(/Connectez-vous pour que cette simulation soit enregistrée, puis validée/),
  ).toBeVisible();
  await expect(main.getByRole('link', { name: 'Se connecter pour continuer' })).toHaveAttribute(
    'href',
    '/auth',
  );
  expect(sent).toEqual([]);
  expect(complaints).toEqual([]);

  await page.getByRole('button', { name: 'Nouvelle simulation' }).click();
  for (const name of ['amount', 'recipientName', 'recipientIban', 'description'])
    await expect(field(page, name)).toHaveValue('');
  await expect(main.getByRole('heading', { name: 'Simulateur de virement' })).toBeFocused();
});

test('the IBAN is checked as it is typed and does not block', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur-virement');
  const iban = field(page, 'recipientIban');
  await expect(iban).toHaveAttribute('placeholder', /^FR76/);
  for (const [typed, note] of [
    ['FR76 3000', 'IBAN en cours de saisie : 27 caractères attendus pour ce pays.'],
    ['FR7630006000011234567890189', 'Cet IBAN est bien formé.'],
    ['FR7630006000011234567890188', 'La clé de contrôle de cet IBAN ne correspond pas'],
    ['ZZ76', "Les deux premières lettres ne sont pas celles d'un pays"],
  ] as const) {
    await iban.fill(typed);
    await expect(page.getByText(note)).toBeVisible();
  }
  await fill(page);
  await iban.fill('ZZ76');
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Votre simulation de virement' })).toBeVisible();
  await expect(page.getByText("Cet IBAN n'est pas bien formé")).toBeVisible();
});

test('the process is explained in three steps', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur-virement');
  const steps = page.getByRole('list', { name: 'Comment ça se passe' }).getByRole('listitem');
  await expect(steps).toHaveCount(3);
  await expect(steps.nth(0)).toContainText('Vous créez la simulation');
  await expect(steps.nth(1)).toContainText('Validation administrative sous 24h');
  await expect(steps.nth(2)).toContainText('Le virement apparaît dans votre historique');
});

test('what was typed survives a reload', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/simulateur-virement');
  await fill(page);
  await page.reload();
  await expect(field(page, 'amount')).toHaveValue('1 250,50');
  await expect(field(page, 'description')).toHaveValue('Loyer de décembre');
});

test('accessible as a form, with errors and with its recap, in both themes and sizes', {
  tag: '@whole',
}, async ({ page }) => {
  await page.goto('/simulateur-virement');
  await submit(page);
  await expect(page.getByText('Ce champ est obligatoire.', { exact: true })).toHaveCount(3);
  await expectAccessibleEverywhere(page);
  await fill(page);
  await submit(page);
  await expect(page.getByRole('heading', { name: 'Votre simulation de virement' })).toBeVisible();
  await expectAccessibleEverywhere(page);
});
