import { INTERMEDIARY, LIVE_INSTITUTION } from '../server/testing/live-institution.ts';
import { endBank, expect, expectAccessibleEverywhere, test } from './bank.ts';
import { ADMINISTRATOR, CLIENT, SECOND_PERSON, setUpApp, signUp, startLive } from './live-bank.ts';

/** A live institution in the browser: nothing moves money without a confirmation of its own. */

test('a credit is confirmed by a code, with its client and amount; a transfer by the password, with its payee', {
  tag: '@whole',
}, async ({ page, browser }) => {
  const { live, folder } = await startLive(LIVE_INSTITUTION);
  const desk = await (await browser.newContext({ locale: 'fr-FR' })).newPage();
  try {
    const accountId = await signUp(page, live.url);

    await desk.goto(`${live.url}/admin-login`);
    // STAFF-24: money moves once two people who manage access have a second factor.
    await setUpApp(desk, SECOND_PERSON);
    const recoveryCodes = await setUpApp(desk, ADMINISTRATOR);
    await desk.goto(`${live.url}/admin-dashboard/clients/${accountId}`);
    await desk.getByRole('button', { name: /^Effectuer un virement/ }).click();
    const credit = desk.getByRole('dialog', { name: /virement|crédit/i }).first();
    await credit.locator('[name=amount]').fill('250');
    // PAY-50: a credit has a motive. These pages are built for the demonstration, which begins with money received.
    await credit.locator('[name=motive]').selectOption('received');
    await credit.locator('[name=description]').fill('Remise de chèque');
    await credit.getByRole('button', { name: /^Créditer/ }).click();
    const asked = desk.getByRole('dialog').filter({ has: desk.locator('[name=proof]') });
    await expect(asked).toContainText('Rose Réelle');
    await expect(asked).toContainText(/250,00\s€/);
    await expect(asked).toContainText('Il ne confirme que ceci');
    await expectAccessibleEverywhere(desk);
    await asked.locator('[name=proof]').fill('000000');
    await asked.getByRole('button', { name: 'Confirmer' }).click();
    await expect(asked.locator('.field-error')).toContainText('incorrect');
    await asked.locator('[name=proof]').fill(recoveryCodes[0] ?? '');
    await asked.getByRole('button', { name: 'Confirmer' }).click();
    await expect(desk.locator('.toast')).toContainText(/250,00\s€/);

    await page.goto(`${live.url}/client-dashboard?new=transfer`);
    const transfer = page.getByRole('dialog', { name: 'Faire un virement' });
    await transfer.locator('[name=amount]').fill('120');
    await transfer.locator('[name=iban]').fill('FR7630006000011234567890189');
    await transfer.locator('[name=bankName]').fill('Banque du Marais');
    await transfer.getByRole('button', { name: 'Continuer' }).click();
    // This institution can ask nobody: the client goes on, knowing that the name was not verified (PAY-15).
    await expect(transfer).toContainText("La vérification du bénéficiaire n'a pas pu être faite.");
    await expect(transfer).not.toContainText('Réponse simulée');
    await transfer.getByRole('button', { name: 'Continuer malgré tout' }).click();
    const proof = page.getByRole('dialog').filter({ has: page.locator('[name=proof]') });
    await expect(proof).toContainText(/120,00\s€/);
    await expect(proof).toContainText('FR76 3000 6000 0112 3456 7890 189');
    await expectAccessibleEverywhere(page);
    await proof.locator('[name=proof]').fill(ADMINISTRATOR.password);
    await proof.getByRole('button', { name: 'Confirmer' }).click();
    await expect(page.locator('.toast')).toContainText(/virement/i);
  } finally {
    await desk.context().close();
    await endBank(live, folder);
  }
});

test('LC-6 an intermediary hands a request to the lender that its client chose, and no screen decides it', {
  tag: '@whole',
}, async ({ page, browser }) => {
  const { live, folder } = await startLive(INTERMEDIARY);
  const desk = await (await browser.newContext({ locale: 'fr-FR' })).newPage();
  try {
    await signUp(page, live.url, 'credit');
    await page.goto(`${live.url}/client-dashboard?new=loan`);
    const request = page.getByRole('dialog', { name: 'Demander un prêt' });
    await expect(request).toContainText("C'est lui qui décide");
    await request.locator('[name=amount]').fill('5000');
    await request.locator('[name=purpose]').fill('Une cuisine');
    await request.locator('[name=duration]').selectOption('24');
    await request.locator('[name=monthlyIncome]').fill('3000');
    await request.getByRole('button', { name: 'Envoyer la demande' }).click();
    await expect(request).toContainText('Choisissez au moins un prêteur.');
    await expectAccessibleEverywhere(page);
    await request.getByLabel(/Banque Rive/).check();
    await request.getByRole('button', { name: 'Envoyer la demande' }).click();
    await expect(page.locator('.toast')).toContainText("C'est le prêteur qui décide.");

    await desk.goto(`${live.url}/admin-login`);
    await setUpApp(desk, ADMINISTRATOR);
    await desk.goto(`${live.url}/admin-dashboard?tab=loans`);
    await desk.getByRole('button', { name: CLIENT.lastName }).first().click();
    const panel = desk.locator('.desk-panel');
    await expect(panel.getByRole('button', { name: 'Transmettre au prêteur' })).toBeVisible();
    for (const name of [/^Approuver/, /^Rejeter/, 'Consulter le FICP'])
      await expect(desk.getByRole('button', { name })).toHaveCount(0);
    await panel.getByRole('button', { name: 'Transmettre au prêteur' }).click();
    const sending = desk.getByRole('dialog', { name: /^Transmettre la demande/ });
    await expectAccessibleEverywhere(desk);
    await sending.getByRole('button', { name: 'Transmettre' }).click();
    await expect(panel).toContainText('attendue');
    await panel.getByRole('button', { name: 'Enregistrer la réponse' }).click();
    const answer = desk.getByRole('dialog', { name: /^Réponse du prêteur/ });
    await answer.getByText('Demande acceptée').click();
    await answer.getByRole('button', { name: 'Enregistrer', exact: true }).click();
    await expect(panel).toContainText('Demande acceptée');

    await page.goto(`${live.url}/client-dashboard?section=loans`);
    await expect(page.locator('main')).toContainText('Acceptée par le prêteur le');
  } finally {
    await desk.context().close();
    await endBank(live, folder);
  }
});
