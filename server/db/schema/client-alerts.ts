import { sql } from 'drizzle-orm';
import { check, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ALERT_KINDS } from '#domain/clients/alert.ts';
import { clientAccounts } from './accounts.ts';
import { idColumn, moment } from './columns.ts';

/** Warnings of the staff about a client, and freezes of assets (PAY-60, PAY-62): at most one of each kind is open. Clients read none. */
export const clientAlerts = pgTable(
  'client_alerts',
  {
    id: idColumn(),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ALERT_KINDS }).notNull(),
    reason: text('reason').notNull(),
    placedBy: uuid('placed_by').notNull(),
    placedAt: moment('placed_at').notNull(),
    liftedBy: uuid('lifted_by'),
    liftedAt: moment('lifted_at'),
  },
  (table) => [
    uniqueIndex('client_alerts_open').on(table.clientAccountId, table.kind).where(sql`lifted_at is null`),
    check('client_alerts_lifted', sql`num_nonnulls(lifted_by, lifted_at) in (0, 2)`),
  ],
);
