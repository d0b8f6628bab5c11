import { Refusal } from '../errors.ts';
import type { CurrencyCode } from './currencies.ts';
import { formatMoney } from './format.ts';
import { type Money, money } from './money.ts';

/** The most that an operation may move, in minor units of each currency: dated data (`maximum.*` of `legal_parameters`). */
export type MaximumByCurrency = Readonly<Record<CurrencyCode, number>>;

/**
 * Refuses an amount that is above the maximum of its operation.
 * @param field the field that asked for it.
 * @throws Refusal `request.invalid` beside the field, with the maximum.
 */
export function requireWithinMaximum(amount: Money, maximum: MaximumByCurrency, field: string): void {
  const { currency } = amount;
  const maxMinor = maximum[currency];
  if (amount.amountMinor <= maxMinor) return;
  throw new Refusal('request.invalid', {}, [
    {
      field,
      message: 'validation.amount.maxOf',
      params: { max: formatMoney(money(maxMinor, currency), 'fr'), maxMinor, currency },
    },
  ]);
}
