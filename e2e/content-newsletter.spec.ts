import type { Page } from '@playwright/test';
import { expect, test } from './bank.ts';

/** The newsletter, from the form to the unsubscription, through the mails that the demonstration captures. */

const form = (page: Page) => page.getByRole('region', { name: "La lettre d'information" });

interface Mail {
  readonly subject: string;
  readonly text: string;
}

async function mailsTo(page: Page, recipient: string): Promise<Mail[]> {
  const answer = await page.request.get(`/api/demo/mails?recipient=${encodeURIComponent(recipient)}`);
  return (await answer.json()).mails;
}

/** The path in the last mail with this subject, once it has been delivered. */
async function linkOf(page: Page, recipient: string, subject: RegExp): Promise<string> {
  let link = '';
  await expect
    .poll(async () => {
      const mail = (await mailsTo(page, recipient)).find((one) => subject.test(one.subject));
      link = /https?:\/\/\S+?(\/newsletter\/\S+?token=[\w-]+)/.exec(JSON.stringify(mail ?? ''))?.[1] ?? '';
      return link;
    })
    .not.toBe('');
  return link;
}

async function ask(page: Page, email: string): Promise<void> {
  await page.goto('/blog');
  await form(page).getByLabel('Adresse e-mail').fill(email);
  await form(page).getByRole('button', { name: "S'abonner" }).click();
}

test('a visitor subscribes, confirms by mail, and unsubscribes in one click', async ({ page }) => {
  const email = 'lectrice@exemple.example';
  await ask(page, email);
  await expect(form(page)).toContainText('Regardez votre boîte de réception');
  await expect(form(page)).toContainText(email);

  await page.goto(await linkOf(page, email, /Confirmez votre inscription/));
  await page.getByRole('button', { name: 'Confirmer mon inscription' }).click();
  await expect(page.getByText('Votre inscription est confirmée')).toBeVisible();

  const wayOut = await linkOf(page, email, /inscription est confirmée/);
  await page.goto(wayOut);
  await expect(page.getByText('Désinscription enregistrée')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Désinscription enregistrée')).toBeVisible();
});

test('opening the link does not confirm; pressing the button does', { tag: '@whole' }, async ({ page }) => {
  const email = 'prudent@exemple.example';
  await ask(page, email);
  await expect(form(page)).toContainText('Regardez votre boîte de réception');
  await page.goto(await linkOf(page, email, /Confirmez votre inscription/));
  await expect(page.getByRole('button', { name: 'Confirmer mon inscription' })).toBeVisible();
  await ask(page, email);
  await expect(form(page)).toContainText('Regardez votre boîte de réception');
  await expect.poll(async () => (await mailsTo(page, email)).length).toBe(2);
  expect((await mailsTo(page, email)).every(({ subject }) => /Confirmez/.test(subject))).toBe(true);
});

test('an invalid address is refused beside its field, and kept', { tag: '@whole' }, async ({ page }) => {
  await ask(page, 'lectrice@');
  const field = form(page).getByLabel('Adresse e-mail');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toBeFocused();
  await expect(form(page)).toContainText('Saisissez une adresse e-mail complète');
  await expect(field).toHaveValue('lectrice@');
  await field.fill('');
  await form(page).getByRole('button', { name: "S'abonner" }).click();
  await expect(form(page)).toContainText('Ce champ est obligatoire.');
});

test('when the server cannot be reached the address is kept and can be sent again', {
  tag: '@whole',
}, async ({ page }) => {
  await page.route('**/api/newsletter/subscriptions', (route) => route.abort());
  await ask(page, 'perdue@exemple.example');
  await expect(form(page).getByRole('alert')).toBeVisible();
  await expect(form(page).getByLabel('Adresse e-mail')).toHaveValue('perdue@exemple.example');
  await page.unroute('**/api/newsletter/subscriptions');
  await form(page).getByRole('button', { name: "S'abonner" }).click();
  await expect(form(page)).toContainText('Regardez votre boîte de réception');
});

test('an expired link shows an error and offers another', { tag: '@whole' }, async ({ page }) => {
  await page.goto('/newsletter/confirmation#token=inconnu');
  await page.getByRole('button', { name: 'Confirmer mon inscription' }).click();
  await expect(page.getByText("Ce lien n'est plus valable")).toBeVisible();
  await page.getByRole('link', { name: 'Demander un nouveau lien' }).click();
  await expect(page).toHaveURL('/blog#newsletter');
  await expect(form(page)).toBeInViewport();
  await page.goto('/newsletter/desinscription');
  await expect(page.getByText('Ce lien est incomplet')).toBeVisible();
});
