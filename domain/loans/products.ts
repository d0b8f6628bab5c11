import { monthlyRate } from './annuity.ts';
import { amortisationSchedule } from './schedule.ts';
import { roundTaeg, taegOfSchedule } from './taeg.ts';

/**
 * The only table of loan products: pages, legal texts, simulators and offers compute their figures from it, so no two can
 * disagree. Amounts are euro cents, rates hundredths of a percent, durations months. Rates are fixed and fees are nil.
 */
export const PRODUCT_IDS = ['personal', 'auto', 'consolidation', 'project'] as const;
export type ProductId = (typeof PRODUCT_IDS)[number];

export type RateBand = {
  /** Loans up to this amount, in euro cents; null is "above". The limits are those of the usury bands. */
  readonly upToMinor: number | null;
  /** Offered rate by duration: the first step whose `upToMonths` is not below it. */
  readonly steps: readonly { readonly upToMonths: number; readonly rateBps: number }[];
};

export type Product = {
  readonly id: ProductId;
  readonly minAmountMinor: number;
  readonly maxAmountMinor: number;
  readonly minMonths: number;
  readonly maxMonths: number;
  readonly feesMinor: number;
  readonly bands: readonly RateBand[];
  /** The loan of the representative example (C. conso. L312-6). */
  readonly example: { readonly amountMinor: number; readonly durationMonths: number };
};

/** Fixed rate of the public simulator, not editable (specification, public area, section 9). */
export const SIMULATOR_RATE_BPS = 390;

/** Bounds of the public simulator (specification, public area, section 9). Euro cents and months. */
export const SIMULATOR_AMOUNT = {
  minMinor: 100_000,
  maxMinor: 5_000_000,
  stepMinor: 50_000,
  defaultMinor: 1_000_000,
} as const;
export const SIMULATOR_DURATION = { minMonths: 12, maxMonths: 84, stepMonths: 6, defaultMonths: 36 } as const;

// The limits of the usury bands. The legal text's 19.90 % is lawful up to 3 000 € only; above, every rate keeps its TAEG under
// the ceiling of the band (15.87 % and 8.67 % in the latest quarter loaded), with room for a quarter or two of falling
// ceilings. `products.test.ts` computes every TAEG of the table and fails when one is above.
const UP_TO_3000 = { upToMinor: 300_000 } as const;
const UP_TO_6000 = { upToMinor: 600_000 } as const;
const ABOVE_6000 = { upToMinor: null } as const;

/** Offered rates for durations up to 24, 36, 48, 60, 72 and 84 months. */
function steps(...ratesBps: [number, number, number, number, number, number]): RateBand['steps'] {
  return ratesBps.map((rateBps, index) => ({ upToMonths: [24, 36, 48, 60, 72, 84][index] ?? 84, rateBps }));
}

export const PRODUCTS: readonly Product[] = [
  {
    id: 'personal',
    minAmountMinor: 100_000,
    maxAmountMinor: 2_500_000,
    minMonths: 12,
    maxMonths: 72,
    feesMinor: 0,
    bands: [
      { ...UP_TO_3000, steps: steps(590, 690, 790, 890, 990, 990) },
      { ...UP_TO_6000, steps: steps(490, 540, 590, 640, 690, 690) },
      { ...ABOVE_6000, steps: steps(390, 390, 440, 490, 540, 590) },
    ],
    example: { amountMinor: 1_000_000, durationMonths: 36 },
  },
  {
    id: 'auto',
    minAmountMinor: 100_000,
    maxAmountMinor: 5_000_000,
    minMonths: 12,
    maxMonths: 72,
    feesMinor: 0,
    bands: [
      { ...UP_TO_3000, steps: steps(540, 590, 640, 690, 740, 740) },
      { ...UP_TO_6000, steps: steps(440, 490, 540, 590, 640, 640) },
      { ...ABOVE_6000, steps: steps(390, 390, 420, 450, 490, 490) },
    ],
    example: { amountMinor: 1_500_000, durationMonths: 48 },
  },
  {
    id: 'consolidation',
    minAmountMinor: 300_000,
    maxAmountMinor: 5_000_000,
    minMonths: 12,
    maxMonths: 84,
    feesMinor: 0,
    bands: [
      { ...UP_TO_3000, steps: steps(690, 790, 890, 990, 1090, 1190) },
      { ...UP_TO_6000, steps: steps(590, 640, 690, 740, 790, 840) },
      { ...ABOVE_6000, steps: steps(490, 520, 550, 590, 640, 690) },
    ],
    example: { amountMinor: 2_000_000, durationMonths: 84 },
  },
  {
    id: 'project',
    minAmountMinor: 100_000,
    maxAmountMinor: 5_000_000,
    minMonths: 12,
    maxMonths: 84,
    feesMinor: 0,
    bands: [
      // A small amount over seven years costs as much to manage as a large one: the highest rate of the legal text is here.
      { ...UP_TO_3000, steps: steps(590, 790, 990, 1290, 1590, 1990) },
      { ...UP_TO_6000, steps: steps(490, 540, 590, 640, 690, 740) },
      { ...ABOVE_6000, steps: steps(390, 420, 450, 490, 540, 590) },
    ],
    example: { amountMinor: 1_200_000, durationMonths: 60 },
  },
];

