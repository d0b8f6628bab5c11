import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import demonstration from '#content/institution/demo.ts';
import { institutionSchema } from '#content/institution/schema.ts';
import { confirmationSubject } from '#domain/sessions/confirmation.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../../testing/test-bank.ts';
import { codeOf, stepAt } from '../second-factor/totp.ts';

const NOW = new Date('2026-11-20T12:00:10Z');
const PAYMENT = {
  amountMinor: 5_00,
  iban: 'FR7630006000011234567890189',
  bankName: 'Banque du Marais',
  // A live order names its payee (PAY-11).
  recipientName: 'Zoé Renard',
};

const confirm = (person: Person, input: object, proof: object = { currentPassword: TEST_PASSWORD }) =>
  person.post('/session/confirmation', {
    operation: 'withdrawals.request',
    subject: confirmationSubject('withdrawals.request', input),
    ...proof,
  });
const withdraw = (person: Person, input: object, token?: string) =>
  person.post('/withdrawals', input, token ? { headers: { 'x-confirmation': token } } : {});

describe('in a live institution', () => {
  let bank: TestBank;
  let client: ClientPerson;

  beforeEach(async () => {
    bank = await openTestBank({ institution: { ...institutionSchema.parse(demonstration), mode: 'live' } });
    bank.setNow(NOW);
    client = await bank.client();
    // Money by the books themselves: an administrator of a live institution needs a second factor and confirms.
    const { creditAccount } = await import('../../accounts/credit-account.ts');
    await bank.work(client.userId, (work) =>
      creditAccount(work, client.accountId, { amountMinor: 100_00, currency: 'EUR', description: 'Test' }),
    );
  });
  afterEach(() => bank.close());

  test('a withdrawal waits for a confirmation of exactly itself, which serves once', async () => {
    const refused = await withdraw(client, PAYMENT);
    expect([refused.status, refused.body.code, refused.body.params]).toEqual([
      403,
      'auth.confirmation-required',
      { by: 'password' },
    ]);
    const { status, body } = await confirm(client, PAYMENT);
    expect(status).toBe(200);
    for (const other of [
      { ...PAYMENT, amountMinor: 5_01 },
      { ...PAYMENT, iban: 'DE89370400440532013000' },
    ])
      expect((await withdraw(client, other, body.token)).body.code).toBe('auth.confirmation-required');
    expect(
      (await withdraw(client, Object.fromEntries(Object.entries(PAYMENT).reverse()), body.token)).status,
    ).toBe(200);
    expect((await withdraw(client, PAYMENT, body.token)).status).toBe(403);
    const held = await rowsOf(bank.database.db, sql`select amount::int from withdrawal_requests`);
    expect(held).toEqual([{ amount: 5_00 }]);
  });

  test('of fifty calls with one confirmation one passes', async () => {
    const { body } = await confirm(client, PAYMENT);
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => withdraw(client, PAYMENT, body.token)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('it is worth nothing to another session, for another operation, or after five minutes', async () => {
    const { body } = await confirm(client, PAYMENT);
    const other = bank.visitor();
    await other.post('/session', { email: client.email, password: TEST_PASSWORD });
    expect((await withdraw(other, PAYMENT, body.token)).status).toBe(403);
    const crossed = await client.post('/session/confirmation', {
      operation: 'clients.remove',
      subject: confirmationSubject('withdrawals.request', PAYMENT),
      currentPassword: TEST_PASSWORD,
    });
    expect([crossed.status, crossed.body.code]).toEqual([400, 'request.malformed']);
    bank.setNow(new Date(NOW.getTime() + 4 * 60_000));
    expect((await client.get('/overview')).status).toBe(200);
    bank.setNow(new Date(NOW.getTime() + 6 * 60_000));
    expect((await withdraw(client, PAYMENT, body.token)).status).toBe(403);
  });

  test('its token is in the database as a hash only', async () => {
    const { body } = await confirm(client, PAYMENT);
    const rows = await rowsOf<{ text: string }>(
      bank.database.db,
      sql`select json_agg(v)::text as text from verifications v`,
    );
    expect(rows[0]?.text).not.toContain(body.token);
    expect(rows[0]?.text).not.toContain(PAYMENT.iban);
  });

  test('400 for a wrong password, locked for the session after five; 401 without a session', async () => {
    for (let each = 0; each < 5; each += 1) {
      const { status, body } = await confirm(client, PAYMENT, { currentPassword: 'faux' });
      expect([status, body.code]).toEqual([400, 'auth.wrong-password']);
    }
    const locked = await confirm(client, PAYMENT);
    expect([locked.status, locked.body.code]).toEqual([429, 'auth.session-locked']);
    expect((await confirm(bank.visitor(), PAYMENT)).status).toBe(401);
  });

  test('a person with an app confirms by its code, not by the password', async () => {
    const { body } = await client.post('/two-factor/secret', { currentPassword: TEST_PASSWORD });
    const bits = [...body.secret].map((letter: string) =>
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'),
    );
    const secret = Buffer.from((bits.join('').match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
    await client.post('/two-factor/activation', { code: codeOf(secret, stepAt(NOW) - 1) });
    expect((await withdraw(client, PAYMENT)).body.params).toEqual({ by: 'code' });
    expect((await confirm(client, PAYMENT)).body.code).toBe('auth.wrong-code');
    const { body: given } = await confirm(client, PAYMENT, { code: codeOf(secret, stepAt(NOW)) });
    expect((await withdraw(client, PAYMENT, given.token)).status).toBe(200);
  });
});

test('in a demonstration a sign-in of the last hour is confirmation enough, for every operation', async () => {
  const bank = await openTestBank();
  bank.setNow(NOW);
  const client = await bank.client();
  const administrator = await bank.administrator();
  await bank.fund(client, 50_00);
  expect((await withdraw(client, PAYMENT)).status).toBe(200);
  for (let minutes = 9; minutes <= 63; minutes += 9) {
    bank.setNow(new Date(NOW.getTime() + minutes * 60_000));
    await client.get('/session');
    await administrator.get('/session');
  }
  expect((await withdraw(client, PAYMENT)).body.code).toBe('auth.confirmation-required');
  const account = `/admin/clients/${client.accountId}`;
  const answers = [
    await administrator.post(`${account}/credits`, { amountMinor: 1, currency: 'EUR', description: 'x' }),
    await administrator.put(`${account}/iban`, { iban: PAYMENT.iban, bankName: 'x' }),
    await administrator.delete(account),
  ];
  for (const { status, body } of answers)
    expect([status, body.code]).toEqual([403, 'auth.confirmation-required']);
  const refused = await rowsOf(bank.database.db, sql`select 1 from audit_entries where outcome = 'refused'`);
  expect(refused).toEqual([]);
  const { body } = await administrator.post('/session/confirmation', {
    operation: 'clients.remove',
    subject: confirmationSubject('clients.remove', { id: client.accountId }),
    currentPassword: TEST_PASSWORD,
  });
  const removed = await administrator.call('DELETE', account, undefined, {
    key: newUuid(),
    headers: { 'x-confirmation': body.token },
  });
  expect(removed.status).toBe(200);
  await bank.close();
});
