import { describe, expect, test } from 'vitest';
import {
  bandFor,
  overallTerms,
  PRODUCT_IDS,
  PRODUCTS,
  type ProductId,
  productOf,
  rateFor,
  representativeExample,
  taegOfNominal,
  termsOf,
  withinTerms,
} from './products.ts';
import { amortisationSchedule } from './schedule.ts';
import { taegOfSchedule } from './taeg.ts';
import { ceilingFor, USURY_QUARTERS, withinUsury } from './usury.ts';

const LATEST = USURY_QUARTERS.at(-1)!.from;
const byId = PRODUCTS.map((product) => [product.id, product] as const);

describe('no offer is usurious', () => {
  test.each(byId)('%s: every TAEG offered in every band, with cents rounded', (_, product) => {
    for (const band of product.bands) {
      const highest = Math.min(band.upToMinor ?? product.maxAmountMinor, product.maxAmountMinor);
      const lowest = Math.max(previousLimit(product.bands.indexOf(band)), product.minAmountMinor);
      for (const amountMinor of [lowest, Math.round((lowest + highest) / 2), highest]) {
        if (amountMinor > highest) continue;
        for (
          let durationMonths = product.minMonths;
          durationMonths <= product.maxMonths;
          durationMonths += 1
        ) {
          const annualRateBps = rateFor({ productId: product.id, amountMinor, durationMonths });
          const schedule = amortisationSchedule({
            principalMinor: amountMinor,
            annualRateBps,
            durationMonths,
          });
          const taegPercent = taegOfSchedule(schedule, { feesAtDrawdownMinor: product.feesMinor });
          for (const { from } of USURY_QUARTERS) {
            expect(withinUsury({ taegPercent, amountMinor, date: from }).ok).toBe(true);
          }
        }
      }
    }
    function previousLimit(index: number): number {
      return index === 0 ? 0 : (product.bands[index - 1]!.upToMinor ?? 0) + 1;
    }
  });

  test("bands end where the ceilings' bands end", () => {
    for (const product of PRODUCTS) {
      expect(product.bands.map((band) => band.upToMinor)).toEqual(
        USURY_QUARTERS.at(-1)!.bands.map((band) => band.upToMinor),
      );
    }
  });

  test('the smallest client request, 100 €, is within its ceiling too', () => {
    for (const durationMonths of [12, 24, 36, 48, 60, 72]) {
      const annualRateBps = rateFor({ productId: 'personal', amountMinor: 10_000, durationMonths });
      const schedule = amortisationSchedule({ principalMinor: 10_000, annualRateBps, durationMonths });
      expect(
        withinUsury({ taegPercent: taegOfSchedule(schedule), amountMinor: 10_000, date: LATEST }).ok,
      ).toBe(true);
    }
  });
});

describe('rates', () => {
  test.each(byId)('%s: rates never fall as the duration grows', (_, product) => {
    for (const band of product.bands) {
      const rates = band.steps.map((step) => step.rateBps);
      expect(rates).toEqual([...rates].sort((a, b) => a - b));
    }
  });

  test.each<[ProductId, number, number, number]>([
    ['personal', 1_000_000, 36, 390],
    ['personal', 1_000_000, 37, 440],
    ['personal', 600_000, 36, 540],
    ['personal', 600_001, 36, 390],
    ['personal', 300_000, 12, 590],
    ['personal', 300_001, 12, 490],
    ['personal', 10_000, 12, 590],
    ['personal', 9_000_000, 120, 590],
    ['auto', 1_500_000, 48, 420],
    ['consolidation', 2_000_000, 84, 690],
    ['project', 1_200_000, 60, 490],
    ['project', 300_000, 84, 1990],
  ])('%s, %i cents over %i months: %i bps', (productId, amountMinor, durationMonths, expected) => {
    expect(rateFor({ productId, amountMinor, durationMonths })).toBe(expected);
  });
});

