import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { WITHDRAWAL_WAYS } from '#domain/loans/contract.ts';
import { PAYOUT_CHOICES } from '#domain/loans/contract-clock.ts';
import { PAPER_KINDS } from '#domain/loans/contract-papers.ts';
import { PRODUCT_IDS } from '#domain/loans/products.ts';
import { PAYEE_CHECK_RESULTS } from '#domain/payees/payee-check.ts';
import { bytes, idColumn, minor, moment } from './columns.ts';
import { loanMeasures } from './loan-repayments.ts';
import { loans } from './loans.ts';
import { loanRequests } from './requests.ts';
import { users } from './sign-in.ts';

/**
 * The offer of contract made on a request, one at most (LC-35): another one needs another request. Its conditions are frozen, whatever
 * rates and products say later (LC-34). Amounts are in `currency`.
 */
export const loanOffers = pgTable(
  'loan_offers',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => loanRequests.id, { onDelete: 'cascade' }),
    /** What people call the contract: on its papers, and to withdraw from it. */
    reference: text('reference').notNull().unique(),
    issuedAt: moment('issued_at').notNull(),
    issuedBy: uuid('issued_by').notNull(),
    principal: minor('principal').notNull(),
    currency: text('currency').notNull(),
    annualRateBps: integer('annual_rate_bps').notNull(),
    durationMonths: integer('duration_months').notNull(),
    product: text('product', { enum: PRODUCT_IDS }),
    instalment: minor('instalment').notNull(),
    lastInstalment: minor('last_instalment').notNull(),
    totalDue: minor('total_due').notNull(),
    /** The first instalment with the most days before it (LC-64). */
    largestFirstInstalment: minor('largest_first_instalment').notNull(),
    /** What one day costs when the client withdraws after the payout (LC-58). */
    dailyInterest: minor('daily_interest').notNull(),
    /** In hundredths of a percent, two decimals of the percentage (LC-33). */
    taegBps: integer('taeg_bps').notNull(),
    /** The usury ceiling that it was compared with (LC-37), and whether it is that of its own quarter. */
    usuryCeilingBps: integer('usury_ceiling_bps').notNull(),
    isUsuryQuarterLoaded: boolean('is_usury_quarter_loaded').notNull(),
    /** The law of its day (LC-8). */
    validDays: integer('valid_days').notNull(),
    isExtended: boolean('is_extended').notNull(),
    /** SHA-256 of the papers' hashes: what the acceptance is bound to (LC-47). */
    setHash: text('set_hash').notNull(),
    /** The mail that carries the papers: an offer counts from the moment its mail server took it (LC-34). */
    mailId: uuid('mail_id').notNull(),
    sentAt: moment('sent_at'),
  },
  (table) => [
    index('loan_offers_mail').on(table.mailId).where(sql`sent_at is null`),
    index('loan_offers_sent').on(table.sentAt),
    check(
      'loan_offers_terms',
      sql`principal > 0 and annual_rate_bps >= 0 and duration_months between 1 and 120 and daily_interest >= 0
        and valid_days > 0 and length(set_hash) = 64`,
    ),
  ],
);

/** The papers of a contract as they were drawn: the offer's set, the signed contract, the receipts (LC-28). Never changed. */
export const loanPapers = pgTable(
  'loan_papers',
  {
    id: idColumn(),
    loanRequestId: uuid('loan_request_id')
      .notNull()
      .references(() => loanRequests.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: PAPER_KINDS }).notNull(),
    /** The measure that a proposal or an amendment is of (LC-87); null for every other paper. */
    measureId: uuid('measure_id').references(() => loanMeasures.id, { onDelete: 'cascade' }),
    templateVersion: text('template_version').notNull(),
    /** Who approved the template, of those that need it; null in a demonstration, whose papers are specimens. */
    approvedBy: text('approved_by'),
    /** What the template was filled with. */
    data: jsonb('data').$type<Record<string, unknown>>().notNull(),
    sha256: text('sha256').notNull(),
    content: bytes('content').notNull(),
    madeAt: moment('made_at').notNull(),
    /** When the client first opened or downloaded it (LC-42). */
    openedAt: moment('opened_at'),
  },
  (table) => [
    unique('loan_papers_one').on(table.loanRequestId, table.kind, table.measureId).nullsNotDistinct(),
    check('loan_papers_measure', sql`(kind in ('measure-proposal', 'amendment')) = (measure_id is not null)`),
    check('loan_papers_hash', sql`length(sha256) = 64 and length(content) > 0`),
  ],
);

/**
 * The contract of a loan with its days (LC-10), under the loan's id. A loan paid out at its approval has one too: its acceptance, agreement and
 * payout are of that day (LC-2).
 */
