import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
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
import { FREEZE_KINDS } from '#domain/loans/freezes.ts';
import { LOAN_PATHS } from '#domain/loans/phases.ts';
import { PRODUCT_IDS } from '#domain/loans/products.ts';
import { SCHEDULE_REASONS } from '#domain/loans/schedule-reasons.ts';
import { FIRST_LOAN_NUMBER } from '#domain/statements/references.ts';
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
    /** The number of its payment reference (PAY-27). */
    paymentNumber: bigint('payment_number', { mode: 'number' })
      .notNull()
      .unique()
      .generatedByDefaultAsIdentity({ startWith: FIRST_LOAN_NUMBER }),
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
    /** The TAEG on the dates of its payout, in hundredths of a percent (LC-65); null for one that was paid out before it was kept. */
    payoutTaegBps: integer('payout_taeg_bps'),
    /** Late interest that was paid (LC-76). What is owed follows from the instalments and the days on which they were paid. */
    lateInterestPaid: minor('late_interest_paid').notNull().default(0),
    /** Late interest of instalments that a measure replaced (LC-90): it is still owed, or in what was paid. */
    lateInterestBefore: minor('late_interest_before').notNull().default(0),
    /** The day on which it ended, repaid or otherwise; null while it runs. */
    endedOn: date('ended_on', { mode: 'string' }),
    /** Paid in advance and not applied yet (LC-71): still on the account, which may not use it for anything else. */
    advanceHeld: minor('advance_held').notNull().default(0),
    /**
     * The last day at whose end the accruals of all loans took this one in (LC-101); null for a loan that accrues no interest by the month: not
     * paid out, ended, doubtful.
     */
    accruedOn: date('accrued_on', { mode: 'string' }),
    /** The day on which the whole was demanded (LC-82). */
    acceleratedOn: date('accelerated_on', { mode: 'string' }),
    /** Legal indemnity of missed instalments, or of the acceleration, that is not paid yet (D312-16, D312-17). */
    indemnityOwed: minor('indemnity_owed').notNull().default(0),
    /** Costs that a court has taxed and that are not paid yet (LC-75): only an act of two people adds to them (server/db/recovery.sql). */
    costsOwed: minor('costs_owed').notNull().default(0),
    /** Since when its capital stands among doubtful claims (LC-84). */
    doubtfulOn: date('doubtful_on', { mode: 'string' }),
    writtenOffOn: date('written_off_on', { mode: 'string' }),
    /** The freeze in force and its first day (LC-92, LC-93). */
    frozen: text('frozen', { enum: FREEZE_KINDS }),
    frozenFrom: date('frozen_from', { mode: 'string' }),
    /** Late interest that is not asked for: that of the time of a freeze which was lifted. */
    lateInterestWaived: minor('late_interest_waived').notNull().default(0),
  },
  (table) => [
    index('loans_account').on(table.clientAccountId),
    // The next loans whose interest a month's end has to accrue.
    index('loans_accruing').on(table.accruedOn, table.id).where(sql`accrued_on is not null`),
    check('loans_advance', sql`advance_held >= 0 and late_interest_paid >= 0 and late_interest_before >= 0`),
    // The doubtful loans, which the evening's job looks at.
    index('loans_doubtful').on(table.id).where(sql`doubtful_on is not null`),
    check('loans_recovery', sql`indemnity_owed >= 0 and costs_owed >= 0 and late_interest_waived >= 0`),
    check(
      'loans_frozen',
      sql`frozen in ('overindebtedness', 'death', 'payout-returned') and num_nonnulls(frozen, frozen_from) in (0, 2)`,
    ),
    check('loans_payout_taeg', sql`payout_taeg_bps >= 0`),
    unique('loans_one_payout').on(table.ledgerTransactionId),
    check('loans_path', sql`path in ('contract', 'direct')`),
    check('loans_terms', sql`principal > 0 and annual_rate_bps >= 0 and duration_months between 1 and 120`),
    check(
      'loans_paid_out_whole',
      sql`num_nonnulls(paid_out_at, first_due_on, ledger_transaction_id) in (0, 3) and (paid_out_at is null or accepted_on is not null)`,
    ),
  ],
);

/**
 * The versions of a loan's schedule (LC-62). A version holds the rows from `first_number` on; the rows before it stay in force as they are. An
 * instalment is in force when no later version begins at its number or before: the database marks it as superseded when one does.
 */
export const loanSchedules = pgTable(
  'loan_schedules',
  {
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    /** From 1. */
    version: integer('version').notNull(),
    reason: text('reason', { enum: SCHEDULE_REASONS }).notNull(),
    /** The legal day of its cause: of the first version the payout's. */
    day: date('day', { mode: 'string' }).notNull(),
    madeAt: moment('made_at').notNull(),
    /** The number of its first instalment. */
    firstNumber: integer('first_number').notNull(),
    /** The capital that its instalments repay. */
    openingBalance: minor('opening_balance').notNull(),
    /** The rate of its instalments: the loan's, unless a measure lowered it (LC-89). */
    annualRateBps: integer('annual_rate_bps').notNull(),
    /** The rate that a judge set for its instalments that fall due until a day, both or none (LC-91). */
    reducedRateBps: integer('reduced_rate_bps'),
    reducedUntil: date('reduced_until', { mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.loanId, table.version] }),
    check(
      'loan_schedules_version',
      sql`version >= 1 and first_number >= 1 and (version > 1 or first_number = 1)`,
    ),
    check(
      'loan_schedules_reason',
      sql`reason in ('payout', 'payout-resent', 'early-repayment', 'measure', 'due-day', 'withdrawal', 'acceleration', 'forfeiture', 'freeze-lifted')
        and (version = 1) = (reason = 'payout')`,
    ),
    check(
      'loan_schedules_terms',
      sql`opening_balance > 0 and annual_rate_bps >= 0 and num_nonnulls(reduced_rate_bps, reduced_until) in (0, 2) and reduced_rate_bps >= 0`,
    ),
  ],
);

