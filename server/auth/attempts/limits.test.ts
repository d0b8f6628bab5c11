import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Refusal } from '#domain/errors.ts';
import { rowsOf } from '../../db/database.ts';
import { networkOf } from '../../http/origin.ts';
import { openTestBank, TEST_PASSWORD, type TestBank } from '../../testing/test-bank.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { createAttempts } from './attempts.ts';

let bank: TestBank;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
  }),
);
afterEach(() => bank.close());

describe('one network', () => {
  test('begins no more than so many sign-ups in an hour; others are not concerned', async () => {
    const limited = await openTestBank({ signUpsPerNetwork: 3 });
    const person = { firstName: 'Zoé', lastName: 'Roy', country: 'FR', password: TEST_PASSWORD };
    const begin = (each: number) =>
      limited.visitor().post('/sign-up', { ...person, email: `z${each}@example.test` });
    const statuses = [];
    for (let each = 0; each < 5; each += 1) statuses.push((await begin(each)).status);
    expect(statuses).toEqual([200, 200, 200, 429, 429]);
    const refused = await begin(9);
    expect([refused.body.code, refused.headers.get('retry-after')]).toEqual(['request.too-many', '3600']);
    const users = await rowsOf(limited.database.db, sql`select 1 from users`);
    expect(users).toHaveLength(3);
    limited.setNow(new Date(Date.now() + 61 * 60_000));
    expect((await begin(10)).status).toBe(200);
    await limited.close();
  });

  test('is the 64 bits in front of an IPv6 address, for every counter', async () => {
    const attempts = createAttempts(bank.database.db, bank.bank.surroundings.now, { signUpsPerNetwork: 1 });
    await attempts.countSignUp('a@example.test', '2001:db8:1:2::1');
    await expect(attempts.countSignUp('b@example.test', '2001:db8:1:2:ffff::9')).rejects.toMatchObject({
      code: 'request.too-many',
    });
    await attempts.countSignUp('c@example.test', '2001:db8:1:3::1');
    const refusal = new Refusal('auth.invalid-credentials');
    const fail = (email: string, address: string) =>
      attempts.atTheDoor({ email, address, device: null }, async () => ({ end: 'failed', refusal }));
    for (let each = 0; each < 50; each += 1)
      await expect(fail(`${each}@example.test`, `2001:db8:9:9::${each}`)).rejects.toBe(refusal);
    await expect(fail('x@example.test', '2001:db8:9:9:1::')).rejects.toMatchObject({
      code: 'auth.too-many-attempts',
    });
    for (let each = 0; each < 60; each += 1) await attempts.countDrawing(`2001:db8:7:7::${each}`);
    await expect(attempts.countDrawing('2001:db8:7:7:8::')).rejects.toMatchObject({
      code: 'request.too-many',
    });
  });

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['unknown', 'unknown'],
  ])('%s counts as %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('mails to a typed address', () => {
  const mailsTo = (recipient: string) =>
    rowsOf<{ template: string }>(
      bank.database.db,
      sql`select template from outbox where recipient = ${recipient} order by created_at, id`,
    );
  const person = { firstName: 'Zoé', lastName: 'Roy', country: 'FR', password: TEST_PASSWORD };

  test("are two a day to a stranger's address, for all requests, callers and networks together", async () => {
    const address = 'inconnue@example.test';
    for (let round = 0; round < 4; round += 1) {
      await bank.visitor().post('/newsletter/subscriptions', { email: address });
      await bank.visitor().post('/password-reset', { email: address });
      const client = await bank.client();
      await client.put('/profile/email', { email: address, currentPassword: TEST_PASSWORD });
    }
    expect((await mailsTo(address)).map(({ template }) => template)).toEqual([
      'newsletter-confirmation',
      'email-change',
    ]);
    bank.setNow(new Date(Date.now() + 25 * 3_600_000));
    await bank.visitor().post('/newsletter/subscriptions', { email: address });
    expect(await mailsTo(address)).toHaveLength(3);
  });

  test('are two a day to a client as well, and do not use up their links for a new password', async () => {
    const { email } = await bank.client();
    for (let round = 0; round < 4; round += 1) {
      await bank.visitor().post('/sign-up', { ...person, email });
      await bank.visitor().post('/newsletter/subscriptions', { email });
    }
    for (let round = 0; round < 4; round += 1) await bank.visitor().post('/password-reset', { email });
    expect((await mailsTo(email)).map(({ template }) => template)).toEqual([
      'account-created',
      'sign-up-known',
      'newsletter-confirmation',
      'password-reset',
      'password-reset',
    ]);
  });

  test('links for a new password that strangers have used up are still had from a known device', async () => {
    const { email } = await bank.client();
    const device = bank.visitor();
    await device.post('/session', { email, password: TEST_PASSWORD });
    for (let round = 0; round < 8; round += 1) await bank.visitor().post('/password-reset', { email });
    const before = (await mailsTo(email)).length;
    await device.post('/password-reset', { email });
    expect(await mailsTo(email)).toHaveLength(before + 1);
  });

  test('of changes of access are twenty a day: their address may be a stranger’s', async () => {
    const client = await bank.client();
    let password = TEST_PASSWORD;
    const codes: string[] = [];
    for (let each = 0; each < 22; each += 1) {
      const newPassword = `quatre-mots-bien-choisis-${each}`;
      const { status, body } = await client.put('/profile/password', {
        currentPassword: password,
        newPassword,
      });
      if (status === 200) password = newPassword;
      else codes.push(body.code);
    }
    expect(codes).toEqual(['auth.too-many-mails', 'auth.too-many-mails']);
    const told = (await mailsTo(client.email)).filter(({ template }) => template === 'password-changed');
    expect(told).toHaveLength(20);
  });

  test('do not go to the place where sign-ups under a taken address are kept', async () => {
    const { email } = await bank.client();
    const claimed = bank.visitor();
    await claimed.post('/sign-up', { ...person, email });
    await claimed.put('/profile/email', { email: 'a-moi@example.test', currentPassword: TEST_PASSWORD });
    const rows = await rowsOf<{ recipient: string }>(bank.database.db, sql`select recipient from outbox`);
    expect(rows.filter(({ recipient }) => recipient.endsWith('.invalid'))).toEqual([]);
  });
});
