import { date, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { VERIFICATIONS } from '#domain/parameters/legal-parameters.ts';

/**
 * Dated data: what law, or the house, fixes for a time (LC-8). A row is never changed: another value is another row with a later `from`.
 * Rows come with migrations.
 */
export const legalParameters = pgTable(
  'legal_parameters',
  {
    /** One of `LEGAL_PARAMETERS`, which says what its value looks like. */
    key: text('key').notNull(),
    /** The first day on which the value holds. */
    from: date('from', { mode: 'string' }).notNull(),
    value: jsonb('value').notNull(),
    /** The article, the page or the decision it comes from. */
    source: text('source').notNull(),
    verified: text('verified', { enum: VERIFICATIONS }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.from] })],
);
