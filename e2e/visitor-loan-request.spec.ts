import type { Page } from '@playwright/test';
import { expect, expectAccessibleEverywhere, isAlive, test, wholeUnless } from './bank.ts';
import { noteLeaving } from './leaving.ts';

/** The public loan request: its required fields, the ways to send it, and that it is cleared afterwards. */

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]`);
const submit = (page: Page) => page.getByRole('button', { name: 'Envoyer ma demande' }).click();
const messages = (page: Page) => page.getByRole('region', { name: 'Messages' });
const dialog = (page: Page) => page.getByRole('dialog', { name: "Choisissez votre méthode d'envoi" });

const typed = {
  firstName: 'Zoé',
  lastName: 'Renard',
  email: 'zoe.renard@exemple.fr',
  phone: '01 99 00 12 34',
  amount: '12 500',
  monthlyIncome: '2150,50',
  purpose: 'Isoler les combles\net changer la chaudière',
  profession: '',
  city: 'Besançon',
};

async function fill(page: Page) {
  for (const [name, value] of Object.entries(typed)) await field(page, name).fill(value);
  await field(page, 'duration').selectOption('48');
}

test('eight fields are required, two are not', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/demande-de-pret');
  await submit(page);
  await expect(messages(page)).toContainText('Veuillez remplir tous les champs obligatoires.');
  await expect(page.getByText('Ce champ est obligatoire.', { exact: true })).toHaveCount(8);
  await expect(dialog(page)).toBeHidden();
});

test('amount, income and duration keep to their limits', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/demande-de-pret');
  await expect(field(page, 'duration').locator('option')).toHaveText([
    'Choisissez une durée',
    ...[12, 24, 36, 48, 60, 72, 84].map((months) => `${months} mois`),
  ]);
  await fill(page);
  for (const [name, value, message] of [
    ['amount', '999', "Le montant doit être d'au moins 1 000 €."],
    ['amount', '100001', 'Le montant ne peut pas dépasser 100 000 €.'],
    ['monthlyIncome', '999,99', "Le revenu mensuel doit être d'au moins 1 000 €."],
  ] as const) {
    await field(page, name).fill(value);
    await submit(page);
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await expect(dialog(page)).toBeHidden();
    await field(page, name).fill(typed[name]);
  }
  await submit(page);
  await expect(dialog(page)).toBeVisible();
});

for (const [link, parameter] of [
  ['Par e-mail', 'body'],
  ['Par messagerie (WhatsApp)', 'text'],
] as const) {
  test(
    `${link}: every field is sent, and the form is cleared`,
    wholeUnless(parameter === 'body'),
    async ({ page }) => {
      await page.goto('/demande-de-pret');
      await fill(page);
      await submit(page);
      const left = await noteLeaving(page);
      await dialog(page).getByRole('link', { name: link }).click();
      await expect(messages(page)).toContainText('Demande envoyée');
      await expect(dialog(page)).toBeHidden();
      const address = await left();
      expect(address.searchParams.get(parameter)?.split('\r\n')).toEqual([
        'Demande de prêt',
        '',
        'Nom\u00a0: Renard',
        'Prénom\u00a0: Zoé',
        'E-mail\u00a0: zoe.renard@exemple.fr',
        'Téléphone\u00a0: 01 99 00 12 34',
        'Montant souhaité\u00a0: 12\u00a0500,00\u00a0€',
        'Durée de remboursement\u00a0: 48\u00a0mois',
        'Revenu mensuel net\u00a0: 2\u00a0150,50\u00a0€',
        'Objet du prêt\u00a0: Isoler les combles',
        'et changer la chaudière',
        'Profession\u00a0: Non renseigné',
        'Ville\u00a0: Besançon',
      ]);
      if (parameter === 'body')
        expect(address.searchParams.get('subject')).toBe('Guichet Démo - Demande de prêt');
      for (const name of [...Object.keys(typed), 'duration']) await expect(field(page, name)).toHaveValue('');
      await page.reload();
      await expect(field(page, 'lastName')).toHaveValue('');
    },
  );
}

test('what was typed survives a reload', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/demande-de-pret');
  // The page's code keeps what is typed: what is typed before it arrives is kept from then on.
  await isAlive(page);
  await fill(page);
  await page.reload();
  await expect(field(page, 'purpose')).toHaveValue(typed.purpose);
  await expect(field(page, 'duration')).toHaveValue('48');
});

test('LC-15: the page shows the sentences of the law: a credit must be repaid, and no payment precedes it', async ({
  page,
}) => {
  await page.goto('/demande-de-pret');
  await expect(
    page.getByText("Attention ! Un crédit coûte de l'argent et doit être remboursé."),
  ).toBeVisible();
  await expect(page.getByText(/Aucun versement, de quelque nature que ce soit/)).toBeVisible();
});

test('accessible with its errors and its dialog, in both themes and sizes', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/demande-de-pret');
  await submit(page);
  await expect(page.getByText('Ce champ est obligatoire.', { exact: true })).toHaveCount(8);
  await expectAccessibleEverywhere(page);
  await fill(page);
  await submit(page);
  await expect(dialog(page)).toBeVisible();
  await expectAccessibleEverywhere(page);
});
