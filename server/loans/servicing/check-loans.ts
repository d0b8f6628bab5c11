import { sql } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { faultsOfInterest } from './prove-interest.ts';

/**
 * The capital that loans owe by their instalments against what the books hold of it, by currency, where the two differ (LC-103). Minor units;
 * loans that were written off owe nothing in the books, until these follow a payout that came back (LC-6).
 */
export async function differencesOfLoans(
  db: Db,
): Promise<{ readonly currency: string; readonly loans: string; readonly books: string }[]> {
  return rowsOf(
    db,
    sql`select currency, sum(loans)::text as loans, sum(books)::text as books from (
        select l.currency, sum(i.capital - i.paid_capital) as loans, 0 as books
        from loan_requests r
        join loans l on l.id = r.id
        join loan_instalments i on i.loan_id = r.id and not i.is_superseded
        where r.stage = 'loan' and l.written_off_on is null
        group by l.currency
        union all
        select currency, 0, -sum(balance) from ledger_accounts
        where holder_kind = 'loan' and chart_code in ('loans-receivable', 'loans-doubtful')
        group by currency
      ) sides group by currency having sum(loans) <> sum(books) order by currency`,
  );
}

/** How many faults the alarm names: `npm run books` says the rest. */
const NAMED_FAULTS = 5;

/**
 * The trial check of each night (LC-103): the job fails while capital or interest of loans differ from the books, which is an alarm
 * (docs/operating.md) and stops payouts.
 * @throws Error with the difference of each currency, and the loans whose interest is another one.
 */
export async function checkLoans(db: Db): Promise<void> {
  const differences = await differencesOfLoans(db);
  const words = differences.map(({ currency, loans, books }) => `${currency} ${loans}, books ${books}`);
  if (words.length > 0)
    throw new Error(`the capital of loans is not what the books hold: ${words.join('; ')}`);
  const faults = await faultsOfInterest(db);
  if (faults.length > 0)
    throw new Error(
      `the interest of loans is not what the books hold: ${faults.slice(0, NAMED_FAULTS).join('; ')}`,
    );
}

/**
 * Refuses a payout while the last trial check failed (LC-103).
 * @throws Refusal `loan.books-differ`.
 */
export async function requireLoansInBooks(db: Db): Promise<void> {
  const [last] = await rowsOf<{ state: string }>(
    db,
    sql`select state from job_runs where job = 'check-loans' order by due_at desc limit 1`,
  );
  if (last?.state === 'failed') throw new Refusal('loan.books-differ');
}