describe('printed terms are computed', () => {
  test.each(byId)('%s: the range announced in each band is the one that is offered', (_, product) => {
    for (const { fromMinor, toMinor, minRateBps, maxRateBps } of termsOf(product).bands) {
      const offered = new Set<number>();
      for (let durationMonths = product.minMonths; durationMonths <= product.maxMonths; durationMonths += 1) {
        for (const amountMinor of [fromMinor, toMinor])
          offered.add(rateFor({ productId: product.id, amountMinor, durationMonths }));
      }
      expect([minRateBps, maxRateBps]).toEqual([Math.min(...offered), Math.max(...offered)]);
    }
  });

  test.each<[ProductId, number, number]>([
    ['personal', 390, 990],
    ['auto', 390, 740],
    ['consolidation', 490, 1190],
    ['project', 390, 1990],
  ])('%s: from %i to %i bps', (productId, minRateBps, maxRateBps) => {
    expect(termsOf(productOf(productId))).toMatchObject({ minRateBps, maxRateBps });
  });

  test('a step beyond the longest duration is not announced', () => {
    const personal = productOf('personal');
    const shorter = { ...personal, maxMonths: 36 };
    expect(termsOf(shorter)).toMatchObject({ minRateBps: 390, maxRateBps: 690 });
    expect(termsOf({ ...personal, minMonths: 61 })).toMatchObject({ minRateBps: 540, maxRateBps: 990 });
  });

  test('3.90 % is 3.97 % and 19.90 % is 21.82 % without fees', () => {
    expect(taegOfNominal(390)).toBe(3.97);
    expect(taegOfNominal(1990)).toBe(21.82);
    expect(taegOfNominal(0)).toBe(0);
  });

  test("the whole offer is the legal text's: 1 000 to 50 000 €, 12 to 84 months, 3.90 % to 19.90 %", () => {
    expect(overallTerms()).toMatchObject({
      minAmountMinor: 100_000,
      maxAmountMinor: 5_000_000,
      minMonths: 12,
      maxMonths: 84,
      minRateBps: 390,
      maxRateBps: 1990,
      minTaegPercent: 3.97,
      maxTaegPercent: 21.82,
      feesMinor: 0,
    });
  });

  test('the personal loan: 1 000 to 25 000 €, 12 to 72 months, from 3.90 %', () => {
    const terms = termsOf(productOf('personal'));
    expect(terms).toMatchObject({
      minAmountMinor: 100_000,
      maxAmountMinor: 2_500_000,
      minMonths: 12,
      maxMonths: 72,
      minRateBps: 390,
    });
    expect(terms.bands.map(({ fromMinor, toMinor }) => [fromMinor, toMinor])).toEqual([
      [100_000, 300_000],
      [300_001, 600_000],
      [600_001, 2_500_000],
    ]);
  });

  test('printed TAEG are under the ceiling of their band', () => {
    for (const band of PRODUCTS.flatMap((product) => termsOf(product).bands)) {
      expect(band.maxTaegPercent * 100).toBeLessThanOrEqual(ceilingFor(LATEST, band.toMinor)!.ceilingBps);
    }
  });
});

describe('representative examples', () => {
  test('the personal loan, to the cent', () => {
    expect(representativeExample(productOf('personal'))).toEqual({
      amountMinor: 1_000_000,
      durationMonths: 36,
      annualRateBps: 390,
      rateKind: 'fixed',
      taegPercent: 3.97,
      equalInstalments: 35,
      instalmentMinor: 29_480,
      lastInstalmentMinor: 29_459,
      totalDueMinor: 1_061_259,
      totalInterestMinor: 61_259,
      feesMinor: 0,
    });
  });

  test.each(byId)('%s: within its terms, and its instalments sum to the total due', (_, product) => {
    const example = representativeExample(product);
    expect(withinTerms(product, example.amountMinor, example.durationMonths)).toEqual({ ok: true });
    expect(
      example.equalInstalments * example.instalmentMinor + example.lastInstalmentMinor + example.feesMinor,
    ).toBe(example.totalDueMinor);
  });

  test("can be asked for the visitor's own terms", () => {
    expect(
      representativeExample(productOf('personal'), {
        amountMinor: 100_000,
        durationMonths: 12,
        annualRateBps: 390,
      }),
    ).toMatchObject({
      instalmentMinor: 8510,
      lastInstalmentMinor: 8515,
      totalDueMinor: 102_125,
    });
  });
});

test('limits are verdicts', () => {
  const personal = productOf('personal');
  expect(withinTerms(personal, 99_999, 12)).toEqual({ ok: false, reason: 'amount' });
  expect(withinTerms(personal, 2_500_001, 12)).toEqual({ ok: false, reason: 'amount' });
  expect(withinTerms(personal, 100_000, 11)).toEqual({ ok: false, reason: 'duration' });
  expect(withinTerms(personal, 100_000, 73)).toEqual({ ok: false, reason: 'duration' });
  expect(withinTerms(personal, 2_500_000, 72)).toEqual({ ok: true });
  expect(PRODUCTS.map((product) => product.id)).toEqual([...PRODUCT_IDS]);
  expect(() => productOf('mortgage' as ProductId)).toThrow(RangeError);
  expect(bandFor(personal, 300_000).upToMinor).toBe(300_000);
  expect(bandFor(personal, 300_001).upToMinor).toBe(600_000);
});
