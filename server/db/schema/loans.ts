import { sql } from 'drizzle-orm';
import {
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { LOAN_PATHS } from '#domain/loans/phases.ts';
import { PRODUCT_IDS } from '#domain/loans/products.ts';
import { clientAccounts } from './accounts.ts';
import { minor, moment } from './columns.ts';
import { ledgerTransactions } from './ledger.ts';
import { loanRequests } from './requests.ts';

/** What was granted: one row for each request that became a loan, under the same id. Its phase is the request's. Amounts are in `currency`. */
export const loans = pgTable(
  'loans',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => loanRequests.id, { onDelete: 'cascade' }),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id),
    /** Written at the decision and never changed (LC-1). */
    path: text('path', { enum: LOAN_PATHS }).notNull(),
    principal: minor('principal').notNull(),
    currency: text('currency').notNull(),
    annualRateBps: integer('annual_rate_bps').notNull(),
    durationMonths: integer('duration_months').notNull(),
    product: text('product', { enum: PRODUCT_IDS }),
    /** The day J of the acceptance, from which the legal periods run (LC-10): of a direct loan the day of its approval (LC-2). */
    acceptedOn: date('accepted_on', { mode: 'string' }),
    paidOutAt: moment('paid_out_at'),
    firstDueOn: date('first_due_on', { mode: 'string' }),
    ledgerTransactionId: uuid('ledger_transaction_id').references(() => ledgerTransactions.id),
  },
  (table) => [
    index('loans_account').on(table.clientAccountId),
    unique('loans_one_payout').on(table.ledgerTransactionId),
    check('loans_path', sql`path in ('contract', 'direct')`),
    check('loans_terms', sql`principal > 0 and annual_rate_bps >= 0 and duration_months between 1 and 120`),
    check(
      'loans_paid_out_whole',
      sql`num_nonnulls(paid_out_at, first_due_on, ledger_transaction_id) in (0, 3) and (paid_out_at is null or accepted_on is not null)`,
    ),
  ],
);

/** The versions of a loan's schedule. The last one runs; an earlier one is kept as it was (LC-62). */
export const loanSchedules = pgTable(
  'loan_schedules',
  {
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    /** From 1. */
    version: integer('version').notNull(),
    reason: text('reason', { enum: ['payout'] }).notNull(),
    madeAt: moment('made_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.loanId, table.version] }),
    check('loan_schedules_version', sql`version >= 1`),
    check('loan_schedules_reason', sql`reason in ('payout')`),
  ],
);

/** The instalments of a version, in the currency of the loan. Their capital sums to the loan (server/db/loans.sql). */
export const loanInstalments = pgTable(
  'loan_instalments',
  {
    loanId: uuid('loan_id').notNull(),
    version: integer('version').notNull(),
    /** From 1. */
    number: integer('number').notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    capital: minor('capital').notNull(),
    interest: minor('interest').notNull(),
    /** Capital and interest together. */
    amount: minor('amount').notNull(),
    /** Capital still owed after this instalment. */
    balanceAfter: minor('balance_after').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.loanId, table.version, table.number] }),
    foreignKey({
      name: 'loan_instalments_schedule',
      columns: [table.loanId, table.version],
      foreignColumns: [loanSchedules.loanId, loanSchedules.version],
    }).onDelete('cascade'),
    check(
      'loan_instalments_amounts',
      sql`number >= 1 and capital >= 0 and interest >= 0 and balance_after >= 0 and amount = capital + interest`,
    ),
  ],
);
