import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { TASK_ENDS, TASK_KINDS } from '#domain/tasks/task.ts';
import { clientAccounts } from './accounts.ts';
import { idColumn, moment } from './columns.ts';

/** Who of the staff follows a client's file or request, and who did. At most one person at a time; it never keeps others from acting. */
export const assignments = pgTable(
  'assignments',
  {
    id: idColumn(),
    subjectKind: text('subject_kind', { enum: TASK_KINDS }).notNull(),
    subjectId: uuid('subject_id').notNull(),
    /** The client whom it concerns; it goes with them. */
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id, { onDelete: 'cascade' }),
    assigneeId: uuid('assignee_id').notNull(),
    assignedBy: uuid('assigned_by').notNull(),
    at: moment('at').notNull(),
    endedAt: moment('ended_at'),
    endedBecause: text('ended_because', { enum: TASK_ENDS }),
  },
  (table) => [
    uniqueIndex('assignments_open').on(table.subjectKind, table.subjectId).where(sql`ended_at is null`),
    index('assignments_of_person')
      .on(table.assigneeId, table.clientAccountId, table.subjectKind, table.subjectId)
      .where(sql`ended_at is null`),
    index('assignments_idle').on(table.at, table.id).where(sql`ended_at is null`),
    index('assignments_of_client').on(table.clientAccountId),
    check('assignments_kind', sql`subject_kind in ('loan', 'withdrawal', 'fee', 'client')`),
    check(
      'assignments_ended',
      sql`(ended_at is null) = (ended_because is null)
        and ended_because in ('decided', 'released', 'reassigned', 'suspended', 'left', 'idle')`,
    ),
  ],
);
