import { type LoanWish, loanBounds } from '#domain/loans/offer.ts';
import type { LoanBounds } from '#domain/loans/request.ts';
import type { Db } from '../db/database.ts';
import { parametersOn } from '../parameters/parameters-on.ts';

/**
 * The bounds of a loan on a day (LC-13), in minor units of its currency: those of its product, within the largest consumer credit and what the
 * house lends at most on that day. Both are dated data (LC-8).
 */
export async function boundsOn(
  db: Db,
  wish: Pick<LoanWish, 'currency' | 'eurRate' | 'product'>,
  day: string,
): Promise<LoanBounds> {
  const { 'maximum.loan': most, 'regime.max': regimeMax } = await parametersOn(db, day, [
    'maximum.loan',
    'regime.max',
  ]);
  const terms = loanBounds(wish, regimeMax);
  return { ...terms, maxMinor: Math.min(terms.maxMinor, most[wish.currency]) };
}
