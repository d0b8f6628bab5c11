import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { DIFFICULTY_ANSWERS, DIFFICULTY_CHANGES } from '#domain/loans/difficulties.ts';
import { MEASURE_KINDS } from '#domain/loans/measures.ts';
import { idColumn, minor, moment } from './columns.ts';
import { ledgerTransactions } from './ledger.ts';
import { loanSchedules, loans } from './loans.ts';

/** What an early repayment was (LC-95): all that was left, or a part that makes the loan shorter or its instalment lower. */
export const EARLY_REPAYMENT_KINDS = ['whole', 'shorter', 'lower'] as const;

/** Early repayments: the capital of twelve months decides whether an indemnity may be asked (LC-98). Amounts in the loan's currency. */
export const loanEarlyRepayments = pgTable(
  'loan_early_repayments',
  {
    id: idColumn(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: EARLY_REPAYMENT_KINDS }).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    capital: minor('capital').notNull(),
    /** The interest run on that capital since the last due date. */
    interest: minor('interest').notNull(),
    indemnity: minor('indemnity').notNull(),
    /** The interest that the client no longer pays; below zero where a lower instalment lets the rest run longer than before. */
    interestSaved: minor('interest_saved').notNull(),
    /** The version of the schedule that it began; null when nothing is left. */
    version: integer('version'),
    ledgerTransactionId: uuid('ledger_transaction_id')
      .notNull()
      .unique()
      .references(() => ledgerTransactions.id),
    madeAt: moment('made_at').notNull(),
  },
  (table) => [
    index('loan_early_repayments_loan').on(table.loanId, table.day),
    foreignKey({
      name: 'loan_early_repayments_version',
      columns: [table.loanId, table.version],
      foreignColumns: [loanSchedules.loanId, loanSchedules.version],
    }).onDelete('cascade'),
    check(
      'loan_early_repayments_kind',
      sql`kind in ('whole', 'shorter', 'lower') and (kind = 'whole') = (version is null)`,
    ),
    check('loan_early_repayments_amounts', sql`capital > 0 and interest >= 0 and indemnity >= 0`),
  ],
);

