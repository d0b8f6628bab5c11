import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { DEBIT_CANCELLATIONS, DEBIT_STATES } from '#domain/mandates/direct-debit.ts';
import { MANDATE_END_REASONS, MANDATE_STATES } from '#domain/mandates/mandate.ts';
import { PAYEE_CHECK_RESULTS } from '#domain/payees/payee-check.ts';
import { clientAccounts } from './accounts.ts';
import { idColumn, minor, moment } from './columns.ts';
import { ledgerTransactions } from './ledger.ts';
import { loanInstalments, loans } from './loans.ts';

/** Mandates for direct debits of a loan's instalments from an account in another bank (PAY-68). */
export const mandates = pgTable(
  'mandates',
  {
    id: idColumn(),
    /** The unique mandate reference, for ever. */
    reference: text('reference').notNull().unique(),
    loanId: uuid('loan_id')
      .notNull()
      .references(() => loans.id, { onDelete: 'cascade' }),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id, { onDelete: 'cascade' }),
    state: text('state', { enum: MANDATE_STATES }).notNull(),
    /** The creditor as the mandate names it. */
    creditorIdentifier: text('creditor_identifier').notNull(),
    creditorName: text('creditor_name').notNull(),
    /** The account that is debited, as it was signed last; of a draft, as it will be. */
    debtorName: text('debtor_name').notNull(),
    iban: text('iban').notNull(),
    bankName: text('bank_name').notNull(),
    signedOn: date('signed_on', { mode: 'string' }),
    /** The first day on which it has effect: never before the law allows a payment (LC-52). */
    effectiveOn: date('effective_on', { mode: 'string' }),
    /** Whether an instalment whose debit came back may be taken from the client's account (PAY-71). */
    usesAccount: boolean('uses_account').notNull(),
    /** Whether the account changed since the last collection. */
    isAmended: boolean('is_amended').notNull().default(false),
    /** The day of its last collection. */
    lastUsedOn: date('last_used_on', { mode: 'string' }),
    /** A bank's code, or null when the house suspended it. */
    suspensionCode: text('suspension_code'),
    suspendedAt: moment('suspended_at'),
    /** A person of the house calls the client (PAY-71, MD06), until it is suspended no more or ends. */
    isToCall: boolean('is_to_call').notNull().default(false),
    /** The last call that was recorded: when, by whom, and what was said. */
    calledAt: moment('called_at'),
    calledBy: uuid('called_by'),
    callNote: text('call_note'),
    endReason: text('end_reason', { enum: MANDATE_END_REASONS }),
    createdAt: moment('created_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    // A loan has one mandate at most, and one draft beside it.
    uniqueIndex('mandates_one_live').on(table.loanId).where(sql`state in ('active', 'suspended')`),
    uniqueIndex('mandates_one_draft').on(table.loanId).where(sql`state = 'draft'`),
    index('mandates_account').on(table.clientAccountId),
    index('mandates_newest').on(table.createdAt, table.id),
    index('mandates_by_state').on(table.state, table.createdAt, table.id),
    check(
      'mandates_state',
      sql`(state in ('revoked', 'expired')) = (ended_at is not null) and (ended_at is null) = (end_reason is null)
        and (state = 'suspended') = (suspended_at is not null) and num_nonnulls(signed_on, effective_on) in (0, 2)
        and (state not in ('active', 'suspended') or signed_on is not null) and effective_on >= signed_on
        and num_nonnulls(called_at, called_by, call_note) in (0, 3)`,
    ),
  ],
);

/** Each account that a mandate was given for, with the evidence of its signature (PAY-68). What was signed never changes. */
export const mandateSignatures = pgTable(
  'mandate_signatures',
  {
    mandateId: uuid('mandate_id')
      .notNull()
      .references(() => mandates.id, { onDelete: 'cascade' }),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id, { onDelete: 'cascade' }),
    /** From 1; a later one is a change of account. */
    number: integer('number').notNull(),
    debtorName: text('debtor_name').notNull(),
    iban: text('iban').notNull(),
    bankName: text('bank_name').notNull(),
    usesAccount: boolean('uses_account').notNull(),
    /** What the debtor's bank said of name and IBAN (PAY-12); null before names were verified. */
    checkResult: text('check_result', { enum: PAYEE_CHECK_RESULTS }),
    draftedAt: moment('drafted_at').notNull(),
    signedAt: moment('signed_at'),
    /** From where it was signed, by which factors, and the digest of its confirmation. */
    origin: text('origin'),
    factors: text('factors'),
    proof: text('proof'),
  },
  (table) => [
    primaryKey({ columns: [table.mandateId, table.number] }),
    uniqueIndex('mandate_signatures_open').on(table.mandateId).where(sql`signed_at is null`),
    index('mandate_signatures_account').on(table.clientAccountId),
    check('mandate_signatures_number', sql`number >= 1`),
  ],
);

