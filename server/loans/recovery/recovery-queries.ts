import { and, desc, eq, isNull, sql } from 'drizzle-orm';
import type { ArrearsBucket } from '#domain/loans/loan-state.ts';
import type { LoanPhase } from '#domain/loans/phases.ts';
import { addDays } from '#domain/time/days.ts';
import { type Db, rowsOf } from '../../db/database.ts';
import { readMinor } from '../../db/read-minor.ts';
import {
  ficpDeclarations,
  loanArrears,
  loanFormalNotices,
  loanFreezes,
  loanRecoveries,
  loanRecoveryActs,
} from '../../db/schema/index.ts';

export type ArrearsRow = typeof loanArrears.$inferSelect;
export type NoticeRow = typeof loanFormalNotices.$inferSelect;
export type FreezeRow = typeof loanFreezes.$inferSelect;
export type ActRow = typeof loanRecoveryActs.$inferSelect;
export type RecoveryRow = typeof loanRecoveries.$inferSelect;
export type DeclarationRow = typeof ficpDeclarations.$inferSelect;

/** The most that a loan's page shows of each. */
const MOST_SHOWN = 50;

/** The incident of a late loan; null when nothing is late. */
export async function arrearsOfLoan(db: Db, loanId: string): Promise<ArrearsRow | null> {
  const [row] = await db.select().from(loanArrears).where(eq(loanArrears.loanId, loanId));
  return row ?? null;
}

/** The formal notices of a loan, the last first. */
export function noticesOfLoan(db: Db, loanId: string): Promise<NoticeRow[]> {
  return db
    .select()
    .from(loanFormalNotices)
    .where(eq(loanFormalNotices.loanId, loanId))
    .orderBy(desc(loanFormalNotices.sentAt))
    .limit(MOST_SHOWN);
}

/** The formal notice that runs; null when none does. */
export async function runningNotice(db: Db, loanId: string): Promise<NoticeRow | null> {
  const [row] = await db
    .select()
    .from(loanFormalNotices)
    .where(and(eq(loanFormalNotices.loanId, loanId), isNull(loanFormalNotices.endedOn)));
  return row ?? null;
}

/** The freezes of a loan, the last first. */
export function freezesOfLoan(db: Db, loanId: string): Promise<FreezeRow[]> {
  return db
    .select()
    .from(loanFreezes)
    .where(eq(loanFreezes.loanId, loanId))
    .orderBy(desc(loanFreezes.setAt))
    .limit(MOST_SHOWN);
}

/** The acts of recovery on a loan, the last first. */
export function actsOfLoan(db: Db, loanId: string): Promise<ActRow[]> {
  return db
    .select()
    .from(loanRecoveryActs)
    .where(eq(loanRecoveryActs.loanId, loanId))
    .orderBy(desc(loanRecoveryActs.doneAt))
    .limit(MOST_SHOWN);
}

/** All that was ever received for a loan that was written off, the last first. */
export function recoveriesOfLoan(db: Db, loanId: string): Promise<RecoveryRow[]> {
  return db
    .select()
    .from(loanRecoveries)
    .where(eq(loanRecoveries.loanId, loanId))
    .orderBy(desc(loanRecoveries.day), desc(loanRecoveries.id));
}

/**
 * What came in for a loan since it was written off, the last first: what came before another write-off, which its payout undid, was given back (LC-6).
 * None of a loan that is not written off.
 */
export async function recoveriesSinceLoss(
  db: Db,
  { id, writtenOffOn }: { readonly id: string; readonly writtenOffOn: string | null },
): Promise<RecoveryRow[]> {
  const all = writtenOffOn === null ? [] : await recoveriesOfLoan(db, id);
  return all.filter(({ day }) => writtenOffOn !== null && day >= writtenOffOn);
}

/** The incidents of a loan for the FICP, the last first. */
export function declarationsOfLoan(db: Db, loanId: string): Promise<DeclarationRow[]> {
  return db
    .select()
    .from(ficpDeclarations)
    .where(eq(ficpDeclarations.loanId, loanId))
    .orderBy(desc(ficpDeclarations.informedOn), desc(ficpDeclarations.id))
    .limit(MOST_SHOWN);
}

/** What is set aside for a loan, in minor units. */
export async function provisionOfLoan(db: Db, loanId: string): Promise<number> {
  const [row] = await rowsOf<{ balance: string | number }>(
    db,
    sql`select balance from ledger_accounts
      where holder_kind = 'loan' and holder_id = ${loanId}::uuid and chart_code = 'loan-provisions'`,
  );
  return row ? readMinor(row.balance) : 0;
}

/** Interest that a loan has paid, in its instalments and with early repayments, and what of it a judgment gave back. Minor units. */
export async function interestReceived(
  db: Db,
  loanId: string,
): Promise<{ readonly receivedMinor: number; readonly givenBackMinor: number }> {
  const [row] = await rowsOf<{ received: string | number; given_back: string | number }>(
    db,
    sql`select
        (select coalesce(sum(paid_interest), 0) from loan_instalments where loan_id = ${loanId}::uuid)
          + (select coalesce(sum(interest), 0) from loan_early_repayments where loan_id = ${loanId}::uuid) as received,
        (select coalesce(sum(amount), 0) from loan_recovery_acts
          where loan_id = ${loanId}::uuid and act = 'interest-forfeiture') as given_back`,
  );
  return { receivedMinor: readMinor(row?.received ?? 0), givenBackMinor: readMinor(row?.given_back ?? 0) };
}

