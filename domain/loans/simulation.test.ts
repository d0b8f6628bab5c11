import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { monthlyPaymentMinor } from './annuity.ts';
import { productOf } from './products.ts';
import {
  amountForPayment,
  answer,
  durationForPayment,
  paymentLimits,
  simulatorBounds,
  solve,
} from './simulation.ts';
import { STANDARD_PRICE_LIST } from './standard-price-list.ts';

describe('the three questions', () => {
  test('the amount: figures of the formula beside the exact schedule', () => {
    const result = solve(
      { choose: 'amount', amountMinor: 1_000_000, durationMonths: 36 },
      STANDARD_PRICE_LIST,
    );
    expect(result).toMatchObject({
      ok: true,
      amountMinor: 1_000_000,
      durationMonths: 36,
      annualRateBps: 390,
      figures: { monthlyPaymentMinor: 29_480, totalCostMinor: 1_061_263 },
      schedule: { totalDueMinor: 1_061_259 },
    });
    expect(result.ok && result.taegPercent).toBeCloseTo(3.97, 2);
  });

  test('the payment: the largest amount it repays', () => {
    const result = solve(
      { choose: 'payment', paymentMinor: 30_000, durationMonths: 36 },
      STANDARD_PRICE_LIST,
    );
    expect(result.ok && result.amountMinor).toBe(1_017_655);
    expect(result.ok && result.schedule.instalmentMinor).toBe(30_000);
  });

  test('the duration: the fewest months whose instalment fits', () => {
    const result = solve(
      { choose: 'duration', amountMinor: 1_000_000, paymentMinor: 30_000 },
      STANDARD_PRICE_LIST,
    );
    expect(result.ok && result.durationMonths).toBe(36);
    expect(result.ok && result.schedule.instalmentMinor).toBeLessThanOrEqual(30_000);
    const exact = solve(
      { choose: 'duration', amountMinor: 1_000_000, paymentMinor: 29_480 },
      STANDARD_PRICE_LIST,
    );
    expect(exact.ok && exact.durationMonths).toBe(36);
    const less = solve(
      { choose: 'duration', amountMinor: 1_000_000, paymentMinor: 29_479 },
      STANDARD_PRICE_LIST,
    );
    expect(less.ok && less.durationMonths).toBe(37);
  });
});

test('the ends of the payment slider: what the other value allows', () => {
  expect(paymentLimits({ durationMonths: 36 }, STANDARD_PRICE_LIST)).toEqual({
    minMinor: 2_948,
    maxMinor: 147_398,
  });
  expect(paymentLimits({ amountMinor: 1_000_000 }, STANDARD_PRICE_LIST)).toEqual({
    minMinor: 13_623,
    maxMinor: 85_104,
  });
});

