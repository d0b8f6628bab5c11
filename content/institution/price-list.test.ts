import { describe, expect, test } from 'vitest';
import type { PriceList, Product, ProductId } from '#domain/loans/products.ts';
import { STANDARD_PRICE_LIST } from '#domain/loans/standard-price-list.ts';
import { OTHER_PRICE_LIST } from '#domain/loans/vectors/other-price-list.ts';
import { typographyProblems } from '../typography.ts';
import demo from './demo.ts';
import { checkInstitution, institutionSchema } from './schema.ts';

const { products, simulator, rateClasses } = STANDARD_PRICE_LIST;
const problemsOf = (priceList: unknown) => checkInstitution({ ...demo, priceList }, 'demo');

/** The standard list with another figure of one product, of the simulator, or with other classes. */
const product = (id: ProductId, change: object): PriceList => ({
  ...STANDARD_PRICE_LIST,
  products: products.map((one) => (one.id === id ? { ...one, ...change } : one)),
});
const amount = (change: object): PriceList => ({
  ...STANDARD_PRICE_LIST,
  simulator: { ...simulator, amount: { ...simulator.amount, ...change } },
});
const duration = (change: object): PriceList => ({
  ...STANDARD_PRICE_LIST,
  simulator: { ...simulator, duration: { ...simulator.duration, ...change } },
});
const classes = (...bands: object[]) => ({ ...STANDARD_PRICE_LIST, rateClasses: bands });