/** Borrowers who told the house of a difficulty (LC-86), and what it answered. One waits for its answer at a time. */
export const loanDifficulties = pgTable(
  'loan_difficulties',
  {
    id: idColumn(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    change: text('change', { enum: DIFFICULTY_CHANGES }).notNull(),
    /** Since when, as the client says. */
    since: date('since', { mode: 'string' }).notNull(),
    /** What the client says they can pay each month, in the loan's currency. */
    monthly: minor('monthly').notNull(),
    toldAt: moment('told_at').notNull(),
    /** The last day for the answer. */
    answerDueOn: date('answer_due_on', { mode: 'string' }).notNull(),
    answer: text('answer', { enum: DIFFICULTY_ANSWERS }),
    /** The reason of an answer without a measure, for the client to read. */
    answerNote: text('answer_note'),
    answeredAt: moment('answered_at'),
    answeredBy: uuid('answered_by'),
  },
  (table) => [
    uniqueIndex('loan_difficulties_open').on(table.loanId).where(sql`answered_at is null`),
    // The queue of the staff, the first deadline first.
    index('loan_difficulties_waiting').on(table.answerDueOn, table.id).where(sql`answered_at is null`),
    index('loan_difficulties_loan').on(table.loanId, table.toldAt),
    check(
      'loan_difficulties_change',
      sql`change in ('income', 'employment', 'household', 'charges', 'other') and monthly >= 0`,
    ),
    check(
      'loan_difficulties_answer',
      sql`num_nonnulls(answer, answered_at, answered_by) in (0, 3) and answer in ('measure', 'none')
        and (answer is distinct from 'none' or answer_note is not null)`,
    ),
  ],
);

export const MEASURE_STATES = ['proposed', 'accepted', 'declined', 'replaced'] as const;

/** Measures for a borrower in difficulty (LC-87 to LC-91): its terms, and from its acceptance its version of the schedule. */
export const loanMeasures = pgTable(
  'loan_measures',
  {
    id: idColumn(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: MEASURE_KINDS }).notNull(),
    /** Due dates suspended or months added. */
    months: integer('months'),
    /** The reduced instalment, or the capital that is given up, in the loan's currency. */
    amount: minor('amount'),
    /** The lower rate; with another kind only by a judge's decision (LC-91). */
    annualRateBps: integer('annual_rate_bps'),
    /** For how many due dates a judge's rate holds; null to the end (LC-91). */
    rateMonths: integer('rate_months'),
    /** The day of the judge's decision that the measure carries out (LC-91); null for one that the client accepts. */
    decisionOn: date('decision_on', { mode: 'string' }),
    state: text('state', { enum: MEASURE_STATES }).notNull(),
    proposedAt: moment('proposed_at').notNull(),
    proposedBy: uuid('proposed_by').notNull(),
    /** The last day on which the client may accept it. */
    openUntil: date('open_until', { mode: 'string' }).notNull(),
    decidedAt: moment('decided_at'),
    /** The version of the schedule that it began, and the interest that it adds (LC-87); below zero when it lowers it. */
    version: integer('version'),
    extraInterest: minor('extra_interest'),
  },
  (table) => [
    uniqueIndex('loan_measures_open').on(table.loanId).where(sql`state = 'proposed'`),
    index('loan_measures_loan').on(table.loanId, table.proposedAt),
    foreignKey({
      name: 'loan_measures_version',
      columns: [table.loanId, table.version],
      foreignColumns: [loanSchedules.loanId, loanSchedules.version],
    }).onDelete('cascade'),
    check(
      'loan_measures_terms',
      sql`kind in ('suspension-total', 'suspension-capital', 'extension', 'reduced-instalments', 'rate-cut', 'remission')
        and (months is not null) = (kind in ('suspension-total', 'suspension-capital', 'extension'))
        and (amount is not null) = (kind in ('reduced-instalments', 'remission'))
        and (kind <> 'rate-cut' or annual_rate_bps is not null)
        and (annual_rate_bps is null or kind = 'rate-cut' or decision_on is not null)
        and (rate_months is null or (annual_rate_bps is not null and decision_on is not null and rate_months between 1 and 84))
        and coalesce(months, 1) between 1 and 120 and coalesce(amount, 1) > 0 and coalesce(annual_rate_bps, 0) >= 0`,
    ),
    check(
      'loan_measures_state',
      sql`state in ('proposed', 'accepted', 'declined', 'replaced') and (state = 'proposed') = (decided_at is null)
        and (state = 'accepted') = (version is not null) and (version is null) = (extra_interest is null)`,
    ),
  ],
);

/** How a yearly letter goes to its reader: by mail and in their area, or on paper to a dead client's heirs (LC-105). */
export const LETTER_CHANNELS = ['area', 'paper'] as const;

/**
 * The yearly information on the capital left (LC-105, L312-32): what it said and to whom, kept as the proof that it was given. Its PDF is drawn
 * from these values.
 */
export const loanYearlyLetters = pgTable(
  'loan_yearly_letters',
  {
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    /** The year that it closes. */
    year: integer('year').notNull(),
    /** The capital left on its 31 December, in the loan's currency. */
    capital: minor('capital').notNull(),
    /** Whether its payout was back with the house then (LC-6): the letter says that nothing is asked for. */
    isPayoutBack: boolean('is_payout_back').notNull().default(false),
    /** The lines of the address. */
    addressee: jsonb('addressee').$type<readonly string[]>().notNull(),
    channel: text('channel', { enum: LETTER_CHANNELS }).notNull(),
    /** SHA-256 of the values above as the letter says them, in hexadecimal. */
    sha256: text('sha256').notNull(),
    madeAt: moment('made_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.year, table.loanId] }),
    index('loan_yearly_letters_loan').on(table.loanId),
    check(
      'loan_yearly_letters_values',
      sql`capital > 0 and channel in ('area', 'paper') and length(sha256) = 64`,
    ),
  ],
);
