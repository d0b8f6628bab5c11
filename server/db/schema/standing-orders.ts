import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { STANDING_FAILURES } from '#domain/standing-orders/attempts.ts';
import { FREQUENCIES } from '#domain/standing-orders/schedule.ts';
import { END_REASONS, STORED_STATES, SUSPENSION_REASONS } from '#domain/standing-orders/standing-order.ts';
import { clientAccounts } from './accounts.ts';
import { idColumn, minor, moment } from './columns.ts';
import type { PayeeAddress } from './payees.ts';
import { withdrawalRequests } from './requests.ts';

/** A programmed transfer (PAY-44): once on a later day, or again and again. Nothing is held until it is made. */
export const standingOrders = pgTable(
  'standing_orders',
  {
    id: idColumn(),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id, { onDelete: 'cascade' }),
    amount: minor('amount').notNull(),
    currency: text('currency').notNull(),
    iban: text('iban').notNull(),
    ibanValid: boolean('iban_valid').notNull(),
    bankName: text('bank_name').notNull(),
    recipientName: text('recipient_name').notNull(),
    isOwnAccount: boolean('is_own_account').notNull(),
    recipientAddress: jsonb('recipient_address').$type<PayeeAddress>(),
    /** The check of the name that the order was made or changed with (PAY-12). */
    payeeCheckId: uuid('payee_check_id'),
    /** Whether its transfers are instant ones (PAY-43). */
    isInstant: boolean('is_instant').notNull().default(false),
    frequency: text('frequency', { enum: FREQUENCIES }).notNull(),
    firstDay: date('first_day', { mode: 'string' }).notNull(),
    dayOfMonth: integer('day_of_month'),
    lastDay: date('last_day', { mode: 'string' }),
    times: integer('times'),
    state: text('state', { enum: STORED_STATES }).notNull(),
    suspensionReason: text('suspension_reason', { enum: SUSPENSION_REASONS }),
    endReason: text('end_reason', { enum: END_REASONS }),
    pauseFrom: date('pause_from', { mode: 'string' }),
    pauseUntil: date('pause_until', { mode: 'string' }),
    /** The index of the next nominal day, counted from the first, and how many had their turn. */
    nextIndex: integer('next_index').notNull(),
    counted: integer('counted').notNull(),
    /** The next transfer; null while none is planned. */
    nextNominalDay: date('next_nominal_day', { mode: 'string' }),
    nextExecutionDay: date('next_execution_day', { mode: 'string' }),
    /** How often the next transfer was tried, and when it is tried again. */
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at'),
    failuresInRow: integer('failures_in_row').notNull().default(0),
    /** The execution day that was announced last, and whether the end was (PAY-49). */
    announcedFor: date('announced_for', { mode: 'string' }),
    /** The day of the last transfer; null without an end. */
    endsOn: date('ends_on', { mode: 'string' }),
    isEndAnnounced: boolean('is_end_announced').notNull().default(false),
    createdAt: moment('created_at').notNull(),
    changedAt: moment('changed_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('standing_orders_account').on(table.clientAccountId, table.createdAt),
    index('standing_orders_due').on(table.nextAttemptAt).where(sql`next_attempt_at is not null`),
    index('standing_orders_next').on(table.nextExecutionDay).where(sql`next_execution_day is not null`),
    index('standing_orders_ending').on(table.endsOn).where(sql`state = 'active' and not is_end_announced`),
    check('standing_orders_amount', sql`amount > 0`),
    check(
      'standing_orders_schedule',
      sql`(day_of_month is null or day_of_month between 1 and 31) and (times is null or times between 1 and 999)
        and (times is null or last_day is null) and (frequency <> 'once' or (times is null and last_day is null))`,
    ),
    check(
      'standing_orders_next_whole',
      sql`num_nonnulls(next_nominal_day, next_execution_day, next_attempt_at) in (0, 3)
        and (state = 'active' or next_attempt_at is null) and next_execution_day >= next_nominal_day`,
    ),
    check(
      'standing_orders_state',
      sql`(state = 'ended') = (ended_at is not null) and (state = 'ended') = (end_reason is not null)
        and (state = 'suspended') = (suspension_reason is not null)
        and (pause_until is null or pause_until >= pause_from)`,
    ),
  ],
);

/** What became of each nominal day: at most one transfer for each (PAY-48). */
export const standingOrderRuns = pgTable(
  'standing_order_runs',
  {
    standingOrderId: uuid('standing_order_id')
      .notNull()
      .references(() => standingOrders.id, { onDelete: 'cascade' }),
    nominalDay: date('nominal_day', { mode: 'string' }).notNull(),
    executionDay: date('execution_day', { mode: 'string' }).notNull(),
    attempts: integer('attempts').notNull(),
    /** Why it was not made; null when it was. */
    failure: text('failure', { enum: STANDING_FAILURES }),
    withdrawalId: uuid('withdrawal_id').references(() => withdrawalRequests.id, { onDelete: 'cascade' }),
    endedAt: moment('ended_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.standingOrderId, table.nominalDay] }),
    uniqueIndex('standing_order_runs_withdrawal').on(table.withdrawalId),
    check('standing_order_runs_result', sql`(failure is null) = (withdrawal_id is not null)`),
  ],
);
