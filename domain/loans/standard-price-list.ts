import type { PriceList } from './products.ts';

/**
 * The price list of an institution that names none. 3.90 % is the simulator's specified rate (docs/rules.md, Figures); the list offers it on the
 * simulator's whole range. Of its rate classes, the legal text's 19.90 % is lawful up to 3,000 € only; above, each rate keeps its TAEG under the
 * usury ceiling of the band (15.87 % and 8.67 % in the latest quarter loaded), with room for a quarter or two of falling ceilings.
 * `products.test.ts` computes each TAEG and fails when one is above.
 */
export const STANDARD_PRICE_LIST: PriceList = {
  products: [
    {
      id: 'personal',
      minAmountMinor: 100_000,
      maxAmountMinor: 2_500_000,
      minMonths: 12,
      maxMonths: 72,
      feesMinor: 0,
      listRateBps: 390,
      example: { amountMinor: 1_000_000, durationMonths: 36 },
    },
    {
      id: 'auto',
      minAmountMinor: 100_000,
      maxAmountMinor: 5_000_000,
      minMonths: 12,
      maxMonths: 72,
      feesMinor: 0,
      listRateBps: 390,
      example: { amountMinor: 1_500_000, durationMonths: 48 },
    },
    {
      id: 'consolidation',
      minAmountMinor: 100_000,
      maxAmountMinor: 10_000_000,
      minMonths: 12,
      maxMonths: 84,
      feesMinor: 0,
      listRateBps: 490,
      example: { amountMinor: 2_000_000, durationMonths: 84 },
    },
    {
      id: 'project',
      minAmountMinor: 100_000,
      maxAmountMinor: 10_000_000,
      minMonths: 12,
      maxMonths: 84,
      feesMinor: 0,
      listRateBps: 390,
      example: { amountMinor: 1_200_000, durationMonths: 60 },
    },
  ],
  rateClasses: [
    { upToMinor: 300_000, ratesBps: [590, 990, 1490, 1990] },
    { upToMinor: 600_000, ratesBps: [590, 790, 990, 1290] },
    { upToMinor: null, ratesBps: [590, 690, 790] },
  ],
  simulator: {
    amount: { minMinor: 100_000, maxMinor: 5_000_000, stepMinor: 50_000, defaultMinor: 1_000_000 },
    duration: { minMonths: 12, maxMonths: 84, stepMonths: 6, defaultMonths: 36 },
  },
};

/** The price list of an institution: its own, or the standard one. */
export function priceListOf({ priceList }: { readonly priceList?: PriceList | undefined }): PriceList {
  return priceList ?? STANDARD_PRICE_LIST;
}
