import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { FileFaultCode } from '#domain/statements/file-fault.ts';
import { LINE_PART_KINDS, RETURN_ORDER_PHASES, RETURN_REASONS } from '#domain/statements/line-parts.ts';
import type { MessageKind } from '#domain/statements/message-kinds.ts';
import type { EntryAnomaly, ReadReport } from '#domain/statements/read-message.ts';
import {
  BANK_FILE_SOURCES,
  BANK_FILE_STATES,
  LINE_PHASES,
  STATEMENT_STATES,
  type StatementCode,
} from '#domain/statements/states.ts';
import type { AppliedAnswer } from '#domain/withdrawals/bank-answer.ts';
import { clientAccounts } from './accounts.ts';
import { idColumn, minor, moment } from './columns.ts';
import { files } from './files.ts';
import { loans } from './loans.ts';
import { directDebitBatches, directDebits } from './mandates.ts';
import { withdrawalRequests } from './requests.ts';
import { withdrawalBatches } from './withdrawal-batches.ts';

/** Files of the house's banks (PAY-17), kept whole for as long as the books are. */
export const bankFiles = pgTable(
  'bank_files',
  {
    id: idColumn(),
    fileId: uuid('file_id')
      .notNull()
      .unique()
      .references(() => files.id),
    name: text('name').notNull(),
    /** Of the content, in hexadecimal: the same bytes are one file. */
    sha256: text('sha256').notNull().unique(),
    sizeBytes: integer('size_bytes').notNull(),
    source: text('source', { enum: BANK_FILE_SOURCES }).notNull(),
    /** Who sent it: a member of the staff, or the job of the watched folder. */
    senderId: uuid('sender_id').notNull(),
    receivedAt: moment('received_at').notNull(),
    state: text('state', { enum: BANK_FILE_STATES }).notNull(),
    /** Why it was refused, with a few words of what was found. */
    code: text('code').$type<FileFaultCode>(),
    detail: text('detail'),
    kind: text('kind').$type<MessageKind>(),
    version: text('version'),
    messageId: text('message_id'),
    /** As it is written in the file. */
    createdAt: text('created_at'),
    /** What a pain.002 says, and what that did to the transfers of its batch (PAY-36). */
    report: jsonb('report').$type<ReadReport>(),
    answer: jsonb('answer').$type<AppliedAnswer>(),
    /** How far it was read. */
    readBytes: integer('read_bytes').notNull().default(0),
    entryCount: integer('entry_count').notNull().default(0),
    /** The run that reads it, and until when it is this run's by the database's clock; null when none does. */
    claim: uuid('claim'),
    claimedUntil: moment('claimed_until'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('bank_files_newest').on(table.receivedAt, table.id),
    index('bank_files_open').on(table.receivedAt).where(sql`state = 'received'`),
    check('bank_files_values', sql`length(sha256) = 64 and (state = 'refused') = (code is not null)`),
  ],
);

/** The statements and notifications of details of bank files. What was read never changes; amounts are minor units of `currency`. */
export const bankStatements = pgTable(
  'bank_statements',
  {
    id: idColumn(),
    bankFileId: uuid('bank_file_id')
      .notNull()
      .references(() => bankFiles.id),
    /** Its number in the file, from 1. */
    position: integer('position').notNull(),
    kind: text('kind', { enum: ['statement', 'notification'] }).notNull(),
    /** The IBAN or number of the account, as our own row of it writes it; as in the file when it is not ours. */
    account: text('account').notNull(),
    currency: text('currency').notNull(),
    /** `Stmt/Id` and `ElctrncSeqNb` (empty without one): with account and currency the key of the statement (PAY-20). */
    statementId: text('statement_id').notNull(),
    sequence: text('sequence').notNull(),
    openingType: text('opening_type', { enum: ['OPBD', 'PRCD'] }),
    opening: minor('opening'),
    closing: minor('closing'),
    /** The day of the closing balance. */
    day: date('day', { mode: 'string' }),
    page: integer('page'),
    isLastPage: boolean('is_last_page'),
    /** Of a page: the statement that holds its lines since all pages are there. */
    mergedInto: uuid('merged_into').references((): AnyPgColumn => bankStatements.id),
    bookedCount: integer('booked_count').notNull().default(0),
    creditSum: minor('credit_sum').notNull().default(0),
    debitSum: minor('debit_sum').notNull().default(0),
    otherCount: integer('other_count').notNull().default(0),
    /** Of balances and booked entries, in hexadecimal: equal content has an equal one. Empty until it is read. */
    contentSha256: text('content_sha256').notNull().default(''),
    state: text('state', { enum: STATEMENT_STATES }).notNull(),
    /** Why it is refused or waits. */
    code: text('code').$type<StatementCode>(),
    /** Of a statement that does not add up, or of a gap: what is missing, in minor units. */
    difference: minor('difference'),
    /** The statement that it repeats, differs from or overlaps with. */
    relatedId: uuid('related_id').references((): AnyPgColumn => bankStatements.id),
    /** Numbers the posted statements of an account and currency without gaps: two nodes cannot post two at once. */
    postedNumber: integer('posted_number'),
    receivedAt: moment('received_at').notNull(),
    decidedAt: moment('decided_at'),
    /** Who posted it over a gap or an overlap; null when it followed by itself. */
    releasedBy: uuid('released_by'),
  },
  (table) => [
    uniqueIndex('bank_statements_position').on(table.bankFileId, table.position),
    uniqueIndex('bank_statements_chain').on(table.account, table.currency, table.postedNumber),
    index('bank_statements_key').on(table.account, table.currency, table.statementId, table.sequence),
    index('bank_statements_newest').on(table.receivedAt, table.id),
    index('bank_statements_open')
      .on(table.account, table.currency, table.receivedAt)
      .where(sql`state in ('received', 'waiting')`),
    check(
      'bank_statements_posted',
      sql`(state = 'posted' and kind = 'statement') = (posted_number is not null)`,
    ),
  ],
);

/**
 * The lines of statements: one for each detail of an entry, or one for an entry without details or whose details do not fit (PAY-25). The
 * facts of the bank never change; `phase` and `reason` say what became of the line.
 */
export const bankLines = pgTable(
  'bank_lines',
  {
    id: idColumn(),
    statementId: uuid('statement_id')
      .notNull()
      .references(() => bankStatements.id),
    /** Its place in the statement, from 1. */
    position: integer('position').notNull(),
    /** SHA-256 of what names the entry (PAY-20), in hexadecimal. Several details of one entry share it. */
    entryKey: text('entry_key').notNull(),
    /** Of a page whose statement is not complete: what names the entry, without its number among equal ones, which counts over all pages. */
    entryName: text('entry_name'),
    /** From 1; the number of the detail in its entry. */
    detail: integer('detail').notNull(),
    /** Of a detail that came as camt.054: the collective line in whose place it stands. */
    parentLineId: uuid('parent_line_id').references((): AnyPgColumn => bankLines.id),
    account: text('account').notNull(),
    currency: text('currency').notNull(),
    /** Positive for a credit, negative for a debit. */
    amount: minor('amount').notNull(),
    /** `BOOK` counts; `PDNG`, `INFO` and `FUTR` are shown. */
    status: text('status').notNull(),
    isReversal: boolean('is_reversal').notNull(),
    bookingDay: date('booking_day', { mode: 'string' }),
    valueDay: date('value_day', { mode: 'string' }),
    /** `AcctSvcrRef`. */
    bankRef: text('bank_ref'),
    /** Domain/family/sub-family of ISO, else the bank's own code. */
    code: text('code'),
    isProprietaryCode: boolean('is_proprietary_code').notNull(),
    batchCount: integer('batch_count'),
    /** `PmtInfId` and `MsgId` of the batch, else of the detail. */
    paymentId: text('payment_id'),
    messageId: text('message_id'),
    endToEndId: text('end_to_end_id'),
    counterpartyName: text('counterparty_name'),
    counterpartyIban: text('counterparty_iban'),
    /** The account that the order named: a virtual IBAN of a client, or the house's own. */
    ownIban: text('own_iban'),
    remittance: text('remittance'),
    structuredReference: text('structured_reference'),
    /** What else is said of it: beside a structured reference, or of the entry whose only detail says nothing. */
    additionalText: text('additional_text'),
    /** Whether the bank says that an order comes back, with or without a reason (PAY-26). */
    isReturn: boolean('is_return').notNull().default(false),
    /** The code of a return. */
    returnReason: text('return_reason'),
    /** What the bank kept back (PAY-24), in minor units of the line's currency. */
    charges: minor('charges').notNull().default(0),
    anomaly: text('anomaly').$type<EntryAnomaly>(),
    phase: text('phase', { enum: LINE_PHASES }).notNull(),
    /** Why it stands in suspense. */
    reason: text('reason'),
    /** What waits: in suspense of a credit, to be justified of a debit, in minor units with the sign of the line. */
    openAmount: minor('open_amount').notNull().default(0),
    /** The client who got all of it, at once or by a person. */
    clientAccountId: uuid('client_account_id').references(() => clientAccounts.id, { onDelete: 'set null' }),
    /** The loan whose reference it bears: it is collected afterwards (LC-73). */
    loanId: uuid('loan_id').references(() => loans.id, { onDelete: 'set null' }),
    /** The transfer of ours that it debits or gives back, or the file of transfers that it debits as one (PAY-38, PAY-40). */
    withdrawalId: uuid('withdrawal_id').references(() => withdrawalRequests.id, { onDelete: 'set null' }),
    batchId: uuid('batch_id').references(() => withdrawalBatches.id),
    /** The direct debit of ours that it settles or takes back, or the file of them that it credits as one (PAY-70, PAY-72). */
    directDebitId: uuid('direct_debit_id').references(() => directDebits.id, { onDelete: 'set null' }),
    directDebitBatchId: uuid('direct_debit_batch_id').references(() => directDebitBatches.id),
    /** Its own posting. */
    ledgerTransactionId: uuid('ledger_transaction_id'),
  },
  (table) => [
    uniqueIndex('bank_lines_position').on(table.statementId, table.position),
    index('bank_lines_key').on(table.entryKey),
    // A camt.054 names its entry so.
    index('bank_lines_bank_ref').on(table.account, table.bankRef).where(sql`bank_ref is not null`),
    // A camt.054 without a reference of the bank names it by account, day and amount.
    index('bank_lines_collective').on(table.account, table.amount).where(sql`anomaly = 'details-missing'`),
    index('bank_lines_parent').on(table.parentLineId).where(sql`parent_line_id is not null`),
    // « À imputer » and « Débits à justifier », the oldest first.
    index('bank_lines_to_allocate').on(table.bookingDay, table.id).where(sql`open_amount > 0`),
    index('bank_lines_to_justify').on(table.bookingDay, table.id).where(sql`open_amount < 0`),
    // Who was paid from an IBAN before (PAY-28), and what a client got.
    index('bank_lines_payer')
      .on(table.counterpartyIban, table.clientAccountId)
      .where(sql`client_account_id is not null`),
    index('bank_lines_client').on(table.clientAccountId).where(sql`client_account_id is not null`),
    index('bank_lines_loan').on(table.loanId).where(sql`loan_id is not null`),
    index('bank_lines_withdrawal').on(table.withdrawalId).where(sql`withdrawal_id is not null`),
    index('bank_lines_batch').on(table.batchId).where(sql`batch_id is not null`),
    index('bank_lines_direct_debit').on(table.directDebitId).where(sql`direct_debit_id is not null`),
  ],
);

/**
 * The first receipt of a client from an account whose holder has the client's own name: a measure by which who they are is checked (CMF R561-5-2 3°,
 * PAY-29). It goes with the client.
 */
export const identityReceipts = pgTable(
  'identity_receipts',
  {
    clientAccountId: uuid('client_account_id')
      .primaryKey()
      .references(() => clientAccounts.id, { onDelete: 'cascade' }),
    lineId: uuid('line_id')
      .notNull()
      .references(() => bankLines.id),
    recordedAt: moment('recorded_at').notNull(),
  },
  (table) => [index('identity_receipts_line').on(table.lineId)],
);

/** What a person made of a line that waited: the parts of it, each with its posting (PAY-30 to PAY-32). They are never changed. */
export const bankLineParts = pgTable(
  'bank_line_parts',
  {
    id: idColumn(),
    lineId: uuid('line_id')
      .notNull()
      .references(() => bankLines.id),
    kind: text('kind', { enum: LINE_PART_KINDS }).notNull(),
    /** Of a part that a client got. */
    clientAccountId: uuid('client_account_id').references(() => clientAccounts.id, { onDelete: 'set null' }),
    /** Minor units of the line's currency, above zero. */
    amount: minor('amount').notNull(),
    /** Of a return to the sender: the reason that their bank is told. */
    reasonCode: text('reason_code', { enum: RETURN_REASONS }),
    /** Of a debit that paid a transfer, a return or a file of ours: which one (PAY-32). */
    orderId: uuid('order_id'),
    /** Of a debit that is of an order of ours nobody can name: why. */
    note: text('note'),
    ledgerTransactionId: uuid('ledger_transaction_id').notNull(),
    madeBy: uuid('made_by').notNull(),
    approvedBy: uuid('approved_by'),
    madeAt: moment('made_at').notNull(),
  },
  (table) => [
    index('bank_line_parts_line').on(table.lineId),
    index('bank_line_parts_client').on(table.clientAccountId).where(sql`client_account_id is not null`),
    check('bank_line_parts_values', sql`amount > 0 and (kind = 'return') = (reason_code is not null)`),
  ],
);

/**
 * Money on its way back to its sender (PAY-31): a transfer of the house's own for a part of a line, to the name and IBAN of that line only. It
 * leaves in a file with the transfers of clients, and our bank's debit settles it.
 */
export const returnOrders = pgTable(
  'return_orders',
  {
    id: idColumn(),
    lineId: uuid('line_id')
      .notNull()
      .references(() => bankLines.id),
    partId: uuid('part_id')
      .notNull()
      .unique()
      .references(() => bankLineParts.id),
    amount: minor('amount').notNull(),
    currency: text('currency').notNull(),
    payeeName: text('payee_name').notNull(),
    payeeIban: text('payee_iban').notNull(),
    /** « RETOUR » and the reference that the sender's bank knows. */
    remittance: text('remittance').notNull(),
    phase: text('phase', { enum: RETURN_ORDER_PHASES }).notNull(),
    batchId: uuid('batch_id').references(() => withdrawalBatches.id),
    /** The code with which a bank refused it (PAY-37). */
    bankReason: text('bank_reason'),
    /** The line of our bank that debits it alone; of a refused one, that debits it all the same with the whole of its file (PAY-38). */
    settledLineId: uuid('settled_line_id').references(() => bankLines.id),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('return_orders_line').on(table.lineId),
    index('return_orders_batch').on(table.batchId).where(sql`batch_id is not null`),
    index('return_orders_waiting').on(table.createdAt, table.id).where(sql`phase = 'ordered'`),
    check(
      'return_orders_values',
      // One that no file can take is settled without: our bank was asked by its own channel.
      sql`amount > 0 and (phase not in ('ordered', 'cancelled') or batch_id is null) and (phase <> 'exported' or batch_id is not null)`,
    ),
  ],
);
