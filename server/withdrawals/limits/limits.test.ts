import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SECURITY_CHANGES } from '#domain/notifications/notification.ts';
import { instantIn, LEGAL_TIME_ZONE } from '#domain/time/days.ts';
import { rowsOf } from '../../db/database.ts';
import { newUuid } from '../../ids.ts';
import {
  type ClientPerson,
  openTestBank,
  type Person,
  TEST_PASSWORD,
  type TestBank,
} from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

const at = (day: string, time: string) => instantIn(LEGAL_TIME_ZONE, day, time);
const ORDER = { iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais' };

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(at('2026-11-23', '09:00'));
    client = await bank.client();
    administrator = await bank.administrator();
    await bank.fund(client, 10_000_00);
    await bank.runJobs();
  }),
);
afterEach(() => bank.close());

const limits = async () => (await client.get('/transfer-limits')).body.transferLimits;
const change = (input: object) => client.put('/transfer-limits', input);
const transfer = (amountMinor: number) => client.post('/withdrawals', { ...ORDER, amountMinor });
const LOW = { action: 'lower', operationMinor: 500_00, dayMinor: 800_00, thirtyDaysMinor: 2_000_00 };

/** The house's maxima, as two persons would put them in force (PAY-2). */
const houseLimits = (euroMinor: number | null) =>
  asOwner(bank.database.db, (tx) =>
    tx.execute(sql`insert into legal_parameters (key, "from", value, source, verified)
      select 'limits.day', '2026-01-01', value, 'test', 'decision' from legal_parameters where key = 'maximum.transfer' limit 1
      on conflict (key, "from") do update set value = excluded.value`),
  ).then(() =>
    asOwner(bank.database.db, (tx) =>
      tx.execute(sql`update legal_parameters set value = jsonb_set(value, '{EUR}', ${String(euroMinor)}::jsonb)
        where key = 'limits.day' and "from" = '2026-01-01'`),
    ),
  );

const told = async (): Promise<string[]> =>
  (
    await rowsOf<{ kind: string }>(
      bank.database.db,
      sql`select kind from notifications where user_id = ${client.userId}::uuid and kind like 'limit-%' order by created_at, id`,
    )
  ).map(({ kind }) => kind);

