import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { NEW_PASSWORD, profileSteps } from '../testing/profile-steps.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../testing/test-bank.ts';
import { tokenOfLink } from '../testing/token-of-link.ts';

let bank: TestBank;
let client: ClientPerson;

beforeEach(async () => {
  bank = await openTestBank();
  client = await bank.client();
});
afterEach(() => bank.close());

const { signIn, lastMailTo } = profileSteps(() => bank);

/** A thief of session and password loses every access once the owner has a new password (issue 14, 3). */
describe('what a thief has begun ends with the owner’s next step', () => {
  const ask = (who: Person, email = 'voleur@exemple.fr') =>
    who.put('/profile/email', { email, currentPassword: TEST_PASSWORD });
  const tokenTo = async (recipient: string) => tokenOfLink((await lastMailTo(recipient))?.link ?? '');
  const confirm = (token: string) => bank.visitor().post('/profile/email/confirmation', { token });
  const stop = (token: string) => bank.visitor().post('/profile/email/stop', { token });
  const complete = (token: string) =>
    bank.visitor().post('/password-reset/completion', { token, password: NEW_PASSWORD });

  /** Somebody else with a session of the client's, who has asked for another address and begun to set an app up. */
  async function thief() {
    const { device } = await signIn(client.email);
    expect((await ask(device)).status).toBe(200);
    expect((await device.post('/two-factor/secret', { currentPassword: TEST_PASSWORD })).status).toBe(200);
    const confirmation = await device.post('/session/confirmation', {
      operation: 'withdrawals.request',
      subject: 'withdrawals.request\n{}',
      currentPassword: TEST_PASSWORD,
    });
    expect(confirmation.status).toBe(200);
    await bank.visitor().post('/password-reset', { email: client.email });
    return { device, change: await tokenTo('voleur@exemple.fr'), reset: await tokenTo(client.email) };
  }

  async function expectNothingLeft({ device, change, reset }: Awaited<ReturnType<typeof thief>>) {
    expect((await confirm(change)).body.code).toBe('auth.invalid-token');
    expect((await complete(reset)).body.code).toBe('auth.invalid-token');
    expect((await device.get('/profile')).status).toBe(401);
    expect(await rowsOf(bank.database.db, sql`select 1 from second_factors`)).toEqual([]);
    const links = await rowsOf(
      bank.database.db,
      sql`select 1 from verifications where identifier not like 'ticket:%'`,
    );
    expect(links).toEqual([]);
  }

  test('a changed password ends the pending change, every link, session and unfinished app', async () => {
    const left = await thief();
    const changed = await client.put('/profile/password', {
      currentPassword: TEST_PASSWORD,
      newPassword: NEW_PASSWORD,
    });
    expect(changed.status).toBe(200);
    await expectNothingLeft(left);
    expect((await client.get('/profile')).body.profile.email).toBe(client.email);
  });

  test('a password that was reset does the same', async () => {
    const left = await thief();
    await bank.visitor().post('/password-reset', { email: client.email });
    expect((await complete(await tokenTo(client.email))).status).toBe(200);
    await expectNothingLeft(left);
  });

  test('and so does an administrator who signs the client out everywhere', async () => {
    const left = await thief();
    const administrator = await bank.administrator();
    const { status } = await administrator.delete(`/admin/clients/${client.accountId}/sessions`);
    expect(status).toBe(200);
    await expectNothingLeft(left);
  });

  test('the present address is told at the moment of asking, and its link stops the change, once', async () => {
    const { device } = await signIn(client.email);
    await ask(device);
    const change = await tokenTo('voleur@exemple.fr');
    const mail = await lastMailTo(client.email);
    expect(mail).toMatchObject({ template: 'email-change-asked' });
    expect(mail?.link).toMatch(/\/garder-mon-adresse#token=.+/);
    const token = await tokenTo(client.email);
    const stopped = await stop(token);
    expect(stopped.status).toBe(200);
    expect((await confirm(change)).status).toBe(400);
    for (const who of [device, client]) expect((await who.get('/profile')).status).toBe(401);
    expect((await stop(token)).body.code).toBe('auth.invalid-token');
    expect((await complete(stopped.body.passwordToken)).status).toBe(200);
    expect((await signIn(client.email)).status).toBe(401);
    expect((await signIn(client.email, NEW_PASSWORD)).status).toBe(200);
  });

  test('the link of an earlier request stops a later one: which mail is opened first does not matter', async () => {
    const { device } = await signIn(client.email);
    await ask(device, 'premiere@exemple.fr');
    const first = await tokenTo(client.email);
    await ask(device, 'seconde@exemple.fr');
    const change = await tokenTo('seconde@exemple.fr');
    expect((await stop(first)).status).toBe(200);
    expect((await confirm(change)).status).toBe(400);
  });

  test('a link that stops works as long as the change waits: not after it, not after an hour', async () => {
    await ask(client, 'nouvelle@exemple.fr');
    const token = await tokenTo(client.email);
    expect((await confirm(await tokenTo('nouvelle@exemple.fr'))).status).toBe(200);
    expect((await stop(token)).status).toBe(400);
    await ask(client, 'autre@exemple.fr');
    const late = await tokenTo('nouvelle@exemple.fr');
    bank.setNow(new Date(Date.now() + 61 * 60_000));
    expect((await stop(late)).status).toBe(400);
    expect((await stop('inventé')).status).toBe(400);
    expect((await bank.visitor().post('/profile/email/stop', {})).status).toBe(400);
  });

  test('a link for a new password that went to the former address ends with the change of address', async () => {
    await bank.visitor().post('/password-reset', { email: client.email });
    const reset = await tokenTo(client.email);
    await ask(client, 'nouvelle@exemple.fr');
    await confirm(await tokenTo('nouvelle@exemple.fr'));
    expect((await complete(reset)).body.code).toBe('auth.invalid-token');
  });

  test('what a thief sent just before and is still being checked ends too', async () => {
    const { device } = await signIn(client.email);
    const { passwords } = bank.bank.auth;
    const verify = passwords.verify;
    /** Between the check of the thief's call and its transaction the owner gets a new password. */
    const overtaken = async (call: () => Promise<{ status: number }>) => {
      const spy = vi.spyOn(passwords, 'verify').mockImplementationOnce(async (password, hash) => {
        const isRight = await verify(password, hash);
        await bank.visitor().post('/password-reset', { email: client.email });
        expect((await complete(await tokenTo(client.email))).status).toBe(200);
        return isRight;
      });
      const { status } = await call();
      spy.mockRestore();
      return status;
    };
    expect(await overtaken(() => ask(device))).toBe(401);
    const again = await signIn(client.email, NEW_PASSWORD);
    const password = 'encore-quatre-autres-mots';
    const change = () =>
      again.device.put('/profile/password', { currentPassword: NEW_PASSWORD, newPassword: password });
    expect(await overtaken(change)).toBe(401);
    expect(await overtaken(async () => signIn(client.email, NEW_PASSWORD))).not.toBe(200);
  });
});
