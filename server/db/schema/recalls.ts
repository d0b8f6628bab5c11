import { sql } from 'drizzle-orm';
import { check, date, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { RECALL_ANSWERS, RECALL_KINDS, RECALL_REASONS } from '#domain/withdrawals/recalls.ts';
import { clientAccounts, transactions } from './accounts.ts';
import { idColumn, minor, moment } from './columns.ts';
import { withdrawalRequests } from './requests.ts';

/**
 * Demands for money that has arrived: of a client of ours for a transfer that they sent (PAY-41), and of another bank for a transfer that our
 * client received (PAY-42). A demand moves no money by itself.
 */
export const transferRecalls = pgTable(
  'transfer_recalls',
  {
    id: idColumn(),
    kind: text('kind', { enum: RECALL_KINDS }).notNull(),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id, { onDelete: 'cascade' }),
    /** Of ours: the transfer that is recalled. Of another bank's: the transfer that gives the money back, once our client agrees. */
    withdrawalId: uuid('withdrawal_id').references(() => withdrawalRequests.id, { onDelete: 'cascade' }),
    /** Of another bank's: what our client received. */
    transactionId: uuid('transaction_id').references(() => transactions.id, { onDelete: 'cascade' }),
    amount: minor('amount').notNull(),
    currency: text('currency').notNull(),
    reason: text('reason', { enum: RECALL_REASONS }).notNull(),
    /** Of another bank's: who paid, and the IBAN that the money goes back to. */
    payerName: text('payer_name'),
    payerIban: text('payer_iban'),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    /** Of another bank's: until when our client may answer; silence is no. */
    answerBy: date('answer_by', { mode: 'string' }),
    /** Of ours: the day on which our bank was asked. */
    bankAskedOn: date('bank_asked_on', { mode: 'string' }),
    /** What the payee's bank answered, or our client; null while nobody has. */
    answer: text('answer', { enum: RECALL_ANSWERS }),
    answeredOn: date('answered_on', { mode: 'string' }),
    answeredBy: uuid('answered_by'),
    /** Of ours that was refused or not answered: the information against the payee that our client asked for, and what they were told. */
    informationAskedAt: moment('information_asked_at'),
    information: text('information'),
    informationAt: moment('information_at'),
  },
  (table) => [
    index('transfer_recalls_account').on(table.clientAccountId, table.createdAt),
    index('transfer_recalls_newest').on(table.createdAt, table.id),
    // One demand for one transfer, and one for one receipt.
    uniqueIndex('transfer_recalls_transfer').on(table.withdrawalId).where(sql`withdrawal_id is not null`),
    uniqueIndex('transfer_recalls_receipt').on(table.transactionId).where(sql`transaction_id is not null`),
    check(
      'transfer_recalls_values',
      sql`amount > 0 and (kind = 'sent') = (transaction_id is null) and (kind = 'received') = (answer_by is not null)
        and (kind = 'received' or withdrawal_id is not null) and (answer is null) = (answered_on is null)`,
    ),
  ],
);
