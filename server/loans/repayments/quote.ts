import { Refusal } from '#domain/errors.ts';
import {
  type EarlyRepaid,
  type EarlyRepaymentParameters,
  type PartialMode,
  partialRepayment,
  payoffQuote,
  repaidEarlyMinor,
} from '#domain/loans/early-repayment.ts';
import { capitalNotDueMinor, type LoanRow, rowsAfter } from '#domain/loans/loan-rows.ts';
import { assumingPaid, type LoanState, lateInterestOwedMinor, unpaidRows } from '#domain/loans/loan-state.ts';
import { QUOTE_DAYS } from '#domain/loans/repayment-fields.ts';
import { beginningOn } from '#domain/loans/returned-payout.ts';
import { totalInterestDueMinor, upcomingRowsOf } from '#domain/loans/upcoming-rows.ts';
import { sumMinor } from '#domain/money/money.ts';
import { addDays } from '#domain/time/days.ts';
import type { Db } from '../../db/database.ts';
import { parametersOn } from '../../parameters/parameters-on.ts';
import { fromEuroNow } from '../../rates/euro-value.ts';
import { holdsOf } from '../servicing/holds.ts';
import { missedState, type ServicedLoan } from '../servicing/serviced-loans.ts';
import { earlyRepaymentsOf } from './early-repayment-queries.ts';

/** What is left to pay from the next due date on. Minor units. */
export interface RepaymentPlan {
  readonly instalmentMinor: number;
  readonly lastInstalmentMinor: number;
  readonly instalmentsLeft: number;
  readonly endsOn: string;
  readonly interestLeftMinor: number;
  /** The capital left after each due date. */
  readonly capital: { day: string; remainingMinor: number }[];
}

/** What an early repayment costs: capital, interest run on it, indemnity, and all of it with what is late. Minor units. */
interface Settlement {
  readonly capitalMinor: number;
  readonly interestMinor: number;
  readonly indemnityMinor: number;
  readonly totalMinor: number;
}

/** The answer to « what would repaying early cost on this day? » (LC-96, LC-97). */
export interface EarlyRepaymentQuote {
  readonly day: string;
  readonly latestDay: string;
  readonly currency: ServicedLoan['currency'];
  readonly availableMinor: number;
  readonly arrears: {
    readonly instalments: number;
    readonly interestMinor: number;
    readonly capitalMinor: number;
    readonly lateInterestMinor: number;
    /** Of missed instalments, or of an acceleration (LC-77, LC-82). */
    readonly indemnityMinor: number;
    /** Costs that a court has taxed (LC-75). */
    readonly costsMinor: number;
    readonly totalMinor: number;
  };
  readonly upcoming: { readonly instalments: number; readonly totalMinor: number };
  readonly balanceMinor: number;
  readonly current: RepaymentPlan;
  readonly whole: Settlement & { readonly interestSavedMinor: number };
  readonly part:
    | (Settlement & {
        readonly [Mode in PartialMode]: RepaymentPlan & { readonly interestSavedMinor: number };
      })
    | null;
}

/** What a quote is computed from. */
export interface QuoteBasis {
  readonly serviced: ServicedLoan;
  readonly repaid: readonly EarlyRepaid[];
  readonly parameters: EarlyRepaymentParameters;
  /** What the account may pay for the whole: own advances count, what is held for others does not. */
  readonly availableMinor: number;
  /** The legal day of the asking. */
  readonly today: string;
}

/**
 * Reads what a quote of a loan is computed from. The figures of the law are those of the contract's day, the policy of the house that of the offer, which
 * said it (LC-8, LC-34).
 */
export async function quoteBasis(db: Db, serviced: ServicedLoan, today: string): Promise<QuoteBasis> {
  const { loan, account, balanceMinor } = serviced;
  const [held, early, repaid] = [
    (await holdsOf(db, [account.id])).get(account.id),
    await parametersOn(db, loan.acceptedOn ?? today, [
      'early.threshold',
      'early.windowMonths',
      'early.capLong',
      'early.capShort',
    ]),
    await earlyRepaymentsOf(db, loan.id),
  ];
  const policy = await parametersOn(db, serviced.conditionsOn, ['early.policy']);
  const otherAdvances = [...(held?.advances ?? [])]
    .filter(([id]) => id !== loan.id)
    .map(([, minor]) => minor);
  return {
    serviced,
    today,
    repaid: repaid.map(({ day, capital }) => ({ day, capitalMinor: capital })),
    parameters: {
      thresholdMinor: await fromEuroNow(db, early['early.threshold'], serviced.currency),
      windowMonths: early['early.windowMonths'],
      capLongBps: early['early.capLong'],
      capShortBps: early['early.capShort'],
      policyBps: policy['early.policy'],
    },
    availableMinor:
      balanceMinor -
      sumMinor((held?.withdrawals ?? []).map(({ amountMinor }) => amountMinor)) -
      sumMinor(otherAdvances),
  };
}

/**
 * What a repayment on a day is computed from. While the payout is back, the loan begins on that day, and no indemnity is asked for money that the
 * borrower does not have (LC-6, LC-95).
 */
export function basisOn(basis: QuoteBasis, day: string): QuoteBasis {
  const { serviced, parameters } = basis;
  if (serviced.loan.frozen !== 'payout-returned') return basis;
  return {
    ...basis,
    today: day,
    parameters: { ...parameters, policyBps: 0 },
    serviced: { ...serviced, state: beginningOn(serviced.state, day) },
  };
}

