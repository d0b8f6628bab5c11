import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { rowsOf } from '../db/database.ts';
import { openTestBank, type TestBank } from '../testing/test-bank.ts';
import { fillDemonstration } from './fill-demonstration.ts';

let bank: TestBank;

beforeEach(async () => {
  bank = await openTestBank();
  bank.setNow(new Date('2026-11-23T12:00:00Z'));
});
// The books are proved when the bank is closed.
afterEach(() => bank.close());

test('the demonstration has loans that run, that are late, that are suspended, that were repaid and that were refused, each lived day by day; and programmed transfers', async () => {
  const { db } = bank.database;
  await fillDemonstration(bank.bank, () => {});
  const loans = await rowsOf<{ email: string; phase: string; settled: number; late: number }>(
    db,
    sql`select split_part(u.email, '@', 1) as email, r.phase,
        count(i.*) filter (where i.settled_on is not null)::int as settled,
        count(i.*) filter (where i.missed_on is not null and i.settled_on is null)::int as late
      from loan_requests r
      join client_accounts c on c.id = r.client_account_id join users u on u.id = c.user_id
      left join loan_instalments i on i.loan_id = r.id
      group by 1, 2 order by 1`,
  );
  const of = (email: string, phase?: string) =>
    loans.find((loan) => loan.email === email && (phase === undefined || loan.phase === phase));
  expect(of('client')).toMatchObject({ phase: 'active', late: 0 });
  expect(of('client')?.settled).toBeGreaterThanOrEqual(3);
  expect(of('lea.fontaine')).toMatchObject({ phase: 'active' });
  expect(of('lea.fontaine')?.late).toBeGreaterThanOrEqual(1);
  expect(of('hugo.martel', 'repaid')).toMatchObject({ settled: 12, late: 0 });
  // PAY-68 to PAY-72: collected from an account at another bank; the second came back and was collected at its second presentation.
  expect(of('hugo.martel', 'active')).toMatchObject({ settled: 3, late: 0 });
  const debits = await rowsOf(
    db,
    sql`select attempt, state, reason_code as reason from direct_debits order by due_on, attempt`,
  );
  expect(debits).toEqual([
    { attempt: 1, state: 'settled', reason: null },
    { attempt: 1, state: 'returned', reason: 'AM04' },
    { attempt: 2, state: 'settled', reason: null },
    { attempt: 1, state: 'settled', reason: null },
    { attempt: 1, state: 'announced', reason: null },
  ]);
  const [suspended] = await rowsOf<{ rows: number }>(
    db,
    sql`select count(*)::int as rows from loan_instalments i join loan_measures m on m.loan_id = i.loan_id and m.version = i.version
      where m.state = 'accepted' and m.kind = 'suspension-total' and i.amount = 0`,
  );
  expect([of('yuki.tanaka'), suspended]).toMatchObject([{ phase: 'active', late: 0 }, { rows: 2 }]);
  expect(of('nora.keller')).toMatchObject({ phase: 'refused' });
  // PAY-44 to PAY-48: programmed transfers that ran, that wait for their day, and that were suspended after three failures.
  const orders = await rowsOf(
    db,
    sql`select split_part(u.email, '@', 1) as email, o.frequency, o.state, o.suspension_reason as reason,
        (select count(*)::int from standing_order_runs r where r.standing_order_id = o.id and r.withdrawal_id is not null) as made
      from standing_orders o join client_accounts c on c.id = o.client_account_id join users u on u.id = c.user_id order by 1, 2`,
  );
  expect(orders).toEqual([
    { email: 'client', frequency: 'monthly', state: 'active', reason: null, made: 3 },
    { email: 'client', frequency: 'once', state: 'active', reason: null, made: 0 },
    { email: 'lea.fontaine', frequency: 'weekly', state: 'suspended', reason: 'failures', made: 0 },
  ]);
  const [notices] = await rowsOf<{ missed: number; repaid: number; announced: number }>(
    db,
    sql`select count(*) filter (where kind = 'loan-instalment-missed')::int as missed,
        count(*) filter (where kind = 'loan-repaid')::int as repaid,
        count(*) filter (where kind = 'loan-instalment-announced')::int as announced from notifications`,
  );
  // Léa's, and the instalment whose direct debit came back.
  expect(notices).toMatchObject({ missed: 2, repaid: 1 });
  expect(notices?.announced).toBeGreaterThan(20);
});
