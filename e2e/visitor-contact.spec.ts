import type { Page } from '@playwright/test';
import { expect, expectAccessibleEverywhere, test, watchConsole } from './bank.ts';
import { atCounter, HOME } from './counter.ts';
import { atDesk, newClient } from './desk.ts';
import { noteLeaving } from './leaving.ts';
import { hold, isDrawn } from './visiting.ts';

/** The contact form: its required fields, the ways to send it, and its draft. */

const field = (page: Page, name: string) => page.locator(`main [name="${name}"]:not(meta)`);
const submit = (page: Page) => page.getByRole('button', { name: 'Envoyer le message' }).click();
const dialog = (page: Page) => page.getByRole('dialog', { name: "Choisissez votre méthode d'envoi" });

const typed = {
  nom: 'Zoé Renard',
  email: 'zoe.renard@exemple.fr',
  message: 'Bonjour,\nune question : « 100 % » & autre chose ?\n\nMerci #1 + à bientôt',
};
const text = [
  'Message depuis le formulaire de contact',
  '',
  'Nom\u00a0: Zoé Renard',
  'E-mail\u00a0: zoe.renard@exemple.fr',
  'Objet\u00a0: Réclamation',
  `Message\u00a0: ${typed.message.replaceAll('\n', '\r\n')}`,
].join('\r\n');

async function fill(page: Page) {
  await field(page, 'nom').fill(typed.nom);
  await field(page, 'email').fill(typed.email);
  await field(page, 'objet').selectOption('reclamation');
  await field(page, 'message').fill(typed.message);
}

test('LC-15 who writes to the house reads that no payment precedes a loan, on its page and in their own area', async ({
  page,
  bank,
}) => {
  const sentence = /Aucun versement, de quelque nature que ce soit/;
  await page.goto('/contact');
  await expect(page.getByText(sentence)).toBeVisible();
  await atCounter(page, await newClient(bank), `${HOME}?section=help`);
  await expect(page.getByText(sentence)).toBeVisible();
});

test('an incomplete form lists its missing fields and opens no dialog', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/contact');
  await submit(page);
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText(
    'Veuillez remplir tous les champs obligatoires.',
  );
  await expect(page.getByText('Ce champ est obligatoire.', { exact: true })).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'Nom : Ce champ est obligatoire.' })).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  // The summary has the focus, and its lines lead to the fields.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(field(page, 'nom')).toBeFocused();
});

test('an address without a domain is refused beside its field', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/contact');
  await fill(page);
  await field(page, 'email').fill('zoe@');
  await submit(page);
  await expect(page.getByText(/Saisissez une adresse e-mail complète/).first()).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  await expect(field(page, 'message')).toHaveValue(typed.message);
});

test('a double click on the button opens the dialog and leaves it open', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/contact');
  await fill(page);
  await page.getByRole('button', { name: 'Envoyer le message' }).dblclick({ delay: 40 });
  await expect(dialog(page)).toBeVisible();
  await isDrawn(page);
  await expect(dialog(page)).toBeVisible();
  // A press outside the dialog closes it.
  await page.mouse.click(5, 5);
  await expect(dialog(page)).toBeHidden();
});

test('by e-mail: recipient, subject and body whole, then a clear form and its message', {
  tag: '@whole',
}, async ({ page }) => {
  const complaints = watchConsole(page);
  await page.goto('/contact');
  await fill(page);
  await submit(page);
  await expect(dialog(page)).toBeVisible();
  const left = await noteLeaving(page);
  await dialog(page).getByRole('link', { name: 'Par e-mail' }).click();
  await expect(
    page.getByText("Votre client email va s'ouvrir avec le message pré-rempli !", { exact: true }),
  ).toBeVisible();
  await expect(dialog(page)).toBeHidden();
  const mail = await left();
  expect(mail.protocol + mail.pathname).toBe('mailto:service-client@guichet.example');
  expect(mail.searchParams.get('subject')).toBe('Guichet Démo - Réclamation');
  expect(mail.searchParams.get('body')).toBe(text);
  // Spaces as %20 and line breaks as %0D%0A: mail programs read neither + nor a bare line feed.
  expect(mail.search).not.toContain('+');
  expect(mail.search).toContain('%0D%0A');
  for (const name of ['nom', 'email', 'objet', 'message']) await expect(field(page, name)).toHaveValue('');
  await page.reload();
  await expect(field(page, 'nom')).toHaveValue('');
  expect(complaints).toEqual([]);
});

test('by messaging app: the same text, already written', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/contact');
  await fill(page);
  await submit(page);
  const left = await noteLeaving(page);
  await dialog(page).getByRole('link', { name: 'Par messagerie (WhatsApp)' }).click();
  await expect(
    page.getByText("WhatsApp va s'ouvrir avec le message pré-rempli !", { exact: true }),
  ).toBeVisible();
  const chat = await left();
  expect(chat.origin + chat.pathname).toBe('https://wa.me/33639980000');
  expect(chat.searchParams.get('text')).toBe(text);
  await expect(field(page, 'message')).toHaveValue('');
});

