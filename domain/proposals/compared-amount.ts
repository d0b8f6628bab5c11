import { convertedMinor } from '../money/conversion.ts';
import type { Money } from '../money/money.ts';
import { toSafeInteger } from '../money/rounding.ts';

/** Acts of the same operation in the last 24 hours, executed or waiting, in euro cents (FOUR-6); null when one of them has no rate. */
export interface RecentSums {
  readonly toClientEurMinor: number | null;
  readonly byMakerEurMinor: number | null;
}

/**
 * The amount that a policy compares, in euro cents, half-even at the dated rates (FOUR-6). The greater of the two sums of the last 24 hours
 * counts with it.
 * @param eurRate what one euro buys in the amount's currency; null when there is none.
 * @returns null without a rate: the strictest row applies.
 */
export function comparedEurMinor(
  amount: Money,
  eurRate: string | null,
  recent: RecentSums = { toClientEurMinor: 0, byMakerEurMinor: 0 },
): number | null {
  const { toClientEurMinor, byMakerEurMinor } = recent;
  if (toClientEurMinor === null || byMakerEurMinor === null) return null;
  if (eurRate === null && amount.currency !== 'EUR') return null;
  const own = convertedMinor(amount, 'EUR', { eurRateFrom: eurRate ?? '1', eurRateTo: '1' });
  return toSafeInteger(own + BigInt(Math.max(toClientEurMinor, byMakerEurMinor)));
}
