import { addRatios, type Ratio, ratio, roundRatio } from '../money/rounding.ts';

/**
 * The annuity, exactly. A rate is a ratio of integers, so powers and quotients are exact fractions of big integers and the only
 * rounding is the last one: no number of digits to choose and no float anywhere.
 */

/** Nominal annual rates are integers of hundredths of a percent: 3.90 % is 390. Highest rate accepted: 100 %. */
export const MAX_RATE_BPS = 10_000;

export type LoanTerms = {
  readonly principalMinor: number;
  readonly annualRateBps: number;
  readonly durationMonths: number;
};

/** Throws RangeError unless the principal is a positive safe integer and the number of periods a positive integer. */
export function assertTerms(principalMinor: number, periods: number): void {
  if (!Number.isSafeInteger(principalMinor) || principalMinor < 1) {
    throw new RangeError(`Not a principal in minor units: ${principalMinor}`);
  }
  if (!Number.isSafeInteger(periods) || periods < 1 || periods > 600) {
    throw new RangeError(`Not a number of periods: ${periods}`);
  }
}

/** The exact monthly rate of a nominal annual rate: annual / 100 / 12 (docs/rules.md, Figures). */
export function monthlyRate(annualRateBps: number): Ratio {
  if (!Number.isSafeInteger(annualRateBps) || annualRateBps < 0 || annualRateBps > MAX_RATE_BPS) {
    throw new RangeError(`Not an annual rate in basis points: ${annualRateBps}`);
  }
  return ratio(annualRateBps, 120_000);
}

/**
 * The exact constant payment of a principal over `periods` equal periods at `periodRate`, in minor units:
 * P·i·(1+i)ⁿ / ((1+i)ⁿ − 1), or P / n when the rate is 0.
 */
export function exactPayment(principalMinor: number, periodRate: Ratio, periods: number): Ratio {
  assertTerms(principalMinor, periods);
  const principal = BigInt(principalMinor);
  const { numerator: n, denominator: d } = periodRate;
  if (n === 0n) return { numerator: principal, denominator: BigInt(periods) };
  const growth = (d + n) ** BigInt(periods);
  return { numerator: principal * n * growth, denominator: d * (growth - d ** BigInt(periods)) };
}

/**
 * The exact constant payment when periods have different rates (actual days, a long first period): the principal divided by
 * the sum of the discount factors of the payments.
 */
export function exactPaymentOfPeriods(principalMinor: number, periodRates: readonly Ratio[]): Ratio {
  assertTerms(principalMinor, periodRates.length);
  const first = periodRates[0];
  if (first && periodRates.every((rate) => rate === first)) {
    return exactPayment(principalMinor, first, periodRates.length);
  }
  // From the last period backwards: factors = (1 + factors) / (1 + rate).
  let factors: Ratio = ratio(0n, 1n);
  for (const { numerator, denominator } of [...periodRates].reverse()) {
    const next = addRatios(factors, ratio(1n, 1n));
    factors = ratio(next.numerator * denominator, next.denominator * (denominator + numerator));
  }
  return { numerator: BigInt(principalMinor) * factors.denominator, denominator: factors.numerator };
}

/** The monthly instalment rounded half-even to the minor unit. Throws RangeError on impossible terms. */
export function monthlyPaymentMinor(terms: LoanTerms): number {
  const exact = exactPayment(terms.principalMinor, monthlyRate(terms.annualRateBps), terms.durationMonths);
  return roundRatio(exact, 'half-even');
}

export type Simulation = {
  readonly monthlyPaymentMinor: number;
  readonly totalCostMinor: number;
  readonly totalInterestMinor: number;
  /** The totals rounded once to whole units, still in minor units: what a screen without decimals prints. */
  readonly totalCostToUnitMinor: number;
  readonly totalInterestToUnitMinor: number;
};

/**
 * The specified simulator (docs/rules.md, Figures): total cost is the *unrounded* payment times the months, total interest is
 * that less the principal. Each figure is rounded once, half up as people expect of a printed price; rounding the
 * cents again to units could print one euro too much, hence the two `ToUnit` figures. Contracts use the exact schedule of
 * `schedule.ts`, which may differ by a few cents. Amounts have `minorPerUnit` minor units to the unit (100).
 */
export function simulate(
  input: { readonly amountMinor: number; readonly durationMonths: number; readonly annualRateBps: number },
  minorPerUnit: 1 | 100 = 100,
): Simulation {
  const { amountMinor, durationMonths, annualRateBps } = input;
  const payment = exactPayment(amountMinor, monthlyRate(annualRateBps), durationMonths);
  const total = { ...payment, numerator: payment.numerator * BigInt(durationMonths) };
  const interest = { ...total, numerator: total.numerator - BigInt(amountMinor) * total.denominator };
  const toUnit = ({ numerator, denominator }: Ratio) =>
    roundRatio({ numerator, denominator: denominator * BigInt(minorPerUnit) }, 'half-up') * minorPerUnit;
  return {
    monthlyPaymentMinor: roundRatio(payment, 'half-up'),
    totalCostMinor: roundRatio(total, 'half-up'),
    totalInterestMinor: roundRatio(interest, 'half-up'),
    totalCostToUnitMinor: toUnit(total),
    totalInterestToUnitMinor: toUnit(interest),
  };
}
