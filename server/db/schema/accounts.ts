import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  date,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { LedgerEvent } from '#domain/ledger/events.ts';
import type { MovementDetails } from '#domain/ledger/movement-words.ts';
import { idColumn, minor, moment } from './columns.ts';
import { ledgerAccounts } from './ledger.ts';
import { users } from './sign-in.ts';

/**
 * A client's account. No column `balance` is stored here: the balance is what the ledger account says and
 * nothing else (docs/rules.md, Honest by design 5; docs/decisions/0003). What clients are searched and ordered by, `words` and `name_order`, is
 * the database's own (migration 0016): only lists ask for it.
 */
export const clientAccounts = pgTable(
  'client_accounts',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => users.id),
    ledgerAccountId: uuid('ledger_account_id')
      .notNull()
      .unique()
      .references(() => ledgerAccounts.id),
    accountType: text('account_type', { enum: ['courant', 'epargne', 'credit'] }).notNull(),
    currency: text('currency').notNull(),
    isActivated: boolean('is_activated').notNull().default(false),
    /** Minor units of the account's currency. */
    activationDepositRequired: minor('activation_deposit_required').notNull(),
    /** The number of its payment reference (PAY-27). The database gives it, without gaps being promised. */
    paymentNumber: bigint('payment_number', { mode: 'number' })
      .notNull()
      .unique()
      .generatedByDefaultAsIdentity(),
    iban: text('iban'),
    /** Given to several accounts before an IBAN belonged to one: until staff change one of them, nothing is decided by it (PAY-5). */
    ibanIsShared: boolean('iban_is_shared').notNull().default(false),
    bankName: text('bank_name'),
    createdAt: moment('created_at').notNull(),
    /** The first moment that is too late to activate it; null for accounts of before deadlines were kept that were activated. */
    dueAt: moment('due_at'),
  },
  (table) => [
    index('client_accounts_newest').on(table.createdAt, table.id),
    index('client_accounts_to_activate').on(table.createdAt, table.id).where(sql`not is_activated`),
    index('client_accounts_due')
      .on(sql`coalesce(due_at, 'infinity'::timestamptz)`, table.createdAt, table.id)
      .where(sql`not is_activated`),
    uniqueIndex('client_accounts_one_iban').on(table.iban).where(sql`not iban_is_shared`),
    // « IBAN attribués deux fois ».
    index('client_accounts_shared_iban').on(table.iban).where(sql`iban_is_shared`),
    // Whose an IBAN is, also where two accounts have it.
    index('client_accounts_iban').on(table.iban.op('text_pattern_ops')),
  ],
);

/**
 * From which account number the next IBAN of a range is proposed (PAY-5). A number that was given is not proposed again, even when its
 * account is gone: money that is still sent there must not reach another client.
 */
export const ibanCounters = pgTable(
  'iban_counters',
  {
    bank: text('bank').notNull(),
    branch: text('branch').notNull(),
    nextAccount: bigint('next_account', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.bank, table.branch] })],
);

/** The client's own view of a movement. Personal words live here and go with the client; the ledger keeps none. */
export const transactions = pgTable(
  'transactions',
  {
    id: idColumn(),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id),
    /** The movement is an entry of this transaction (server/db/ledger.sql). */
    ledgerTransactionId: uuid('ledger_transaction_id').notNull(),
    /** Number of the ledger entry on the client's account: the order of the movements. */
    sequence: bigint('sequence', { mode: 'number' }).notNull(),
    amount: minor('amount').notNull(),
    balanceAfter: minor('balance_after').notNull(),
    transactionType: text('transaction_type', { enum: ['credit', 'debit'] }).notNull(),
    event: text('event').$type<LedgerEvent>().notNull(),
    /** As it was typed; null for the bank's own movements, which keep the values of their sentence. */
    description: text('description'),
    details: jsonb('details').$type<MovementDetails>(),
    /** Both lines of a transfer between two clients share it (PAY-34). */
    referenceNumber: text('reference_number').notNull(),
    originalAmount: minor('original_amount'),
    originalCurrency: text('original_currency'),
    rate: numeric('rate', { precision: 18, scale: 8 }),
    /** The day of the rate; null where nothing was converted, and for movements of before it was kept. */
    rateAsOf: date('rate_as_of', { mode: 'string' }),
    createdBy: uuid('created_by').notNull(),
    createdAt: moment('created_at').notNull(),
    /** The day from which the money counts: the ledger transaction's. */
    valueDay: date('value_day', { mode: 'string' }).notNull(),
  },
  (table) => [
    check('transactions_named', sql`(description is null) <> (details is null)`),
    unique('transactions_reference').on(table.referenceNumber, table.clientAccountId),
    unique('transactions_order').on(table.clientAccountId, table.sequence),
    index('transactions_created').on(table.clientAccountId, table.createdAt),
    // The movements of a period over all accounts: rows are written in order of time, so a block index costs next to nothing.
    index('transactions_time').using('brin', table.createdAt),
  ],
);