describe('the price list of an institution', () => {
  test.each([
    ['none', undefined],
    ['the standard one', STANDARD_PRICE_LIST],
    ['another', OTHER_PRICE_LIST],
    ['one up to the largest consumer credit', product('consolidation', { maxAmountMinor: 10_000_000 })],
    ['a loan without interest', product('auto', { listRateBps: 0 })],
    ['products in another order', { ...STANDARD_PRICE_LIST, products: products.toReversed() }],
  ])('%s is taken as it is', (_, priceList) => {
    expect(problemsOf(priceList)).toEqual([]);
    expect(institutionSchema.parse({ ...demo, priceList }).priceList).toEqual(priceList);
  });

  test('names no fees: there are none', () => {
    const withoutFees = products.map(({ feesMinor: _, ...one }) => one);
    const priceList = { ...STANDARD_PRICE_LIST, products: withoutFees };
    expect(institutionSchema.parse({ ...demo, priceList }).priceList).toEqual(STANDARD_PRICE_LIST);
  });

  test.each<[string, unknown, string, RegExp]>([
    ['a word', 'cher', 'priceList', /^la liste de prix doit donner/],
    ['nothing in it', {}, 'priceList.products', /^la liste de prix doit donner/],
    ['an unknown product', product('auto', { id: 'mortgage' }), 'priceList.products.1.id', /doit donner/],
    ['fees', product('auto', { feesMinor: 5_000 }), 'priceList.products.1.feesMinor', /doit donner/],
    ['an unknown item', product('auto', { taeg: 4 }), 'priceList.products.1', /doit donner/],
    [
      'a limit with cents',
      product('auto', { minAmountMinor: 100_050 }),
      'priceList.products.1.minAmountMinor',
      /entiers/,
    ],
    [
      'a negative rate',
      product('auto', { listRateBps: -1 }),
      'priceList.products.1.listRateBps',
      /centièmes/,
    ],
    [
      'a rate of part of a hundredth',
      product('auto', { listRateBps: 3.9 }),
      'priceList.products.1.listRateBps',
      /centièmes/,
    ],
    ['121 months', product('project', { maxMonths: 121 }), 'priceList.products.3.maxMonths', /120/],
    [
      'three products',
      { ...STANDARD_PRICE_LIST, products: products.slice(1) },
      'priceList.products',
      /une fois/,
    ],
    [
      'a product twice',
      { ...STANDARD_PRICE_LIST, products: [...products.slice(0, 3), products[0] as Product] },
      'priceList.products',
      /une fois/,
    ],
    [
      'a minimum above the maximum',
      product('auto', { minAmountMinor: 5_000_100 }),
      'priceList.products.1',
      /^auto.*montant minimal/,
    ],
    [
      'a shortest duration above the longest',
      product('auto', { minMonths: 73 }),
      'priceList.products.1',
      /^auto.*durée minimale/,
    ],
    [
      'more than a consumer credit',
      product('project', { maxAmountMinor: 10_000_100 }),
      'priceList.products.3',
      /100.000.€/,
    ],
    [
      'a product larger than the widest',
      product('project', { maxAmountMinor: 9_000_000 }),
      'priceList.products.2',
      /^consolidation.*project/,
    ],
    [
      'a product longer than the widest',
      product('project', { maxMonths: 72 }),
      'priceList.products.2',
      /^consolidation.*project/,
    ],
    [
      'an example above the maximum',
      product('auto', { example: { amountMinor: 5_000_100, durationMonths: 48 } }),
      'priceList.products.1',
      /exemple/,
    ],
    [
      'an example below the minimum',
      product('auto', { example: { amountMinor: 90_000, durationMonths: 48 } }),
      'priceList.products.1',
      /exemple/,
    ],
    [
      'an example too long',
      product('auto', { example: { amountMinor: 900_000, durationMonths: 78 } }),
      'priceList.products.1',
      /exemple/,
    ],
    [
      'durations that no client may ask for',
      product('auto', {
        minMonths: 61,
        maxMonths: 67,
        example: { amountMinor: 900_000, durationMonths: 66 },
      }),
      'priceList.products.1',
      /durées d'une demande/,
    ],
    [
      'a product beside the simulator',
      product('auto', {
        minAmountMinor: 5_000_100,
        maxAmountMinor: 6_000_000,
        example: { amountMinor: 5_500_000, durationMonths: 48 },
      }),
      'priceList.products.1',
      /rien à choisir/,
    ],
    [
      'a maximum between two steps',
      product('auto', { maxAmountMinor: 4_980_000 }),
      'priceList.products.1',
      /pas\.$/,
    ],
    [
      'a longest duration between two steps',
      product('auto', { maxMonths: 70 }),
      'priceList.products.1',
      /pas\.$/,
    ],
    [
      'other durations for auto than for personal',
      product('auto', { maxMonths: 60 }),
      'priceList.products',
      /conditions communes/,
    ],
    [
      'a consolidation shorter than a project',
      product('consolidation', { maxMonths: 72, example: { amountMinor: 900_000, durationMonths: 60 } }),
      'priceList.products',
      /conditions communes/,
    ],
    [
      'a personal loan from a later month on',
      product('personal', { minMonths: 24 }),
      'priceList.products',
      /conditions communes/,
    ],
    [
      'a simulator that ends before it begins',
      amount({ minMinor: 6_000_000 }),
      'priceList.simulator.amount',
      /montant minimal/,
    ],
    [
      'a first amount beside the steps',
      amount({ defaultMinor: 1_020_000 }),
      'priceList.simulator.amount',
      /position/,
    ],
    [
      'a first amount out of range',
      amount({ defaultMinor: 50_000 }),
      'priceList.simulator.amount',
      /position/,
    ],
    [
      'a simulator of durations that ends before it begins',
      duration({ minMonths: 90 }),
      'priceList.simulator.duration',
      /durée minimale/,
    ],
    [
      'a first duration beside the steps',
      duration({ defaultMonths: 37 }),
      'priceList.simulator.duration',
      /position/,
    ],
    [
      'a first amount that the personal loan has not',
      amount({ defaultMinor: 3_000_000 }),
      'priceList.simulator',
      /prêt personnel/,
    ],
    [
      'a first duration that is the long one',
      duration({ defaultMonths: 60 }),
      'priceList.simulator',
      /prêt personnel/,
    ],
    ['a step of nothing', amount({ stepMinor: 0 }), 'priceList.simulator.amount.stepMinor', /doit donner/],
    ['no classes', classes(), 'priceList.rateClasses', /doit donner/],
    [
      'a band without a rate',
      classes({ upToMinor: null, ratesBps: [] }),
      'priceList.rateClasses.0.ratesBps',
      /doit donner/,
    ],
    [
      'a last band that ends',
      classes({ upToMinor: 300_000, ratesBps: [590] }),
      'priceList.rateClasses',
      /null/,
    ],
    [
      'bands in disorder',
      classes({ upToMinor: 600_000, ratesBps: [590] }, ...rateClasses),
      'priceList.rateClasses',
      /plus petit/,
    ],
    [
      'rates in disorder',
      classes({ upToMinor: null, ratesBps: [790, 590] }),
      'priceList.rateClasses',
      /plus bas/,
    ],
  ])('is refused with %s', (_, priceList, path, message) => {
    const problems = problemsOf(priceList);
    expect(problems).toContainEqual({ path, message: expect.stringMatching(message) });
    for (const problem of problems) {
      expect(problem.message).toMatch(/\.$/);
      expect(typographyProblems(problem.message)).toEqual([]);
    }
    expect(institutionSchema.safeParse({ ...demo, priceList }).success).toBe(false);
  });
});