describe('PAY-56 an order', () => {
  test('without limits goes as today; the client sees that there is none', async () => {
    expect(await limits()).toMatchObject({
      currency: 'EUR',
      maximum: { operationMinor: null, dayMinor: null, thirtyDaysMinor: null },
      leftMinor: null,
      raise: null,
      raiseDelayHours: 24,
    });
    expect((await transfer(9_000_00)).status).toBe(200);
  });

  test('above a limit is refused, with the first limit that it passes and what is left', async () => {
    expect((await change(LOW)).status).toBe(200);
    const above = await transfer(500_01);
    expect([above.status, above.body.code, above.body.params.limit]).toEqual([
      409,
      'transfer.limit',
      'operation',
    ]);
    expect(above.body.detail).toBe('Ce virement dépasse votre plafond par opération. Il vous reste 500,00€.');
    expect((await transfer(500_00)).status).toBe(200);
    const day = await transfer(300_01);
    expect(day.body.detail).toBe('Ce virement dépasse votre plafond du jour. Il vous reste 300,00€.');
    expect(await limits()).toMatchObject({
      left: { operationMinor: 500_00, dayMinor: 300_00, thirtyDaysMinor: 1_500_00 },
      leftMinor: 300_00,
    });
  });

  test('PAY-57 counts on the Paris day of its request, for thirty days; refused and cancelled ones do not', async () => {
    await change(LOW);
    await bank.travelTo(at('2026-11-24', '23:59'));
    const cancelled = (await transfer(400_00)).body.withdrawal.id;
    await client.post(`/withdrawals/${cancelled}/cancellation`);
    const refused = (await transfer(500_00)).body.withdrawal.id;
    await administrator.post(`/admin/withdrawals/${refused}/decision`, {
      action: 'reject',
      reasonCode: 'missing-document',
    });
    expect((await limits()).left.dayMinor).toBe(800_00);
    await transfer(500_00);
    await bank.travelTo(at('2026-11-25', '00:00'));
    expect((await limits()).left).toMatchObject({ dayMinor: 800_00, thirtyDaysMinor: 1_500_00 });
    await bank.travelTo(at('2026-12-23', '23:59'));
    expect((await limits()).left.thirtyDaysMinor).toBe(1_500_00);
    await bank.travelTo(at('2026-12-24', '00:00'));
    expect((await limits()).left.thirtyDaysMinor).toBe(2_000_00);
  });

  test('of fifty at once leaves no more than the limit', async () => {
    await change({ action: 'lower', dayMinor: 300_00 });
    // On an overloaded machine a crowd may be answered 503: it is tried again with the same key.
    const insisting = async (key: string) => {
      const send = () => client.post('/withdrawals', { ...ORDER, amountMinor: 10_00 }, { key });
      const answer = await send();
      return answer.status === 503 ? send() : answer;
    };
    const answers = await Promise.all(Array.from({ length: 50 }, () => insisting(newUuid())));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(new Set(answers.map(({ body }) => body.code ?? 'sent'))).toEqual(
      new Set(['sent', 'transfer.limit']),
    );
    expect((await limits()).leftMinor).toBe(0);
  });

  test('PAY-48 of a programmed transfer fails above the limit, and is told so', async () => {
    await change({ action: 'lower', operationMinor: 50_00 });
    await client.post('/standing-orders', {
      ...ORDER,
      amountMinor: 60_00,
      frequency: 'once',
      firstDay: '2026-11-24',
    });
    for (const [day, time] of [
      ['2026-11-24', '09:00'],
      ['2026-11-24', '19:00'],
      ['2026-11-25', '09:00'],
    ] as const) {
      await bank.travelTo(at(day, time));
      await bank.runJobs();
    }
    expect((await client.get('/withdrawals')).body.withdrawals).toEqual([]);
    const [order] = (await client.get('/standing-orders')).body.standingOrders;
    expect(order).toMatchObject({ state: 'ended', last: { failure: 'limit' } });
  });
});

describe('PAY-58 a change', () => {
  test('that lowers holds at once', async () => {
    const { body } = await change(LOW);
    expect(body.transferLimits).toMatchObject({ limits: { dayMinor: 800_00 }, raise: null });
    expect(await told()).toEqual(['limit-lowered']);
  });

  test('that raises waits 24 hours, is told at once and when it holds', async () => {
    await change(LOW);
    const { body } = await change({ action: 'raise', dayMinor: 900_00, operationMinor: 400_00 });
    expect(body.transferLimits).toMatchObject({
      limits: { operationMinor: 400_00, dayMinor: 800_00 },
      raise: { limits: { dayMinor: 900_00 }, effectiveAt: '2026-11-24T08:00:00.000Z' },
    });
    await bank.travelTo(new Date('2026-11-24T07:59:59Z'));
    expect((await limits()).limits.dayMinor).toBe(800_00);
    await bank.runJobs();
    await bank.travelTo(new Date('2026-11-24T08:00:00Z'));
    // It holds from its instant on, whether the job has run or not.
    expect(await limits()).toMatchObject({ limits: { dayMinor: 900_00 }, raise: null });
    await bank.runJobs();
    expect((await limits()).limits.dayMinor).toBe(900_00);
    expect(await told()).toEqual(['limit-lowered', 'limit-raise-asked', 'limit-raised']);
  });

  test('that is asked again replaces the first and starts again; it can be cancelled meanwhile', async () => {
    await change(LOW);
    await change({ action: 'raise', dayMinor: 900_00 });
    await bank.travelTo(at('2026-11-23', '20:00'));
    await change({ action: 'raise', dayMinor: 850_00 });
    expect((await limits()).raise).toMatchObject({
      limits: { dayMinor: 850_00 },
      effectiveAt: '2026-11-24T19:00:00.000Z',
    });
    expect((await change({ action: 'cancel' })).body.transferLimits).toMatchObject({
      limits: { dayMinor: 800_00 },
      raise: null,
    });
    expect((await change({ action: 'cancel' })).status).toBe(404);
    await bank.travelTo(at('2026-11-26', '09:00'));
    await bank.runJobs();
    expect((await limits()).limits.dayMinor).toBe(800_00);
  });

  test.each([
    [{ action: 'lower', dayMinor: 800_01 }, 'action'],
    [{ action: 'raise', dayMinor: 0 }, 'dayMinor'],
    [{ action: 'forget' }, 'action'],
    [{ action: 'lower', colour: 1 }, 'colour'],
  ])('%j is refused beside its field', async (input, field) => {
    await change(LOW);
    const { status, body } = await change(input);
    expect([status, body.errors[0].field]).toEqual([400, field]);
  });

  const forgetHouseLimits = () =>
    asOwner(bank.database.db, (tx) =>
      tx.execute(sql`delete from legal_parameters where key = 'limits.day' and "from" = '2026-01-01'`),
    );

  // Dated data is kept from one test to the next.
  afterEach(forgetHouseLimits);

  test("never passes the house's maximum, which holds without a choice of the client", async () => {
    await houseLimits(1_000_00);
    expect(await limits()).toMatchObject({ maximum: { dayMinor: 1_000_00 }, leftMinor: 1_000_00 });
    expect((await transfer(1_000_01)).body.code).toBe('transfer.limit');
    const { status, body } = await change({ action: 'raise', dayMinor: 1_000_01 });
    expect([status, body.errors[0].field]).toEqual([400, 'dayMinor']);
    expect((await change({ action: 'raise', dayMinor: null })).status).toBe(400);
  });
});