/**
 * The instalments of a version, in the currency of the loan. Their capital sums to the version's opening balance. Their terms are never
 * changed, and what is paid only grows, up to what is due (server/db/loans.sql).
 */
export const loanInstalments = pgTable(
  'loan_instalments',
  {
    loanId: uuid('loan_id').notNull(),
    version: integer('version').notNull(),
    /** From 1. */
    number: integer('number').notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** The first day of its period, where neither the row before it nor the payout says it (LC-90, LC-92). */
    startsOn: date('starts_on', { mode: 'string' }),
    /** The day from which the month before the due date runs, where other days come before it (LC-64). */
    anchorOn: date('anchor_on', { mode: 'string' }),
    capital: minor('capital').notNull(),
    interest: minor('interest').notNull(),
    /** The part of the interest that was postponed and bears none (LC-88). */
    deferredInterest: minor('deferred_interest').notNull().default(0),
    /** The part of the capital that was unpaid when a measure was agreed, and bears no interest (LC-90). */
    deferredCapital: minor('deferred_capital').notNull().default(0),
    /** Capital and interest together. */
    amount: minor('amount').notNull(),
    /** Capital still owed after this instalment. */
    balanceAfter: minor('balance_after').notNull(),
    paidCapital: minor('paid_capital').notNull().default(0),
    paidInterest: minor('paid_interest').notNull().default(0),
    /** The collection day on which it was missed (LC-74); null when it never was. */
    missedOn: date('missed_on', { mode: 'string' }),
    /** The legal indemnity that was charged for it when the last try to collect it failed (LC-77, D312-17): what is owed of it stands in the loan. */
    indemnity: minor('indemnity').notNull().default(0),
    /** The day on which capital and interest were paid whole. */
    settledOn: date('settled_on', { mode: 'string' }),
    /** Whether a later version took its place. */
    isSuperseded: boolean('is_superseded').notNull().default(false),
    /** The next moment at which the job tries to collect it (LC-70, LC-71); null when it does not. */
    collectAt: moment('collect_at'),
    /** The last day on which the client was told that it comes (LC-69). */
    announcedOn: date('announced_on', { mode: 'string' }),
  },
  (table) => [
    primaryKey({ columns: [table.loanId, table.version, table.number] }),
    // What the job collects, in its order (LC-70): what is to be tried by now stands first.
    index('loan_instalments_to_try')
      .on(table.collectAt, table.dueOn, table.amount, table.loanId, table.number)
      .where(sql`collect_at is not null`),
    // What is owed about a day, by its amount: whose a receipt may be (PAY-28).
    index('loan_instalments_owed')
      .on(table.amount, table.dueOn)
      .where(sql`settled_on is null and not is_superseded`),
    // What is late, loan by loan.
    index('loan_instalments_late')
      .on(table.loanId, table.dueOn)
      .where(sql`missed_on is not null and settled_on is null and not is_superseded`),
    // What the time bar counts (LC-85): of a loan whose incident a measure replaced too.
    index('loan_instalments_time_bar')
      .on(table.dueOn, table.loanId)
      .where(sql`missed_on is not null and settled_on is null`),
    foreignKey({
      name: 'loan_instalments_schedule',
      columns: [table.loanId, table.version],
      foreignColumns: [loanSchedules.loanId, loanSchedules.version],
    }).onDelete('cascade'),
    check(
      'loan_instalments_amounts',
      sql`number >= 1 and capital >= 0 and interest >= 0 and balance_after >= 0 and amount = capital + interest
        and deferred_interest between 0 and interest and deferred_capital between 0 and capital
        and indemnity between 0 and amount and (indemnity = 0 or missed_on is not null)`,
    ),
    check(
      'loan_instalments_paid',
      sql`paid_capital between 0 and capital and paid_interest between 0 and interest
        and (settled_on is not null) = (paid_capital = capital and paid_interest = interest and (amount > 0 or settled_on is not null))`,
    ),
    check(
      'loan_instalments_collected',
      sql`collect_at is null or not (is_superseded or settled_on is not null)`,
    ),
  ],
);

/**
 * What was paid of an instalment on a day without paying it whole, from which its late interest is computed to the day (LC-76). The payment that
 * settles it stands in the instalment alone: the rest, on `settled_on`.
 */
export const loanPartPayments = pgTable(
  'loan_part_payments',
  {
    loanId: uuid('loan_id').notNull(),
    version: integer('version').notNull(),
    number: integer('number').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    interest: minor('interest').notNull(),
    capital: minor('capital').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.loanId, table.version, table.number, table.day] }),
    foreignKey({
      name: 'loan_part_payments_instalment',
      columns: [table.loanId, table.version, table.number],
      foreignColumns: [loanInstalments.loanId, loanInstalments.version, loanInstalments.number],
    }).onDelete('cascade'),
    check('loan_part_payments_amounts', sql`interest >= 0 and capital >= 0 and interest + capital > 0`),
  ],
);

/** The loans that were late at the end of a month (LC-79). A loan without a row was up to date. */
export const loanArrearsMonths = pgTable(
  'loan_arrears_months',
  {
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    /** The last day of the month. */
    monthEnd: date('month_end', { mode: 'string' }).notNull(),
    daysPastDue: integer('days_past_due').notNull(),
    /** Capital and interest due and unpaid, in the currency of the loan. */
    unpaid: minor('unpaid').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.loanId, table.monthEnd] }),
    check('loan_arrears_months_late', sql`days_past_due > 0 and unpaid > 0`),
  ],
);
