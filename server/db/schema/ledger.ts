import { sql } from 'drizzle-orm';
import { bigint, date, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, minor, moment } from './columns.ts';

/**
 * The books. Only the function `ledger_post_all` (server/db/ledger.sql) writes them: it locks the accounts in order of id, keeps the balance
 * with each entry, and the database refuses any update or delete of entries and any transaction that does not sum to zero.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
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
  },
  // The few accounts of the house among all those of clients.
  (table) => [index('ledger_accounts_house').on(table.code).where(sql`kind = 'house'`)],
);

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
    accountId: uuid('account_id').notNull(),
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    transactionId: uuid('transaction_id').notNull(),
    amount: minor('amount').notNull(),
    currency: text('currency').notNull(),
    balanceAfter: minor('balance_after').notNull(),
  },
  // That the account and the transaction exist is looked at once for all rows of a statement (server/db/ledger.sql), not by foreign keys.
  (table) => [primaryKey({ columns: [table.accountId, table.sequence] })],
);

/**
 * What client accounts received and sent, summed as it is posted, so that the dashboard reads as many rows however much was
 * ever posted. A period is a day in the house's time zone, or `-infinity` for everything since the beginning.
 */
export const ledgerTotals = pgTable(
  'ledger_totals',
  {
    period: date('period', { mode: 'string' }).notNull(),
    currency: text('currency').notNull(),
    event: text('event').notNull(),
    /** Several rows of one sum, so that postings at the same moment seldom wait for each other. */
    stripe: smallint('stripe').notNull(),
    received: minor('received').notNull(),
    sent: minor('sent').notNull(),
  },
  (table) => [primaryKey({ columns: [table.period, table.currency, table.event, table.stripe] })],
);
