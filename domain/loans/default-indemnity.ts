import { sumMinor } from '../money/money.ts';
import { multiplyByRatio } from '../money/rounding.ts';

/** A share of an amount in basis points, rounded down: the law sets a maximum. */
export function shareRoundedDown(amountMinor: number, shareBps: number): number {
  return multiplyByRatio(amountMinor, shareBps, 10_000, 'down');
}

/**
 * The indemnity of missed or postponed instalments, each rounded down (LC-77, D312-17): the policy's share, at most the cap's.
 * @param shares policyBps `default.policy`, capBps `default.cap` (missed) or `default.deferCap` (postponed by agreement).
 */
export function instalmentIndemnityMinor(
  instalmentsMinor: readonly number[],
  shares: { readonly policyBps: number; readonly capBps: number },
): number {
  const shareBps = Math.min(shares.policyBps, shares.capBps);
  return sumMinor(instalmentsMinor.map((instalment) => shareRoundedDown(instalment, shareBps)));
}

/**
 * What comes off the indemnities of missed instalments when the lender agrees to postpone what is left of them (LC-77, D312-17): of a postponed
 * instalment no more than the lower cap is asked for. A measure itself is free (LC-87), so nothing is added where none was charged.
 * @param postponedMinor what each instalment that bears an indemnity still asked for. shares: capBps `default.cap`, deferCapBps `default.deferCap`.
 */
export function postponedIndemnityReliefMinor(
  postponedMinor: readonly number[],
  shares: { readonly policyBps: number; readonly capBps: number; readonly deferCapBps: number },
): number {
  const { policyBps, capBps, deferCapBps } = shares;
  return (
    instalmentIndemnityMinor(postponedMinor, { policyBps, capBps }) -
    instalmentIndemnityMinor(postponedMinor, { policyBps, capBps: Math.min(capBps, deferCapBps) })
  );
}
