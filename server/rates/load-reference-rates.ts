import { COUNTRIES } from '#domain/money/currencies.ts';
import { RATE_SOURCES } from '#domain/rates/rate.ts';
import type { Db } from '../db/database.ts';
import { currencyRates } from '../db/schema/index.ts';
import { REFERENCE_DAY, REFERENCE_RATES } from './reference-rates.ts';

/**
 * Fills `currency_rates` with a row for every country of the 24 currencies that has none yet. Rates that an administrator has since
 * changed are left alone.
 */
export async function loadReferenceRates(db: Db): Promise<void> {
  const names = new Intl.DisplayNames('fr', { type: 'region' });
  await db
    .insert(currencyRates)
    .values(
      COUNTRIES.map(({ countryCode, currencyCode }) => ({
        countryCode,
        countryName: names.of(countryCode) ?? countryCode,
        currencyCode,
        eurToLocalRate: REFERENCE_RATES[currencyCode],
        asOf: REFERENCE_DAY,
        source: RATE_SOURCES.start,
      })),
    )
    .onConflictDoNothing();
}
