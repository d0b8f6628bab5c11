import { sumMinor } from '../money/money.ts';
import { multiplyByRatio } from '../money/rounding.ts';
import { shareRoundedDown } from './default-indemnity.ts';
import { addMonths } from './due-dates.ts';
import { interestRunMinor, postponedInterestMinor } from './interest-run.ts';
import { capitalNotDueMinor, type LoanRow, rowsAfter } from './loan-rows.ts';
import { type LoanState, lateInterestOwedMinor, unpaidRows } from './loan-state.ts';
import {
  buildRows,
  type NewRows,
  totalInterestDueMinor,
  type UpcomingRows,
  upcomingRowsOf,
} from './upcoming-rows.ts';

/** The figures of an early repayment that are dated data (LC-8). */
export interface EarlyRepaymentParameters {
  /** `early.threshold`. */
  readonly thresholdMinor: number;
  /** `early.windowMonths`. */
  readonly windowMonths: number;
  /** `early.capLong`: the cap when the contract ends more than a year later. */
  readonly capLongBps: number;
  /** `early.capShort`. */
  readonly capShortBps: number;
  /** `early.policy`; null is the most that the law allows. */
  readonly policyBps: number | null;
}

/** What an indemnity was limited by. */
export const INDEMNITY_BOUNDS = ['threshold', 'policy', 'rate', 'interest'] as const;
export type IndemnityBound = (typeof INDEMNITY_BOUNDS)[number];

/** Capital that was repaid early on a day. */
export interface EarlyRepaid {
  readonly day: string;
  readonly capitalMinor: number;
}

/** The capital repaid early in the months to a day, without what is repaid now (LC-98). */
export function repaidEarlyMinor(
  repaid: readonly EarlyRepaid[],
  day: string,
  { windowMonths }: Pick<EarlyRepaymentParameters, 'windowMonths'>,
): number {
  const after = addMonths(day, -windowMonths);
  return sumMinor(repaid.filter((one) => one.day > after && one.day <= day).map((one) => one.capitalMinor));
}

/**
 * The indemnity of an early repayment (docs/rules.md, Early repayment; LC-98, L312-34): none up to the threshold; else the policy's share of the
 * capital, at most the law's, and never above the interest left on that capital; rounded down.
 */
export function earlyRepaymentIndemnity(
  repayment: {
    readonly capitalMinor: number;
    readonly day: string;
    /** Capital repaid early before it within the window. */
    readonly repaidBeforeMinor: number;
    /** The last due date. */
    readonly contractEnd: string;
    /** The interest that the whole balance would still bear after the day. */
    readonly interestLeftMinor: number;
    readonly balanceMinor: number;
  },
  parameters: EarlyRepaymentParameters,
): { readonly indemnityMinor: number; readonly bound: IndemnityBound } {
  const { capitalMinor, day, contractEnd, interestLeftMinor, balanceMinor } = repayment;
  if (capitalMinor + repayment.repaidBeforeMinor <= parameters.thresholdMinor)
    return { indemnityMinor: 0, bound: 'threshold' };
  const isLong = contractEnd > addMonths(day, 12);
  const capBps = isLong ? parameters.capLongBps : parameters.capShortBps;
  const isPolicy = parameters.policyBps !== null && parameters.policyBps < capBps;
  const byShareMinor = shareRoundedDown(capitalMinor, isPolicy ? (parameters.policyBps ?? 0) : capBps);
  const byInterestMinor = multiplyByRatio(interestLeftMinor, capitalMinor, balanceMinor, 'down');
  return byInterestMinor < byShareMinor
    ? { indemnityMinor: byInterestMinor, bound: 'interest' }
    : { indemnityMinor: byShareMinor, bound: isPolicy ? 'policy' : 'rate' };
}

/** The interest that a loan would still bear after a day: that of the rows after it, without what has run or was postponed before. */
export function interestLeftMinor(state: LoanState, day: string): number {
  return (
    totalInterestDueMinor(rowsAfter(state.rows, day)) -
    interestRunMinor(state, state.rows, day) -
    postponedInterestMinor(state, state.rows, day)
  );
}

/** What repays a loan whole on a day, in minor units. */
export interface PayoffQuote {
  readonly day: string;
  /** What is left of due rows. */
  readonly unpaidInterestMinor: number;
  readonly unpaidCapitalMinor: number;
  /** Capital that is not due yet. */
  readonly capitalMinor: number;
  /** Interest run since the last due date. */
  readonly accruedInterestMinor: number;
  /** Interest of suspended due dates that is not due yet (LC-88). */
  readonly postponedInterestMinor: number;
  readonly lateInterestMinor: number;
  readonly indemnityMinor: number;
  readonly indemnityBound: IndemnityBound;
  readonly totalMinor: number;
  /** « Intérêts économisés ». */
  readonly interestSavedMinor: number;
  /** The last due date. */
  readonly contractEnd: string;
}

/**
 * What repays a loan whole on a day (LC-96). On a due date it comes after that day's instalment; for a day ahead, rows due until then count as
 * unpaid unless `assumingPaid` was asked first.
 * @param repaidBeforeMinor capital repaid early before, as `repaidEarlyMinor` counts it.
 */
