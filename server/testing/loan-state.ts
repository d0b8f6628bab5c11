import { contractSchedule } from '#domain/loans/first-period.ts';
import type { LoanState } from '#domain/loans/loan-state.ts';

/** 3,000.00 at 5.90 % over 24 months, due on the 15th from February 2027. */
export const TERMS = {
  principalMinor: 300_000,
  annualRateBps: 590,
  durationMonths: 24,
  payoutDay: '2027-01-12',
  dueDay: 15,
};

/** A loan on those terms whose first two instalments were paid on their days, and nothing since. */
export const TWO_PAID: LoanState = {
  ...TERMS,
  lateInterestPaidMinor: 0,
  rows: contractSchedule(TERMS).rows.map((row) => ({
    ...row,
    payments:
      row.number <= 2
        ? [{ day: row.dueDate, interestMinor: row.interestMinor, capitalMinor: row.principalMinor }]
        : [],
  })),
};
