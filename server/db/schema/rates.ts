import { date, numeric, pgTable, text } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/** Currency of each country and its dated rate: how many local units one euro buys, as an exact decimal. */
export const currencyRates = pgTable('currency_rates', {
  countryCode: text('country_code').primaryKey(),
  countryName: text('country_name').notNull(),
  currencyCode: text('currency_code').notNull(),
  eurToLocalRate: numeric('eur_to_local_rate', { precision: 18, scale: 8 }).notNull(),
  asOf: date('as_of', { mode: 'string' }).notNull(),
  source: text('source').notNull(),
  /** The rate before the changes that one person made alone within a day, and since when it is measured from (FOUR-22). Null: from the last one. */
  measuredFrom: numeric('measured_from', { precision: 18, scale: 8 }),
  measuredSince: moment('measured_since'),
});
