import { sql } from 'drizzle-orm';
import { date, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
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

/** Acts of two persons that one has proposed and another approves; an approved one stays. */
export const proposedActs = pgTable(
  'proposed_acts',
  {
    id: idColumn(),
    /** An operation of domain/operations.ts. */
    operation: text('operation').notNull(),
    /** What it is done to. */
    subjectId: uuid('subject_id').notNull(),
    /** What it will do, as it was shown to the first person. */
    input: jsonb('input').$type<Readonly<Record<string, unknown>>>().notNull(),
    proposedBy: uuid('proposed_by').notNull(),
    proposedAt: moment('proposed_at').notNull(),
    approvedBy: uuid('approved_by'),
    approvedAt: moment('approved_at'),
  },
  (table) => [
    uniqueIndex('proposed_acts_open').on(table.operation, table.subjectId).where(sql`approved_at is null`),
  ],
);
