import { monthlyRate } from './annuity.ts';
import { amortisationSchedule } from './schedule.ts';
import { roundTaeg, taegOfSchedule } from './taeg.ts';

/**
 * The price list, the only table of loan products: pages, legal texts, simulators, requests and offers compute their figures from it, so
 * no two can disagree. It is the institution's own (`priceList` of its file) or `STANDARD_PRICE_LIST`; `priceListOf` gives it. Amounts are
 * euro cents, rates hundredths of a percent, durations months. Rates are fixed and fees are nil.
 */
export const PRODUCT_IDS = ['personal', 'auto', 'consolidation', 'project'] as const;
export type ProductId = (typeof PRODUCT_IDS)[number];

export type Product = {
  readonly id: ProductId;
  /** The limits announced for the product. A client may ask for less than the minimum (LC-13), never for more than the maximum. */
  readonly minAmountMinor: number;
  readonly maxAmountMinor: number;
  readonly minMonths: number;
  readonly maxMonths: number;
  readonly feesMinor: number;
  /** The list price: the fixed nominal rate of each loan of this product up to its maximum and for each of its durations. */
  readonly listRateBps: number;
  /** The loan of the representative example (C. conso. L312-6). */
  readonly example: { readonly amountMinor: number; readonly durationMonths: number };
};

/** The widest product: it prices a simulation or a request that names no product (LC-13). */
export const UNNAMED_PRODUCT_ID: ProductId = 'project';

export type RateClassBand = {
  /** Loans up to this amount, in euro cents; null is "above". The limits are those of the usury bands. */
  readonly upToMinor: number | null;
  /** In hundredths of a percent, lowest first. */
  readonly ratesBps: readonly number[];
};

export type PriceList = {
  /** Each product once, in the order in which pages list them. */
  readonly products: readonly Product[];
  /**
   * Rates above the list price that a decision may apply after the file was studied. No simulation and no request uses them; pages print
   * the range with that remark.
   */
  readonly rateClasses: readonly RateClassBand[];
  /** Bounds of the public simulator. Euro cents and months. */
  readonly simulator: {
    readonly amount: {
      readonly minMinor: number;
      readonly maxMinor: number;
      readonly stepMinor: number;
      readonly defaultMinor: number;
    };
    readonly duration: {
      readonly minMonths: number;
      readonly maxMonths: number;
      readonly stepMonths: number;
      readonly defaultMonths: number;
    };
  };
};

/** The product of an id. Throws RangeError on an unknown one. */
export function productOf({ products }: PriceList, id: ProductId): Product {
  const product = products.find((candidate) => candidate.id === id);
  if (!product) throw new RangeError(`Unknown product: ${id}`);
  return product;
}

/** The named product, or the widest one when none is named. */
export function productOrWidest(list: PriceList, id: ProductId | null | undefined): Product {
  return productOf(list, id ?? UNNAMED_PRODUCT_ID);
}

/**
 * The fixed nominal rate of the price list, in basis points, for an amount in euro cents (convert other currencies first) and a duration.
 * The simulator, the request form, the offers page and the server all ask here. Throws RangeError above the product's maximum and
 * outside its durations: the list has no price there.
 */
export function listPriceBps(product: Product, amountMinor: number, durationMonths: number): number {
  if (!(amountMinor > 0) || amountMinor > product.maxAmountMinor)
    throw new RangeError(`No price for ${amountMinor} cents`);
  if (durationMonths < product.minMonths || durationMonths > product.maxMonths)
    throw new RangeError(`No price for ${durationMonths} months`);
  return product.listRateBps;
}

export type TermsVerdict = { ok: true } | { ok: false; reason: 'amount' | 'duration' };

/** Whether an amount (euro cents) and a duration are within a product's announced limits. */
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
  /** The same by amount, since the classes depend on the usury ceiling of each band. */
  readonly bands: readonly {
    readonly fromMinor: number;
    readonly toMinor: number;
    readonly minRateBps: number;
    readonly maxRateBps: number;
    readonly minTaegPercent: number;
    readonly maxTaegPercent: number;
  }[];
};

/**
 * The printed terms of a product, all computed from the table. The lowest rate is the list price; the highest is the highest class that
 * a decision may apply.
 */
export function termsOf({ rateClasses }: Pick<PriceList, 'rateClasses'>, product: Product): Terms {
  let fromMinor = product.minAmountMinor;
  const bands: Terms['bands'][number][] = [];
  for (const { upToMinor, ratesBps } of rateClasses) {
    const toMinor = Math.min(upToMinor ?? product.maxAmountMinor, product.maxAmountMinor);
    if (toMinor < fromMinor) continue;
    const minRateBps = product.listRateBps;
    const maxRateBps = Math.max(minRateBps, ...ratesBps);
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
export function overallTerms(list: PriceList): Terms {
  const all = list.products.map((product) => termsOf(list, product));
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
  terms: { readonly amountMinor?: number; readonly durationMonths?: number } = {},
): RepresentativeExample {
  const amountMinor = terms.amountMinor ?? product.example.amountMinor;
  const durationMonths = terms.durationMonths ?? product.example.durationMonths;
  const annualRateBps = listPriceBps(product, amountMinor, durationMonths);
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
