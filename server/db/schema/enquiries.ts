import { index, pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, moment } from './columns.ts';

/**
 * Who asked for the newsletter. Nothing else of the public forms is stored (specification, public area, section 7). A row that ends,
 * or that nobody confirmed in time, is deleted: there is no reason to keep the address.
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