describe('out of bounds, a verdict says which value and its limits', () => {
  const lowest36 = monthlyPaymentMinor({ principalMinor: 100_000, annualRateBps: 390, durationMonths: 36 });
  const highest36 = monthlyPaymentMinor({
    principalMinor: 5_000_000,
    annualRateBps: 390,
    durationMonths: 36,
  });

  test.each<[Parameters<typeof solve>[0], 'amount' | 'payment' | 'duration', number, number]>([
    [{ choose: 'amount', amountMinor: 99_999, durationMonths: 36 }, 'amount', 100_000, 5_000_000],
    [{ choose: 'amount', amountMinor: 5_000_001, durationMonths: 36 }, 'amount', 100_000, 5_000_000],
    [{ choose: 'amount', amountMinor: Number.NaN, durationMonths: 36 }, 'amount', 100_000, 5_000_000],
    [{ choose: 'amount', amountMinor: 100_000, durationMonths: 85 }, 'duration', 12, 84],
    [{ choose: 'amount', amountMinor: 100_000, durationMonths: 12.5 }, 'duration', 12, 84],
    [{ choose: 'payment', paymentMinor: lowest36 - 1, durationMonths: 36 }, 'payment', lowest36, highest36],
    [{ choose: 'payment', paymentMinor: highest36 + 1, durationMonths: 36 }, 'payment', lowest36, highest36],
    [{ choose: 'payment', paymentMinor: 30_000, durationMonths: 11 }, 'duration', 12, 84],
    [{ choose: 'duration', amountMinor: 1_000_000, paymentMinor: 13_622 }, 'payment', 13_623, 85_104],
    [{ choose: 'duration', amountMinor: 1_000_000, paymentMinor: 85_105 }, 'payment', 13_623, 85_104],
    [{ choose: 'duration', amountMinor: 1, paymentMinor: 30_000 }, 'amount', 100_000, 5_000_000],
  ])('%j', (question, reason, min, max) => {
    expect(solve(question, STANDARD_PRICE_LIST)).toEqual({ ok: false, reason, min, max });
  });

  test('the limits themselves are answered', () => {
    for (const paymentMinor of [lowest36, highest36]) {
      expect(solve({ choose: 'payment', paymentMinor, durationMonths: 36 }, STANDARD_PRICE_LIST).ok).toBe(
        true,
      );
    }
    for (const paymentMinor of [13_623, 85_104]) {
      expect(
        solve({ choose: 'duration', amountMinor: 1_000_000, paymentMinor }, STANDARD_PRICE_LIST).ok,
      ).toBe(true);
    }
  });
});

test('a product narrower than the simulator keeps its own limits, and its own price', () => {
  const personal = productOf(STANDARD_PRICE_LIST, 'personal');
  expect(
    solve({ choose: 'amount', amountMinor: 2_500_001, durationMonths: 36 }, STANDARD_PRICE_LIST, personal),
  ).toEqual({
    ok: false,
    reason: 'amount',
    min: 100_000,
    max: 2_500_000,
  });
  expect(
    solve({ choose: 'amount', amountMinor: 100_000, durationMonths: 84 }, STANDARD_PRICE_LIST, personal).ok,
  ).toBe(false);
  const dearer = solve(
    { choose: 'amount', amountMinor: 100_000, durationMonths: 84 },
    STANDARD_PRICE_LIST,
    productOf(STANDARD_PRICE_LIST, 'consolidation'),
  );
  expect(dearer.ok && dearer.annualRateBps).toBe(490);
});

test('asking back gives what was asked', () => {
  const { amount, duration } = simulatorBounds(STANDARD_PRICE_LIST);
  fc.assert(
    fc.property(
      fc.integer({ min: amount.minMinor, max: amount.maxMinor }),
      fc.integer({ min: duration.minMonths, max: duration.maxMonths }),
      fc.integer({ min: 0, max: 2000 }),
      (amountMinor, durationMonths, rate) => {
        const paymentMinor = monthlyPaymentMinor({
          principalMinor: amountMinor,
          annualRateBps: rate,
          durationMonths,
        });
        expect(durationForPayment(amountMinor, paymentMinor, rate, duration.maxMonths)).toBe(durationMonths);
        // A cent of payment is worth up to the number of months in principal.
        const back = amountForPayment(paymentMinor, durationMonths, rate);
        expect(Math.abs(back - amountMinor)).toBeLessThanOrEqual(durationMonths);
        expect(monthlyPaymentMinor({ principalMinor: back, annualRateBps: rate, durationMonths })).toBe(
          paymentMinor,
        );
      },
    ),
  );
});

test('no duration repays what does not cover the interest', () => {
  expect(durationForPayment(1_000_000, 3000, 390, 84)).toBeNull();
});

test('a rate of zero has no interest', () => {
  const { figures, schedule, taegPercent } = answer(120_000, 12, 0);
  expect(figures.totalInterestMinor).toBe(0);
  expect(schedule.rows.every((row) => row.instalmentMinor === 10_000)).toBe(true);
  expect(taegPercent).toBeCloseTo(0, 10);
});