export function payoffQuote(
  state: LoanState,
  day: string,
  repaidBeforeMinor: number,
  parameters: EarlyRepaymentParameters,
): PayoffQuote {
  const unpaid = unpaidRows(state, day);
  const capitalMinor = capitalNotDueMinor(state.rows, day);
  const saved = interestLeftMinor(state, day);
  const contractEnd = state.rows.at(-1)?.dueDate ?? day;
  const { indemnityMinor, bound } =
    capitalMinor === 0
      ? { indemnityMinor: 0, bound: 'threshold' as const }
      : earlyRepaymentIndemnity(
          {
            capitalMinor,
            day,
            repaidBeforeMinor,
            contractEnd,
            interestLeftMinor: saved,
            balanceMinor: capitalMinor,
          },
          parameters,
        );
  const parts = {
    unpaidInterestMinor: sumMinor(unpaid.map((row) => row.interestMinor)),
    unpaidCapitalMinor: sumMinor(unpaid.map((row) => row.capitalMinor)),
    capitalMinor,
    accruedInterestMinor: interestRunMinor(state, state.rows, day),
    postponedInterestMinor: postponedInterestMinor(state, state.rows, day),
    lateInterestMinor: lateInterestOwedMinor(state, day),
    indemnityMinor,
  };
  return {
    day,
    ...parts,
    indemnityBound: bound,
    totalMinor: sumMinor(Object.values(parts)),
    interestSavedMinor: saved,
    contractEnd,
  };
}

/** What the client chooses for the rows after a partial repayment: the same instalment for a shorter time, or a lower one (LC-97). */
export const PARTIAL_MODES = ['shorter', 'lower'] as const;
export type PartialMode = (typeof PARTIAL_MODES)[number];

/** A partial repayment and the rows after it, in minor units. */
export interface PartialRepayment {
  readonly capitalBeforeMinor: number;
  readonly capitalAfterMinor: number;
  /** Interest run on the capital repaid, since the last due date. */
  readonly runInterestMinor: number;
  readonly indemnityMinor: number;
  readonly indemnityBound: IndemnityBound;
  readonly debitedMinor: number;
  /** The rows after the day. */
  readonly rows: readonly LoanRow[];
  /** The regular instalment from now on. */
  readonly instalmentMinor: number;
  readonly lastInstalmentMinor: number;
  readonly newEnd: string;
  readonly totalInterestLeftMinor: number;
  readonly interestSavedMinor: number;
}

/**
 * Repays a part of the capital on a day (LC-97). Due rows are paid first, by the caller. Capital that was postponed by a measure is repaid
 * after the capital that bears interest.
 * @param capitalMinor below the capital that is not due yet: the whole is a payoff.
 * @throws RangeError otherwise.
 */
export function partialRepayment(
  state: LoanState,
  day: string,
  capitalMinor: number,
  mode: PartialMode,
  repaidBeforeMinor: number,
  parameters: EarlyRepaymentParameters,
): PartialRepayment {
  const upcoming = upcomingRowsOf(state, day);
  const capitalBeforeMinor = capitalNotDueMinor(state.rows, day);
  if (
    !upcoming ||
    !Number.isSafeInteger(capitalMinor) ||
    capitalMinor < 1 ||
    capitalMinor >= capitalBeforeMinor
  )
    throw new RangeError(`${capitalMinor} is no part of the capital`);
  const bearingMinor = Math.min(capitalMinor, upcoming.balanceMinor);
  const { indemnityMinor, bound } = earlyRepaymentIndemnity(
    {
      capitalMinor,
      day,
      repaidBeforeMinor,
      contractEnd: state.rows.at(-1)?.dueDate ?? day,
      interestLeftMinor: interestLeftMinor(state, day),
      balanceMinor: capitalBeforeMinor,
    },
    parameters,
  );
  const { rows, instalmentMinor } = rowsAfterPartial(
    {
      ...upcoming,
      balanceMinor: upcoming.balanceMinor - bearingMinor,
      postponedCapitalMinor: upcoming.postponedCapitalMinor - (capitalMinor - bearingMinor),
    },
    mode,
  );
  const runInterestMinor = interestRunMinor(state, state.rows, day, bearingMinor);
  const totalInterestLeftMinor = totalInterestDueMinor(rows);
  return {
    capitalBeforeMinor,
    capitalAfterMinor: capitalBeforeMinor - capitalMinor,
    runInterestMinor,
    indemnityMinor,
    indemnityBound: bound,
    debitedMinor: capitalMinor + runInterestMinor + indemnityMinor,
    rows,
    instalmentMinor,
    lastInstalmentMinor: rows.at(-1)?.instalmentMinor ?? 0,
    newEnd: rows.at(-1)?.dueDate ?? day,
    totalInterestLeftMinor,
    interestSavedMinor:
      totalInterestDueMinor(rowsAfter(state.rows, day)) - totalInterestLeftMinor - runInterestMinor,
  };
}

/**
 * The rows of what is left, for one of the two choices. « Réduire la durée » never makes it longer: the last row may be above the others by what
 * rounding left to it (LC-61), and stays the last when less than that is repaid.
 */
function rowsAfterPartial(left: UpcomingRows, mode: PartialMode): NewRows {
  return mode === 'shorter'
    ? buildRows(left, {
        by: 'instalment-until-repaid',
        instalmentMinor: left.instalmentMinor,
        mostRows: left.repayingRows,
      })
    : buildRows(left, { by: 'annuity', rows: left.repayingRows });
}