test('by e-mail: when no mail program opens, the text is kept and can be sent by the site', {
  tag: '@whole',
}, async ({ page }) => {
  await page.goto('/contact');
  await fill(page);
  await submit(page);
  await noteLeaving(page);
  await dialog(page).getByRole('link', { name: 'Par e-mail' }).click();
  await expect(page.getByText("Rien ne s'est ouvert\u00a0?")).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Texte de votre message' })).toHaveValue(
    text.replaceAll('\r\n', '\n'),
  );
  await expect(page.getByRole('main')).toContainText('service-client@guichet.example');
  await expectAccessibleEverywhere(page);
  await page.getByRole('button', { name: 'Envoyer ici' }).click();
  await expect(page.getByText(/Message reçu, référence M-\d{8}-[0-9A-F]{8}/)).toBeVisible();
});

test('by the site: a reference, a clear form, and the message in the back office', async ({ page, bank }) => {
  await page.goto('/contact');
  await fill(page);
  await submit(page);
  await dialog(page)
    .getByRole('button', { name: /Envoyer ici/ })
    .click();
  await expect(page.getByRole('region', { name: 'Messages' })).toContainText('Message envoyé');
  const receipt = page.getByText(/Message reçu, référence/);
  await expect(receipt).toBeVisible();
  await expect(field(page, 'message')).toHaveValue('');
  const reference = /M-\d{8}-[0-9A-F]{8}/.exec((await receipt.textContent()) ?? '')?.[0] ?? '';

  await atDesk(page, bank, `/admin-dashboard?tab=enquiries&q=${reference}`);
  await page.getByRole('button', { name: 'Zoé Renard' }).click();
  const panel = page.getByRole('region', { name: 'Guichet Démo - Réclamation' });
  await expect(panel).toContainText(reference);
  await expect(panel).toContainText('zoe.renard@exemple.fr');
  await expectAccessibleEverywhere(page);
  await panel.getByRole('button', { name: 'Marquer comme traité' }).click();
  await expect(page.locator('.toast')).toContainText('Message marqué comme traité');
  await expect(panel.getByRole('button', { name: 'Marquer comme traité' })).toBeHidden();
  await panel.getByRole('button', { name: 'Supprimer' }).click();
  await page.getByRole('button', { name: 'Supprimer le message' }).click();
  await expect(panel).toBeHidden();
});

test('what was typed survives a reload and a closed dialog', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/contact');
  await fill(page);
  await submit(page);
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.reload();
  await expect(field(page, 'nom')).toHaveValue(typed.nom);
  await expect(field(page, 'objet')).toHaveValue('reclamation');
  await expect(field(page, 'message')).toHaveValue(typed.message);
});

test('what is typed and sent before the code arrives is not lost', { tag: '@whole' }, async ({ page }) => {
  const release = await hold(page);
  await page.goto('/contact');
  await fill(page);
  await submit(page);
  await expect(dialog(page)).toBeHidden();
  release();
  await expect(dialog(page)).toBeVisible();
  await expect(field(page, 'nom')).toHaveValue(typed.nom);
  await expect(field(page, 'message')).toHaveValue(typed.message);
});

test('contact details come from the institution, the map opens elsewhere, urgent help has two ways', {
  tag: '@whole',
}, async ({ page }) => {
  await page.goto('/contact');
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: '01 99 00 00 00', exact: true })).toHaveAttribute(
    'href',
    'tel:+33199000000',
  );
  await expect(main.getByRole('link', { name: 'contact@guichet.example' })).toHaveAttribute(
    'href',
    'mailto:contact@guichet.example',
  );
  await expect(main.getByText('Lundi – vendredi : 9h00 – 18h00')).toBeVisible();
  await expect(main.getByText('Samedi et dimanche : fermé')).toBeVisible();
  const map = main.getByRole('link', { name: 'Ouvrir le plan' });
  await expect(map).toHaveAttribute('target', '_blank');
  await expect(map).toHaveAttribute('href', /^https:/);
  // A lost card is blocked at any hour, not only during office hours.
  await expect(main.getByRole('link', { name: 'appeler le 0 892 705 705' })).toHaveAttribute(
    'href',
    'tel:+33892705705',
  );
  await main.getByRole('button', { name: 'Nous joindre maintenant' }).click();
  const popup = main.getByRole('region', { name: 'Comment nous joindre ?' });
  await expect(popup.getByRole('link', { name: 'Par e-mail' })).toHaveAttribute('href', /^mailto:/);
  await expect(popup.getByRole('link', { name: 'Par messagerie' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/33639980000/,
  );
  await page.keyboard.press('Escape');
  await expect(popup).toBeHidden();
});

test('without JavaScript the page is complete and says what to do', { tag: '@whole' }, async ({
  browser,
  bank,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: bank.url });
  const page = await context.newPage();
  await page.goto('/contact');
  await expect(page.getByText(/Ce formulaire a besoin de JavaScript/)).toBeVisible();
  await expect(page.locator('form')).toHaveAttribute('action', 'mailto:service-client@guichet.example');
  await context.close();
});

test('accessible with its errors and its dialog, in both themes and sizes', { tag: '@whole' }, async ({
  page,
}) => {
  await page.goto('/contact');
  await submit(page);
  await expect(page.getByText('Ce champ est obligatoire.', { exact: true })).toHaveCount(4);
  await expectAccessibleEverywhere(page);
  await fill(page);
  await submit(page);
  await expect(dialog(page)).toBeVisible();
  await expectAccessibleEverywhere(page);
});
