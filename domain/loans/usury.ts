import type { LegalParameter } from '../parameters/legal-parameters.ts';
import { type PriceList, type ProductId, taegOfNominal, termsOf } from './products.ts';

/**
 * The usury ceilings of a quarter (C. conso. L314-6, D314-15), which the Banque de France publishes by amount of the loan: dated data
 * under the key `usury.ceilings`.
 */
export type UsuryQuarter = LegalParameter<'usury.ceilings'>;

/** The ceiling of a quarter for a loan of an amount in euro cents, in hundredths of a percent. */
export function ceilingBpsOf({ bands }: UsuryQuarter, amountMinor: number): number {
  const band = bands.find(({ upToMinor }) => upToMinor === null || amountMinor <= upToMinor);
  if (!band) throw new RangeError(`No usury ceiling for ${amountMinor}`);
  return band.ceilingBps;
}

/** Whether an offer is lawful. `isLoaded`: whether its quarter is the day's own; a demonstration falls back on the last one known. */
export interface UsuryVerdict {
  readonly refusal: 'usury.quarter-missing' | 'usury.above' | null;
  readonly ceilingBps: number;
  readonly isLoaded: boolean;
}

/**
 * Compares a loan's TAEG with the ceiling of its day and amount (LC-37): the higher of the contract's and that of the planned dates, plus a
 * margin, because due days at the end of the month can raise it on real dates (LC-38). A live institution needs the ceilings of the very
 * quarter; a demonstration uses the last one known and says so.
 * @param loan taegPercents: unrounded, in percent. amountMinor: euro cents. quarter: the last with a first day on or before `day`.
 */
export function usuryVerdict(loan: {
  readonly taegPercents: readonly number[];
  readonly amountMinor: number;
  readonly day: string;
  readonly quarter: UsuryQuarter;
  readonly marginBps: number;
  readonly mode: 'demo' | 'live';
}): UsuryVerdict {
  const isLoaded = loan.day <= loan.quarter.to;
  const ceilingBps = ceilingBpsOf(loan.quarter, loan.amountMinor);
  const isAbove = Math.max(...loan.taegPercents) * 100 + loan.marginBps > ceilingBps;
  const isMissing = !isLoaded && loan.mode === 'live';
  return {
    refusal: isMissing ? 'usury.quarter-missing' : isAbove ? 'usury.above' : null,
    ceilingBps,
    isLoaded,
  };
}

/**
 * The products of a price list of which a rate, of the list or of a class, has a TAEG above the ceiling of its amount: no offer at that rate would be
 * lawful (LC-37), and pages announce it.
 */
export function usuriousProducts(list: PriceList, quarter: UsuryQuarter): ProductId[] {
  const isAbove = (rateBps: number, amountMinor: number) =>
    taegOfNominal(rateBps) * 100 > ceilingBpsOf(quarter, amountMinor);
  return list.products
    .filter((product) => {
      const { listRateBps, maxAmountMinor } = product;
      const { bands } = termsOf(list, product);
      return (
        isAbove(listRateBps, maxAmountMinor) ||
        bands.some(({ maxRateBps, toMinor }) => isAbove(maxRateBps, toMinor))
      );
    })
    .map(({ id }) => id);
}
