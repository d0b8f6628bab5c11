import { describe, expect, test } from 'vitest';
import { isDurationPriced, loanBounds, offeredRateBps, offerFor, withinLoanBounds } from './offer.ts';
import { representativeExample } from './products.ts';
import { regimeMaxMinor } from './regime.ts';
import { simulatorBounds, solve } from './simulation.ts';
import { STANDARD_PRICE_LIST } from './standard-price-list.ts';

const {
  products: PRODUCTS,
  simulator: { amount: SIMULATOR_AMOUNT, duration: SIMULATOR_DURATION },
} = STANDARD_PRICE_LIST;

const wish = { amountMinor: 800_000, currency: 'EUR', eurRate: '1', durationMonths: 48 } as const;
const TODAY = '2026-11-22';

describe('one price list', () => {
  test('each of the 1287 positions of the simulator has the same rate there, on the offers page and in a request', () => {
    let positions = 0;
    for (const product of PRODUCTS) {
      const { amount, duration } = simulatorBounds(STANDARD_PRICE_LIST, product);
      const rates = new Set<number>();
      for (let { minMinor: amountMinor } = amount; amountMinor <= amount.maxMinor; ) {
        for (let { minMonths: durationMonths } = duration; durationMonths <= duration.maxMonths; ) {
          const simulated = solve(
            { choose: 'amount', amountMinor, durationMonths },
            STANDARD_PRICE_LIST,
            product,
          );
          const announced = representativeExample(product, { amountMinor, durationMonths });
          const requested = { ...wish, amountMinor, durationMonths, product: product.id };
          expect(
            withinLoanBounds(amountMinor, loanBounds(STANDARD_PRICE_LIST, requested, regimeMaxMinor(TODAY))),
          ).toBe(true);
          rates.add(simulated.ok ? simulated.annualRateBps : Number.NaN);
          rates.add(announced.annualRateBps);
          rates.add(offeredRateBps(STANDARD_PRICE_LIST, requested));
          if (product.id === 'project') {
            rates.add(offeredRateBps(STANDARD_PRICE_LIST, { ...wish, amountMinor, durationMonths }));
            positions += 1;
          }
          durationMonths += SIMULATOR_DURATION.stepMonths;
        }
        amountMinor += SIMULATOR_AMOUNT.stepMinor;
      }
      expect([...rates]).toEqual([product.id === 'consolidation' ? 490 : 390]);
    }
    expect(positions).toBe(1287);
  });

  test.each([
    ['USD', '1.25', 1_000_000],
    ['JPY', '160', 1_280_000],
  ] as const)('prices %s in euro at the dated rate', (currency, eurRate, amountMinor) => {
    expect(offeredRateBps(STANDARD_PRICE_LIST, { amountMinor, currency, eurRate, durationMonths: 48 })).toBe(
      offeredRateBps(STANDARD_PRICE_LIST, wish),
    );
  });

  test('the offer’s schedule repays exactly what was asked for', () => {
    const offer = offerFor(STANDARD_PRICE_LIST, wish);
    expect(offer.schedule.rows.reduce((sum, row) => sum + row.principalMinor, 0)).toBe(wish.amountMinor);
    expect(offer.annualRateBps).toBe(offeredRateBps(STANDARD_PRICE_LIST, wish));
  });
});

describe('LC-13 the bounds of a request', () => {
  test.each([
    ['the widest product', {}, TODAY, 10_000, 10_000_000],
    ['a personal loan', { product: 'personal' }, TODAY, 10_000, 2_500_000],
    ['a consolidation', { product: 'consolidation' }, TODAY, 10_000, 10_000_000],
    [
      'before 20 November 2026, the largest consumer credit was 75 000 €',
      {},
      '2026-11-19',
      10_000,
      7_500_000,
    ],
    ['dollars', { currency: 'USD', eurRate: '1.0843' }, TODAY, 10_000, 10_843_000],
    ['yen, whole', { currency: 'JPY', eurRate: '161.235' }, TODAY, 100, 16_123_500],
    ['a currency rounded down', { currency: 'USD', eurRate: '1.00000019' }, TODAY, 10_000, 10_000_001],
  ] as const)('%s', (_, change, day, minMinor, maxMinor) => {
    const asked = { ...wish, ...change };
    const bounds = loanBounds(STANDARD_PRICE_LIST, asked, regimeMaxMinor(day));
    expect(bounds).toEqual({ minMinor, maxMinor });
    expect(
      [minMinor - 1, minMinor, maxMinor, maxMinor + 1].map((minor) => withinLoanBounds(minor, bounds)),
    ).toEqual([false, true, true, false]);
    // What the bounds let through has a price.
    for (const amountMinor of [minMinor, maxMinor])
      expect(offeredRateBps(STANDARD_PRICE_LIST, { ...asked, amountMinor })).toBeGreaterThan(0);
  });
});

test('LC-13 a duration is priced exactly where the list gives a rate for it', () => {
  for (const product of [...PRODUCTS.map(({ id }) => id), null])
    for (let durationMonths = 1; durationMonths <= 120; durationMonths += 1) {
      const asked = { ...wish, amountMinor: 100_000, durationMonths, product };
      const rate = () => offeredRateBps(STANDARD_PRICE_LIST, asked);
      if (isDurationPriced(STANDARD_PRICE_LIST, asked)) expect(rate()).toBeGreaterThan(0);
      else expect(rate).toThrow(RangeError);
    }
});
