import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { institutionSchema } from '#content/institution/schema.ts';
import { rowsOf } from '../../db/database.ts';
import { mattersToSettle } from '../../open-bank.ts';
import { LIVE_INSTITUTION } from '../../testing/live-institution.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../../testing/test-bank.ts';
import { asOwner } from '../../testing/test-database.ts';
import { unlessUnchanged } from '../../testing/unchanged-bank.ts';
import { requireHouseLimits } from './require-house-limits.ts';

/** The house's part of the limits: what it must have before it starts, and what its staff do to a client's. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

const NOW = new Date('2026-11-23T09:00:00Z');

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    bank.setNow(NOW);
    client = await bank.client();
    administrator = await bank.administrator();
    await bank.fund(client, 10_000_00);
  }),
);
afterEach(() => bank.close());

describe('PAY-58 the staff', () => {
  const path = () => `/admin/clients/${client.accountId}/transfer-limits`;
  const lower = (input: object) => administrator.put(path(), input);
  const told = async (): Promise<string[]> =>
    (
      await rowsOf<{ kind: string }>(
        bank.database.db,
        sql`select kind from notifications where user_id = ${client.userId}::uuid and kind like 'limit-%'`,
      )
    ).map(({ kind }) => kind);

  test('lower a client’s limit at once; the client is told, the trail says what it was', async () => {
    const { status, body } = await lower({ dayMinor: 200_00 });
    expect([status, body.transferLimits.limits]).toEqual([
      200,
      { operationMinor: null, dayMinor: 200_00, thirtyDaysMinor: null },
    ]);
    const order = { iban: 'FR7630006000011234567890189', bankName: 'Banque du Marais', amountMinor: 200_01 };
    expect((await client.post('/withdrawals', order)).body.code).toBe('transfer.limit');
    expect(await told()).toEqual(['limit-lowered']);
    const [line] = (await administrator.get('/admin/audit?limit=1')).body.entries;
    expect(line).toMatchObject({
      operation: 'transferLimits.lower',
      before: { currency: 'EUR' },
      after: { currency: 'EUR', limitPerDayMinor: 200_00 },
    });
    expect((await administrator.get(path())).body).toEqual(body);
  });

  test('raise nothing, not even below the house’s maximum, and end a raise under way', async () => {
    await lower({ dayMinor: 200_00 });
    for (const input of [
      { dayMinor: 200_01 },
      { dayMinor: null },
      { operationMinor: 10_00, dayMinor: 300_00 },
    ]) {
      const { status, body } = await lower(input);
      expect([input, status, body.code]).toEqual([input, 400, 'request.invalid']);
    }
    await client.put('/transfer-limits', { action: 'raise', dayMinor: 500_00 });
    expect((await lower({ dayMinor: 150_00 })).body.transferLimits).toMatchObject({
      limits: { dayMinor: 150_00 },
      raise: null,
    });
  });

  test.each([
    [{}, 400],
    [{ dayMinor: 0 }, 400],
    [{ dayMinor: 1.5 }, 400],
    [{ colour: 1 }, 400],
  ])('%j is refused with %d', async (input, status) => {
    expect((await lower(input)).status).toBe(status);
  });

  test('of nobody is not found; a client and a stranger lower none', async () => {
    const unknown = '/admin/clients/00000000-0000-4000-8000-000000000001/transfer-limits';
    expect((await administrator.put(unknown, { dayMinor: 1_00 })).status).toBe(404);
    expect((await client.put(path(), { dayMinor: 1_00 })).status).toBe(403);
    expect((await bank.visitor().get(path())).status).toBe(401);
  });
});

describe('PAY-2 PAY-56 a live institution', () => {
  const live = institutionSchema.parse({ ...LIVE_INSTITUTION, houseIban: 'FR7630006000011234567890189' });
  const transferLimits = {
    operation: { EUR: 5_000_00 },
    day: { EUR: 8_000_00 },
    thirtyDays: { EUR: 20_000_00 },
  };
  // Dated data is kept from one test to the next.
  afterEach(() =>
    asOwner(bank.database.db, (tx) =>
      tx.execute(sql`delete from legal_parameters where key like 'limits.%' and "from" = '2026-11-23'`),
    ),
  );

  test('that makes transfers does not start without a limit of each kind', async () => {
    const start = (institution: typeof live) =>
      asOwner(bank.database.db, (tx) => requireHouseLimits(tx, institution, NOW));
    await expect(start(live)).rejects.toThrow(/transferLimits\.operation[\s\S]*\.day[\s\S]*\.thirtyDays/);
    const { houseIban: _, ...without } = live;
    await start(without);
    await start({ ...live, transferLimits });
    // They are in force now, and stay as they are.
    await start(live);
    await start({ ...live, transferLimits: { ...transferLimits, day: { EUR: 1_00 } } });
    expect((await client.get('/transfer-limits')).body.transferLimits.maximum).toEqual({
      operationMinor: 5_000_00,
      dayMinor: 8_000_00,
      thirtyDaysMinor: 20_000_00,
    });
    expect(
      (
        await client.post('/withdrawals', {
          iban: 'FR7630006000011234567890189',
          bankName: 'B',
          amountMinor: 5_000_01,
        })
      ).body.code,
    ).toBe('transfer.limit');
  });

  test('PAY-43 that is a credit institution is told of instant transfers that are off, and starts', async () => {
    const settling = (status: typeof live.status) =>
      mattersToSettle({ ...bank.bank, institution: { ...live, status } });
    expect(await settling('credit-institution')).toEqual([
      expect.stringContaining('inst.send'),
      expect.stringContaining('inst.receive'),
    ]);
    expect(await settling('payment-institution')).toEqual([]);
  });
});
