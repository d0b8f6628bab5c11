import { sumMinor } from '../money/money.ts';
import { shareRoundedDown } from './default-indemnity.ts';
import { addDays } from './due-dates.ts';
import { interestRunMinor, postponedInterestMinor } from './interest-run.ts';
import { lateInterestMinor } from './late-interest.ts';
import { capitalNotDueMinor } from './loan-rows.ts';
import { type LoanState, lateInterestOwedMinor, unpaidRows } from './loan-state.ts';

/** A formal notice needs as many unpaid instalments, a decision of the house (LC-81). */
export const UNPAID_ROWS_FOR_NOTICE = 2;

/** For how many days a borrower may answer an offer of measures before any step of recovery, a decision of the house (LC-80). */
export const MEASURES_ANSWER_DAYS = 15;

/**
 * Whether a formal notice may be sent on a day (LC-80, LC-81): two instalments are unpaid, measures were offered and the time to answer has passed.
 * @param loan measuresOfferedOn: null when no measure was offered.
 */
export function canGiveFormalNotice(
  loan: {
    readonly unpaidRows: number;
    readonly measuresOfferedOn: string | null;
    readonly hasOpenRequest: boolean;
  },
  day: string,
): boolean {
  const { measuresOfferedOn } = loan;
  return (
    loan.unpaidRows >= UNPAID_ROWS_FOR_NOTICE &&
    !loan.hasOpenRequest &&
    measuresOfferedOn !== null &&
    addDays(measuresOfferedOn, MEASURES_ANSWER_DAYS) < day
  );
}

/** The last day to pay after a formal notice (LC-81). @param noticeDays `formalNotice.days`. */
export function formalNoticeLastDay(sentDay: string, noticeDays: number): string {
  return addDays(sentDay, noticeDays);
}

/** Whether a loan may be accelerated on a day (LC-82, L312-39): the notice's last day has passed, no freeze, no agreed measure. */
export function canAccelerate(
  loan: {
    readonly noticeLastDay: string | null;
    readonly isFrozen: boolean;
    readonly hasAgreedMeasure: boolean;
  },
  day: string,
): boolean {
  return loan.noticeLastDay !== null && loan.noticeLastDay < day && !loan.isFrozen && !loan.hasAgreedMeasure;
}

/** What an acceleration demands, in minor units. */
export interface AccelerationClaim {
  readonly unpaidInterestMinor: number;
  readonly unpaidCapitalMinor: number;
  /** Capital after the last due row. */
  readonly capitalNotDueMinor: number;
  readonly accruedInterestMinor: number;
  /** Interest of suspended due dates that was not due yet (LC-88). */
  readonly postponedInterestMinor: number;
  readonly lateInterestMinor: number;
  readonly indemnityMinor: number;
  readonly totalMinor: number;
}

/**
 * The claim of an acceleration on a day (docs/rules.md, Arrears; LC-82): unpaid rows, the capital not due, the interest run, late interest, and
 * the indemnity, by policy and at most its cap of the capital not due, rounded down (D312-16).
 * @param shares `default.policy` and `default.cap`.
 */
export function accelerationClaim(
  state: LoanState,
  day: string,
  shares: { readonly policyBps: number; readonly capBps: number },
): AccelerationClaim {
  const unpaid = unpaidRows(state, day);
  const notDueMinor = capitalNotDueMinor(state.rows, day);
  const claim = {
    unpaidInterestMinor: sumMinor(unpaid.map((row) => row.interestMinor)),
    unpaidCapitalMinor: sumMinor(unpaid.map((row) => row.capitalMinor)),
    capitalNotDueMinor: notDueMinor,
    accruedInterestMinor: interestRunMinor(state, state.rows, day),
    postponedInterestMinor: postponedInterestMinor(state, state.rows, day),
    lateInterestMinor: lateInterestOwedMinor(state, day),
    indemnityMinor: shareRoundedDown(notDueMinor, Math.min(shares.policyBps, shares.capBps)),
  };
  return { ...claim, totalMinor: sumMinor(Object.values(claim)) };
}

/** What was paid of an accelerated loan on a day. Minor units. */
export interface ClaimPayment {
  readonly day: string;
  readonly interestMinor: number;
  readonly capitalMinor: number;
  readonly lateInterestMinor: number;
  readonly indemnityMinor: number;
}

/** What is left of a claim on a day, in minor units. */
export interface ClaimLeft {
  readonly interestMinor: number;
  readonly capitalMinor: number;
  readonly lateInterestMinor: number;
  readonly indemnityMinor: number;
  readonly totalMinor: number;
}

/**
 * What is left of a claim on a day: from the acceleration on late interest runs on all its capital, and nothing else does (LC-82).
 * @param loan interestStopsOn: as in `LoanState`.
 */
export function claimLeftOn(
  loan: {
    readonly claim: AccelerationClaim;
    readonly acceleratedOn: string;
    readonly annualRateBps: number;
    readonly payments: readonly ClaimPayment[];
    readonly interestStopsOn?: string;
  },
  day: string,
): ClaimLeft {
  const { claim, payments, interestStopsOn = day } = loan;
  const paid = (pick: (payment: ClaimPayment) => number) => sumMinor(payments.map(pick));
  const capitalMinor = claim.unpaidCapitalMinor + claim.capitalNotDueMinor;
  const lateSinceMinor = lateInterestMinor(
    { capitalMinor, fromDay: loan.acceleratedOn, payments },
    loan.annualRateBps,
    interestStopsOn < day ? interestStopsOn : day,
  );
  const left = {
    interestMinor:
      claim.unpaidInterestMinor +
      claim.accruedInterestMinor +
      claim.postponedInterestMinor -
      paid((payment) => payment.interestMinor),
    capitalMinor: capitalMinor - paid((payment) => payment.capitalMinor),
    lateInterestMinor:
      claim.lateInterestMinor + lateSinceMinor - paid((payment) => payment.lateInterestMinor),
    indemnityMinor: claim.indemnityMinor - paid((payment) => payment.indemnityMinor),
  };
  return { ...left, totalMinor: sumMinor(Object.values(left)) };
}
