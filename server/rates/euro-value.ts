import { convert } from '#domain/money/conversion.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money } from '#domain/money/money.ts';

/** The value in euro cents of an amount, at the dated rates; zero-exponent currencies included. Falls back to 0 without a rate. */
export function euroValueMinor(
  amountMinor: number,
  currency: string,
  rates: ReadonlyMap<string, string>,
): number {
  const rate = rates.get(currency);
  if (!rate) return 0;
  return convert(money(amountMinor, currency as CurrencyCode), 'EUR', { eurRateFrom: rate, eurRateTo: '1' })
    .amountMinor;
}