/** Whether a measure was agreed since a day: no acceleration follows a formal notice then (LC-82). */
export async function hasMeasureSince(db: Db, loanId: string, day: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from loan_measures where loan_id = ${loanId}::uuid and state = 'accepted'
      and (decided_at at time zone 'Europe/Paris')::date >= ${day}::date limit 1`,
  );
  return rows.length > 0;
}

/** Whether the borrower waits for an answer, or a measure waits for theirs: no step of recovery meanwhile (LC-80, LC-86). */
export async function hasOpenRequest(db: Db, loanId: string, day: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from loan_difficulties where loan_id = ${loanId}::uuid and answered_at is null
      union all
      select 1 from loan_measures where loan_id = ${loanId}::uuid and state = 'proposed' and open_until >= ${day}::date limit 1`,
  );
  return rows.length > 0;
}

/** Whether a loan of an account is frozen: nothing new is lent or paid out meanwhile (LC-41, LC-53). */
export async function hasFrozenLoan(db: Db, accountId: string): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`select 1 from loans l join loan_requests r on r.id = l.id
      where l.client_account_id = ${accountId}::uuid and l.frozen is not null and r.stage = 'loan' limit 1`,
  );
  return rows.length > 0;
}

/** The first and last due date of a bucket on a day (LC-79); null is open. */
export function sinceOfBucket(
  bucket: ArrearsBucket,
  day: string,
): { readonly from: string | null; readonly to: string } {
  const before = (days: number) => addDays(day, -days);
  switch (bucket) {
    case '0':
      return { from: before(0), to: before(0) };
    case '1-30':
      return { from: before(30), to: before(1) };
    case '31-60':
      return { from: before(60), to: before(31) };
    case '61-90':
      return { from: before(90), to: before(61) };
    case '90+':
      return { from: null, to: before(91) };
  }
}

/** The due date from which the time bar of a loan runs on a day (LC-85); null when nothing is unpaid, or the loan has ended. */
export async function timeBarSince(db: Db, loanId: string, day: string): Promise<string | null> {
  const [row] = await rowsOf<{ since: string | null }>(
    db,
    sql`select time_bar_since(l.id, ${day}::date)::text as since from loans l where l.id = ${loanId}::uuid and l.ended_on is null`,
  );
  return row?.since ?? null;
}

/** A late loan in the list of arrears. */
export interface LateLoan {
  readonly loanId: string;
  readonly since: string;
  /** From when its time bar runs. */
  readonly barSince: string;
  readonly phase: LoanPhase;
  readonly clientName: string;
  readonly accountId: string;
  readonly purpose: string;
  readonly noticeLastDay: string | null;
  readonly isDoubtful: boolean;
  readonly frozen: FreezeRow['kind'] | null;
}

/**
 * A page of the late loans, the oldest incident first: one range of an index, whatever the number of loans.
 * @param filter.after the last row of the page before. @param filter.limit one row more is read.
 */
export async function lateLoans(
  db: Db,
  filter: {
    readonly bucket: ArrearsBucket | undefined;
    readonly day: string;
    readonly after: readonly [since: string, loanId: string] | null;
    readonly limit: number;
  },
): Promise<LateLoan[]> {
  const { bucket, day, after, limit } = filter;
  const { from, to } = bucket ? sinceOfBucket(bucket, day) : { from: null, to: null };
  const rows = await rowsOf<{
    loan_id: string;
    since: string;
    bar_since: string;
    phase: LoanPhase;
    display_name: string;
    account_id: string;
    purpose: string;
    last_day: string | null;
    is_doubtful: boolean;
    frozen: FreezeRow['kind'] | null;
  }>(
    db,
    sql`select a.loan_id, a.since::text as since, r.phase, p.display_name, c.id as account_id, r.purpose, n.last_day::text as last_day,
        l.doubtful_on is not null as is_doubtful, l.frozen,
        coalesce(time_bar_since(a.loan_id, ${day}::date), a.since)::text as bar_since
      from (
        select loan_id, since from loan_arrears where true
        ${from ? sql`and since >= ${from}::date` : sql``} ${to ? sql`and since <= ${to}::date` : sql``}
        ${after ? sql`and (since, loan_id) > (${after[0]}::date, ${after[1]}::uuid)` : sql``}
        order by since, loan_id limit ${limit + 1}
      ) a
      join loan_requests r on r.id = a.loan_id
      join loans l on l.id = a.loan_id
      join client_accounts c on c.id = r.client_account_id
      join profiles p on p.user_id = c.user_id
      left join loan_formal_notices n on n.loan_id = a.loan_id and n.ended_on is null
      order by a.since, a.loan_id`,
  );
  return rows.map((row) => ({
    loanId: row.loan_id,
    since: row.since,
    barSince: row.bar_since,
    phase: row.phase,
    clientName: row.display_name,
    accountId: row.account_id,
    purpose: row.purpose,
    noticeLastDay: row.last_day,
    isDoubtful: row.is_doubtful,
    frozen: row.frozen,
  }));
}
