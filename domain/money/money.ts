import { type CurrencyCode, currencyOf, exponentOf } from './currencies.ts';

/** An amount: a safe integer of minor units (cents, or yen) with its currency. */
export type Money = { readonly amountMinor: number; readonly currency: CurrencyCode };

/**
 * Largest amount that any request may name: 10¹² minor units, that is ten billion euros or a thousand billion yen, small enough that nine
 * thousand of them still add up to a safe integer (2⁵³ − 1 ≈ 9 × 10¹⁵). What an operation may move is far less, and dated data
 * (`maximum.*` of `legal_parameters`); what an account may hold is the books' own rule (`ledger_ceiling`, server/db/ledger.sql).
 */
export const MAX_AMOUNT_MINOR = 1_000_000_000_000;

/** Throws RangeError unless the value is a safe integer, and returns it; negative zero becomes zero. */
function checked(amountMinor: number): number {
  if (!Number.isSafeInteger(amountMinor))
    throw new RangeError(`Not an amount in minor units: ${amountMinor}`);
  return amountMinor + 0;
}

/**
 * A figure to be shown, from the exact one: what lies beyond the safe integers is shown as the last of them. For sums and conversions in
 * lists only, which must be readable whatever is stored; never for an amount that is posted.
 */
export function shownMinor(exact: bigint): number {
  const most = BigInt(Number.MAX_SAFE_INTEGER);
  if (exact > most) return Number.MAX_SAFE_INTEGER;
  return exact < -most ? -Number.MAX_SAFE_INTEGER : Number(exact);
}

/** A sum to be shown, of amounts in one currency as they were read: `shownMinor` of the exact sum. Never for an amount that is posted. */
export function shownSum(amounts: readonly number[]): number {
  return shownMinor(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n));
}

/** Builds an amount. Throws RangeError when it is not a safe integer. */
export function money(amountMinor: number, currency: CurrencyCode): Money {
  currencyOf(currency);
  return { amountMinor: checked(amountMinor), currency };
}

function sameCurrency(a: Money, b: Money): CurrencyCode {
  if (a.currency !== b.currency) throw new RangeError(`${a.currency} and ${b.currency} cannot be mixed`);
  return a.currency;
}

/** a − b. Throws RangeError when the currencies differ or the difference is out of range. */
export function subtract(a: Money, b: Money): Money {
  return money(a.amountMinor - b.amountMinor, sameCurrency(a, b));
}

export function negate(a: Money): Money {
  return money(-a.amountMinor, a.currency);
}

/** The sum of amounts in the same minor unit. Throws RangeError as soon as a partial sum is not a safe integer. */
export function sumMinor(amounts: Iterable<number>): number {
  let sum = 0;
  for (const amount of amounts) sum = checked(sum + checked(amount));
  return sum;
}

/** Minor units in one unit of a currency: 100, or 1 for JPY and KRW. */
export function minorPerUnit(currency: CurrencyCode): 1 | 100 {
  return exponentOf(currency) === 0 ? 1 : 100;
}

/** Whole units as minor units: 250 EUR is 25 000, 250 JPY is 250. Throws RangeError outside the safe integers. */
export function unitsToMinor(units: number, currency: CurrencyCode): number {
  return checked(units * minorPerUnit(currency));
}

/**
 * The amount as an exact decimal string with a point: 123456 EUR is "1234.56", -5 EUR is "-0.05", 12 JPY is "12".
 * @param amountMinor a safe integer, or a bigint for a sum that may be beyond the safe integers.
 */
export function minorToDecimalString(amountMinor: number | bigint, currency: CurrencyCode): string {
  const exponent = exponentOf(currency);
  const exact = BigInt(typeof amountMinor === 'number' ? checked(amountMinor) : amountMinor);
  const digits = String(exact < 0n ? -exact : exact).padStart(exponent + 1, '0');
  const sign = amountMinor < 0 ? '-' : '';
  if (exponent === 0) return sign + digits;
  return `${sign}${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`;
}
