import { sql } from 'drizzle-orm';
import { COUNTRIES } from '#domain/money/currencies.ts';
import { RATE_SOURCES } from '#domain/rates/rate.ts';
import type { Db } from '../db/database.ts';
import { REFERENCE_DAY, REFERENCE_RATES } from './reference-rates.ts';

const names = new Intl.DisplayNames('fr', { type: 'region' });

/** One text: a start builds no statement of a thousand parameters. */
const RATES = JSON.stringify(
  COUNTRIES.map(({ countryCode, currencyCode }) => ({
    countryCode,
    countryName: names.of(countryCode) ?? countryCode,
    currencyCode,
    eurToLocalRate: REFERENCE_RATES[currencyCode],
  })),
);

/**
 * Fills `currency_rates` with a row for every country of the 24 currencies that has none yet. Rates that an administrator has since
 * changed are left alone.
 */
export async function loadReferenceRates(db: Db): Promise<void> {
  await db.execute(
    sql`insert into currency_rates (country_code, country_name, currency_code, eur_to_local_rate, as_of, source)
      select n."countryCode", n."countryName", n."currencyCode", n."eurToLocalRate", ${REFERENCE_DAY}::date, ${RATE_SOURCES.start}::text
      from json_to_recordset(${RATES}::json)
        as n("countryCode" text, "countryName" text, "currencyCode" text, "eurToLocalRate" numeric)
      on conflict do nothing`,
  );
}
