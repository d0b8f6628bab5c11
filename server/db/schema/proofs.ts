import { sql } from 'drizzle-orm';
import { boolean, check, date, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import type { ProofResult } from '#domain/statements/daily-proof.ts';
import { idColumn, moment } from './columns.ts';

/**
 * The proofs of a day (ACC-36): a row for each currency and run, written once and kept for ever. The last of a day counts; those before it show
 * what was found first.
 */
export const dailyProofs = pgTable(
  'daily_proofs',
  {
    id: idColumn(),
    day: date('day', { mode: 'string' }).notNull(),
    currency: text('currency').notNull(),
    /** What was proved, with both sides and what differs. */
    results: jsonb('results').$type<readonly ProofResult[]>().notNull(),
    isFair: boolean('is_fair').notNull(),
    madeAt: moment('made_at').notNull(),
    /** The occurrence of the job that made it: when it was due. */
    dueAt: moment('due_at').notNull(),
  },
  (table) => [
    index('daily_proofs_day').on(table.day, table.currency, table.madeAt),
    check('daily_proofs_values', sql`jsonb_array_length(results) > 0`),
  ],
);
