import { sql } from 'drizzle-orm';
import { date, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { idColumn, moment } from './columns.ts';
import { users } from './sign-in.ts';

/** What step 1 of sign-up learned, kept until step 2 makes a profile of it. Never holds the password. */
export const signUpDetails = pgTable('sign_up_details', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  phone: text('phone'),
  country: text('country').notNull(),
  /** The address that was typed when it is somebody's already: this sign-up will open nothing (decision 0009). */
  claimedEmail: text('claimed_email'),
  createdAt: moment('created_at').notNull(),
});

export const profiles = pgTable('profiles', {
  id: idColumn(),
  userId: uuid('user_id')
    .notNull()
    .unique()
    .references(() => users.id),
  firstName: text('first_name').notNull(),
  lastName: text('last_name').notNull(),
  displayName: text('display_name').notNull().generatedAlwaysAs(sql`first_name || ' ' || last_name`),
  phone: text('phone'),
  /** What the number is found by in every way of writing it (domain/search/phone-key.ts). */
  phoneKeys: text('phone_keys').array().notNull().default([]),
  /** The name in Latin letters where it is written in others. */
  latinName: text('latin_name'),
  country: text('country').notNull(),
  currencyCode: text('currency_code').notNull(),
  address: text('address'),
  city: text('city'),
  postalCode: text('postal_code'),
  dateOfBirth: date('date_of_birth', { mode: 'string' }),
  profession: text('profession'),
  createdAt: moment('created_at').notNull(),
  updatedAt: moment('updated_at').notNull(),
});
