import { bigint, boolean, index, integer, pgTable, text, unique, uuid } from 'drizzle-orm/pg-core';
import { idColumn, moment } from './columns.ts';

/** Who can sign in. */
export const users = pgTable('users', {
  id: idColumn(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  /** Code of the language chosen on the screens, which mails follow where they exist in it. */
  language: text('language').notNull().default('fr'),
  createdAt: moment('created_at').notNull().defaultNow(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Who is signed in where. The cookie's token is kept as its hash only: who reads the database cannot take a session over. */
export const sessions = pgTable(
  'sessions',
  {
    id: idColumn(),
    /** SHA-256 of the token, base64url. */
    tokenHash: text('token_hash').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** When it ends unless the person does something before: never later than the absolute limit counted from its beginning. */
    expiresAt: moment('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** When the person last did something. */
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('sessions_user').on(table.userId), index('sessions_end').on(table.expiresAt)],
);

export const credentials = pgTable(
  'credentials',
  {
    id: idColumn(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [index('credentials_user').on(table.userId)],
);

export const verifications = pgTable(
  'verifications',
  {
    id: idColumn(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('verifications_identifier').on(table.identifier),
    index('verifications_end').on(table.expiresAt),
  ],
);

/** Each sign-in of a known person and each failure of one, kept for a year: sessions themselves are forgotten when they end. */
export const signIns = pgTable(
  'sign_ins',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    succeeded: boolean('succeeded').notNull(),
    address: text('address'),
    userAgent: text('user_agent'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('sign_ins_user').on(table.userId, table.createdAt),
    index('sign_ins_age').on(table.createdAt),
  ],
);

/** A person's authenticator app (RFC 6238). */
export const secondFactors = pgTable('second_factors', {
  userId: uuid('user_id')
    .primaryKey()
    .references(() => users.id, { onDelete: 'cascade' }),
  /** The shared secret, sealed with the instance's key. */
  secret: text('secret').notNull(),
  /** Null until a first code has shown that the app knows the secret. */
  activatedAt: moment('activated_at'),
  /** The time step of the last code that was accepted: a code is used once. */
  lastStep: bigint('last_step', { mode: 'number' }),
  createdAt: moment('created_at').notNull(),
});

/** The passkeys of a person (WebAuthn): devices that sign what they are asked, for the address of this product alone. */
export const passkeys = pgTable(
  'passkeys',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** What its owner calls it. */
    name: text('name').notNull(),
    /** The name the device gave it, base64url. */
    credentialId: text('credential_id').notNull().unique(),
    /** The public key as COSE has it, base64url. Nothing secret. */
    publicKey: text('public_key').notNull(),
    /** How often the device has signed, where it counts: a figure that goes back betrays a copy. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    /** How the browser may reach the device, with spaces between: « internal hybrid ». */
    transports: text('transports').notNull(),
    createdAt: moment('created_at').notNull(),
    lastUsedAt: moment('last_used_at'),
  },
  (table) => [index('passkeys_user').on(table.userId)],
);

/** Codes that stand in for the app or a passkey, each once. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The first characters of the code, which find it; the whole is kept as a password hash. */
    selector: text('selector').notNull(),
    hash: text('hash').notNull(),
    usedAt: moment('used_at'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [unique('recovery_codes_selector').on(table.userId, table.selector)],
);

/** What is counted against an account or a network address, named by a digest, until its window ends. Shared by every node. */
export const attempts = pgTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    endsAt: moment('ends_at').notNull(),
  },
  (table) => [index('attempts_end').on(table.endsAt)],
);
