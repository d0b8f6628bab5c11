import { createHash } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { LEGAL_TIME_ZONE } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { newRow } from '../../db/insert-all.ts';
import { readMinor } from '../../db/read-minor.ts';
import { loanYearlyLetters } from '../../db/schema/index.ts';
import { notifyClient } from '../../notifications/notify.ts';
import { addressLines } from '../../papers/address-lines.ts';
import { ROWS, type Work, writeAtEnd } from '../../work/work.ts';

/** Loans in one transaction. */
const BATCH = 200;

export type LetterRow = typeof loanYearlyLetters.$inferSelect;

/** The yearly letters of a loan, the last first. */
export function lettersOf(db: Db, loanId: string): Promise<LetterRow[]> {
  return db
    .select()
    .from(loanYearlyLetters)
    .where(eq(loanYearlyLetters.loanId, loanId))
    .orderBy(desc(loanYearlyLetters.year));
}

/** One of them, as its paper says it; null when there is none. */
export async function letterOf(db: Db, loanId: string, year: number) {
  const [row] = await db
    .select()
    .from(loanYearlyLetters)
    .where(and(eq(loanYearlyLetters.loanId, loanId), eq(loanYearlyLetters.year, year)));
  return row
    ? {
        year: row.year,
        capitalMinor: row.capital,
        isPayoutBack: row.isPayoutBack,
        addressee: row.addressee,
        madeAt: row.madeAt,
      }
    : null;
}

interface LoanToTell {
  readonly loan_id: string;
  readonly user_id: string;
  readonly currency: string;
  readonly capital: string | number;
  readonly display_name: string;
  readonly address: string | null;
  readonly postal_code: string | null;
  readonly city: string | null;
  readonly country: string;
  readonly is_dead: boolean;
  readonly is_back: boolean;
}

/**
 * The next loans with capital left, in order of id, that had some at the end of a year and are not told of it yet: running, late and frozen ones
 * alike. The capital is what the books held at the end of the year's last day; the payout of some was back with the house on it (LC-6).
 */
function loansToTell(db: Db, year: number): Promise<LoanToTell[]> {
  const lastDay = `${year}-12-31`;
  return rowsOf<LoanToTell & Readonly<Record<string, unknown>>>(
    db,
    sql`select r.id as loan_id, c.user_id, r.currency, held.capital, p.display_name, p.address, p.postal_code, p.city, p.country, exists (
          select from loan_freezes f where f.loan_id = l.id and f.kind = 'death' and f.lifted_on is null) as is_dead, exists (
          select from loan_freezes f where f.loan_id = l.id and f.kind = 'payout-returned'
            and (f.set_at at time zone ${LEGAL_TIME_ZONE})::date <= ${lastDay}::date and coalesce(f.lifted_on > ${lastDay}::date, true)) as is_back
      from loan_requests r
      join loans l on l.id = r.id
      join client_accounts c on c.id = r.client_account_id
      join profiles p on p.user_id = c.user_id
      cross join lateral (
        select coalesce(-sum(last.balance_after), 0) as capital from ledger_accounts a
        cross join lateral (
          select e.balance_after from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
          where e.account_id = a.id and t.booking_day <= ${lastDay}::date
          order by e.sequence desc limit 1
        ) last
        where a.holder_kind = 'loan' and a.holder_id = r.id and a.chart_code in ('loans-receivable', 'loans-doubtful')
      ) held
      where r.stage = 'loan' and l.paid_out_at < ${lastDay}::date + 1 and held.capital > 0
        and r.id > coalesce(
          (select y.loan_id from loan_yearly_letters y where y.year = ${year} order by y.loan_id desc limit 1),
          '00000000-0000-0000-0000-000000000000')
      order by r.id limit ${BATCH}`,
  );
}

/** What a letter says, hashed: the proof that it said this and nothing else. */
function hashOf(letter: {
  readonly loanId: string;
  readonly year: number;
  readonly capital: number;
  readonly isPayoutBack: boolean;
  readonly addressee: readonly string[];
}): string {
  const { loanId, year, capital, isPayoutBack, addressee } = letter;
  return createHash('sha256')
    .update(JSON.stringify([loanId, year, capital, addressee, ...(isPayoutBack ? ['payout-returned'] : [])]))
    .digest('hex');
}

/**
 * Gives each borrower the yearly information on the capital left at 31 December (LC-105, L312-32): each January, for every loan with capital
 * left. The letter is kept, and the client is told where to read it.
 * @param run the job's day, YYYY-MM-DD; outside January nothing is done.
 * @returns how many letters it wrote; 0 when none is left.
 */
export async function writeYearlyLetters(work: Work, run: { readonly day: string }): Promise<number> {
  if (run.day.slice(5, 7) !== '01') return 0;
  const year = Number(run.day.slice(0, 4)) - 1;
  const found = await loansToTell(work.tx, year);
  for (const row of found) {
    const capital = readMinor(row.capital);
    const addressee = addressLines({
      displayName: row.display_name,
      address: row.address,
      postalCode: row.postal_code,
      city: row.city,
      country: row.country,
    });
    const letter = { loanId: row.loan_id, year, capital, isPayoutBack: row.is_back, addressee };
    writeAtEnd(
      work,
      ROWS,
      newRow(loanYearlyLetters, {
        ...letter,
        channel: row.is_dead ? 'paper' : 'area',
        sha256: hashOf(letter),
        madeAt: work.now,
      }),
    );
    // The heirs' notary gets it on paper: no mail goes to a dead person (LC-93).
    if (!row.is_dead)
      await notifyClient(work, row.user_id, 'loan-yearly-letter', {
        year,
        amountMinor: capital,
        currency: row.currency,
        isPayoutBack: row.is_back ? 1 : 0,
      });
  }
  return found.length;
}
