import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { HoldRule } from '#domain/parameters/hold-rules.ts';
import { HOLD_OUTCOMES } from '#domain/withdrawals/holds.ts';
import { moment } from './columns.ts';
import { withdrawalRequests } from './requests.ts';

/** Why a transfer was held, until when it is answered, and how that ended (PAY-60, PAY-61): one hold for each order at most. */
export const withdrawalHolds = pgTable(
  'withdrawal_holds',
  {
    withdrawalId: uuid('withdrawal_id')
      .primaryKey()
      .references(() => withdrawalRequests.id, { onDelete: 'cascade' }),
    rules: jsonb('rules').$type<readonly HoldRule[]>().notNull(),
    heldAt: moment('held_at').notNull(),
    /** The instant of PAY-8: never longer. */
    decideBy: moment('decide_by').notNull(),
    outcome: text('outcome', { enum: HOLD_OUTCOMES }),
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
  },
  (table) => [
    index('withdrawal_holds_open').on(table.decideBy).where(sql`outcome is null`),
    check('withdrawal_holds_outcome', sql`num_nonnulls(outcome, decided_by, decided_at) in (0, 3)`),
  ],
);
