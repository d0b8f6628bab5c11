import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { codeOf, stepAt } from '../server/auth/second-factor/totp.ts';
import { copyMigratedFolder } from '../server/testing/embedded-images.ts';
import { INTERMEDIARY, LIVE_INSTITUTION } from '../server/testing/live-institution.ts';
import { isWhole } from '../server/testing/size.ts';
import {
  endBank,
  expect,
  expectAccessibleEverywhere,
  freePort,
  newDataFolder,
  runCommand,
  startShortBank,
  test,
} from './bank.ts';

/** A live institution in the browser: nothing moves money without a confirmation of its own. */

const ADMINISTRATOR = { email: 'gestion@bank.test', password: 'quatre-mots-pour-un-guichet' };
const SECOND_PERSON = { email: 'collegue@bank.test', password: 'une-seconde-personne-2026' };
const CLIENT = { firstName: 'Rose', lastName: 'Réelle', email: 'rose@bank.test' };

/** A call of the API from the page, with its cookies and its origin. */
const call = (page: Page, path: string, body: object) =>
  page.evaluate(
    async ([where, sent, key]) => {
      const answer = await fetch(`/api${where}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(sent),
      });
      if (!answer.ok) throw new Error(`${where}: ${answer.status} ${await answer.text()}`);
      return answer.json();
    },
    [path, body, crypto.randomUUID()] as const,
  );

function codeFor(secret: string, steps: number): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeOf(Buffer.from(bytes), stepAt(new Date()) + steps);
}

/** Signs the page in as an administrator and sets their authenticator app up. @returns their recovery codes. */
async function setUpApp(page: Page, person: typeof ADMINISTRATOR): Promise<string[]> {
  await call(page, '/admin/session', person);
  const { secret } = await call(page, '/two-factor/secret', { currentPassword: person.password });
  const { recoveryCodes } = await call(page, '/two-factor/activation', { code: codeFor(secret, 0) });
  return recoveryCodes;
}

/** Starts a live institution on an empty database, with the two people who manage access. */
async function startLive(institution: object) {
  const folder = await newDataFolder('empty');
  const port = String(await freePort());
  const file = join(folder, 'institution.json');
  writeFileSync(file, JSON.stringify(institution));
  const dataDir = join(folder, 'data');
  // A first start makes every table, which takes longer than all that follows; the tests of the server start with no folder at all.
  if (!isWhole) await copyMigratedFolder(dataDir);
  const environment = {
    DATA_DIR: dataDir,
    INSTITUTION_FILE: file,
    SMTP_URL: 'smtp://127.0.0.1:1',
    SECRET_KEY: 'a secret of thirty-two characters',
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
  };
  for (const { email, password } of [ADMINISTRATOR, SECOND_PERSON]) {
    const { status, stderr } = runCommand(
      ['create-administrator', email, 'Dominique Gestion'],
      environment,
      `${password}\n`,
    );
    expect(status, stderr).toBe(0);
  }
  return { live: await startShortBank(environment), folder };
}

/** Signs the page up as a client. @returns the id of their account. */
async function signUp(page: Page, url: string, accountType = 'courant'): Promise<string> {
  await page.goto(`${url}/auth`);
  const person = { ...CLIENT, phone: '', country: 'FR', password: ADMINISTRATOR.password };
  await call(page, '/sign-up', person);
  return (await call(page, '/sign-up/account', { accountType })).accountId;
}

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
