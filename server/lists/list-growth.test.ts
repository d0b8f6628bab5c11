import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { REQUEST_SORTS, type WithdrawalFilter } from '#domain/desk/request-list.ts';
import { pageOfRequests } from '../db/page-of-list.ts';
import { rowsScanned } from '../testing/rows-scanned.ts';
import { type ClientPerson, openTestBank, type Person, type TestBank } from '../testing/test-bank.ts';
import { asOwner } from '../testing/test-database.ts';
import { unlessUnchanged } from '../testing/unchanged-bank.ts';
import { withdrawalConditions } from '../withdrawals/queries.ts';

/** A page of a list costs the same however many requests there are (decision 0018): on an index. */

let bank: TestBank;
let client: ClientPerson;
let administrator: Person;

beforeEach(
  unlessUnchanged(async () => {
    bank = await openTestBank();
    client = await bank.client();
    administrator = await bank.administrator();
    // What is held is there.
    await bank.fund(client, 300_000_00);
  }),
);
afterEach(() => bank.close());

/** Makes transfers to be decided with these numbers, the older the larger, one in ten of them invalid; the newest three are followed. */
const makeWithdrawals = (first: number, last: number) =>
  asOwner(bank.database.db, async (tx) => {
    await tx.execute(sql`insert into withdrawal_requests (id, client_account_id, amount, currency, client_iban, iban_valid, client_bank_name,
        created_at, due_at, amount_eur)
      select gen_random_uuid(), ${client.accountId}::uuid, n * 10, 'EUR', 'FR7630006000011234567890189', n % 10 <> 0, 'Banque',
        now() - n * interval '1 hour', now() + (50 - n) * interval '1 hour', n * 10 from generate_series(${first}::int, ${last}::int) n`);
    await tx.execute(sql`insert into assignments (id, subject_kind, subject_id, client_account_id, assignee_id, assigned_by, at)
      select gen_random_uuid(), 'withdrawal', id, client_account_id, ${administrator.userId}::uuid, ${administrator.userId}::uuid, now()
      from (select id, client_account_id from withdrawal_requests order by created_at desc limit 3) w on conflict do nothing`);
  });

const FILTERS: readonly WithdrawalFilter[] = [
  {},
  { assignee: 'none' },
  { deadline: 'late' },
  { age: '1' },
  { amountFrom: 5_00 },
  { currency: 'EUR' },
  { accountType: 'courant' },
  { country: 'FR' },
  { iban: 'valid', sepa: 'yes' },
  { file: 'none' },
  { bank: 'awaited' },
  { bank: 'back' },
  { currency: 'EUR', accountType: 'courant', iban: 'valid', sepa: 'yes', file: 'none' },
];

/** The most rows that one page of ten looks at, over every order and filter; what is joined to a page is bounded by its clients' own requests. */
async function scanned(): Promise<number> {
  const reader = { personId: administrator.userId, now: new Date() };
  const rows = await rowsScanned(bank.database.db, async (db) => {
    for (const sort of REQUEST_SORTS)
      for (const filter of FILTERS) {
        const conditions = withdrawalConditions(filter, reader);
        const page = pageOfRequests('withdrawal_requests', {
          status: 'pending',
          conditions,
          sort,
          after: null,
          limit: 10,
        });
        await db.execute(sql`select id from withdrawal_requests ${page}`);
      }
  });
  return Math.max(...rows);
}

test('Q-6, Q-7 a page of ten looks at as many rows of 2 000 requests as of 500, in every order and with every filter', async () => {
  await makeWithdrawals(1, 500);
  const ofFew = await scanned();
  await makeWithdrawals(501, 2_000);
  // Fifty of them come before the first that « en retard » or an amount asks for.
  expect(ofFew).toBeLessThanOrEqual(100);
  expect(await scanned()).toBeLessThanOrEqual(ofFew * 1.1);
});
