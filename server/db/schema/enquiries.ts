import { boolean, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, moment } from './columns.ts';

/**
 * Who asked for the newsletter. A row that ends,
 * or that was not confirmed in time, is deleted: there is no reason to keep the address.
 */
export const newsletterSubscriptions = pgTable(
  'newsletter_subscriptions',
  {
    id: idColumn(),
    /** In lower case. */
    email: text('email').notNull().unique(),
    /** SHA-256 of the token in the last confirmation mail: the database alone cannot prove a consent. */
    confirmationHash: text('confirmation_hash').notNull().unique(),
    /** The token at the foot of every mail; the same in all of them, so that the oldest still ends the subscription. */
    unsubscriptionToken: text('unsubscription_token').notNull().unique(),
    requestedAt: moment('requested_at').notNull(),
    /** The proof of consent; null until the link of the mail was followed. */
    confirmedAt: moment('confirmed_at'),
  },
  (table) => [index('newsletter_subscriptions_requested').on(table.requestedAt)],
);

/**
 * Messages that visitors sent by the site itself instead of their own mail program. They belong to no account: the address was
 * typed and not proved. Deleted 24 months after they arrived (domain/enquiries/enquiry.ts), or with the client of that address.
 */
export const enquiries = pgTable(
  'enquiries',
  {
    id: idColumn(),
    reference: text('reference').notNull().unique(),
    kind: text('kind', { enum: ['contact', 'loan-request', 'card-request'] }).notNull(),
    name: text('name').notNull(),
    /** In lower case. */
    email: text('email').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    state: text('state', { enum: ['new', 'answered'] })
      .notNull()
      .default('new'),
    /** Whether a mail acknowledged it. */
    acknowledged: boolean('acknowledged').notNull().default(false),
    answeredBy: uuid('answered_by'),
    answeredAt: moment('answered_at'),
    /** The header `Idempotency-Key` and the digest of what was sent with it: a repetition gets the first answer. */
    submissionKey: text('submission_key').notNull().unique(),
    fingerprint: text('fingerprint').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('enquiries_newest').on(table.createdAt, table.id),
    index('enquiries_state').on(table.state, table.createdAt, table.id),
    index('enquiries_email').on(table.email),
  ],
);
