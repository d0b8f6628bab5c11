import { sumMinor } from '../money/money.ts';
import { allocatePayment } from './allocation.ts';
import { type LoanState, lateInterestOwedMinor, unpaidRows } from './loan-state.ts';
import { bearsLateInterest, lateInterestPerDayOf } from './position.ts';

/** What an accelerated loan owes beside its rows. Minor units. */
export interface ClaimOfLoan {
  /** With the rows that are demanded alone. */
  readonly state: LoanState;
  readonly indemnityMinor: number;
  /** Costs that a court has taxed (LC-75). */
  readonly costsMinor: number;
  /** Of rows that bear no late interest: those of a loan that was written off without being accelerated. */
  readonly otherMinor: number;
}

/**
 * What is left of a claim after money that came in for it once it was written off (LC-85), in the order of every payment (LC-78): capital that came in
 * bears no late interest from its day on. The books keep such money as income of its own, so that no instalment carries it.
 */
export function afterRecoveries(
  claim: ClaimOfLoan,
  recoveries: readonly { readonly day: string; readonly amountMinor: number }[],
): ClaimOfLoan {
  return recoveries
    .toSorted((a, b) => a.day.localeCompare(b.day))
    .reduce((left, { day, amountMinor }) => {
      const paid = allocatePayment(
        {
          unpaid: unpaidRows(left.state, day),
          lateInterestMinor: Math.max(0, lateInterestOwedMinor(left.state, day)),
          indemnityMinor: left.indemnityMinor,
          costsMinor: left.costsMinor,
        },
        amountMinor,
      );
      const rows = left.state.rows.map((row) => {
        const part = paid.rows.find(({ number }) => number === row.number);
        if (!part) return row;
        const payment = { day, interestMinor: part.interestPaidMinor, capitalMinor: part.capitalPaidMinor };
        return { ...row, payments: [...row.payments, payment] };
      });
      const lateInterestPaidMinor = left.state.lateInterestPaidMinor + paid.lateInterestPaidMinor;
      return {
        state: { ...left.state, rows, lateInterestPaidMinor },
        indemnityMinor: paid.indemnityLeftMinor,
        costsMinor: paid.costsLeftMinor,
        otherMinor: Math.max(0, left.otherMinor - paid.unallocatedMinor),
      };
    }, claim);
}

/** What a claim asks for on a day, line by line, and the late interest of one more day; none runs on a frozen loan (LC-92, LC-93). Minor units. */
export function linesOfClaim(
  { state, indemnityMinor, costsMinor, otherMinor }: ClaimOfLoan,
  day: string,
  { isFrozen }: { readonly isFrozen: boolean },
) {
  const unpaid = unpaidRows(state, day);
  const interestMinor = sumMinor(unpaid.map((row) => row.interestMinor));
  const capitalMinor = sumMinor(unpaid.map((row) => row.capitalMinor)) + otherMinor;
  const lateInterestMinor = Math.max(0, lateInterestOwedMinor(state, day));
  return {
    interestMinor,
    capitalMinor,
    lateInterestMinor,
    indemnityMinor,
    costsMinor,
    totalMinor: sumMinor([interestMinor, capitalMinor, lateInterestMinor, indemnityMinor, costsMinor]),
    perDayMinor: isFrozen || !bearsLateInterest(state) ? 0 : lateInterestPerDayOf(state, unpaid),
  };
}
