import { bigint, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, minor, moment } from './columns.ts';

/**
 * The books. Only the function `ledger_post` (migration 0001) writes them: it locks the accounts in order of id, keeps the balance
 * with each entry, and the database refuses any update or delete of entries and any transaction that does not sum to zero.
 */
export const ledgerAccounts = pgTable('ledger_accounts', {
  id: idColumn(),
  /** `house:<code>:<currency>` or `client:<id>`. */
  code: text('code').notNull().unique(),
  kind: text('kind', { enum: ['house', 'client'] }).notNull(),
  currency: text('currency').notNull(),
  balance: minor('balance').notNull().default(0),
  /** Number of the last entry: gapless, so that a missing entry shows. */
  sequence: bigint('sequence', { mode: 'number' }).notNull().default(0),
  /** The balance may not fall below; null for the house. */
  floor: minor('floor'),
});

export const ledgerTransactions = pgTable('ledger_transactions', {
  id: idColumn(),
  event: text('event').notNull(),
  /** What caused it: the id of the loan request, withdrawal, fee or account concerned. */
  causeId: uuid('cause_id').notNull(),
  /** Who: a user's id. No foreign key, because entries outlive people. */
  authorId: uuid('author_id').notNull(),
  occurredAt: moment('occurred_at').notNull(),
});

export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => ledgerAccounts.id),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    transactionId: uuid('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id),
    amount: minor('amount').notNull(),
    currency: text('currency').notNull(),
    balanceAfter: minor('balance_after').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.sequence] }),
    index('ledger_entries_transaction').on(table.transactionId),
  ],
);
