import { describe, expect, test } from 'vitest';
import {
  listPriceBps,
  overallTerms,
  PRODUCT_IDS,
  type ProductId,
  productOf,
  productOrWidest,
  representativeExample,
  taegOfNominal,
  termsOf,
  withinTerms,
} from './products.ts';
import { amortisationSchedule } from './schedule.ts';
import { STANDARD_PRICE_LIST } from './standard-price-list.ts';
import { taegOfSchedule } from './taeg.ts';
import { ceilingBpsOf } from './usury.ts';
import { LOADED_QUARTERS } from './vectors/usury-quarters.ts';

const {
  products: PRODUCTS,
  rateClasses: RATE_CLASSES,
  simulator: { amount: SIMULATOR_AMOUNT, duration: SIMULATOR_DURATION },
} = STANDARD_PRICE_LIST;
const LATEST = LOADED_QUARTERS[1];
const byId = PRODUCTS.map((product) => [product.id, product] as const);

function isLawful(
  amountMinor: number,
  annualRateBps: number,
  durationMonths: number,
  feesMinor = 0,
): boolean {
  const schedule = amortisationSchedule({ principalMinor: amountMinor, annualRateBps, durationMonths });
  const taegPercent = taegOfSchedule(schedule, { feesAtDrawdownMinor: feesMinor });
  return LOADED_QUARTERS.every((quarter) => taegPercent * 100 <= ceilingBpsOf(quarter, amountMinor));
}

describe('no rate is usurious (L314-6), with cents rounded', () => {
  test.each(byId)('%s: the list price, from 100 € to the maximum', (_, product) => {
    const amounts = [10_000, 99_999, 100_000, 300_000, 300_001, 600_000, 600_001, product.maxAmountMinor];
    for (const amountMinor of amounts) {
      for (let months = product.minMonths; months <= product.maxMonths; months += 1) {
        const rateBps = listPriceBps(product, amountMinor, months);
        expect(isLawful(amountMinor, rateBps, months, product.feesMinor)).toBe(true);
      }
    }
  });

  test('each class that a decision may apply, at both ends of its band', () => {
    let fromMinor = 100_000;
    for (const { upToMinor, ratesBps } of RATE_CLASSES) {
      const toMinor = upToMinor ?? overallTerms(STANDARD_PRICE_LIST).maxAmountMinor;
      for (const rateBps of ratesBps)
        for (const amountMinor of [fromMinor, toMinor])
          for (const months of [12, 37, 84]) expect(isLawful(amountMinor, rateBps, months)).toBe(true);
      fromMinor = toMinor + 1;
    }
  });

  test("the classes' bands end where the ceilings' bands end", () => {
    const { bands } = LATEST;
    expect(RATE_CLASSES.map(({ upToMinor }) => upToMinor)).toEqual(bands.map(({ upToMinor }) => upToMinor));
  });
});

describe('the price list', () => {
  test.each<[ProductId, number]>([
    ['personal', 390],
    ['auto', 390],
    ['consolidation', 490],
    ['project', 390],
  ])('%s: %i bps for each amount and duration', (id, rateBps) => {
    const product = productOf(STANDARD_PRICE_LIST, id);
    for (const [amountMinor, months] of [
      [1, 12],
      [10_000, 72],
      [product.minAmountMinor, product.minMonths],
      [product.maxAmountMinor, product.maxMonths],
    ] as const)
      expect(listPriceBps(product, amountMinor, months)).toBe(rateBps);
  });

  test.each(byId)('%s has no price above its maximum nor outside its durations', (_, product) => {
    const { maxAmountMinor, minMonths, maxMonths } = product;
    for (const [amountMinor, months] of [
      [0, minMonths],
      [Number.NaN, minMonths],
      [maxAmountMinor + 1, minMonths],
      [maxAmountMinor, minMonths - 1],
      [maxAmountMinor, maxMonths + 1],
    ] as const)
      expect(() => listPriceBps(product, amountMinor, months)).toThrow(RangeError);
  });

  test('what names no product is priced as the widest one, which holds the whole simulator and 100 000 €', () => {
    const widest = productOrWidest(STANDARD_PRICE_LIST, null);
    for (const { maxAmountMinor, minMonths, maxMonths } of PRODUCTS) {
      expect(maxAmountMinor).toBeLessThanOrEqual(widest.maxAmountMinor);
      expect([minMonths >= widest.minMonths, maxMonths <= widest.maxMonths]).toEqual([true, true]);
    }
    expect(widest.maxAmountMinor).toBe(10_000_000);
    expect(withinTerms(widest, SIMULATOR_AMOUNT.minMinor, SIMULATOR_DURATION.minMonths).ok).toBe(true);
    expect(withinTerms(widest, SIMULATOR_AMOUNT.maxMinor, SIMULATOR_DURATION.maxMonths).ok).toBe(true);
    expect(productOrWidest(STANDARD_PRICE_LIST, 'auto').id).toBe('auto');
  });
});

