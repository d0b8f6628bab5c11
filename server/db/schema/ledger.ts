import { sql } from 'drizzle-orm';
import {
  bigint,
  date,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { AccountHolder, ChartCode } from '#domain/ledger/chart-of-accounts.ts';
import type { LedgerDocument } from '#domain/ledger/document.ts';
import type { LedgerEvent } from '#domain/ledger/events.ts';
import { idColumn, minor, moment } from './columns.ts';

/**
 * The books. Only the function `ledger_post_all` (server/db/ledger.sql) writes them: it locks the accounts in order of id, keeps the balance
 * with each entry, and the database refuses any update or delete of entries and any transaction that does not sum to zero.
 *
 * An account is a code of the chart, its holder and a currency (domain/ledger/chart-of-accounts.ts). What the house holds of a code stands in
 * several accounts, one for each stripe: postings at the same moment write to different ones, and their sum is what the house holds
 * (decision 0028).
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    id: idColumn(),
    chartCode: text('chart_code').$type<ChartCode>().notNull(),
    holderKind: text('holder_kind').$type<AccountHolder>().notNull(),
    /**
     * The client's account or the loan; the nil UUID for the house. Outlives its holder. An account whose client was gone before this column
     * existed holds itself.
     */
    holderId: uuid('holder_id').notNull(),
    currency: text('currency').notNull(),
    /** From 0 for the house; 0 for everybody else. */
    stripe: smallint('stripe').notNull().default(0),
    balance: minor('balance').notNull().default(0),
    /** Number of the last entry: gapless, so that a missing entry shows. */
    sequence: bigint('sequence', { mode: 'number' }).notNull().default(0),
    /** The balance may not fall below; null for the house and for loans. */
    floor: minor('floor'),
  },
  (table) => [
    unique('ledger_accounts_one').on(
      table.holderId,
      table.chartCode,
      table.currency,
      table.holderKind,
      table.stripe,
    ),
  ],
);

export const ledgerTransactions = pgTable(
  'ledger_transactions',
  {
    id: idColumn(),
    event: text('event').$type<LedgerEvent>().notNull(),
    /** What caused it: the id of the loan request, withdrawal, fee or account concerned. */
    causeId: uuid('cause_id').notNull(),
    /** Who: a user's id. No foreign key, because entries outlive people. */
    authorId: uuid('author_id').notNull(),
    occurredAt: moment('occurred_at').notNull(),
    /** The day in the house's legal time on which it was written: its period (PAY-9). */
    bookingDay: date('booking_day', { mode: 'string' }).notNull(),
    /** The day from which the money counts (PAY-9). */
    valueDay: date('value_day', { mode: 'string' }).notNull(),
    /** The transaction whose entries this one negates. Once at most; the database compares the two. */
    reverses: uuid('reverses'),
    /** What it rests on (PAY-65). */
    document: jsonb('document').$type<LedgerDocument>(),
    /** The second person of an act of two; no foreign key, like the author. */
    approvedBy: uuid('approved_by'),
  },
  (table) => [
    uniqueIndex('ledger_transactions_reverses').on(table.reverses).where(sql`reverses is not null`),
  ],
);

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
  (table) => [
    primaryKey({ columns: [table.accountId, table.sequence] }),
    // The entries of a transaction. Ids come in order of time, so a block index finds them and costs next to nothing to write.
    index('ledger_entries_transaction').using('brin', table.transactionId),
  ],
);

/**
 * What the accounts of each code were credited and debited, summed as it is posted, so that a code's total and the dashboard read as many
 * rows however much was ever posted. A period is a booking day, or `-infinity` for everything since the beginning: credit less debit of
 * that one is the code's total.
 */
export const ledgerTotals = pgTable(
  'ledger_totals',
  {
    period: date('period', { mode: 'string' }).notNull(),
    chartCode: text('chart_code').$type<ChartCode>().notNull(),
    currency: text('currency').notNull(),
    event: text('event').$type<LedgerEvent>().notNull(),
    /** Several rows of one sum, so that postings at the same moment seldom wait for each other. */
    stripe: smallint('stripe').notNull(),
    credit: minor('credit').notNull(),
    debit: minor('debit').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.period, table.chartCode, table.currency, table.event, table.stripe] }),
  ],
);
