import { asc, eq, type SQL, sql } from 'drizzle-orm';
import type { CurrencyCode } from '#domain/money/currencies.ts';
import { RATE_BOUNDS, shortRate } from '#domain/rates/rate.ts';
import { type Db, rowsOf } from '../db/database.ts';
import { inTurn } from '../db/in-turn.ts';
import { currencyRates } from '../db/schema/index.ts';
import type { Work } from '../work/work.ts';

/** All countries with their currency and rate, in order of their code. */
export function allRates(db: Db) {
  return db.select().from(currencyRates).orderBy(asc(currencyRates.countryCode));
}

/** One country's row, or null. */
export async function rateOfCountry(db: Db, countryCode: string) {
  const [row] = await db.select().from(currencyRates).where(eq(currencyRates.countryCode, countryCode));
  return row ?? null;
}

/** What one euro buys in a currency, as a column of another table's statement: `1` for EUR, null when no country uses the currency. */
export const eurRateColumn = (currency: SQL): SQL => sql`(case when ${currency} = 'EUR' then '1' else
  (select r.eur_to_local_rate::text from currency_rates r where r.currency_code = ${currency} order by r.country_code limit 1) end)`;

/** What one euro buys in the currency, as an exact decimal; `1` for EUR, null when no country uses it. */
export async function rateOfCurrency(db: Db, currency: CurrencyCode): Promise<string | null> {
  if (currency === 'EUR') return '1';
  const [row] = await db
    .select({ rate: currencyRates.eurToLocalRate })
    .from(currencyRates)
    .where(eq(currencyRates.currencyCode, currency))
    .orderBy(asc(currencyRates.countryCode))
    .limit(1);
  return row?.rate ?? null;
}

/**
 * The rate of each currency in use, for lists that show an amount in euro beside its own; none for one that is out of bounds. One row: as many as there are currencies took longer
 * to read than the clients of a page.
 */
export const ratesByCurrency = inTurn(async (db): Promise<ReadonlyMap<string, string>> => {
  const rows = await rowsOf<{ rates: Readonly<Record<string, string>> | null }>(
    db,
    sql`select jsonb_object_agg(currency_code, eur_to_local_rate::text) as rates from currency_rates
      where eur_to_local_rate between ${RATE_BOUNDS.min}::numeric and ${RATE_BOUNDS.max}::numeric`,
  );
  return new Map([...Object.entries(rows[0]?.rates ?? {}), ['EUR', '1']]);
});

/** The day of each currency's rate, YYYY-MM-DD. The euro, whose rate is one, has none. */
export const rateDays = inTurn(async (db): Promise<ReadonlyMap<string, string>> => {
  const rows = await rowsOf<{ days: Readonly<Record<string, string>> | null }>(
    db,
    sql`select jsonb_object_agg(currency_code, as_of) filter (where currency_code <> 'EUR') as days from currency_rates`,
  );
  return new Map(Object.entries(rows[0]?.days ?? {}));
});

/** What one euro buys in a currency, with the day of the rate and where it comes from. */
export interface RateInUse {
  readonly currency: CurrencyCode;
  readonly eurRate: string;
  readonly asOf: string;
  readonly source: string;
}

/** Each currency in use with its rate. A currency has one rate in all of its countries. */
export async function ratesInUse(db: Db): Promise<RateInUse[]> {
  const rows = await db
    .selectDistinctOn([currencyRates.currencyCode], {
      currency: currencyRates.currencyCode,
      eurRate: currencyRates.eurToLocalRate,
      asOf: currencyRates.asOf,
      source: currencyRates.source,
    })
    .from(currencyRates)
    .orderBy(asc(currencyRates.currencyCode), asc(currencyRates.countryCode));
  return rows.map((row) => ({
    ...row,
    currency: row.currency as CurrencyCode,
    eurRate: shortRate(row.eurRate),
  }));
}

/** The same, locked until the transaction ends: of two who change rates the second sees what the first did. */
export async function lockRates(tx: Db): Promise<ReadonlyMap<CurrencyCode, RateInUse>> {
  await tx
    .select({ countryCode: currencyRates.countryCode })
    .from(currencyRates)
    .orderBy(asc(currencyRates.countryCode))
    .for('update');
  return new Map((await ratesInUse(tx)).map((rate) => [rate.currency, rate]));
}

/** So long changes that one person makes alone are measured together, in hours. */
const MEASURED_HOURS = 24;

const measuredAfter = (now: Date) =>
  sql`${now.toISOString()}::timestamptz - make_interval(hours => ${MEASURED_HOURS})`;

/**
 * Sets the rate of a currency in all countries that use it. What was there before a day's changes is kept, so that steps are measured together (FOUR-22);
 * what others approved begins a new measure.
 */
export async function setRate({ tx, now, proposal }: Work, rate: RateInUse): Promise<void> {
  const { measuredFrom, measuredSince, eurToLocalRate } = currencyRates;
  const goesOn = sql`${measuredSince} > ${measuredAfter(now)}`;
  await tx
    .update(currencyRates)
    .set({
      eurToLocalRate: rate.eurRate,
      asOf: rate.asOf,
      source: rate.source,
      ...(proposal === null
        ? {
            measuredFrom: sql`case when ${goesOn} then ${measuredFrom} else ${eurToLocalRate} end`,
            measuredSince: sql`case when ${goesOn} then ${measuredSince} else ${now.toISOString()}::timestamptz end`,
          }
        : { measuredFrom: null, measuredSince: null }),
    })
    .where(eq(currencyRates.currencyCode, rate.currency));
}

/** The rates from which changes of today are measured, of the currencies that were changed within a day by one person alone. */
export async function measuredRates(tx: Db, now: Date): Promise<ReadonlyMap<CurrencyCode, string>> {
  const rows = await rowsOf<{ currency: CurrencyCode; rate: string }>(
    tx,
    sql`select distinct currency_code as currency, measured_from::text as rate from currency_rates
      where measured_from is not null and measured_since > ${measuredAfter(now)}`,
  );
  return new Map(rows.map(({ currency, rate }) => [currency, rate]));
}