describe('printed terms are computed', () => {
  test.each<[ProductId, number, number]>([
    ['personal', 390, 1990],
    ['auto', 390, 1990],
    ['consolidation', 490, 1990],
    ['project', 390, 1990],
  ])('%s: from the list price, %i bps, to the highest class, %i bps', (productId, minRateBps, maxRateBps) => {
    expect(termsOf(STANDARD_PRICE_LIST, productOf(STANDARD_PRICE_LIST, productId))).toMatchObject({
      minRateBps,
      maxRateBps,
    });
    for (const band of termsOf(STANDARD_PRICE_LIST, productOf(STANDARD_PRICE_LIST, productId)).bands)
      expect(band.minRateBps).toBe(minRateBps);
  });

  test('3.90 % is 3.97 % and 19.90 % is 21.82 % without fees', () => {
    expect(taegOfNominal(390)).toBe(3.97);
    expect(taegOfNominal(1990)).toBe(21.82);
    expect(taegOfNominal(0)).toBe(0);
  });

  test('the whole offer: 1 000 to 100 000 €, 12 to 84 months, 3.90 % to 19.90 %', () => {
    expect(overallTerms(STANDARD_PRICE_LIST)).toMatchObject({
      minAmountMinor: 100_000,
      maxAmountMinor: 10_000_000,
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
    const terms = termsOf(STANDARD_PRICE_LIST, productOf(STANDARD_PRICE_LIST, 'personal'));
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
    for (const band of PRODUCTS.flatMap((product) => termsOf(STANDARD_PRICE_LIST, product).bands)) {
      expect(band.maxTaegPercent * 100).toBeLessThanOrEqual(ceilingBpsOf(LATEST, band.toMinor));
    }
  });
});

describe('representative examples', () => {
  test('the personal loan, to the cent', () => {
    expect(representativeExample(productOf(STANDARD_PRICE_LIST, 'personal'))).toEqual({
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
      representativeExample(productOf(STANDARD_PRICE_LIST, 'personal'), {
        amountMinor: 100_000,
        durationMonths: 12,
      }),
    ).toMatchObject({
      instalmentMinor: 8510,
      lastInstalmentMinor: 8515,
      totalDueMinor: 102_125,
    });
  });
});

test('limits are verdicts', () => {
  const personal = productOf(STANDARD_PRICE_LIST, 'personal');
  expect(withinTerms(personal, 99_999, 12)).toEqual({ ok: false, reason: 'amount' });
  expect(withinTerms(personal, 2_500_001, 12)).toEqual({ ok: false, reason: 'amount' });
  expect(withinTerms(personal, 100_000, 11)).toEqual({ ok: false, reason: 'duration' });
  expect(withinTerms(personal, 100_000, 73)).toEqual({ ok: false, reason: 'duration' });
  expect(withinTerms(personal, 2_500_000, 72)).toEqual({ ok: true });
  expect(PRODUCTS.map((product) => product.id)).toEqual([...PRODUCT_IDS]);
  expect(() => productOf(STANDARD_PRICE_LIST, 'mortgage' as ProductId)).toThrow(RangeError);
});