export const loanContracts = pgTable(
  'loan_contracts',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => loans.id, { onDelete: 'cascade' }),
    /** The offer's; a loan without an offer has one of its own. */
    reference: text('reference').notNull().unique(),
    acceptedAt: moment('accepted_at').notNull(),
    /** What was accepted and how (LC-45): null for a loan without an offer. */
    setHash: text('set_hash'),
    statements: jsonb('statements').$type<readonly string[]>(),
    evidence: jsonb('evidence').$type<Record<string, string>>(),
    /** 1 to 31; null is the day of the payout (LC-63). */
    dueDay: integer('due_day'),
    payoutChoice: text('payout_choice', { enum: PAYOUT_CHOICES }).notNull(),
    /** Whether the money goes to an account at another bank: the lender was a finance company at the acceptance (LC-6). */
    paysOutside: boolean('pays_outside').notNull().default(false),
    /** That account, as the borrower gave it last, and what the check of its holder said. */
    payoutIban: text('payout_iban'),
    payoutBank: text('payout_bank'),
    payoutCheck: text('payout_check', { enum: PAYEE_CHECK_RESULTS }),
    payoutCheckId: uuid('payout_check_id'),
    payoutGivenAt: moment('payout_given_at'),
    /** When it was known to be the borrower's: at once by a match, else by the person who saw its details. */
    payoutVerifiedAt: moment('payout_verified_at'),
    payoutVerifiedBy: uuid('payout_verified_by'),
    noPaymentUntilDay: date('no_payment_until_day', { mode: 'string' }).notNull(),
    agreementLastDay: date('agreement_last_day', { mode: 'string' }).notNull(),
    earliestPayoutDay: date('earliest_payout_day', { mode: 'string' }).notNull(),
    payoutDay: date('payout_day', { mode: 'string' }).notNull(),
    withdrawalLastDay: date('withdrawal_last_day', { mode: 'string' }).notNull(),
    withdrawalEndsAt: moment('withdrawal_ends_at').notNull(),
    reminderDay: date('reminder_day', { mode: 'string' }).notNull(),
    remindedAt: moment('reminded_at'),
    agreedAt: moment('agreed_at'),
    agreedBy: uuid('agreed_by'),
    /** The lender agreed after the contract had lapsed; it holds once the client confirms (LC-51). */
    lateAgreedAt: moment('late_agreed_at'),
    lateAgreedBy: uuid('late_agreed_by'),
    /** Why the time to withdraw is longer: a compulsory item was missing from the sheet or the contract (LC-55). */
    extendedAt: moment('extended_at'),
    extendedBy: uuid('extended_by'),
    extensionReason: text('extension_reason'),
    /** LC-56: that a client withdrew stands here and nowhere else. */
    withdrawnAt: moment('withdrawn_at'),
    /** The day on which it was sent, which counts. */
    withdrawnOn: date('withdrawn_on', { mode: 'string' }),
    withdrawalWay: text('withdrawal_way', { enum: WITHDRAWAL_WAYS }),
    /** Who wrote a letter or a mail down. */
    withdrawalRecordedBy: uuid('withdrawal_recorded_by'),
    /** The last day on which the sum is to be given back; null before a payout (LC-57). */
    returnBy: date('return_by', { mode: 'string' }),
    returnedAt: moment('returned_at'),
  },
  (table) => [
    index('loan_contracts_reminder').on(table.reminderDay).where(sql`reminded_at is null`),
    index('loan_contracts_return')
      .on(table.returnBy)
      .where(sql`return_by is not null and returned_at is null`),
    check(
      'loan_contracts_days',
      sql`earliest_payout_day > no_payment_until_day and payout_day >= earliest_payout_day or set_hash is null`,
    ),
    check('loan_contracts_accepted_whole', sql`num_nonnulls(set_hash, statements, evidence) in (0, 3)`),
    check(
      'loan_contracts_extended_whole',
      sql`num_nonnulls(extended_at, extended_by, extension_reason) in (0, 3)`,
    ),
    check(
      'loan_contracts_payout_whole',
      sql`num_nonnulls(payout_iban, payout_bank, payout_check, payout_given_at) in (0, 4) and (payout_iban is null or pays_outside)
        and (payout_verified_at is null or payout_iban is not null and payout_check <> 'no-match')
        and (payout_verified_by is null or payout_verified_at is not null)`,
    ),
    check('loan_contracts_agreed_whole', sql`num_nonnulls(agreed_at, agreed_by) in (0, 2)`),
    check(
      'loan_contracts_withdrawn_whole',
      sql`num_nonnulls(withdrawn_at, withdrawn_on, withdrawal_way) in (0, 3) and (return_by is null or withdrawn_at is not null)
        and (returned_at is null or return_by is not null)`,
    ),
  ],
);

/**
 * Declarations sent without signing in that no contract of that reference and address answers to (LC-54). A person looks for it, and
 * writes the withdrawal down with the day on which it was sent.
 */
export const withdrawalDeclarations = pgTable('withdrawal_declarations', {
  id: idColumn(),
  declaredAt: moment('declared_at').notNull(),
  name: text('name').notNull(),
  reference: text('reference').notNull(),
  email: text('email').notNull(),
  closedAt: moment('closed_at'),
  closedBy: uuid('closed_by'),
});

/** A client's word that they can receive and keep documents as PDF by mail and in their area (LC-29, L314-27). */
export const durableMediumConsents = pgTable(
  'durable_medium_consents',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    givenAt: moment('given_at').notNull(),
  },
  (table) => [index('durable_medium_consents_user').on(table.userId, table.givenAt)],
);

/**
 * Whether the database is a demonstration's, and whether its institution may lend (LC-6), as its server says at each start. One row; what was live
 * never becomes a demonstration (LC-5). A live institution has no clock of its own (decision 0029): its database reads its own beside the moments that it is
 * given (LC-52).
 */
export const bankMode = pgTable('bank_mode', {
  id: smallint('id').primaryKey(),
  mode: text('mode', { enum: ['demo', 'live'] }).notNull(),
  mayLend: boolean('may_lend').notNull().default(true),
  isRealTime: boolean('is_real_time').notNull().default(false),
});
