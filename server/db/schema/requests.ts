import { sql } from 'drizzle-orm';
import { boolean, check, date, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { INITIAL_LOAN_PHASE, LOAN_PHASES, LOAN_STAGES, LOAN_STATUSES } from '#domain/loans/phases.ts';
import { PRODUCT_IDS } from '#domain/loans/products.ts';
import { FIRST_TRANSFER_PHASE, TRANSFER_PHASES, WITHDRAWAL_STATUSES } from '#domain/withdrawals/phases.ts';
import { clientAccounts } from './accounts.ts';
import { idColumn, minor, moment } from './columns.ts';
import { ledgerTransactions } from './ledger.ts';
import { isPhase, ofPhase } from './loan-phase.ts';
import type { PayeeAddress } from './payees.ts';
import { HELD_PHASES, isTransferPhase, statusOfTransfer } from './transfer-phase.ts';

/** A deadline as lists are ordered by it: what has none comes last. */
const DUE = sql`coalesce(due_at, 'infinity'::timestamptz)`;

/**
 * Loan requests, withdrawal requests and fees: what clients ask for and the staff decides on. Amounts are in `currency`. A loan request keeps what was
 * asked, how it was decided, and the phase of the whole life (LC-7); what was granted is in `loans`. What they are searched by, `words`, is
 * the database's own (server/db/search.sql): only lists ask for it.
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
    /** When the request or its loan ended: how long its file and contract are kept counts from here (LC-107). Null while a claim lives on. */
    endedAt: moment('ended_at'),
    createdAt: moment('created_at').notNull(),
    /** The first moment that is too late for a first answer; null for requests of before deadlines were kept that were decided. */
    dueAt: moment('due_at'),
    /** Its value in euro cents at the rate of its day, by which lists are sorted and filtered; 0 without a rate. */
    amountEur: minor('amount_eur').notNull().default(0),
  },
  (table) => [
    index('loan_requests_account').on(table.clientAccountId, table.createdAt),
    // A search for an amount.
    index('loan_requests_amount').on(table.currency, table.amount),
    index('loan_requests_newest').on(table.createdAt, table.id),
    index('loan_requests_state').on(table.status, table.createdAt, table.id),
    // What forbids a fee: a request that is neither refused nor paid out (CMF L519-6).
    index('loan_requests_not_paid_out')
      .on(table.clientAccountId)
      .where(sql`stage in ('request', 'contract')`),
    index('loan_requests_due').on(table.status, DUE, table.createdAt, table.id),
    index('loan_requests_value').on(table.status, table.amountEur, table.id),
    index('loan_requests_open').on(table.createdAt, table.id).where(sql`stage = 'request'`),
    // What the purge of ended requests looks for.
    index('loan_requests_ended').on(table.endedAt).where(sql`ended_at is not null`),
    check('loan_requests_phase', isPhase),
  ],
);

/** The connection and the browser that a call came from. */
interface AskedFrom {
  readonly address: string;
  readonly userAgent: string | null;
}

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
    /** What the payee reads, of a transfer that gives money back (PAY-42); null stands for the institution's name and the file's number. */
    remittance: text('remittance'),
    /** The loan whose payout it is: the lender holds no deposits and pays outside (LC-6). */
    payoutLoanId: uuid('payout_loan_id').references(() => loanRequests.id, { onDelete: 'set null' }),
    /** From where its client asked for it; null for one that a job or the house made, and of before it was kept. */
    askedFrom: jsonb('asked_from').$type<AskedFrom>(),
    /** Whether it is an instant transfer (PAY-43), and when the rail was last asked for it; null before, and for one that leaves in a file. */
    isInstant: boolean('is_instant').notNull().default(false),
    instantAskedAt: moment('instant_asked_at'),
    phase: text('phase', { enum: TRANSFER_PHASES }).notNull().default(FIRST_TRANSFER_PHASE),
    /** Derived from the phase: the database writes it, nothing else does. */
    status: text('status', { enum: WITHDRAWAL_STATUSES }).notNull().generatedAlwaysAs(statusOfTransfer),
    /** Of one that was held: the last day on which it is let go or refused (PAY-61), which its client reads. */
    answerBy: date('answer_by', { mode: 'string' }),
    /** The day on which our bank is asked to pay it, once it stands in a file. */
    leavesOn: date('leaves_on', { mode: 'string' }),
    /** When it left the client's account; null before. */
    sentAt: moment('sent_at'),
    /** The day on which our bank's statement has it, or on which both clients' accounts have it. */
    settledOn: date('settled_on', { mode: 'string' }),
    /** The day on which a bank refused it or our bank's statement has it back, with the code that the bank gave (PAY-37). */
    returnedOn: date('returned_on', { mode: 'string' }),
    bankReason: text('bank_reason'),
    reasonCode: text('reason_code'),
    reasonNote: text('reason_note'),
    /** The sentence of a refusal decided before the note was kept; words are made when a row is read since. */
    failureReason: text('failure_reason'),
    processedBy: uuid('processed_by'),
    processedAt: moment('processed_at'),
    ledgerTransactionId: uuid('ledger_transaction_id').references(() => ledgerTransactions.id),
    createdAt: moment('created_at').notNull(),
    /** The first moment that is too late to execute or refuse it; null for what was never to be decided. */
    dueAt: moment('due_at'),
    /** Its value in euro cents at the rate of its day, by which lists are sorted and filtered; 0 without a rate. */
    amountEur: minor('amount_eur').notNull().default(0),
  },
  (table) => [
    index('withdrawal_requests_account').on(table.clientAccountId, table.createdAt),
    index('withdrawal_requests_amount').on(table.currency, table.amount),
    index('withdrawal_requests_newest').on(table.createdAt, table.id),
    index('withdrawal_requests_state').on(table.status, table.createdAt, table.id),
    index('withdrawal_requests_due').on(table.status, DUE, table.createdAt, table.id),
    index('withdrawal_requests_value').on(table.status, table.amountEur, table.id),
    index('withdrawal_requests_held').on(table.clientAccountId).where(sql`phase in (${HELD_PHASES})`),
    // What the job of instant transfers looks for in every minute.
    index('withdrawal_requests_instant').on(table.createdAt).where(sql`is_instant and status = 'approved'`),
    index('withdrawal_requests_payout')
      .on(table.payoutLoanId, table.createdAt)
      .where(sql`payout_loan_id is not null`),
    // « Réponses de la banque » and « Retours » look up what they hold, whatever the length of the list.
    index('withdrawal_requests_awaited').on(table.id).where(sql`phase in ('exported', 'accepted')`),
    index('withdrawal_requests_back').on(table.returnedOn).where(sql`phase in ('bank-refused', 'returned')`),
    check('withdrawal_requests_phase', isTransferPhase),
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
    /** The first moment that is too late to validate a declared payment; null until it is declared. */
    dueAt: moment('due_at'),
  },
  (table) => [
    index('fees_account').on(table.clientAccountId, table.createdAt),
    index('fees_amount').on(table.currency, table.amount),
    index('fees_newest').on(table.createdAt, table.id),
    index('fees_due').on(DUE, table.createdAt, table.id).where(sql`status <> 'paid'`),
    index('fees_declared').on(DUE, table.createdAt, table.id).where(sql`status = 'pending_validation'`),
    index('fees_open_value').on(table.amount, table.id).where(sql`status <> 'paid'`),
    index('fees_paid').on(table.createdAt, table.id).where(sql`status = 'paid'`),
    index('fees_paid_value').on(table.amount, table.id).where(sql`status = 'paid'`),
    index('fees_open').on(table.createdAt, table.id).where(sql`status <> 'paid'`),
  ],
);
