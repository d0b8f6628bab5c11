import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { ApprovalPolicy, PolicyRow, PolicyRule, PolicySource, Slot } from '#domain/proposals/policy.ts';
import { idColumn, minor, moment } from './columns.ts';

/** What a dialog showed of the things that an operation depends on, by name. */
export type SeenFacts = Readonly<Record<string, string | number | boolean | null>>;

/** What a policy says beside its rows. */
export type PolicyTerms = Pick<ApprovalPolicy, 'isCumulative' | 'expiry' | 'emergencyUpToEurMinor'>;

/** Whether a demonstration asks for second approvals (FOUR-2); a live institution always does. One row. */
export const fourEyes = pgTable('four_eyes', {
  id: boolean('id').primaryKey().default(true),
  isOn: boolean('is_on').notNull().default(false),
  changedBy: uuid('changed_by'),
  changedAt: moment('changed_at'),
});

/** Versions of the policies that the institution's file or the staff changed; the product's own stand in domain/proposals/policy.ts as version 0. */
export const approvalPolicies = pgTable(
  'approval_policies',
  {
    operation: text('operation').notNull(),
    version: integer('version').notNull(),
    /** The first legal day on which it is asked (STAFF-0): among those that began the newest version counts. */
    from: date('from', { mode: 'string' }).notNull().default('1900-01-01'),
    rows: jsonb('rows').$type<readonly PolicyRow[]>().notNull(),
    /** What stands beside the rows; null in versions of before: as the product has it. */
    terms: jsonb('terms').$type<PolicyTerms>(),
    source: text('source').$type<PolicySource>().notNull().default('screen'),
    /** Why the institution's file asks for less than the product. */
    because: text('because'),
    /** Null for the institution's file. */
    changedBy: uuid('changed_by'),
    /** The proposal that changed it (P-12); null for a change without one. */
    proposal: text('proposal'),
    changedAt: moment('changed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.operation, table.version] })],
);

/** Acts of governed operations that count together over 24 hours (FOUR-6). */
export const governedActs = pgTable(
  'governed_acts',
  {
    id: idColumn(),
    operation: text('operation').notNull(),
    clientAccountId: uuid('client_account_id'),
    makerId: uuid('maker_id').notNull(),
    /** Euro cents at the rates of the day; null without a rate. */
    amountEur: minor('amount_eur'),
    at: moment('at').notNull(),
    /** In which order acts of one moment were kept. */
    place: bigint('place', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** Euro cents of all acts of the operation up to this one, on its client and by its maker: kept by the database (server/db/proposals.sql). */
    ofClient: minor('of_client').notNull().default(0),
    ofMaker: minor('of_maker').notNull().default(0),
  },
  (table) => [
    index('governed_acts_of_client').on(table.operation, table.clientAccountId, table.at, table.place),
    index('governed_acts_of_maker').on(table.operation, table.makerId, table.at, table.place),
    index('governed_acts_without_rate').on(table.operation, table.at).where(sql`amount_eur is null`),
  ],
);

/** A command that waits for the approval of others (FOUR-8). Only its status, its end, its slots and the last refusal change. */
export const proposals = pgTable(
  'proposals',
  {
    id: idColumn(),
    /** Shown as P-<number>. */
    number: integer('number').notNull().generatedAlwaysAsIdentity(),
    operation: text('operation').notNull(),
    /** The route's own input; null once it is blanked. */
    input: jsonb('input').$type<Readonly<Record<string, unknown>>>(),
    /** SHA-256 of the canonical input, hexadecimal. */
    inputHash: text('input_hash').notNull(),
    seen: jsonb('seen').$type<SeenFacts>().notNull(),
    makerId: uuid('maker_id').notNull(),
    makerOrigin: text('maker_origin'),
    madeAt: moment('made_at').notNull(),
    comment: text('comment'),
    clientAccountId: uuid('client_account_id'),
    subjectId: uuid('subject_id').notNull(),
    /** What the policy compared, euro cents; null without a rate. */
    comparedEur: minor('compared_eur'),
    /** The amount of the act alone, euro cents; null without a rate. */
    amountEur: minor('amount_eur'),
    policyVersion: integer('policy_version').notNull(),
    /** The row of the policy that asked for the slots (FOUR-14); null where the limit of its maker did. */
    rule: jsonb('rule').$type<PolicyRule>(),
    /** Who may not vote beside its maker (FOUR-9). */
    notBy: jsonb('not_by').$type<readonly string[]>().notNull().default([]),
    slots: jsonb('slots').$type<readonly Slot[]>().notNull(),
    /** The first moment at which it can no longer be approved. */
    expiresAt: moment('expires_at').notNull(),
    status: text('status').notNull(),
    endedAt: moment('ended_at'),
    /** Of an emergency: its category and reason, and the last day of its review. */
    emergency: jsonb('emergency').$type<{
      readonly category: string;
      readonly reason: string;
      readonly reviewBy: string;
    }>(),
    /** Whether its maker may not do it alone: one of those who approve has to be permitted the amount (STAFF-42). */
    isBeyondLimit: boolean('is_beyond_limit').notNull().default(false),
    /** How often those who can approve were reminded: at half time, and two hours before the end (FOUR-21). */
    reminders: integer('reminders').notNull().default(0),
    /** The refusal of the use case at the last attempt to execute it. */
    refusalCode: text('refusal_code'),
  },
  (table) => [
    uniqueIndex('proposals_open').on(table.operation, table.subjectId).where(sql`status = 'awaiting'`),
    index('proposals_awaiting').on(table.expiresAt).where(sql`status = 'awaiting'`),
    index('proposals_by_status').on(table.status, table.madeAt, table.id),
    index('proposals_of_maker').on(table.makerId, table.madeAt, table.id),
    uniqueIndex('proposals_number').on(table.number),
    index('proposals_of_client').on(table.clientAccountId),
  ],
);

/** Votes; final, one for each person (FOUR-13). The review of an emergency is one too. */
export const proposalVotes = pgTable(
  'proposal_votes',
  {
    proposalId: uuid('proposal_id')
      .notNull()
      .references(() => proposals.id),
    userId: uuid('user_id').notNull(),
    decision: text('decision').notNull(),
    reason: text('reason'),
    at: moment('at').notNull(),
    origin: text('origin'),
  },
  (table) => [primaryKey({ columns: [table.proposalId, table.userId] })],
);
