import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { LENDER_ANSWERS } from '#domain/loans/intermediation.ts';
import { bytes, moment } from './columns.ts';
import { loanRequests } from './requests.ts';

/** How a house that does not lend hands requests to lenders (LC-6). Everything goes with the request. */

/** The partner lenders that a client agreed to when they asked for a loan, each by the name that they read. Written once. */
export const loanLenderConsents = pgTable(
  'loan_lender_consents',
  {
    loanRequestId: uuid('loan_request_id')
      .notNull()
      .references(() => loanRequests.id, { onDelete: 'cascade' }),
    /** The lender's code in the institution's file. */
    lenderCode: text('lender_code').notNull(),
    lenderName: text('lender_name').notNull(),
    givenAt: moment('given_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.loanRequestId, table.lenderCode] })],
);

/**
 * To whom a request was handed, one lender at most, and what that lender answered. The foreign key is the client's consent: the database takes no
 * transmission to a lender that the client did not agree to. What was sent is never changed (server/db/intermediation.sql).
 */
export const loanTransmissions = pgTable(
  'loan_transmissions',
  {
    loanRequestId: uuid('loan_request_id').primaryKey(),
    lenderCode: text('lender_code').notNull(),
    lenderName: text('lender_name').notNull(),
    sentAt: moment('sent_at').notNull(),
    sentBy: uuid('sent_by').notNull(),
    /** A note to the lender, which stands in the paper. */
    note: text('note'),
    /** The paper that the lender gets: its hash in hexadecimal, and its bytes. */
    sha256: text('sha256').notNull(),
    content: bytes('content').notNull(),
    /** The lender's last answer; null until the first. */
    answer: text('answer', { enum: LENDER_ANSWERS }),
    answeredAt: moment('answered_at'),
    answeredBy: uuid('answered_by'),
  },
  (table) => [
    foreignKey({
      name: 'loan_transmissions_consent',
      columns: [table.loanRequestId, table.lenderCode],
      foreignColumns: [loanLenderConsents.loanRequestId, loanLenderConsents.lenderCode],
    }).onDelete('cascade'),
    // The queue of answers that are waited for.
    index('loan_transmissions_open').on(table.sentAt).where(sql`answer is null or answer = 'accepted'`),
    check(
      'loan_transmissions_values',
      sql`length(sha256) = 64 and answer in ('accepted', 'refused', 'paid-out', 'withdrawn')
        and num_nonnulls(answer, answered_at, answered_by) in (0, 3)`,
    ),
  ],
);
