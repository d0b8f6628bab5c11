import { sumMinor } from '../money/money.ts';
import { contractSchedule } from './first-period.ts';
import type { LoanState, ServicedRow } from './loan-state.ts';
import type { Schedule, ScheduleRow } from './schedule.ts';

/** The capital of a row that is not paid. */
const openMinor = (row: ServicedRow) =>
  row.principalMinor - sumMinor(row.payments.map(({ capitalMinor }) => capitalMinor));

/**
 * A loan whose payout came back, as if its money left on a day (LC-6): the capital that is not repaid, in as many rows as are not paid, with interest
 * from that day on. On the day itself nothing has run and nothing is late, so that an early repayment costs the capital alone (LC-95).
 */
export function beginningOn(state: LoanState, day: string): LoanState {
  const { annualRateBps, payoutDay, dueDay } = state;
  const inForce = state.rows.filter(({ replacedOn }) => replacedOn === undefined);
  const open = inForce.filter((row) => openMinor(row) > 0);
  const principalMinor = sumMinor(open.map(openMinor));
  const begun = { annualRateBps, payoutDay, dueDay, lateInterestPaidMinor: 0 };
  if (principalMinor === 0) return { ...begun, rows: [] };
  const paid = inForce.filter((row) => openMinor(row) === 0).map(({ number }) => number);
  const { rows } = contractSchedule({
    principalMinor,
    annualRateBps,
    durationMonths: open.length,
    payoutDay: day,
    dueDay,
  });
  return {
    ...begun,
    rows: rows.map((row, index) => ({
      ...row,
      number: Math.max(0, ...paid) + 1 + index,
      ...(index === 0 ? { startDay: day } : {}),
      payments: [],
    })),
  };
}

/**
 * A schedule whose payout came back, as its reader may count on it (LC-6): what was paid keeps its day, and the due dates to come begin anew once the money
 * leaves again, so that none of them is said.
 */
export function withoutDatesToCome<
  S extends { readonly rows: readonly (ScheduleRow & { readonly settledOn?: string | null })[] },
>(schedule: S): Omit<S, 'rows'> & Pick<Schedule, 'rows'> {
  return {
    ...schedule,
    rows: schedule.rows.map((row) => {
      if (row.settledOn) return row;
      const { dueDate: _, ...undated } = row;
      return undated;
    }),
  };
}
