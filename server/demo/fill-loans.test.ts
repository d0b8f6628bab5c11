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

test('the demonstration has loans that run, that are late, that were repaid and that were refused, each lived day by day', async () => {
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
  const of = (email: string) => loans.find((loan) => loan.email === email);
  expect(of('client')).toMatchObject({ phase: 'active', late: 0 });
  expect(of('client')?.settled).toBeGreaterThanOrEqual(3);
  expect(of('lea.fontaine')).toMatchObject({ phase: 'active' });
  expect(of('lea.fontaine')?.late).toBeGreaterThanOrEqual(1);
  expect(of('hugo.martel')).toMatchObject({ phase: 'repaid', settled: 12, late: 0 });
  expect(of('nora.keller')).toMatchObject({ phase: 'refused' });
  const [notices] = await rowsOf<{ missed: number; repaid: number; announced: number }>(
    db,
    sql`select count(*) filter (where kind = 'loan-instalment-missed')::int as missed,
        count(*) filter (where kind = 'loan-repaid')::int as repaid,
        count(*) filter (where kind = 'loan-instalment-announced')::int as announced from notifications`,
  );
  expect(notices).toMatchObject({ missed: 1, repaid: 1 });
  expect(notices?.announced).toBeGreaterThan(20);
}, 120_000);
