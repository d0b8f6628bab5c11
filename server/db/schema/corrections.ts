import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { DISPUTE_STATES, LOSS_MOTIVES } from '#domain/corrections/dispute.ts';
import { CLAIM_LOSS_MOTIVES } from '#domain/corrections/receipt.ts';
import { clientAccounts, transactions } from './accounts.ts';
import { idColumn, minor, moment } from './columns.ts';
import { bankLines } from './statements.ts';

/**
 * Receipts that were taken back from a client who got them by mistake (PAY-53, PAY-54). What they had spent is a receivable: it is claimed
 * without fee or interest, and collected only when they say so, or given up by the house. Amounts are minor units of `currency`.
 */
export const receiptCorrections = pgTable(
  'receipt_corrections',
  {
    id: idColumn(),
    /** The posting by which they got it: taken back once at most. */
    postingId: uuid('posting_id').notNull().unique(),
    /** Our bank's line, which waits again; null for what was entered by hand. */
    lineId: uuid('line_id').references(() => bankLines.id),
    clientAccountId: uuid('client_account_id').references(() => clientAccounts.id, { onDelete: 'set null' }),
    currency: text('currency').notNull(),
    amount: minor('amount').notNull(),
    /** What they had spent of it, and what they gave back of that. */
    receivable: minor('receivable').notNull(),
    collected: minor('collected').notNull().default(0),
    reason: text('reason').notNull(),
    /** Who got it instead, in the same act; null while it waits. */
    rightAccountId: uuid('right_account_id').references(() => clientAccounts.id, { onDelete: 'set null' }),
    ledgerTransactionId: uuid('ledger_transaction_id').notNull(),
    madeBy: uuid('made_by').notNull(),
    madeAt: moment('made_at').notNull(),
    /** The posting by which the house gave up what was left, why, when and by whom; null while it is claimed. */
    lossTransactionId: uuid('loss_transaction_id').unique(),
    lossMotive: text('loss_motive', { enum: CLAIM_LOSS_MOTIVES }),
    lostBy: uuid('lost_by'),
    lostAt: moment('lost_at'),
  },
  (table) => [
    index('receipt_corrections_client').on(table.clientAccountId),
    index('receipt_corrections_claimed')
      .on(sql`(lost_at is not null)`, table.madeAt, table.id)
      .where(sql`collected < receivable`),
    check(
      'receipt_corrections_values',
      sql`amount > 0 and receivable between 0 and amount and collected between 0 and receivable
        and (lost_at is null or collected < receivable) and (lost_at is not null) = (loss_transaction_id is not null)
        and (lost_at is not null) = (loss_motive is not null) and (lost_at is not null) = (lost_by is not null)`,
    ),
  ],
);

/** Movements that a client says they did not authorise (PAY-55), each once. */
export const transactionDisputes = pgTable(
  'transaction_disputes',
  {
    id: idColumn(),
    transactionId: uuid('transaction_id')
      .notNull()
      .unique()
      .references(() => transactions.id, { onDelete: 'cascade' }),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id, { onDelete: 'cascade' }),
    /** What left the account, above zero, in minor units of the account's currency. */
    amount: minor('amount').notNull(),
    /** What the client says of it. */
    statement: text('statement'),
    openedAt: moment('opened_at').notNull(),
    /** The last day of the refund. */
    refundBy: date('refund_by', { mode: 'string' }).notNull(),
    state: text('state', { enum: DISPUTE_STATES }).notNull().default('open'),
    decidedBy: uuid('decided_by'),
    decidedAt: moment('decided_at'),
    /** Why there was no refund. The house keeps it. */
    note: text('note'),
    /** The posting of the refund. */
    ledgerTransactionId: uuid('ledger_transaction_id'),
    /** The posting by which the house bears it, why, when and by whom; null while the refund is provisional. */
    lossTransactionId: uuid('loss_transaction_id').unique(),
    lossMotive: text('loss_motive', { enum: LOSS_MOTIVES }),
    borneBy: uuid('borne_by'),
    borneAt: moment('borne_at'),
  },
  (table) => [
    index('transaction_disputes_client').on(table.clientAccountId),
    index('transaction_disputes_open').on(table.refundBy, table.id).where(sql`state = 'open'`),
    index('transaction_disputes_newest').on(table.openedAt, table.id),
    check(
      'transaction_disputes_values',
      sql`amount > 0 and (state in ('refunded', 'borne')) = (ledger_transaction_id is not null) and (state = 'suspected') = (note is not null)
        and (state = 'open') = (decided_at is null) and (state = 'borne') = (loss_transaction_id is not null)
        and (state = 'borne') = (loss_motive is not null) and (state = 'borne') = (borne_at is not null)`,
    ),
  ],
);