/** Files of direct debits for the house's bank (PAY-70). */
export const directDebitBatches = pgTable(
  'direct_debit_batches',
  {
    id: idColumn(),
    /** `MsgId` of the file. */
    messageId: text('message_id').notNull().unique(),
    state: text('state', { enum: ['exported', 'settled', 'cancelled'] }).notNull(),
    collectionOn: date('collection_on', { mode: 'string' }).notNull(),
    debitCount: integer('debit_count').notNull(),
    /** Euro cents. */
    total: minor('total').notNull(),
    /** The file as it was handed out; null once one of its clients is deleted, because it names them. */
    file: text('file'),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    closedBy: uuid('closed_by'),
    closedAt: moment('closed_at'),
  },
  (table) => [
    index('direct_debit_batches_newest').on(table.createdAt, table.id),
    check(
      'direct_debit_batches_values',
      sql`debit_count > 0 and total > 0 and (state = 'exported') = (closed_at is null)`,
    ),
  ],
);

/** Collections of instalments by direct debit (PAY-69 to PAY-73), in euro cents. */
export const directDebits = pgTable(
  'direct_debits',
  {
    id: idColumn(),
    mandateId: uuid('mandate_id')
      .notNull()
      .references(() => mandates.id, { onDelete: 'cascade' }),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id, { onDelete: 'cascade' }),
    loanId: uuid('loan_id').notNull(),
    version: integer('version').notNull(),
    number: integer('number').notNull(),
    /** 1, or 2 for the one that follows a debit without funds (PAY-71). */
    attempt: integer('attempt').notNull(),
    amount: minor('amount').notNull(),
    dueOn: date('due_on', { mode: 'string' }).notNull(),
    /** The day on which the debtor's account is debited. */
    collectionOn: date('collection_on', { mode: 'string' }).notNull(),
    state: text('state', { enum: DEBIT_STATES }).notNull(),
    announcedOn: date('announced_on', { mode: 'string' }).notNull(),
    batchId: uuid('batch_id').references(() => directDebitBatches.id),
    cancellation: text('cancellation', { enum: DEBIT_CANCELLATIONS }),
    settledOn: date('settled_on', { mode: 'string' }),
    /** What the instalment took of it; null where the client's account got the money, since the instalment needed it no more. */
    collectionId: uuid('collection_id').references(() => ledgerTransactions.id),
    interest: minor('interest').notNull().default(0),
    capital: minor('capital').notNull().default(0),
    /** Why it came back, as a bank writes it, and when. */
    reasonCode: text('reason_code'),
    failedOn: date('failed_on', { mode: 'string' }),
  },
  (table) => [
    // PAY-73.
    uniqueIndex('direct_debits_one_open')
      .on(table.loanId, table.version, table.number)
      .where(sql`state in ('announced', 'exported', 'settled')`),
    uniqueIndex('direct_debits_attempt')
      .on(table.loanId, table.version, table.number, table.attempt)
      .where(sql`state <> 'cancelled'`),
    index('direct_debits_mandate').on(table.mandateId),
    index('direct_debits_account').on(table.clientAccountId),
    index('direct_debits_batch').on(table.batchId).where(sql`batch_id is not null`),
    index('direct_debits_to_send').on(table.collectionOn, table.id).where(sql`state = 'announced'`),
    index('direct_debits_failed').on(table.failedOn, table.id).where(sql`failed_on is not null`),
    foreignKey({
      name: 'direct_debits_instalment',
      columns: [table.loanId, table.version, table.number],
      foreignColumns: [loanInstalments.loanId, loanInstalments.version, loanInstalments.number],
    }).onDelete('cascade'),
    check(
      'direct_debits_state',
      sql`amount > 0 and attempt in (1, 2) and (state = 'cancelled') = (cancellation is not null)
        and (state in ('rejected', 'returned')) = (failed_on is not null) and (state in ('settled', 'returned')) = (settled_on is not null)
        and (state in ('exported', 'settled', 'rejected', 'returned')) <= (batch_id is not null)
        and interest >= 0 and capital >= 0 and (collection_id is null or interest + capital = amount)`,
    ),
  ],
);
