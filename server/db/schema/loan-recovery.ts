import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { FREEZE_KINDS } from '#domain/loans/freezes.ts';
import { FICP_CAUSES, NOTICE_OUTCOMES, RECOVERY_ACTS, RECOVERY_LETTERS } from '#domain/loans/recovery.ts';
import { idColumn, minor, moment } from './columns.ts';
import { ledgerTransactions } from './ledger.ts';
import { loans } from './loans.ts';

const loanId = () =>
  uuid('loan_id')
    .notNull()
    .references(() => loans.id, { onDelete: 'cascade' });

/**
 * The loans that are late, from the first missed instalment until everything late is made good. The database keeps it from the instalments
 * (server/db/recovery.sql), so that the list of arrears is one range of an index.
 */
export const loanArrears = pgTable(
  'loan_arrears',
  {
    loanId: uuid('loan_id')
      .primaryKey()
      .references(() => loans.id, { onDelete: 'cascade' }),
    /** The due date of the oldest instalment that is late. */
    since: date('since', { mode: 'string' }).notNull(),
    /** The day on which measures were offered for this incident (LC-80). */
    measuresOfferedOn: date('measures_offered_on', { mode: 'string' }),
    /** The last day on which the evening's job looked at it. */
    watchedOn: date('watched_on', { mode: 'string' }),
  },
  (table) => [
    index('loan_arrears_since').on(table.since, table.loanId),
    index('loan_arrears_watched').on(table.watchedOn.nullsFirst(), table.loanId),
  ],
);

/** Formal notices (LC-81). One runs at a time. */
export const loanFormalNotices = pgTable(
  'loan_formal_notices',
  {
    id: idColumn(),
    loanId: loanId(),
    sentOn: date('sent_on', { mode: 'string' }).notNull(),
    /** The last day to pay. */
    lastDay: date('last_day', { mode: 'string' }).notNull(),
    /** What was to be paid on the day it was sent, in the loan's currency. */
    amount: minor('amount').notNull(),
    instalments: integer('instalments').notNull(),
    /** The number of the registered letter. */
    registeredNumber: text('registered_number'),
    sentAt: moment('sent_at').notNull(),
    sentBy: uuid('sent_by').notNull(),
    endedOn: date('ended_on', { mode: 'string' }),
    outcome: text('outcome', { enum: NOTICE_OUTCOMES }),
  },
  (table) => [
    uniqueIndex('loan_formal_notices_open').on(table.loanId).where(sql`ended_on is null`),
    index('loan_formal_notices_running').on(table.lastDay, table.id).where(sql`ended_on is null`),
    index('loan_formal_notices_loan').on(table.loanId, table.sentAt),
    check('loan_formal_notices_values', sql`amount > 0 and instalments > 0 and last_day > sent_on`),
    check(
      'loan_formal_notices_end',
      sql`num_nonnulls(ended_on, outcome) in (0, 2) and outcome in ('paid', 'replaced', 'accelerated')`,
    ),
  ],
);

/** Freezes (LC-92, LC-93). The one in force stands in the loan too; that of a payout that is back before one of the staff beside it (LC-6). */
export const loanFreezes = pgTable(
  'loan_freezes',
  {
    id: idColumn(),
    loanId: loanId(),
    kind: text('kind', { enum: FREEZE_KINDS }).notNull(),
    /** The day of receivability, or of the death. */
    fromDay: date('from_day', { mode: 'string' }).notNull(),
    /** The letter or certificate, in words. */
    document: text('document').notNull(),
    setAt: moment('set_at').notNull(),
    setBy: uuid('set_by').notNull(),
    liftedOn: date('lifted_on', { mode: 'string' }),
    liftedBy: uuid('lifted_by'),
    liftedFor: text('lifted_for'),
  },
  (table) => [
    uniqueIndex('loan_freezes_open')
      .on(table.loanId, sql`(kind = 'payout-returned')`)
      .where(sql`lifted_on is null`),
    index('loan_freezes_running').on(table.setAt, table.id).where(sql`lifted_on is null`),
    index('loan_freezes_loan').on(table.loanId, table.setAt),
    check('loan_freezes_kind', sql`kind in ('overindebtedness', 'death', 'payout-returned')`),
    check('loan_freezes_lift', sql`num_nonnulls(lifted_on, lifted_by, lifted_for) in (0, 3)`),
  ],
);

