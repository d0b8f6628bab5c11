import { addMonths } from './due-dates.ts';

/** When a loan counts as in default (LC-84; CRR 178, règl. 2018/171). */
export interface DefaultParameters {
  /** `default.dpd`. */
  readonly daysPastDue: number;
  /** `default.materialityAbs`. */
  readonly materialityMinor: number;
  /** `default.materialityBps`. */
  readonly materialityBps: number;
}

/**
 * Whether a loan is doubtful (LC-84): it is past due for more days than allowed, and by an amount that matters both by itself and as a share
 * of the exposure.
 * @param loan exposureMinor: the capital owed and the interest receivable.
 */
export function isDoubtful(
  loan: { readonly daysPastDue: number; readonly arrearsMinor: number; readonly exposureMinor: number },
  { daysPastDue, materialityMinor, materialityBps }: DefaultParameters,
): boolean {
  return (
    loan.daysPastDue > daysPastDue &&
    loan.arrearsMinor >= materialityMinor &&
    BigInt(loan.arrearsMinor) * 10_000n >= BigInt(loan.exposureMinor) * BigInt(materialityBps)
  );
}

/** For how many months a doubtful loan must be without arrears before it is cured, a decision of the house (LC-84). */
export const PROBATION_MONTHS = 3;

/**
 * Whether a doubtful loan is cured on a day: nothing was late for three months.
 * @param withoutArrearsSince the day on which all arrears were paid, null while something is late.
 */
export function isCured(withoutArrearsSince: string | null, day: string): boolean {
  return withoutArrearsSince !== null && addMonths(withoutArrearsSince, PROBATION_MONTHS) <= day;
}

/** When the right to sue ends (« forclusion », R312-35), with the day of the alarm. */
export interface TimeBar {
  /** The last day. */
  readonly lastDay: string;
  readonly alarmDay: string;
}

/**
 * The time bar of a claim: two years from the first unpaid instalment that was not made good, with an alarm six months before (LC-85). Rows that the
 * first agreed measure replaced do not count, so that after it the time runs from the first incident that follows; another measure does not start it again.
 * @param firstUnpaidDueDate null when nothing is unpaid.
 */
export function timeBarOf(firstUnpaidDueDate: string | null): TimeBar | null {
  if (firstUnpaidDueDate === null) return null;
  const lastDay = addMonths(firstUnpaidDueDate, 24);
  return { lastDay, alarmDay: addMonths(lastDay, -6) };
}
