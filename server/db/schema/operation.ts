import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { idColumn, moment } from './columns.ts';
import { users } from './sign-in.ts';

/** The first answer of a call that moved money or created something, replayed when the call is repeated. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    actorId: uuid('actor_id').notNull(),
    key: text('key').notNull(),
    operation: text('operation').notNull(),
    /** SHA-256 of the operation and its input: the same key with another body is refused. */
    fingerprint: text('fingerprint').notNull(),
    /** What the call was about, when its input names it: the answers about a deleted client are found and deleted by it. */
    subjectId: uuid('subject_id'),
    response: jsonb('response'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.actorId, table.key] }),
    index('idempotency_keys_subject').on(table.subjectId).where(sql`subject_id is not null`),
  ],
);

/**
 * How many rows each list has, kept by triggers (migration 0003) so that a badge never counts a table. A name is spread over several
 * rows, so that callers who write at once do not wait for one another; the figure is their sum.
 */
export const tallies = pgTable(
  'tallies',
  {
    name: text('name').notNull(),
    stripe: smallint('stripe').notNull(),
    value: bigint('value', { mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.name, table.stripe] })],
);

/** Mails to send, written in the transaction of the event they tell of and delivered afterwards. */
export const outbox = pgTable(
  'outbox',
  {
    id: idColumn(),
    recipient: text('recipient').notNull(),
    template: text('template').notNull(),
    params: jsonb('params').$type<Record<string, string | number>>().notNull(),
    /** The person it is about, so that deleting them deletes what is still unsent or captured. */
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    /** Papers of `loan_papers` that go with it, in their order. */
    paperIds: uuid('paper_ids').array().notNull().default(sql`'{}'`),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: moment('next_attempt_at').notNull(),
    deliveredAt: moment('delivered_at'),
    lastError: text('last_error'),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [
    index('outbox_due').on(table.nextAttemptAt).where(sql`delivered_at is null`),
    index('outbox_user').on(table.userId, table.createdAt),
    index('outbox_delivered').on(table.deliveredAt).where(sql`delivered_at is not null`),
  ],
);

/** What happened to a client, as the bell on their screen tells it. */
export const notifications = pgTable(
  'notifications',
  {
    id: idColumn(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    params: jsonb('params').$type<Record<string, string | number>>().notNull(),
    createdAt: moment('created_at').notNull(),
    readAt: moment('read_at'),
  },
  (table) => [index('notifications_user').on(table.userId, table.createdAt)],
);

/** Secrets the product makes for itself at its first start, shared by every node of the database. */
export const secrets = pgTable('secrets', {
  name: text('name').primaryKey(),
  value: text('value').notNull(),
});
