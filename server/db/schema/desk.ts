import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { BULK_STATES, type BulkCommon, type BulkItem } from '#domain/desk/bulk.ts';
import { EXPORTED_LISTS } from '#domain/desk/export.ts';
import type { RefusalParams } from '#domain/errors.ts';
import { idColumn, moment } from './columns.ts';
import { users } from './sign-in.ts';

/** One operation on many rows, by one member of the staff. It is over when no row waits. */
export const bulkRuns = pgTable(
  'bulk_runs',
  {
    id: idColumn(),
    operation: text('operation').notNull(),
    common: jsonb('common').$type<BulkCommon>().notNull(),
    madeBy: uuid('made_by').notNull(),
    origin: text('origin'),
    madeAt: moment('made_at').notNull(),
    /** Its person stopped it: what waits may go on later. */
    stoppedAt: moment('stopped_at'),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('bulk_runs_open').on(table.madeAt).where(sql`ended_at is null and stopped_at is null`),
    index('bulk_runs_of_person').on(table.madeBy, table.madeAt, table.id),
  ],
);

/** A row of such a run, with what was seen of it and what became of it. */
export const bulkItems = pgTable(
  'bulk_items',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => bulkRuns.id, { onDelete: 'cascade' }),
    /** From 1, in the order in which the rows were shown. */
    position: integer('position').notNull(),
    item: jsonb('item').$type<BulkItem>().notNull(),
    state: text('state', { enum: BULK_STATES }).notNull().default('waiting'),
    refusalCode: text('refusal_code'),
    refusalParams: jsonb('refusal_params').$type<RefusalParams>(),
    proposalId: uuid('proposal_id'),
  },
  (table) => [
    primaryKey({ columns: [table.runId, table.position] }),
    check(
      'bulk_items_state',
      sql`state in ('waiting', 'done', 'refused', 'skipped', 'needs-approval', 'proposed')`,
    ),
  ],
);

/** A list as somebody wants to find it again: its search, filters and order under a name. */
export const savedViews = pgTable(
  'saved_views',
  {
    id: idColumn(),
    ownerId: uuid('owner_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    list: text('list', { enum: EXPORTED_LISTS }).notNull(),
    name: text('name').notNull(),
    /** As in the address: `state=pending&assignee=me`. */
    query: text('query').notNull(),
    /** Whether the whole staff finds it. */
    isShared: boolean('is_shared').notNull().default(false),
    /** Whether it stands above its owner's list. */
    isStarred: boolean('is_starred').notNull().default(false),
    position: integer('position').notNull(),
    savedAt: moment('saved_at').notNull(),
  },
  (table) => [
    index('saved_views_of_owner').on(table.ownerId, table.list, table.position, table.id),
    index('saved_views_shared').on(table.list, table.position, table.id).where(sql`is_shared`),
    check('saved_views_list', sql`list in ('loans', 'withdrawals', 'fees', 'clients')`),
    check('saved_views_name', sql`char_length(name) between 1 and 60`),
    check('saved_views_query', sql`octet_length(query) <= 2048`),
  ],
);
