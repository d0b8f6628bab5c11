import { sql } from 'drizzle-orm';
import { date, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, minor, moment } from './columns.ts';

/**
 * The house's own accounts at banks (PAY-19). People enter what happens on one whose source is `manual`; once it is kept by its statements,
 * only their lines touch the ledger account `settlement` of its currency, and there is no way back.
 */
export const bankAccounts = pgTable(
  'bank_accounts',
  {
    id: idColumn(),
    /** Without blanks. A statement that names a RIB means the IBAN that ends with it. */
    iban: text('iban').notNull().unique(),
    bankName: text('bank_name').notNull(),
    currency: text('currency').notNull(),
    source: text('source', { enum: ['manual', 'statements'] })
      .notNull()
      .default('manual'),
    /** The balance with which its statements begin, minor units, above zero for money that we have; null until it is adopted. */
    adoptedBalance: minor('adopted_balance'),
    /** The day of that balance. */
    adoptedOn: date('adopted_on', { mode: 'string' }),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    // Asked at every posting on `settlement` (server/db/ledger.sql).
    index('bank_accounts_by_statements').on(table.currency).where(sql`source = 'statements'`),
  ],
);

/**
 * What people said of a difference between bank and books (PAY-33): postings and payouts go on while it stays exactly that. Rows are never changed;
 * who approved one, its proposal says.
 */
export const reconciliationExplanations = pgTable(
  'reconciliation_explanations',
  {
    id: idColumn(),
    currency: text('currency').notNull(),
    /** What the bank has more than the books, minor units; below zero for less. */
    difference: minor('difference').notNull(),
    note: text('note').notNull(),
    explainedBy: uuid('explained_by').notNull(),
    explainedAt: moment('explained_at').notNull(),
    /** P-<number>; null for an explanation that nobody had to approve. */
    proposal: text('proposal'),
  },
  (table) => [index('reconciliation_explanations_of').on(table.currency, table.difference)],
);
