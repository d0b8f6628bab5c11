import { index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { clientAccounts } from './accounts.ts';
import { idColumn, moment } from './columns.ts';

/** What administrators wrote down about a client. Never changed (migration 0007), and gone with the client. */
export const clientNotes = pgTable(
  'client_notes',
  {
    id: idColumn(),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id, { onDelete: 'cascade' }),
    authorId: uuid('author_id').notNull(),
    text: text('text').notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (table) => [index('client_notes_account').on(table.clientAccountId, table.createdAt)],
);
