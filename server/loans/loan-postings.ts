import { asc, eq, sql } from 'drizzle-orm';
import type { LedgerEvent } from '#domain/ledger/events.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { nameOfPerson } from '../db/name-of-person.ts';
import { readMinor } from '../db/read-minor.ts';
import { loanSchedules } from '../db/schema/index.ts';

/** What a posting changed of what is owed of a loan, in minor units of its currency: above zero when more is owed after it. */
export interface LoanPosting {
  readonly id: string;
  /** The booking day. */
  readonly day: string;
  readonly event: LedgerEvent;
  /** The version of the schedule that ran once it was posted: of a repayment or a measure the one that it began (LC-102). */
  readonly version: number;
  /** The name under which its author is known: a person's, a job's or a command's; null for somebody who is gone. Masked as a colleague's (STAFF-5). */
  readonly postedBy: string | null;
  readonly capitalMinor: number;
  /** Interest that is accrued and not collected. */
  readonly interestMinor: number;
  /** What is set aside for it. */
  readonly provisionMinor: number;
}

/** The postings on the accounts of a loan, the latest first (LC-101, LC-102): its sub-ledger, whose sums are what the books hold of it. */
export async function postingsOfLoan(db: Db, loanId: string): Promise<LoanPosting[]> {
  type Amount = string | number;
  const rows = await rowsOf<{
    id: string;
    day: string;
    event: LedgerEvent;
    version: number;
    posted_by: string | null;
    capital: Amount;
    interest: Amount;
    provision: Amount;
  }>(
    db,
    sql`select t.id, t.booking_day::text as day, t.event, ${nameOfPerson(sql`t.author_id`)} as posted_by,
        coalesce((select max(s.version) from loan_schedules s where s.loan_id = ${loanId}::uuid and s.made_at <= t.occurred_at), 1) as version,
        coalesce(-sum(e.amount) filter (where a.chart_code in ('loans-receivable', 'loans-doubtful')), 0) as capital,
        coalesce(-sum(e.amount) filter (where a.chart_code = 'interest-receivable'), 0) as interest,
        coalesce(sum(e.amount) filter (where a.chart_code = 'loan-provisions'), 0) as provision
      from ledger_accounts a
      join ledger_entries e on e.account_id = a.id
      join ledger_transactions t on t.id = e.transaction_id
      where a.holder_kind = 'loan' and a.holder_id = ${loanId}::uuid
      group by t.id, t.booking_day, t.event, t.author_id, t.occurred_at
      order by t.occurred_at desc, t.id desc`,
  );
  return rows.map(({ posted_by: postedBy, capital, interest, provision, ...row }) => ({
    ...row,
    postedBy,
    capitalMinor: readMinor(capital),
    interestMinor: readMinor(interest),
    provisionMinor: readMinor(provision),
  }));
}

/** Every version of a loan's schedule, in order (LC-62). Amounts in minor units of the loan's currency. */
export function versionsOfLoan(db: Db, loanId: string) {
  return db
    .select({
      version: loanSchedules.version,
      reason: loanSchedules.reason,
      day: loanSchedules.day,
      firstNumber: loanSchedules.firstNumber,
      openingBalanceMinor: loanSchedules.openingBalance,
      annualRateBps: loanSchedules.annualRateBps,
    })
    .from(loanSchedules)
    .where(eq(loanSchedules.loanId, loanId))
    .orderBy(asc(loanSchedules.version));
}
