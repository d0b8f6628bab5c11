import { asc, eq, sql } from 'drizzle-orm';
import {
  amortisationSchedule,
  type Schedule,
  type ScheduleRow,
  scheduleOfRows,
} from '#domain/loans/schedule.ts';
import type { Db } from '../db/database.ts';
import { loanInstalments, loanSchedules } from '../db/schema/index.ts';
import type { Work } from '../work/work.ts';
import type { GrantedLoan } from './queries.ts';

/** Writes the first schedule of a loan, exact to the cent (LC-61). The database refuses one whose capital does not sum to the loan. */
export async function fixSchedule(work: Work, loan: GrantedLoan, firstDueOn: string): Promise<void> {
  const of = { loanId: loan.id, version: 1 };
  const { rows } = amortisationSchedule({
    principalMinor: loan.principal,
    annualRateBps: loan.annualRateBps,
    durationMonths: loan.durationMonths,
    firstDueDate: firstDueOn,
  });
  await work.tx.insert(loanSchedules).values({ ...of, reason: 'payout', madeAt: work.now });
  await work.tx.insert(loanInstalments).values(
    rows.map((row) => ({
      ...of,
      number: row.number,
      dueOn: row.dueDate ?? firstDueOn,
      capital: row.principalMinor,
      interest: row.interestMinor,
      amount: row.instalmentMinor,
      balanceAfter: row.remainingMinor,
    })),
  );
}

/** A schedule that was written down: every row has its day. */
export interface WrittenSchedule extends Schedule {
  readonly rows: readonly (ScheduleRow & { readonly dueDate: string })[];
}

/** The running schedule of a loan, its last version (LC-62); null while there is none. Amounts in minor units of the loan's currency. */
export async function runningSchedule(db: Db, loanId: string): Promise<WrittenSchedule | null> {
  const rows = await db
    .select()
    .from(loanInstalments)
    .where(
      sql`${eq(loanInstalments.loanId, loanId)} and ${loanInstalments.version} = (
        select max(s.version) from loan_schedules s where s.loan_id = ${loanId}::uuid)`,
    )
    .orderBy(asc(loanInstalments.number));
  if (rows.length === 0) return null;
  const written = rows.map((row) => ({
    number: row.number,
    dueDate: row.dueOn,
    instalmentMinor: row.amount,
    interestMinor: row.interest,
    principalMinor: row.capital,
    remainingMinor: row.balanceAfter,
  }));
  return { ...scheduleOfRows(written), rows: written };
}

/** What a loan's schedule is made of, whether it is granted or only asked for. */
export interface ScheduledLoan {
  readonly id: string;
  readonly amount: number;
  readonly annualRateBps: number;
  readonly durationMonths: number;
}

/** The running schedule of a loan, or the one that its payout would give: without dates, which only the payout decides. */
export async function scheduleOf(db: Db, loan: ScheduledLoan): Promise<Schedule> {
  return (
    (await runningSchedule(db, loan.id)) ??
    amortisationSchedule({
      principalMinor: loan.amount,
      annualRateBps: loan.annualRateBps,
      durationMonths: loan.durationMonths,
    })
  );
}
