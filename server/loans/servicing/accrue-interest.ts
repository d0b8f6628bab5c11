import { sql } from 'drizzle-orm';
import { interestAccrual, type Posting } from '#domain/ledger/postings.ts';
import { arrearsOn, interestTargetMinor } from '#domain/loans/loan-state.ts';
import type { LoanPhase } from '#domain/loans/phases.ts';
import { addDays } from '#domain/time/days.ts';
import { type Db, listed, rowsOf } from '../../db/database.ts';
import { newRow } from '../../db/insert-all.ts';
import { loanArrearsMonths } from '../../db/schema/index.ts';
import { postAll } from '../../ledger/post.ts';
import { ROWS, type Work, writeAtEnd } from '../../work/work.ts';
import { missedState, readServicedLoans, type ServicedLoan } from './serviced-loans.ts';

/** Loans in one transaction. */
const ACCRUED_AT_ONCE = 500;

/**
 * The accrual that brings a loan's receivable interest to what it should hold at the end of a day (LC-101), and what it holds then, in minor
 * units. No posting when nothing changes; none for a doubtful loan (LC-84).
 */
export function accrualOf(
  serviced: ServicedLoan,
  day: string,
): { readonly posting: Posting | null; readonly receivableInterestMinor: number } {
  const { loan, currency, receivableInterestMinor, isDoubtful, state } = serviced;
  if (isDoubtful) return { posting: null, receivableInterestMinor };
  const target = interestTargetMinor(state, day);
  const amountMinor = target - receivableInterestMinor;
  return {
    posting: amountMinor === 0 ? null : interestAccrual(loan.id, { amountMinor, currency }),
    receivableInterestMinor: target,
  };
}

/** Posts the accrual of a loan before an event that touches it (LC-101), with the day up to which interest has run as its value day. */
export async function accrue(work: Work, serviced: ServicedLoan, day: string): Promise<void> {
  const { posting } = accrualOf(serviced, day);
  if (posting) await postAll(work.tx, [{ work, posting, causeId: serviced.loan.id, valueDay: day }]);
}

/** The next loans that the day has not accrued, locked in order of id, with their phases. */
function lockNext(tx: Db, day: string): Promise<{ readonly id: string; readonly phase: LoanPhase }[]> {
  return rowsOf(
    tx,
    sql`select id, phase from loan_requests where id in (
        select id from loans where accrued_on is not null and accrued_on < ${day}::date
        order by accrued_on, id limit ${ACCRUED_AT_ONCE})
      order by id for update`,
  );
}

/** Writes down that a loan is late at a month's end (LC-79). @returns whether it is. */
function keepMonth(work: Work, serviced: ServicedLoan, monthEnd: string): boolean {
  const { daysPastDue, interestMinor, capitalMinor } = arrearsOn(missedState(serviced), monthEnd);
  const unpaid = interestMinor + capitalMinor;
  if (daysPastDue <= 0 || unpaid <= 0) return false;
  writeAtEnd(
    work,
    ROWS,
    newRow(loanArrearsMonths, { loanId: serviced.loan.id, monthEnd, daysPastDue, unpaid }),
  );
  return true;
}

/**
 * One step of a month's end for late loans that accrue nothing: doubtful ones, and those that are demanded as a whole. They are late like any other
 * (LC-79).
 * @returns how many it wrote down; 0 when none is left.
 */
export async function keepLateMonths(work: Work, monthEnd: string): Promise<number> {
  const next = await rowsOf<{ readonly id: string }>(
    work.tx,
    sql`select r.id from loan_requests r where r.id in (
        select a.loan_id from loan_arrears a join loans l on l.id = a.loan_id and l.accrued_on is null
        where a.since < ${monthEnd}::date and not exists (
          select from loan_arrears_months m where m.loan_id = a.loan_id and m.month_end = ${monthEnd}::date)
        order by a.loan_id limit ${ACCRUED_AT_ONCE})
      and r.phase in ('active', 'accelerated') order by r.id for update`,
  );
  const ids = next.map(({ id }) => id);
  const late = [...(await readServicedLoans(work.tx, ids, { nearDay: monthEnd })).values()];
  return late.filter((serviced) => keepMonth(work, serviced, monthEnd)).length;
}

/**
 * One step of a month's end, or of any day when the house accrues daily: accrues the interest of the next loans up to the day, and at a month's
 * end writes down which of them are late (LC-79, LC-101).
 * @param endOf the day. @param day the day up to which interest has run: the same, or today when it is later.
 * @returns how many loans it took in.
 */
export async function accrueLoans(work: Work, endOf: string, day: string): Promise<number> {
  const taken = await lockNext(work.tx, endOf);
  if (taken.length === 0) return 0;
  // A client who withdrew owes the contractual daily amount instead, taken in when they pay (LC-102).
  const loanIds = taken.flatMap(({ id, phase }) => (phase === 'active' ? [id] : []));
  const loans = [...(await readServicedLoans(work.tx, loanIds, { nearDay: day })).values()];
  const orders = loans.flatMap((serviced) => {
    const { posting } = accrualOf(serviced, day);
    return posting ? [{ work, posting, causeId: serviced.loan.id }] : [];
  });
  if (orders.length > 0)
    for (const outcome of await postAll(work.tx, orders)) if ('refusal' in outcome) throw outcome.refusal;
  if (isMonthEnd(endOf)) for (const serviced of loans) keepMonth(work, serviced, endOf);
  await work.tx.execute(
    sql`update loans l set accrued_on = case when r.stage = 'loan' then ${endOf}::date end from loan_requests r
      where r.id = l.id and l.id = any(${listed(
        taken.map(({ id }) => id),
        'uuid',
      )})`,
  );
  return taken.length;
}

/** Whether a day is the last of its month. */
export const isMonthEnd = (day: string): boolean => addDays(day, 1).endsWith('-01');
