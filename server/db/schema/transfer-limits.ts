import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, uuid } from 'drizzle-orm/pg-core';
import { clientAccounts } from './accounts.ts';
import { minor, moment } from './columns.ts';

/**
 * What a client lets out of the account at most (PAY-56), in its currency; null is no limit of their own. A raise waits beside it (PAY-58):
 * its three amounts, when it was asked for, and for how many hours it waits.
 */
export const transferLimits = pgTable(
  'transfer_limits',
  {
    clientAccountId: uuid('client_account_id')
      .primaryKey()
      .references(() => clientAccounts.id, { onDelete: 'cascade' }),
    operation: minor('operation'),
    day: minor('day'),
    thirtyDays: minor('thirty_days'),
    raisedOperation: minor('raised_operation'),
    raisedDay: minor('raised_day'),
    raisedThirtyDays: minor('raised_thirty_days'),
    raiseAskedAt: moment('raise_asked_at'),
    raiseDelayHours: integer('raise_delay_hours'),
    /** What an instant transfer, and those of a day, are at most beside the limits of every transfer (PAY-43). They wait for nothing. */
    instantOperation: minor('instant_operation'),
    instantDay: minor('instant_day'),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [
    index('transfer_limits_raised').on(table.raiseAskedAt).where(sql`raise_asked_at is not null`),
    check('transfer_limits_amounts', sql`operation > 0 and day > 0 and thirty_days > 0`),
    check('transfer_limits_instant', sql`instant_operation > 0 and instant_day > 0`),
    check(
      'transfer_limits_raise',
      sql`num_nonnulls(raise_asked_at, raise_delay_hours) in (0, 2)
        and (raise_asked_at is not null or num_nonnulls(raised_operation, raised_day, raised_thirty_days) = 0)
        and raised_operation > 0 and raised_day > 0 and raised_thirty_days > 0`,
    ),
  ],
);
