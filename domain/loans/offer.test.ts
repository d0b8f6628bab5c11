import { describe, expect, test } from 'vitest';
import { offeredRateBps, offerFor } from './offer.ts';
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
