import { describe, expect, test } from 'vitest';
import { isBeingRepaid, monthlyInstalmentsMinor, offeredRateBps, offerFor } from './offer.ts';
import { CLIENT_REQUEST_PRODUCT, rateFor } from './products.ts';

const wish = { amountMinor: 800_000, currency: 'EUR', eurRate: '1', durationMonths: 48 } as const;

describe('the rate of a client’s own request', () => {
  test('is the product table’s, in euro', () => {
    expect(offeredRateBps(wish)).toBe(
      rateFor({ productId: CLIENT_REQUEST_PRODUCT, amountMinor: 800_000, durationMonths: 48 }),
    );
  });

  test.each([
    ['USD', '1.25', 1_000_000],
    ['JPY', '160', 1_280_000],
  ] as const)('places %s in the bands at the dated rate', (currency, eurRate, amountMinor) => {
    expect(offeredRateBps({ amountMinor, currency, eurRate, durationMonths: 48 })).toBe(offeredRateBps(wish));
  });

  test('the offer’s schedule repays exactly what was asked for', () => {
    const offer = offerFor(wish);
    expect(offer.schedule.rows.reduce((sum, row) => sum + row.principalMinor, 0)).toBe(wish.amountMinor);
    expect(offer.annualRateBps).toBe(offeredRateBps(wish));
  });
});

describe('the existing charges of a debt ratio', () => {
  const loan = { instalmentMinor: 10_000, durationMonths: 12, firstDueDate: '2026-01-31' };

  test.each([
    ['2025-12-31', true],
    ['2026-12-31', true],
    ['2027-01-01', false],
  ])('on %s the last instalment has not passed: %s', (day, expected) => {
    expect(isBeingRepaid(loan, day)).toBe(expected);
  });

  test('count only loans that were paid out and still run', () => {
    const notPaidOut = { ...loan, firstDueDate: null };
    expect(monthlyInstalmentsMinor([loan, loan, notPaidOut], '2026-06-01')).toBe(20_000);
    expect(monthlyInstalmentsMinor([loan], '2027-06-01')).toBe(0);
  });
});
