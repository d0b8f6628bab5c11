import { Decimal } from 'decimal.js';
import { describe, expect, test } from 'vitest';
import { roundRatio } from '../money/rounding.ts';
import {
  exactPayment,
  exactPaymentOfPeriods,
  monthlyPaymentMinor,
  monthlyRate,
  simulate,
} from './annuity.ts';
import { productOrWidest } from './products.ts';
import { STANDARD_PRICE_LIST } from './standard-price-list.ts';

const { amount: SIMULATOR_AMOUNT, duration: SIMULATOR_DURATION } = STANDARD_PRICE_LIST.simulator;

const Exact = Decimal.clone({ precision: 50, rounding: Decimal.ROUND_HALF_UP });

/** The formula of docs/rules.md, Figures, written independently: monthly rate = annual / 100 / 12, standard annuity. */
function specifiedPayment(amount: Decimal.Value, annualPercent: Decimal.Value, months: number): Decimal {
  const rate = new Exact(annualPercent).div(100).div(12);
  if (rate.isZero()) return new Exact(amount).div(months);
  const growth = rate.plus(1).pow(months);
  return new Exact(amount).mul(rate).mul(growth).div(growth.minus(1));
}

describe('the simulator, all 99 × 13 points of its sliders, against decimal.js', () => {
  const amounts = Array.from(
    { length: (SIMULATOR_AMOUNT.maxMinor - SIMULATOR_AMOUNT.minMinor) / SIMULATOR_AMOUNT.stepMinor + 1 },
    (_, index) => SIMULATOR_AMOUNT.minMinor + index * SIMULATOR_AMOUNT.stepMinor,
  );
  const durations = Array.from(
    {
      length:
        (SIMULATOR_DURATION.maxMonths - SIMULATOR_DURATION.minMonths) / SIMULATOR_DURATION.stepMonths + 1,
    },
    (_, index) => SIMULATOR_DURATION.minMonths + index * SIMULATOR_DURATION.stepMonths,
  );

  test('the sliders have 99 and 13 positions', () => {
    expect([amounts.length, durations.length]).toEqual([99, 13]);
    expect(amounts).toContain(SIMULATOR_AMOUNT.defaultMinor);
    expect(durations).toContain(SIMULATOR_DURATION.defaultMonths);
  });

  test.each(durations)('%i months', (durationMonths) => {
    for (const amountMinor of amounts) {
      const payment = specifiedPayment(new Exact(amountMinor).div(100), '3.9', durationMonths);
      const total = payment.mul(durationMonths);
      const interest = total.minus(new Exact(amountMinor).div(100));
      const minor = (value: Decimal, places: number) => value.toDecimalPlaces(places).mul(100).toNumber();
      expect(
        simulate({
          amountMinor,
          durationMonths,
          annualRateBps: productOrWidest(STANDARD_PRICE_LIST, null).listRateBps,
        }),
      ).toEqual({
        monthlyPaymentMinor: minor(payment, 2),
        totalCostMinor: minor(total, 2),
        totalInterestMinor: minor(interest, 2),
        totalCostToUnitMinor: minor(total, 0),
        totalInterestToUnitMinor: minor(interest, 0),
      });
    }
  });
});

test('the default position of the simulator', () => {
  expect(simulate({ amountMinor: 1_000_000, durationMonths: 36, annualRateBps: 390 })).toEqual({
    monthlyPaymentMinor: 29_480,
    totalCostMinor: 1_061_263,
    totalInterestMinor: 61_263,
    totalCostToUnitMinor: 1_061_300,
    totalInterestToUnitMinor: 61_300,
  });
});

test('at a rate of 0 the payment is the amount divided by the months', () => {
  expect(simulate({ amountMinor: 1_000_000, durationMonths: 36, annualRateBps: 0 })).toEqual({
    monthlyPaymentMinor: 27_778,
    totalCostMinor: 1_000_000,
    totalInterestMinor: 0,
    totalCostToUnitMinor: 1_000_000,
    totalInterestToUnitMinor: 0,
  });
});

test('a total is rounded once: rounding its cents again could print one euro too much', () => {
  // Any principal whose exact total ends between .495 and .5 would be printed wrong by rounding twice.
  let seen = 0;
  for (let amountMinor = 100_000; amountMinor < 400_000; amountMinor += 100) {
    const result = simulate({ amountMinor, durationMonths: 36, annualRateBps: 390 });
    const exact = specifiedPayment(new Exact(amountMinor).div(100), '3.9', 36).mul(36);
    expect(result.totalCostToUnitMinor).toBe(exact.toDecimalPlaces(0).mul(100).toNumber());
    if (Math.round(result.totalCostMinor / 100) * 100 !== result.totalCostToUnitMinor) seen += 1;
  }
  expect(seen).toBeGreaterThan(0);
});

test.each<[number, number, number, number]>([
  [1_000_000, 390, 36, 29_480],
  [100_000, 390, 12, 8510],
  [5_000_000, 390, 84, 68_114],
  [2_500_000, 390, 72, 38_999],
  [1_000_000, 1990, 36, 37_113],
  [1_000_000, 0, 36, 27_778],
])(
  'instalment of %i at %i bps over %i months is %i',
  (principalMinor, annualRateBps, durationMonths, expected) => {
    expect(monthlyPaymentMinor({ principalMinor, annualRateBps, durationMonths })).toBe(expected);
  },
);

test('equal periods given one by one cost the same as the closed form', () => {
  const rate = monthlyRate(725);
  const copies = Array.from({ length: 48 }, () => ({ ...rate }));
  const one = exactPayment(1_234_567, rate, 48);
  const other = exactPaymentOfPeriods(1_234_567, copies);
  expect(one.numerator * other.denominator).toBe(other.numerator * one.denominator);
  expect(roundRatio(one, 'half-even')).toBe(roundRatio(other, 'half-even'));
});

test.each<[string, () => unknown]>([
  ['no principal', () => monthlyPaymentMinor({ principalMinor: 0, annualRateBps: 390, durationMonths: 12 })],
  [
    'a fraction of a cent',
    () => monthlyPaymentMinor({ principalMinor: 1.5, annualRateBps: 390, durationMonths: 12 }),
  ],
  ['no month', () => monthlyPaymentMinor({ principalMinor: 100, annualRateBps: 390, durationMonths: 0 })],
  [
    'half a month',
    () => monthlyPaymentMinor({ principalMinor: 100, annualRateBps: 390, durationMonths: 1.5 }),
  ],
  ['a negative rate', () => monthlyRate(-1)],
  ['a fraction of a basis point', () => monthlyRate(3.9)],
  ['more than 100 %', () => monthlyRate(10_001)],
])('refuses %s', (_, act) => {
  expect(act).toThrow(RangeError);
});
