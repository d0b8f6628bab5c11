import { sumMinor } from '../money/money.ts';
import { shareRoundedDown } from './default-indemnity.ts';
import type { CurrentLoan, DialogueSheet, OtherDebt } from './solvency.ts';

/** A consolidation: a loan that repays at least two debts, one of them a running credit (LC-24, C. conso. R312-5, R314-18 to R314-21). */

/** What the law lets a lender ask for an early repayment, in basis points of the capital, of a consumer credit above a threshold (L312-34). */
export interface EarlyRepaymentCap {
  readonly thresholdMinor: number;
  readonly capBps: number;
}
/** And of a housing loan, whatever the amount: 3 % (R313-25). */
const HOUSING_CAP_BPS = 300;

/** A running credit that the new loan repays, in minor units of the loan's currency. */
export interface RepaidLoan extends Pick<CurrentLoan, 'kind' | 'lender' | 'instalmentMinor' | 'endMonth'> {
  readonly capitalMinor: number;
  /** Months to its last instalment, that of the day's own month not counted. */
  readonly monthsLeft: number;
  /** Capital and interest still to be paid on it, as declared: never less than the capital. */
  readonly totalDueMinor: number;
  /** The most that its lender may ask for the early repayment. */
  readonly indemnityCapMinor: number;
}

/** What a consolidation replaces, as its client declared it (R314-20). */
export interface Consolidation {
  readonly loans: readonly RepaidLoan[];
  readonly debts: readonly OtherDebt[];
  /** Capital of the credits, and the other debts: what is needed to repay them. */
  readonly neededMinor: number;
  /** What would be paid for them without the consolidation. */
  readonly totalDueMinor: number;
  /** What the instalments of the credits take each month today. */
  readonly instalmentsMinor: number;
  readonly indemnityCapMinor: number;
}

/** Whether a sheet names what a consolidation repays: at least two debts, one of them a running credit (R312-5). */
export function namesRepaidDebts({
  currentLoans,
  otherDebts = [],
}: Pick<DialogueSheet, 'currentLoans' | 'otherDebts'>): boolean {
  const loans = currentLoans.filter(({ isRepaid }) => isRepaid).length;
  return loans >= 1 && loans + otherDebts.length >= 2;
}

const monthsOf = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

function repaidLoan(loan: CurrentLoan, day: string, cap: EarlyRepaymentCap): RepaidLoan {
  const { kind, lender, instalmentMinor, remainingMinor: capitalMinor, endMonth } = loan;
  const monthsLeft = Math.max(0, monthsOf(endMonth) - monthsOf(day));
  const isCapped = kind === 'housing' || capitalMinor > cap.thresholdMinor;
  return {
    kind,
    lender,
    instalmentMinor,
    endMonth,
    capitalMinor,
    monthsLeft,
    totalDueMinor: Math.max(capitalMinor, instalmentMinor * monthsLeft),
    indemnityCapMinor: isCapped
      ? shareRoundedDown(capitalMinor, kind === 'housing' ? HOUSING_CAP_BPS : cap.capBps)
      : 0,
  };
}

/** What a consolidation replaces on a day (YYYY-MM-DD), in minor units. */
export function consolidationOf(
  { currentLoans, otherDebts = [] }: Pick<DialogueSheet, 'currentLoans' | 'otherDebts'>,
  day: string,
  cap: EarlyRepaymentCap,
): Consolidation {
  const loans = currentLoans.filter(({ isRepaid }) => isRepaid).map((loan) => repaidLoan(loan, day, cap));
  const owed = otherDebts.map(({ amountMinor }) => amountMinor);
  return {
    loans,
    debts: otherDebts,
    neededMinor: sumMinor([...loans.map(({ capitalMinor }) => capitalMinor), ...owed]),
    totalDueMinor: sumMinor([...loans.map(({ totalDueMinor }) => totalDueMinor), ...owed]),
    instalmentsMinor: sumMinor(loans.map(({ instalmentMinor }) => instalmentMinor)),
    indemnityCapMinor: sumMinor(loans.map(({ indemnityCapMinor }) => indemnityCapMinor)),
  };
}