/** The product of an id. Throws RangeError on an unknown one. */
export function productOf(id: ProductId): Product {
  const product = PRODUCTS.find((candidate) => candidate.id === id);
  if (!product) throw new RangeError(`Unknown product: ${id}`);
  return product;
}

/** The product of a client's own request, which names a purpose and no product. */
export const CLIENT_REQUEST_PRODUCT: ProductId = 'personal';

/** The product whose limits are the public simulator's: any of its simulations may become a request for it. */
export const SIMULATOR_PRODUCT: Product = productOf('project');

/** The rate band of an amount in euro cents, also for amounts outside the product's limits. */
export function bandFor(product: Product, amountMinor: number): RateBand {
  const band = product.bands.find(({ upToMinor }) => upToMinor === null || amountMinor <= upToMinor);
  if (!band) throw new RangeError(`No rate band for ${amountMinor}`);
  return band;
}

/**
 * The fixed nominal rate offered, in basis points: from the table, by amount (euro cents; convert other currencies first) and
 * duration. The same terms always give the same rate. Amounts and durations outside the product's limits take the
 * nearest band and step: whether they may be asked for is `withinTerms`.
 */
export function rateFor(input: {
  readonly productId: ProductId;
  readonly amountMinor: number;
  readonly durationMonths: number;
}): number {
  const { steps: table } = bandFor(productOf(input.productId), input.amountMinor);
  const step = table.find(({ upToMonths }) => input.durationMonths <= upToMonths) ?? table.at(-1);
  if (!step) throw new RangeError(`No rate for ${input.durationMonths} months`);
  return step.rateBps;
}

/**
 * Every rate that `rateFor` gives in a band for a duration within the product's limits, shortest duration first. What is announced is
 * computed from this, so that no page can advertise a rate that nobody is offered.
 */
export function offeredRates(product: Product, { steps: table }: RateBand): readonly number[] {
  return table
    .filter(
      ({ upToMonths }, index) =>
        upToMonths >= product.minMonths && (table[index - 1]?.upToMonths ?? 0) < product.maxMonths,
    )
    .map(({ rateBps }) => rateBps);
}

export type TermsVerdict = { ok: true } | { ok: false; reason: 'amount' | 'duration' };

/** Whether an amount (euro cents) and a duration are within a product's limits. */
export function withinTerms(product: Product, amountMinor: number, durationMonths: number): TermsVerdict {
  if (amountMinor < product.minAmountMinor || amountMinor > product.maxAmountMinor) {
    return { ok: false, reason: 'amount' };
  }
  if (durationMonths < product.minMonths || durationMonths > product.maxMonths) {
    return { ok: false, reason: 'duration' };
  }
  return { ok: true };
}

/**
 * TAEG in percent of a nominal rate paid monthly without fees, (1 + r/12)¹² − 1, rounded to two decimals: 3.90 % is 3.97 %. A
 * schedule rounded to the cent can differ from it by a few hundredths on small amounts.
 */
export function taegOfNominal(annualRateBps: number): number {
  const { numerator, denominator } = monthlyRate(annualRateBps);
  return roundTaeg(Math.expm1(12 * Math.log1p(Number(numerator) / Number(denominator))) * 100);
}

export type Terms = {
  readonly minAmountMinor: number;
  readonly maxAmountMinor: number;
  readonly minMonths: number;
  readonly maxMonths: number;
  readonly minRateBps: number;
  readonly maxRateBps: number;
  /** In percent, two decimals, computed from the nominal rates. */
  readonly minTaegPercent: number;
  readonly maxTaegPercent: number;
  readonly feesMinor: number;
  /** The same by amount, since the rates depend on the usury ceiling of each band. */
  readonly bands: readonly {
    readonly fromMinor: number;
    readonly toMinor: number;
    readonly minRateBps: number;
    readonly maxRateBps: number;
    readonly minTaegPercent: number;
    readonly maxTaegPercent: number;
  }[];
};

