import { and, desc, eq } from 'drizzle-orm';
import { Refusal } from '#domain/errors.ts';
import { addMonths, daysBetween } from '#domain/loans/due-dates.ts';
import { DUE_DAYS, interestOfDaysMinor } from '#domain/loans/first-period.ts';
import { bearingBalanceMinor, rateOfRow, rowsAfter } from '#domain/loans/loan-rows.ts';
import { arrearsOn, unpaidRows } from '#domain/loans/loan-state.ts';
import { canChangeDueDay, rowsOfNewDueDay } from '#domain/loans/measures.ts';
import { legalDay } from '#domain/time/days.ts';
import type { Db } from '../../db/database.ts';
import { loanSchedules } from '../../db/schema/index.ts';
import { announce } from '../../notifications/live.ts';
import { notifyClient } from '../../notifications/notify.ts';
import type { Work } from '../../work/work.ts';
import { writeScheduleVersion } from '../schedules.ts';
import { missedState, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { lockRunningLoan } from './lock-running-loan.ts';

/** What another due day changes. Minor units. */
export interface DueDayQuote {
  readonly day: number;
  readonly firstDueDate: string;
  readonly intercalaryInterestMinor: number;
  readonly firstInstalmentMinor: number;
  readonly instalmentMinor: number;
  readonly endsOn: string;
}

/** The day on which the due day was last changed; null when it never was. */
async function lastChangeOf(db: Db, loanId: string): Promise<string | null> {
  const [row] = await db
    .select({ day: loanSchedules.day })
    .from(loanSchedules)
    .where(and(eq(loanSchedules.loanId, loanId), eq(loanSchedules.reason, 'due-day')))
    .orderBy(desc(loanSchedules.version))
    .limit(1);
  return row?.day ?? null;
}

/**
 * The rows on another due day (LC-68): from the due date after the next one on.
 * @throws Refusal `request.invalid` for a day that the house does not offer; `loan.in-arrears`; `loan.due-day-changed` within twelve months of
 * the last change, with the day from which it may be changed again; `loan.wrong-phase` when no row follows the next one.
 */
export async function newDueDay(db: Db, serviced: ServicedLoan, today: string, day: number) {
  const { state, loan } = serviced;
  if (!DUE_DAYS.some((offered) => offered === day))
    throw new Refusal('request.invalid', {}, [{ field: 'day', message: 'validation.choice' }]);
  // Between its due date and its collection an instalment is not late (LC-72).
  if (arrearsOn(state, today).rows.length > 0 || unpaidRows(missedState(serviced), today).length > 0)
    throw new Refusal('loan.in-arrears');
  const lastChangeDay = await lastChangeOf(db, loan.id);
  if (!canChangeDueDay({ lastChangeDay, isLate: false }, today))
    throw new Refusal('loan.due-day-changed', { day: addMonths(lastChangeDay ?? today, 12) });
  const [next, later] = rowsAfter(state.rows, today);
  if (!next || !later) throw new Refusal('loan.wrong-phase', { phase: serviced.phase });
  const moved = rowsOfNewDueDay(state, today, day);
  const rows = moved.rows.slice(1);
  const [first] = rows;
  if (!first) throw new Error('a new due day without rows');
  const quote: DueDayQuote = {
    day,
    firstDueDate: first.dueDate,
    intercalaryInterestMinor: first.anchorDay
      ? interestOfDaysMinor(
          bearingBalanceMinor(state.rows, later),
          rateOfRow(first, state),
          daysBetween(next.dueDate, first.anchorDay),
        )
      : 0,
    firstInstalmentMinor: first.instalmentMinor,
    instalmentMinor: moved.instalmentMinor,
    endsOn: rows.at(-1)?.dueDate ?? first.dueDate,
  };
  return { rows, quote, openingBalanceMinor: next.remainingMinor, reducedRate: moved.reducedRate };
}

/** Changes the due day of a loan (LC-68; state table, row 33): its rows after the next one make a new version. @throws as `newDueDay`. */
export async function changeDueDay(
  work: Work,
  accountId: string,
  input: { readonly id: string; readonly day: number },
): Promise<DueDayQuote> {
  const serviced = await lockRunningLoan(work, input.id, { event: 'change-due-day', ofAccount: accountId });
  const today = legalDay(work.now);
  const { rows, quote, openingBalanceMinor, reducedRate } = await newDueDay(
    work.tx,
    serviced,
    today,
    input.day,
  );
  await writeScheduleVersion(work, input.id, {
    reason: 'due-day',
    day: today,
    openingBalanceMinor,
    annualRateBps: serviced.state.annualRateBps,
    reducedRate,
    rows,
  });
  const { userId } = serviced.account;
  await notifyClient(work, userId, 'loan-due-day-changed', { dueDate: quote.firstDueDate });
  await announce(work, { userId, staff: true }, ['loans']);
  return quote;
}
