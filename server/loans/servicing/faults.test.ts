import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Db } from '../../db/database.ts';
import { rowsOf } from '../../db/database.ts';
import { type ClientPerson, openTestBank, type TestBank } from '../../testing/test-bank.ts';
import { inTransaction } from '../../work/work.ts';
import { collectInstalments } from './collect-instalments.ts';

const DAY = '2032-03-05';
const LOANS = 20;
const MONTHS = 60;

let bank: TestBank;
let client: ClientPerson;

/** A client with twenty loans of which no instalment was ever collected: all of them are due. */
beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2027-03-04T10:00:00Z'));
  const administrator = await bank.administrator();
  client = await bank.client();
  for (let index = 0; index < LOANS; index += 1) {
    const asked = await client.post('/loans', {
      amountMinor: 1_000_00 + index,
      purpose: 'Un projet',
      durationMonths: MONTHS,
      monthlyIncomeMinor: 2_000_00,
    });
    await administrator.post(`/admin/loans/${asked.body.loan.id}/decision`, { action: 'approve' });
  }
  await bank.fund(client, 90_000_00);
  await bank.travelTo(new Date(`${DAY}T12:00:00Z`));
}, 120_000);
// The books are proved when the bank is closed.
afterEach(() => bank.close());

const collect = (db: Db) =>
  inTransaction(
    db,
    bank.bank.surroundings,
    { kind: 'bank', job: 'collect-morning' },
    (work) => collectInstalments(work, { day: DAY, time: 'morning', today: DAY }),
    null,
    true,
  );

async function collectAll(db: Db): Promise<void> {
  while ((await collect(db)) > 0);
}

/** Instalments that are paid, movements of collections, and what they took. */
const outcome = () =>
  rowsOf<{ settled: number; movements: number; taken: number; owed: number }>(
    bank.database.db,
    sql`select (select count(*)::int from loan_instalments where settled_on is not null) as settled,
      (select count(*)::int from transactions where event = 'instalment-collection') as movements,
      (select -sum(amount)::int from transactions where event = 'instalment-collection') as taken,
      (select sum(amount)::int from loan_instalments) as owed`,
  );

async function expectOnce(): Promise<void> {
  const [{ settled, movements, taken, owed } = { settled: 0, movements: 0, taken: 0, owed: 1 }] =
    await outcome();
  expect([settled, movements]).toEqual([LOANS * MONTHS, LOANS * MONTHS]);
  expect(taken).toBe(owed);
}

describe('each instalment is taken exactly once', () => {
  test('by two nodes at once, and by the same day run again', async () => {
    await Promise.all([collectAll(bank.database.db), collectAll(bank.database.db)]);
    await collectAll(bank.database.db);
    await expectOnce();
  }, 120_000);

  test('by a step whose transaction failed at its end, run again', async () => {
    const undone = new Error('the connection was lost');
    await inTransaction(
      bank.database.db,
      bank.bank.surroundings,
      { kind: 'bank', job: 'collect-morning' },
      async (work) => {
        await collectInstalments(work, { day: DAY, time: 'morning', today: DAY });
        throw undone;
      },
      null,
      true,
    ).catch((error) => expect(error).toBe(undone));
    await collectAll(bank.database.db);
    await expectOnce();
  }, 120_000);
});
