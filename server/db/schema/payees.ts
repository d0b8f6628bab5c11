import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import {
  ORDER_KINDS,
  PAYEE_CHECK_DECISIONS,
  PAYEE_CHECK_REASONS,
  PAYEE_CHECK_RESULTS,
} from '#domain/payees/payee-check.ts';
import { clientAccounts } from './accounts.ts';
import { idColumn, moment } from './columns.ts';

/** A payee's address in the parts that a SEPA file carries (PAY-6). */
export interface PayeeAddress {
  readonly street?: string | undefined;
  readonly postalCode?: string | undefined;
  readonly city: string;
  readonly countryCode: string;
}

/** Whom a client keeps to pay again (PAY-10), one row for each IBAN. */
export const payees = pgTable(
  'payees',
  {
    id: idColumn(),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    iban: text('iban').notNull(),
    bankName: text('bank_name').notNull(),
    nickname: text('nickname'),
    address: jsonb('address').$type<PayeeAddress>(),
    createdAt: moment('created_at').notNull(),
    updatedAt: moment('updated_at').notNull(),
  },
  (table) => [uniqueIndex('payees_one_iban').on(table.clientAccountId, table.iban)],
);

/**
 * Each time the house asked whether a name and an IBAN belong together, and what the client decided then (PAY-16). Written once; the decision
 * is added once (server/db/payees.sql). It names no order by a foreign key: it goes after five years, or with its client.
 */
export const payeeChecks = pgTable(
  'payee_checks',
  {
    id: idColumn(),
    clientAccountId: uuid('client_account_id').notNull(),
    orderKind: text('order_kind', { enum: ORDER_KINDS }).notNull(),
    iban: text('iban').notNull(),
    typedName: text('typed_name').notNull(),
    result: text('result', { enum: PAYEE_CHECK_RESULTS }).notNull(),
    /** The holder's name, of a close match only: for the client who asked and the staff of the order. */
    returnedName: text('returned_name'),
    reason: text('reason', { enum: PAYEE_CHECK_REASONS }),
    provider: text('provider', { enum: ['own-books', 'simulated', 'http', 'none'] }).notNull(),
    /** The provider's own, for questions about this answer. */
    reference: text('reference'),
    askedAt: moment('asked_at').notNull(),
    answeredAt: moment('answered_at').notNull(),
    decision: text('decision', { enum: PAYEE_CHECK_DECISIONS }),
    decidedAt: moment('decided_at'),
    /** The order that followed. */
    withdrawalId: uuid('withdrawal_id'),
    /** The version of the sentences that the client read. */
    wording: text('wording').notNull(),
  },
  (table) => [
    index('payee_checks_account').on(table.clientAccountId, table.askedAt),
    index('payee_checks_answered').on(table.answeredAt),
    index('payee_checks_undecided').on(table.answeredAt).where(sql`decision is null`),
    check(
      'payee_checks_answer',
      sql`(result = 'close-match') = (returned_name is not null) and (result = 'not-possible') = (reason is not null)`,
    ),
    check(
      'payee_checks_decision',
      sql`num_nonnulls(decision, decided_at) in (0, 2) and (withdrawal_id is null or decision <> 'cancelled')`,
    ),
  ],
);
