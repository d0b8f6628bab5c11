import { Refusal } from '#domain/errors.ts';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { RATE_SOURCES, type RateInput, requireAcceptedChanges, shortRate } from '#domain/rates/rate.ts';
import { legalDay } from '#domain/time/days.ts';
import { audit } from '../audit/audit.ts';
import { announce } from '../notifications/live.ts';
import { parameterOn } from '../parameters/parameters-on.ts';
import type { Work } from '../work/work.ts';
import { lockRates, type RateInUse, setRate } from './queries.ts';

/** Somewhere on earth it is already tomorrow: a rate may be of that day, and of none after. */
const LATEST_DAY_AHEAD_MS = 14 * 3_600_000;

/** Says whether a day has begun somewhere. */
export function dayHasCome(now: Date, day: string): boolean {
  return day <= new Date(now.getTime() + LATEST_DAY_AHEAD_MS).toISOString().slice(0, 10);
}

/**
 * Changes what one euro buys in a currency, in all countries that use it. What was converted before keeps the rate it was converted at.
 * @param input `acceptsChangeFrom` is the last rate as the administrator saw it, where the new one is known to be far from it.
 * @throws Refusal `request.invalid` for a day that has not begun; `rate.unknown` when no country uses the currency; `rate.change-too-large`
 * for a rate far from the last one that was not accepted as such.
 */
export async function changeRate(
  work: Work,
  currency: CurrencyCode,
  input: RateInput & { readonly acceptsChangeFrom?: string },
): Promise<RateInUse> {
  if (!dayHasCome(work.now, input.asOf))
    throw new Refusal('request.invalid', {}, [{ field: 'asOf', message: 'validation.dayInFuture' }]);
  const before = (await lockRates(work.tx)).get(currency);
  if (!before) throw new Refusal('rate.unknown', { currency });
  const after = { currency, eurRate: shortRate(input.rate), asOf: input.asOf, source: RATE_SOURCES.typed };
  requireAcceptedChanges(
    [{ currency, before: before.eurRate, after: after.eurRate }],
    await parameterOn(work.tx, legalDay(work.now), 'rates.change-factor'),
    { [currency]: input.acceptsChangeFrom },
  );
  await setRate(work, after);
  audit(work, {
    operation: 'rates.change',
    clientAccountId: null,
    subjectId: null,
    before: { currencyCode: currency, eurRate: before.eurRate, asOf: before.asOf, source: before.source },
    after: { currencyCode: currency, eurRate: after.eurRate, asOf: after.asOf, source: after.source },
  });
  await announce(work, { staff: true }, ['rates']);
  return after;
}
