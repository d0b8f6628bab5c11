import { sql } from 'drizzle-orm';
import {
  boolean,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { idColumn, minor, moment } from './columns.ts';
import { withdrawalRequests } from './requests.ts';

/** Withdrawals handed to the house's bank in one SEPA file, and what became of them. */
export const withdrawalBatches = pgTable(
  'withdrawal_batches',
  {
    id: idColumn(),
    /** `MsgId` of the file. */
    messageId: text('message_id').notNull().unique(),
    status: text('status', { enum: ['exported', 'executed', 'cancelled'] }).notNull(),
    withdrawalCount: integer('withdrawal_count').notNull(),
    /** Euro cents. */
    total: minor('total').notNull(),
    executionDate: date('execution_date', { mode: 'string' }).notNull(),
    /** The file as it was handed out; null once one of its clients is deleted, because it names them. */
    file: text('file'),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    closedBy: uuid('closed_by'),
    closedAt: moment('closed_at'),
  },
  (table) => [index('withdrawal_batches_newest').on(table.createdAt, table.id)],
);

export const withdrawalBatchLines = pgTable(
  'withdrawal_batch_lines',
  {
    batchId: uuid('batch_id')
      .notNull()
      .references(() => withdrawalBatches.id),
    withdrawalId: uuid('withdrawal_id')
      .notNull()
      .references(() => withdrawalRequests.id, { onDelete: 'cascade' }),
    /** Whether the batch was cancelled, so that the withdrawal may stand in another. */
    isReleased: boolean('is_released').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.batchId, table.withdrawalId] }),
    // A withdrawal stands in one file at a time: two would pay it twice.
    uniqueIndex('withdrawal_batch_lines_once').on(table.withdrawalId).where(sql`not is_released`),
  ],
);
