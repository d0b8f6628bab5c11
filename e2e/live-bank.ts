import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { codeOf, stepAt } from '../server/auth/second-factor/totp.ts';
import { copyMigratedFolder } from '../server/testing/embedded-images.ts';
import { isWhole } from '../server/testing/size.ts';
import { expect, freePort, newDataFolder, runCommand, startShortBank } from './bank.ts';

/** A live institution for a test of its own, with the two people who manage access. */

export const ADMINISTRATOR = { email: 'gestion@bank.test', password: 'quatre-mots-pour-un-guichet' };
export const SECOND_PERSON = { email: 'collegue@bank.test', password: 'une-seconde-personne-2026' };
export const CLIENT = { firstName: 'Rose', lastName: 'Réelle', email: 'rose@bank.test' };

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

/** The code that the app of a secret shows, so many steps from now. */
function codeFor(secret: string, steps: number): string {
  const bits = [...secret].map((letter) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
  );
  const bytes = (bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeOf(Buffer.from(bytes), stepAt(new Date()) + steps);
}

/** Signs the page in as an administrator and sets their authenticator app up. @returns their recovery codes. */
export async function setUpApp(page: Page, person: typeof ADMINISTRATOR): Promise<string[]> {
  await call(page, '/admin/session', person);
  const { secret } = await call(page, '/two-factor/secret', { currentPassword: person.password });
  const { recoveryCodes } = await call(page, '/two-factor/activation', { code: codeFor(secret, 0) });
  return recoveryCodes;
}

/**
 * Starts a live institution on an empty database, with the two people who manage access.
 * @param host the name under which it is reached: passkeys belong to one.
 */
export async function startLive(institution: object, host = '127.0.0.1') {
  const folder = await newDataFolder('empty');
  const port = String(await freePort());
  const file = join(folder, 'institution.json');
  writeFileSync(file, JSON.stringify(institution));
  const dataDir = join(folder, 'data');
  // A first start makes every table, which takes longer than all that follows; the tests of the server start with no folder at all.
  if (!isWhole) await copyMigratedFolder(dataDir);
  const url = `http://${host}:${port}`;
  const environment = {
    DATA_DIR: dataDir,
    INSTITUTION_FILE: file,
    SMTP_URL: 'smtp://127.0.0.1:1',
    SECRET_KEY: 'a secret of thirty-two characters',
    PORT: port,
    PUBLIC_URL: url,
  };
  for (const { email, password } of [ADMINISTRATOR, SECOND_PERSON]) {
    const { status, stderr } = runCommand(
      ['create-administrator', email, 'Dominique Gestion'],
      environment,
      `${password}\n`,
    );
    expect(status, stderr).toBe(0);
  }
  return { live: { ...(await startShortBank(environment)), url }, folder };
}

/** Signs the page up as a client. @returns the id of their account. */
export async function signUp(page: Page, url: string, accountType = 'courant'): Promise<string> {
  await page.goto(`${url}/auth`);
  const person = { ...CLIENT, phone: '', country: 'FR', password: ADMINISTRATOR.password };
  await call(page, '/sign-up', person);
  return (await call(page, '/sign-up/account', { accountType })).accountId;
}
