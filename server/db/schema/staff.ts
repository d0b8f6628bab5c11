import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { LINK_RELATIONS } from '#domain/staff/declared-link.ts';
import type { Limits } from '#domain/staff/limits.ts';
import { clientAccounts } from './accounts.ts';
import { moment } from './columns.ts';
import { users } from './sign-in.ts';

/**
 * What a role permits (domain/permissions.ts). A row is the role's present version; the start writes those of the product and of the
 * institution's file, the screen « Rôles » the others (STAFF-8). Earlier versions stand in the audit trail.
 */
export const roles = pgTable('roles', {
  code: text('code').primaryKey(),
  label: text('label').notNull(),
  description: text('description').notNull().default(''),
  /** Holds every permission, also those of operations to come. It is the system's: nobody edits or deletes it. */
  holdsAll: boolean('holds_all').notNull().default(false),
  /** Names of permissions (domain/operations.ts). */
  permissions: text('permissions').array().notNull().default([]),
  /** Its holders see and touch only the files assigned to them (STAFF-41). */
  assignedOnly: boolean('assigned_only').notNull().default(false),
  /** How much its holders do alone (STAFF-42). */
  limits: jsonb('limits').$type<Limits>().notNull().default([]),
  /** 'product', 'file' or 'screen'. */
  source: text('source').notNull().default('product'),
  version: integer('version').notNull().default(1),
  changedAt: moment('changed_at').notNull().defaultNow(),
  /** The person who defined this version; null for the product's and the file's. */
  changedBy: uuid('changed_by'),
});

/**
 * Clients to whom a member of the staff is tied (STAFF-40): they act on none of their files. Read by who may take links back, counted by others.
 */
export const declaredLinks = pgTable(
  'declared_links',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    clientAccountId: uuid('client_account_id')
      .notNull()
      .references(() => clientAccounts.id, { onDelete: 'cascade' }),
    relation: text('relation', { enum: LINK_RELATIONS }).notNull(),
    declaredBy: uuid('declared_by').notNull(),
    declaredAt: moment('declared_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.clientAccountId] }),
    index('declared_links_of_client').on(table.clientAccountId),
  ],
);

/** Roles by person (docs/rules.md, Who may do what). */
export const userRoles = pgTable(
  'user_roles',
  {
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role')
      .notNull()
      .references(() => roles.code),
    since: moment('since').notNull().defaultNow(),
    /** The person who gave it; null for the operator's command. */
    grantedBy: uuid('granted_by'),
  },
  (table) => [primaryKey({ columns: [table.userId, table.role] })],
);

/**
 * The people of the staff, from the invitation on (STAFF-13). Their name and address stand in `users`. A person who has a role and no row,
 * from before this table, counts as active.
 */
export const staffMembers = pgTable(
  'staff_members',
  {
    userId: uuid('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** A status of `domain/staff/status.ts`. */
    status: text('status').notNull(),
    /** What they do in the house, as colleagues read it. */
    title: text('title'),
    /** Where colleagues reach them at work. */
    phone: text('phone'),
    /** Why conflicting roles were accepted (STAFF-10). */
    conflictReason: text('conflict_reason'),
    /** How much they do alone; of these and their roles' the smaller counts (STAFF-42). */
    limits: jsonb('limits').$type<Limits>().notNull().default([]),
    invitedBy: uuid('invited_by'),
    invitedAt: moment('invited_at'),
    /** SHA-256 of the token, base64url, until it is used. */
    invitationHash: text('invitation_hash').unique(),
    invitationEndsAt: moment('invitation_ends_at'),
    joinedAt: moment('joined_at'),
    suspendedAt: moment('suspended_at'),
    suspendedBy: uuid('suspended_by'),
    suspensionReason: text('suspension_reason'),
    leftAt: moment('left_at'),
  },
  (table) => [index('staff_members_status').on(table.status)],
);
