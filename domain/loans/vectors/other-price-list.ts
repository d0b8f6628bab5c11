import type { PriceList } from '../products.ts';

/** The price list of another institution, for tests: no figure of it is one of the standard list's. */
export const OTHER_PRICE_LIST: PriceList = {
  products: [
    {
      id: 'personal',
      minAmountMinor: 150_000,
      maxAmountMinor: 1_500_000,
      minMonths: 12,
      maxMonths: 60,
      feesMinor: 0,
      listRateBps: 450,
      example: { amountMinor: 500_000, durationMonths: 24 },
    },
    {
      id: 'auto',
      minAmountMinor: 200_000,
      maxAmountMinor: 2_000_000,
      minMonths: 12,
      maxMonths: 60,
      feesMinor: 0,
      listRateBps: 520,
      example: { amountMinor: 1_200_000, durationMonths: 36 },
    },
    {
      id: 'consolidation',
      minAmountMinor: 300_000,
      maxAmountMinor: 3_000_000,
      minMonths: 24,
      maxMonths: 60,
      feesMinor: 0,
      listRateBps: 610,
      example: { amountMinor: 1_800_000, durationMonths: 60 },
    },
    {
      id: 'project',
      minAmountMinor: 200_000,
      maxAmountMinor: 4_000_000,
      minMonths: 12,
      maxMonths: 60,
      feesMinor: 0,
      listRateBps: 550,
      example: { amountMinor: 900_000, durationMonths: 36 },
    },
  ],
  rateClasses: [
    { upToMinor: 300_000, ratesBps: [790, 1290] },
    { upToMinor: 600_000, ratesBps: [790, 990] },
    { upToMinor: null, ratesBps: [700, 780] },
  ],
  simulator: {
    amount: { minMinor: 200_000, maxMinor: 3_000_000, stepMinor: 100_000, defaultMinor: 800_000 },
    duration: { minMonths: 12, maxMonths: 60, stepMonths: 12, defaultMonths: 24 },
  },
};
