import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { INITIAL_LOAN_PHASE, LOAN_PHASES, LOAN_STAGES, LOAN_STATUSES } from '#domain/loans/phases.ts';
import { PRODUCT_IDS } from '#domain/loans/products.ts';
import { clientAccounts } from './accounts.ts';
import { idColumn, minor, moment } from './columns.ts';
import { ledgerTransactions } from './ledger.ts';
import { isPhase, ofPhase } from './loan-phase.ts';
import type { PayeeAddress } from './payees.ts';

/**
 * Loan requests, withdrawal requests and fees: what clients ask for and the staff decides on. Amounts are in `currency`. A loan request keeps what was
 * asked, how it was decided, and the phase of the whole life (LC-7); what was granted is in `loans`.
 */
export const loanRequests = pgTable(
  'loan_requests',
  {
    id: idColumn(),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id),
    amount: minor('amount').notNull(),
    currency: text('currency').notNull(),
    durationMonths: integer('duration_months').notNull(),
    monthlyIncome: minor('monthly_income').notNull(),
    purpose: text('purpose').notNull(),
    /** The product of the price list that was asked for; null when none was named. */
    product: text('product', { enum: PRODUCT_IDS }),
    documentsUrl: text('documents_url'),
    phase: text('phase', { enum: LOAN_PHASES }).notNull().default(INITIAL_LOAN_PHASE),
    /** Derived from the phase: the database writes them, nothing else does. */
    status: text('status', { enum: LOAN_STATUSES }).notNull().generatedAlwaysAs(ofPhase('status')),
    stage: text('stage', { enum: LOAN_STAGES }).notNull().generatedAlwaysAs(ofPhase('stage')),
    /** The fixed nominal rate offered at the time of the request; the schedule follows from it for good. */
    annualRateBps: integer('annual_rate_bps').notNull(),
    instalment: minor('instalment').notNull(),
    reasonCode: text('reason_code'),
    reasonNote: text('reason_note'),
    reviewedBy: uuid('reviewed_by'),
    reviewedAt: moment('reviewed_at'),
    /** When the request ended without a loan: how long its file is kept counts from here (LC-107). */
    endedAt: moment('ended_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('loan_requests_account').on(table.clientAccountId, table.createdAt),
    index('loan_requests_newest').on(table.createdAt, table.id),
    index('loan_requests_state').on(table.status, table.createdAt, table.id),
    // What forbids a fee: a request that is neither refused nor paid out (CMF L519-6).
    index('loan_requests_not_paid_out')
      .on(table.clientAccountId)
      .where(sql`stage in ('request', 'contract')`),
    index('loan_requests_open').on(table.createdAt, table.id).where(sql`stage = 'request'`),
    // What the purge of ended requests looks for.
    index('loan_requests_ended').on(table.endedAt).where(sql`ended_at is not null`),
    check('loan_requests_phase', isPhase),
  ],
);

export const withdrawalRequests = pgTable(
  'withdrawal_requests',
  {
    id: idColumn(),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id),
    amount: minor('amount').notNull(),
    currency: text('currency').notNull(),
    clientIban: text('client_iban').notNull(),
    ibanValid: boolean('iban_valid').notNull(),
    clientBankName: text('client_bank_name').notNull(),
    /** Who is paid; null for a request of before names were kept (PAY-11), and then nothing is known of the next two. */
    recipientName: text('recipient_name'),
    /** Whether it is an account of the client's own at another bank. */
    isOwnAccount: boolean('is_own_account'),
    /** The payee's, as the client kept it; a transfer to the client's own account takes theirs. */
    recipientAddress: jsonb('recipient_address').$type<PayeeAddress>(),
    payeeCheckId: uuid('payee_check_id'),
    status: text('status', {
      enum: ['pending', 'processing', 'approved', 'completed', 'rejected', 'cancelled'],
    })
      .notNull()
      .default('pending'),
    reasonCode: text('reason_code'),
    reasonNote: text('reason_note'),
    /** The sentence of a refusal decided before the note was kept; words are made when a row is read since. */
    failureReason: text('failure_reason'),
    processedBy: uuid('processed_by'),
    processedAt: moment('processed_at'),
    ledgerTransactionId: uuid('ledger_transaction_id').references(() => ledgerTransactions.id),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('withdrawal_requests_account').on(table.clientAccountId, table.createdAt),
    index('withdrawal_requests_newest').on(table.createdAt, table.id),
    index('withdrawal_requests_state').on(table.status, table.createdAt, table.id),
    index('withdrawal_requests_held')
      .on(table.clientAccountId)
      .where(sql`status in ('pending', 'processing', 'approved')`),
  ],
);

export const fees = pgTable(
  'fees',
  {
    id: idColumn(),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id),
    amount: minor('amount').notNull(),
    currency: text('currency').notNull(),
    description: text('description').notNull(),
    status: text('status', { enum: ['unpaid', 'pending_validation', 'paid'] })
      .notNull()
      .default('unpaid'),
    paymentMethod: text('payment_method', { enum: ['in_person'] }),
    receiptNumber: text('receipt_number').unique(),
    declaredAt: moment('declared_at'),
    paidAt: moment('paid_at'),
    createdBy: uuid('created_by').notNull(),
    settledBy: uuid('settled_by'),
    ledgerTransactionId: uuid('ledger_transaction_id').references(() => ledgerTransactions.id),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('fees_account').on(table.clientAccountId, table.createdAt),
    index('fees_newest').on(table.createdAt, table.id),
    index('fees_open').on(table.createdAt, table.id).where(sql`status <> 'paid'`),
  ],
);
