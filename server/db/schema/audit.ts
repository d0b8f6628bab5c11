import { sql } from 'drizzle-orm';
import { bigint, index, pgTable, primaryKey, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from './columns.ts';

/**
 * The audit trail: one line for each act of an administrator and each refusal of one. Append-only (migration 0007), and each line carries
 * the hash of the one before it, so that a line that was changed or removed shows. A line holds nothing personal: what it says of people
 * stands in `audit_parts` and counts here by its digest, so that it can be forgotten without breaking the chain.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    /** Place in the chain, from 1, without a gap. */
    number: bigint('number', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull(),
    /** Who: a user's id, or null when the author could not be identified. No foreign key, because lines outlive people. */
    actorId: uuid('actor_id'),
    operation: text('operation').notNull(),
    outcome: text('outcome', { enum: ['done', 'refused'] }).notNull(),
    refusalCode: text('refusal_code'),
    /** What was acted on: a request, a fee, a batch or an account. */
    subjectId: uuid('subject_id'),
    /** The client's account it concerns. */
    clientAccountId: uuid('client_account_id'),
    originDigest: text('origin_digest'),
    contentDigest: text('content_digest'),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    index('audit_entries_time').on(table.at, table.number),
    index('audit_entries_actor').on(table.actorId, table.at, table.number),
    index('audit_entries_client').on(table.clientAccountId, table.at, table.number),
    index('audit_entries_operation').on(table.operation, table.at, table.number),
  ],
);

/**
 * What a line says of people: from where someone acted (`origin`), and what was before and after (`content`). The digest in the line is
 * of salt and value, so that once the row is gone its value cannot be guessed from the digest.
 */
export const auditParts = pgTable(
  'audit_parts',
  {
    /** Its line, written before it in the same transaction. */
    number: bigint('number', { mode: 'number' }).notNull(),
    part: text('part', { enum: ['origin', 'content'] }).notNull(),
    /** Whose it is, a user's or an account's id: it goes with them. Null when it concerns no person. */
    personId: uuid('person_id'),
    salt: text('salt').notNull(),
    /** JSON as text: the digest is of these very characters. */
    value: text('value').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.number, table.part] }),
    index('audit_parts_person').on(table.personId),
  ],
);

/** The end of the chain, one row: appending locks it, and a truncated chain no longer matches it. */
export const auditHead = pgTable('audit_head', {
  id: smallint('id').primaryKey(),
  number: bigint('number', { mode: 'number' }).notNull(),
  hash: text('hash').notNull(),
  /** When the last line was told: the next one is not older. */
  at: moment('at').notNull().default(sql`'epoch'`),
});
