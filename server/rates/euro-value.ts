import { convert, convertedMinor } from '#domain/money/conversion.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { money, shownMinor } from '#domain/money/money.ts';
import type { Db } from '../db/database.ts';
import { rateOfCurrency } from './queries.ts';

/**
 * The value in euro cents of an amount, at the dated rates; zero-exponent currencies included. For lists, which are answered whatever is
 * stored: 0 without a rate, the last safe integer for what lies beyond.
 */
export function euroValueMinor(
  amountMinor: number,
  currency: string,
  rates: ReadonlyMap<string, string>,
): number {
  const rate = rates.get(currency);
  if (!rate) return 0;
  const amount = money(amountMinor, currency as CurrencyCode);
  return shownMinor(convertedMinor(amount, 'EUR', { eurRateFrom: rate, eurRateTo: '1' }));
}

/** The same at the rate in force now, for a value that is kept with its request. */
export async function euroValueNow(db: Db, amountMinor: number, currency: CurrencyCode): Promise<number> {
  if (currency === 'EUR') return amountMinor;
  const rate = await rateOfCurrency(db, currency);
  return rate ? euroValueMinor(amountMinor, currency, new Map([[currency, rate]])) : 0;
}

/**
 * What a sum that law or the house fixes in euro cents is in a currency at the rate in force now, rounded up: only a demonstration lends in another
 * one (LC-13). As it is without a rate.
 */
export async function fromEuroNow(db: Db, euroCents: number, currency: CurrencyCode): Promise<number> {
  if (currency === 'EUR') return euroCents;
  const rate = await rateOfCurrency(db, currency);
  if (!rate) return euroCents;
  return convert(money(euroCents, 'EUR'), currency, { eurRateFrom: '1', eurRateTo: rate }, 'up').amountMinor;
}