/** The plan that rows make. */
export function planOf(
  rows: readonly LoanRow[],
  plan: { readonly instalmentMinor: number; readonly interestLeftMinor: number; readonly day: string },
): RepaymentPlan {
  const last = rows.at(-1);
  return {
    instalmentMinor: plan.instalmentMinor,
    lastInstalmentMinor: last?.instalmentMinor ?? 0,
    instalmentsLeft: rows.length,
    endsOn: last?.dueDate ?? plan.day,
    interestLeftMinor: plan.interestLeftMinor,
    capital: rows.map(({ dueDate, remainingMinor }) => ({ day: dueDate, remainingMinor })),
  };
}

/** What runs today, from the day on: all interest of the rows to come, as the plans that it is compared with count theirs. */
export function currentPlan(state: LoanState, day: string): RepaymentPlan {
  return planOf(rowsAfter(state.rows, day), {
    instalmentMinor: upcomingRowsOf(state, day)?.instalmentMinor ?? 0,
    interestLeftMinor: totalInterestDueMinor(rowsAfter(state.rows, day)),
    day,
  });
}

/** What is late today, with its late interest to the day (LC-95: it is paid first). */
function arrearsOf({ serviced, today }: QuoteBasis, day: string): EarlyRepaymentQuote['arrears'] {
  const unpaid = unpaidRows(serviced.state, today);
  const interestMinor = sumMinor(unpaid.map((row) => row.interestMinor));
  const capitalMinor = sumMinor(unpaid.map((row) => row.capitalMinor));
  const lateInterestMinor = lateInterestOwedMinor(missedState(serviced), day);
  const { indemnityOwed: indemnityMinor, costsOwed: costsMinor } = serviced.loan;
  return {
    instalments: unpaid.length,
    interestMinor,
    capitalMinor,
    lateInterestMinor,
    indemnityMinor,
    costsMinor,
    totalMinor: interestMinor + capitalMinor + lateInterestMinor + indemnityMinor + costsMinor,
  };
}

/**
 * The quote of a day: of the whole, and of a part when an amount is asked for that is less than the balance. Instalments that fall due until a
 * later day count as collected on their dates.
 * @param amountMinor capital of a part, in minor units; null for none.
 * @throws Refusal `repayment.day-too-far` for a day before today or more than 60 days after it (LC-96).
 */
export function quoteOn(asked: QuoteBasis, day: string, amountMinor: number | null): EarlyRepaymentQuote {
  const latestDay = addDays(asked.today, QUOTE_DAYS);
  if (day < asked.today || day > latestDay)
    throw new Refusal('repayment.day-too-far', { days: QUOTE_DAYS }, [
      { field: 'day', message: 'validation.date' },
    ]);
  const basis = basisOn(asked, day);
  const { serviced, today, parameters } = basis;
  const state = assumingPaid(serviced.state, today, day);
  const before = repaidEarlyMinor(basis.repaid, day, parameters);
  const arrears = arrearsOf(basis, day);
  const upcoming = unpaidRows(serviced.state, day).filter(({ dueDate }) => dueDate > today);
  const whole = payoffQuote(state, day, before, parameters);
  const interestMinor = whole.accruedInterestMinor + whole.postponedInterestMinor;
  return {
    day,
    latestDay,
    currency: serviced.currency,
    availableMinor: basis.availableMinor,
    arrears,
    upcoming: {
      instalments: upcoming.length,
      totalMinor: sumMinor(upcoming.map((row) => row.interestMinor + row.capitalMinor)),
    },
    balanceMinor: capitalNotDueMinor(state.rows, day),
    current: currentPlan(state, day),
    whole: {
      capitalMinor: whole.capitalMinor,
      interestMinor,
      indemnityMinor: whole.indemnityMinor,
      totalMinor: whole.capitalMinor + interestMinor + whole.indemnityMinor + arrears.totalMinor,
      interestSavedMinor: whole.interestSavedMinor,
    },
    part:
      amountMinor === null
        ? null
        : partOn(basis, { state, day, amountMinor, arrearsMinor: arrears.totalMinor }),
  };
}

/** Both results of a part (LC-97); null when it is not less than the capital that is left. */
function partOn(
  basis: QuoteBasis,
  of: {
    readonly state: LoanState;
    readonly day: string;
    readonly amountMinor: number;
    readonly arrearsMinor: number;
  },
): EarlyRepaymentQuote['part'] {
  const { state, day, amountMinor } = of;
  if (amountMinor >= capitalNotDueMinor(state.rows, day)) return null;
  const results = (mode: PartialMode) => {
    const before = repaidEarlyMinor(basis.repaid, day, basis.parameters);
    const result = partialRepayment(state, day, amountMinor, mode, before, basis.parameters);
    const plan = planOf(result.rows, {
      instalmentMinor: result.instalmentMinor,
      interestLeftMinor: result.totalInterestLeftMinor,
      day,
    });
    return { result, plan: { ...plan, interestSavedMinor: result.interestSavedMinor } };
  };
  const [shorter, lower] = [results('shorter'), results('lower')];
  const { runInterestMinor, indemnityMinor, debitedMinor } = shorter.result;
  return {
    capitalMinor: amountMinor,
    interestMinor: runInterestMinor,
    indemnityMinor,
    totalMinor: debitedMinor + of.arrearsMinor,
    shorter: shorter.plan,
    lower: lower.plan,
  };
}