/** Acts of recovery that were carried out; what waits for the approval of others is a proposal (decision 0056). */
export const loanRecoveryActs = pgTable(
  'loan_recovery_acts',
  {
    id: idColumn(),
    loanId: loanId(),
    act: text('act', { enum: RECOVERY_ACTS }).notNull(),
    /** In the loan's currency; null where the act has none of its own. */
    amount: minor('amount'),
    reason: text('reason').notNull(),
    /** The document on which it rests: the court's order of taxed costs (LC-75); null where the act has none. */
    document: text('document'),
    doneAt: moment('done_at').notNull(),
    doneBy: uuid('done_by').notNull(),
    /** The proposal by which it was approved (P-12). */
    proposal: text('proposal'),
  },
  (table) => [
    index('loan_recovery_acts_loan').on(table.loanId, table.doneAt),
    check(
      'loan_recovery_acts_act',
      sql`act in ('acceleration', 'provision', 'release', 'write-off', 'interest-forfeiture', 'taxed-costs') and amount > 0
        and (document is not null) = (act = 'taxed-costs')`,
    ),
  ],
);

/** What was received for loans that were written off (LC-85). */
export const loanRecoveries = pgTable(
  'loan_recoveries',
  {
    id: idColumn(),
    loanId: loanId(),
    day: date('day', { mode: 'string' }).notNull(),
    amount: minor('amount').notNull(),
    document: text('document').notNull(),
    ledgerTransactionId: uuid('ledger_transaction_id')
      .notNull()
      .unique()
      .references(() => ledgerTransactions.id),
    madeBy: uuid('made_by').notNull(),
  },
  (table) => [
    index('loan_recoveries_loan').on(table.loanId, table.day),
    check('loan_recoveries_amount', sql`amount > 0`),
  ],
);

/** Incidents for the FICP (LC-83): the client is told first, the declaration follows, and the deletion when all is paid. One runs at a time. */
export const ficpDeclarations = pgTable(
  'ficp_declarations',
  {
    id: idColumn(),
    loanId: loanId(),
    cause: text('cause', { enum: FICP_CAUSES }).notNull(),
    /** The day of the letter to the client, and the first day on which it may be declared. */
    informedOn: date('informed_on', { mode: 'string' }).notNull(),
    declareFrom: date('declare_from', { mode: 'string' }).notNull(),
    declaredOn: date('declared_on', { mode: 'string' }),
    declaredBy: uuid('declared_by'),
    /** The day on which everything was paid: the deletion is to be declared then. */
    regularisedOn: date('regularised_on', { mode: 'string' }),
    deletedOn: date('deleted_on', { mode: 'string' }),
    deletedBy: uuid('deleted_by'),
  },
  (table) => [
    uniqueIndex('ficp_declarations_open').on(table.loanId).where(sql`regularised_on is null`),
    index('ficp_declarations_to_declare')
      .on(table.declareFrom, table.id)
      .where(sql`declared_on is null and regularised_on is null`),
    index('ficp_declarations_to_delete')
      .on(table.regularisedOn, table.id)
      .where(sql`declared_on is not null and regularised_on is not null and deleted_on is null`),
    index('ficp_declarations_loan').on(table.loanId, table.informedOn),
    check('ficp_declarations_cause', sql`cause in ('unpaid', 'acceleration')`),
    check(
      'ficp_declarations_steps',
      sql`declare_from > informed_on and (declared_on is null or declared_on >= declare_from)
        and (declared_on is null) = (declared_by is null) and (deleted_on is null) = (deleted_by is null)
        and (deleted_on is null or (declared_on is not null and regularised_on is not null))`,
    ),
  ],
);

/** What a letter of recovery says besides its addressee: amounts in minor units of the loan's currency, days, numbers. */
export type LetterContent = Readonly<Record<string, string | number>>;

/** The letters of recovery as they were sent; their PDF is drawn from these values. */
export const loanRecoveryLetters = pgTable(
  'loan_recovery_letters',
  {
    id: idColumn(),
    loanId: loanId(),
    kind: text('kind', { enum: RECOVERY_LETTERS }).notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    content: jsonb('content').$type<LetterContent>().notNull(),
    /** The lines of the address. */
    addressee: jsonb('addressee').$type<readonly string[]>().notNull(),
    /** SHA-256 of the values above, in hexadecimal: the proof that the letter said this and nothing else. */
    sha256: text('sha256').notNull(),
    madeAt: moment('made_at').notNull(),
  },
  (table) => [
    index('loan_recovery_letters_loan').on(table.loanId, table.madeAt),
    check(
      'loan_recovery_letters_kind',
      sql`kind in ('missed-instalment', 'measures-offer', 'formal-notice', 'acceleration', 'ficp-information', 'recovery-receipt', 'interest-forfeiture')
        and length(sha256) = 64`,
    ),
  ],
);
