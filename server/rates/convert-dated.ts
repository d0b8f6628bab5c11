import { Refusal } from '#domain/errors.ts';
import { conversionRate, convert } from '#domain/money/conversion.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import type { Money } from '#domain/money/money.ts';
import type { Db } from '../db/database.ts';
import { rateDays, ratesByCurrency } from './queries.ts';

/** What an account gets for money received in another currency, at which rate and of which day. */
export interface DatedConversion {
  readonly credited: Money;
  readonly rate: string;
  /** The older day, when each of the two currencies has its own; null where none is known. */
  readonly rateAsOf: string | null;
}

/**
 * Converts money received at the dated rates of the house.
 * @throws Refusal `rate.unknown`; `request.invalid` for an amount worth nothing in the currency.
 */
export async function convertDated(
  tx: Db,
  received: Money,
  currency: CurrencyCode,
): Promise<DatedConversion> {
  const [rates, days] = await Promise.all([ratesByCurrency(tx), rateDays(tx)]);
  const rateOf = (of: CurrencyCode) => {
    const rate = rates.get(of);
    if (!rate) throw new Refusal('rate.unknown', { currency: of });
    return rate;
  };
  const pair = { eurRateFrom: rateOf(received.currency), eurRateTo: rateOf(currency) };
  const credited = convert(received, currency, pair);
  // An amount worth less than half a cent would credit nothing.
  if (credited.amountMinor === 0)
    throw new Refusal('request.invalid', {}, [{ field: 'amountMinor', message: 'validation.amount.min' }]);
  const [rateAsOf = null] = [received.currency, currency].flatMap((of) => days.get(of) ?? []).sort();
  return { credited, rate: conversionRate(pair), rateAsOf };
}