test('PAY-59 a change of the telephone begins a raise again', async () => {
  const profile = { firstName: 'Alix', lastName: 'Fictif' };
  await client.put('/profile', { ...profile, phone: '+33 6 12 34 56 78' });
  await change(LOW);
  await change({ action: 'raise', dayMinor: 900_00 });
  await bank.travelTo(at('2026-11-24', '08:00'));
  await client.put('/profile', { ...profile, phone: '+33 6 99 99 99 99' });
  expect((await limits()).raise.effectiveAt).toBe('2026-11-25T07:00:00.000Z');
  await bank.travelTo(at('2026-11-24', '12:00'));
  await bank.runJobs();
  expect((await limits()).limits.dayMinor).toBe(800_00);
  await bank.travelTo(at('2026-11-25', '08:00'));
  await bank.runJobs();
  expect((await limits()).limits.dayMinor).toBe(900_00);
});

test('PAY-59 so does a change of the password', async () => {
  await change(LOW);
  await change({ action: 'raise', dayMinor: 900_00 });
  await bank.travelTo(at('2026-11-24', '08:00'));
  const changed = await client.put('/profile/password', {
    currentPassword: TEST_PASSWORD,
    newPassword: 'un autre mot de passe',
  });
  expect(changed.status).toBe(200);
  expect((await limits()).raise.effectiveAt).toBe('2026-11-25T07:00:00.000Z');
});

test('PAY-59 e-mail, telephone, password and second factor count as changes of security', () => {
  for (const kind of [
    'email-changed',
    'phone-changed',
    'password-changed',
    'second-factor-on',
    'second-factor-off',
    'passkey-added',
    'passkey-removed',
  ] as const)
    expect(SECURITY_CHANGES).toContain(kind);
});

test('PAY-58 a client writes no limit past these rules, and reads nobody else’s', async () => {
  await change(LOW);
  const stranger = await bank.client();
  expect((await stranger.get('/transfer-limits')).body.transferLimits.limits.dayMinor).toBe(null);
  const theirs = bank.database.of(client.userId);
  await expect(theirs.execute(sql`update transfer_limits set day = null`)).rejects.toThrow();
  expect((await bank.visitor().get('/transfer-limits')).status).toBe(401);
});
