import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { type ClientPerson, openTestBank, TEST_PASSWORD, type TestBank } from '../testing/test-bank.ts';
import { tokenOfLink } from '../testing/token-of-link.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';

/** An unproved address gets two mails a day (decision 0020). */

let bank: TestBank;
let client: ClientPerson;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client({ isEmailUnproved: true });
  }),
);
afterEach(() => bank.close());

const mailsTo = (recipient: string) =>
  rowsOf<{ template: string; link: string | null }>(
    bank.database.db,
    sql`select template, params ->> 'link' as link from outbox where recipient = ${recipient} order by created_at, id`,
  );
const templatesTo = async (recipient: string) => (await mailsTo(recipient)).map(({ template }) => template);
const lastTokenTo = async (recipient: string) => {
  const link = (await mailsTo(recipient)).flatMap((mail) => mail.link ?? []).at(-1) ?? '';
  expect(link.startsWith(`${bank.bank.config.publicUrl}/confirmer-adresse#token=`)).toBe(true);
  return tokenOfLink(link);
};
const follow = (token: string) => bank.visitor().post('/profile/email/confirmation', { token });
const emailToProve = async () => (await client.get('/overview')).body.profile.emailToProve;

const LOAN = { amountMinor: 10_000_00, durationMonths: 36, monthlyIncomeMinor: 2_500_00, purpose: 'Cuisine' };
const askForLoans = async (person: ClientPerson) => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => person.post('/loans', LOAN)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
};
const fund = () => bank.fund(client, 100_00);
const inADay = () => bank.travelTo(new Date(Date.now() + 25 * 60 * 60_000));

describe('an unproved address', () => {
  test('gets two mails a day, the link among them, whatever the account asks for, at once or not', async () => {
    expect(await templatesTo(client.email)).toEqual(['email-confirmation']);
    await askForLoans(client);
    expect(await templatesTo(client.email)).toEqual(['email-confirmation', 'loan-requested']);
    const { notifications } = (await client.get('/notifications')).body;
    expect(notifications).toHaveLength(6);

    await inADay();
    await askForLoans(client);
    expect(await templatesTo(client.email)).toHaveLength(4);
  });

  test('gets no more by acts of staff, credits of one batch, changes of address and of password, and the newsletter', async () => {
    await Promise.all([fund(), fund(), fund()]);
    expect(await templatesTo(client.email)).toEqual(['email-confirmation', 'account-credited']);
    // A change of address does not begin while the present address cannot get its cancellation link.
    for (const email of ['un@example.test', 'deux@example.test']) {
      const { status, body } = await client.put('/profile/email', { email, currentPassword: TEST_PASSWORD });
      expect([status, body.code]).toEqual([429, 'auth.too-many-mails']);
    }
    const password = { currentPassword: TEST_PASSWORD, newPassword: 'quatre-mots-bien-choisis-ici' };
    expect((await client.put('/profile/password', password)).status).toBe(200);
    await bank.visitor().post('/newsletter/subscriptions', { email: client.email });
    expect(await templatesTo(client.email)).toHaveLength(2);
  });

  test('of another person does not limit the mails of a client who proved theirs', async () => {
    const proved = await bank.client();
    await askForLoans(proved);
    expect(await templatesTo(proved.email)).toEqual([
      'account-created',
      ...Array.from({ length: 5 }, () => 'loan-requested'),
    ]);
  });

  test('is proved by the link of the mail, once; all mails go there then', async () => {
    expect(await emailToProve()).toBe(client.email);
    const token = await lastTokenTo(client.email);
    const answers = await Promise.all([follow(token), follow(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 200)?.body).toEqual({
      email: client.email,
      isStaff: false,
    });
    expect(await emailToProve()).toBeNull();
    await askForLoans(client);
    expect(await templatesTo(client.email)).toHaveLength(6);
  });

  test('is proved by a new password that was chosen by a mailed link', async () => {
    await bank.visitor().post('/password-reset', { email: client.email });
    const link = (await mailsTo(client.email)).at(-1)?.link ?? '';
    const input = { token: tokenOfLink(link), password: 'quatre-mots-bien-choisis-ici' };
    expect((await bank.visitor().post('/password-reset/completion', input)).status).toBe(200);
    expect(await templatesTo(client.email)).toEqual([
      'email-confirmation',
      'password-reset',
      'password-changed',
    ]);
    const [row] = await rowsOf<{ proved: boolean }>(
      bank.database.db,
      sql`select email_verified as proved from users where id = ${client.userId}`,
    );
    expect(row?.proved).toBe(true);
  });
});

test('links for a new password to an address that is not proved count among its two mails, also from a known device', async () => {
  const device = bank.visitor();
  await device.post('/session', { email: client.email, password: TEST_PASSWORD });
  for (let round = 0; round < 8; round += 1)
    for (const visitor of [bank.visitor(), device])
      expect((await visitor.post('/password-reset', { email: client.email })).status).toBe(200);
  expect(await templatesTo(client.email)).toEqual(['email-confirmation', 'password-reset']);
  await inADay();
  await device.post('/password-reset', { email: client.email });
  expect(await templatesTo(client.email)).toHaveLength(3);
});

describe('PUT /profile/email/proof', () => {
  const resend = () => client.put('/profile/email/proof');

  test('200: the link comes again and replaces the first; 429 after two mails in a day', async () => {
    const first = await lastTokenTo(client.email);
    expect((await resend()).status).toBe(200);
    const refused = await resend();
    expect([refused.status, refused.body.code]).toEqual([429, 'auth.too-many-mails']);
    expect((await follow(first)).body.code).toBe('auth.invalid-token');
    // A refused request ends no link.
    expect((await follow(await lastTokenTo(client.email))).status).toBe(200);
    expect((await resend()).status).toBe(200);
    expect(await templatesTo(client.email)).toEqual(['email-confirmation', 'email-confirmation']);
  });

  test('a link works for a day', async () => {
    const token = await lastTokenTo(client.email);
    await inADay();
    expect((await follow(token)).body.code).toBe('auth.invalid-token');
    expect(await emailToProve()).toBe(client.email);
  });

  test('401 without a session', async () => {
    expect((await bank.visitor().put('/profile/email/proof')).status).toBe(401);
  });
});