/** The printed terms of a product, all computed from the table. */
export function termsOf(product: Product): Terms {
  let fromMinor = product.minAmountMinor;
  const bands: Terms['bands'][number][] = [];
  for (const band of product.bands) {
    const toMinor = Math.min(band.upToMinor ?? product.maxAmountMinor, product.maxAmountMinor);
    if (toMinor < fromMinor) continue;
    const rates = offeredRates(product, band);
    const minRateBps = Math.min(...rates);
    const maxRateBps = Math.max(...rates);
    bands.push({
      fromMinor,
      toMinor,
      minRateBps,
      maxRateBps,
      minTaegPercent: taegOfNominal(minRateBps),
      maxTaegPercent: taegOfNominal(maxRateBps),
    });
    fromMinor = toMinor + 1;
  }
  return merged(product, bands);
}

/** The printed terms of all products together, as the legal text states them. */
export function overallTerms(products: readonly Product[] = PRODUCTS): Terms {
  const all = products.map(termsOf);
  const limits = {
    minAmountMinor: Math.min(...all.map((terms) => terms.minAmountMinor)),
    maxAmountMinor: Math.max(...all.map((terms) => terms.maxAmountMinor)),
    minMonths: Math.min(...all.map((terms) => terms.minMonths)),
    maxMonths: Math.max(...all.map((terms) => terms.maxMonths)),
    feesMinor: Math.max(...all.map((terms) => terms.feesMinor)),
  };
  return merged(
    limits,
    all.flatMap((terms) => terms.bands),
  );
}

function merged(
  limits: Pick<Terms, 'minAmountMinor' | 'maxAmountMinor' | 'minMonths' | 'maxMonths' | 'feesMinor'>,
  bands: Terms['bands'],
): Terms {
  const { minAmountMinor, maxAmountMinor, minMonths, maxMonths, feesMinor } = limits;
  return {
    ...{ minAmountMinor, maxAmountMinor, minMonths, maxMonths, feesMinor },
    minRateBps: Math.min(...bands.map((band) => band.minRateBps)),
    maxRateBps: Math.max(...bands.map((band) => band.maxRateBps)),
    minTaegPercent: Math.min(...bands.map((band) => band.minTaegPercent)),
    maxTaegPercent: Math.max(...bands.map((band) => band.maxTaegPercent)),
    bands,
  };
}

export type RepresentativeExample = {
  readonly amountMinor: number;
  readonly durationMonths: number;
  readonly annualRateBps: number;
  readonly rateKind: 'fixed';
  /** In percent, two decimals, of the exact schedule with all fees. */
  readonly taegPercent: number;
  /** Number of equal instalments; the last one, which takes the remainder, comes after them. */
  readonly equalInstalments: number;
  readonly instalmentMinor: number;
  readonly lastInstalmentMinor: number;
  readonly totalDueMinor: number;
  readonly totalInterestMinor: number;
  readonly feesMinor: number;
};

/**
 * The representative example that goes with every rate (C. conso. L312-6): amount, duration, fixed nominal rate, fees, TAEG, number
 * and amount of instalments, total due. Uses the product's own example unless terms are given. Amounts in euro cents.
 */
export function representativeExample(
  product: Product,
  terms: {
    readonly amountMinor?: number;
    readonly durationMonths?: number;
    readonly annualRateBps?: number;
  } = {},
): RepresentativeExample {
  const amountMinor = terms.amountMinor ?? product.example.amountMinor;
  const durationMonths = terms.durationMonths ?? product.example.durationMonths;
  const annualRateBps =
    terms.annualRateBps ?? rateFor({ productId: product.id, amountMinor, durationMonths });
  const schedule = amortisationSchedule({ principalMinor: amountMinor, annualRateBps, durationMonths });
  return {
    amountMinor,
    durationMonths,
    annualRateBps,
    rateKind: 'fixed',
    taegPercent: roundTaeg(taegOfSchedule(schedule, { feesAtDrawdownMinor: product.feesMinor })),
    equalInstalments: durationMonths - 1,
    instalmentMinor: schedule.instalmentMinor,
    lastInstalmentMinor: schedule.lastInstalmentMinor,
    totalDueMinor: schedule.totalDueMinor + product.feesMinor,
    totalInterestMinor: schedule.totalInterestMinor,
    feesMinor: product.feesMinor,
  };
}
